//go:build unix

package sharedfile

import (
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Lock keeps several Parleys from editing files of one folder at the same moment. Where a lock is not to be had soon the edit goes on
// without: it notices changes in between by itself.
func Lock(folder string) (unlock func()) {
	file, err := os.Open(folder)
	if err != nil {
		return func() {}
	}
	for range 50 {
		if unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) != unix.EWOULDBLOCK {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	return func() { _ = file.Close() }
}

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
