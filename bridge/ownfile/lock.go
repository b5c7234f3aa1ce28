package ownfile

import "time"

// lockPatience is how long another Parley may be at the files.
const lockPatience = 5 * time.Second

// Lock keeps other Parleys from changing files of a folder: each would write back what it read before the other wrote. Where a lock is not
// to be had soon it goes on without, and held is false.
func Lock(folder string) (unlock func(), held bool) {
	return lock(folder, time.Now().Add(lockPatience))
}
