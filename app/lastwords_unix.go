//go:build unix

package app

import (
	"os"

	"golang.org/x/sys/unix"
)

// hold marks a file as that of a Parley that runs. The mark ends with the process, however that ends.
func hold(file *os.File) { _ = unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) }

// isHeld reports whether the Parley whose file it is runs.
func isHeld(path string) bool {
	file, err := os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK, 0)
	if err != nil {
		return false
	}
	defer file.Close()
	return unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) == unix.EWOULDBLOCK
}
