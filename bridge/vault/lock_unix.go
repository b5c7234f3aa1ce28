//go:build unix

package vault

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// lockPatience is how long another Parley may be at the file.
const lockPatience = 2 * time.Second

// lockFolder keeps two Parleys from changing the file in one folder at the same moment: each would write back what it read before the
// other wrote. Where a lock is not to be had soon it goes on without.
func lockFolder(folder string) (unlock func()) {
	file, err := os.Open(folder)
	if err != nil {
		return func() {}
	}
	for until := time.Now().Add(lockPatience); time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
		if unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) != unix.EWOULDBLOCK {
			break
		}
	}
	return func() { _ = file.Close() }
}
