//go:build unix

package ownfile

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// isBusy: elsewhere than on Windows a file is replaced whoever has it open.
func isBusy(error) bool { return false }

func lock(folder string, until time.Time) (unlock func(), held bool) {
	file, err := os.Open(folder)
	if err != nil {
		return func() {}, false
	}
	for ; time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
		err = unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err != unix.EWOULDBLOCK {
			break
		}
	}
	return func() { _ = file.Close() }, err == nil
}
