//go:build unix

package config

import (
	"os"
	"syscall"
)

// keepOwner gives a file the owner and group of another. Where that is not allowed the person who edits owns it, as with an editor.
func keepOwner(file, like string) {
	info, err := os.Stat(like)
	if err != nil {
		return
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		_ = os.Chown(file, int(stat.Uid), int(stat.Gid))
	}
}

// syncFolder makes a rename last through a power cut, where the system does that.
func syncFolder(folder string) {
	if file, err := os.Open(folder); err == nil {
		_ = file.Sync()
		_ = file.Close()
	}
}
