package ownfile

import (
	"errors"
	"path/filepath"
	"time"

	"golang.org/x/sys/windows"
)

// isBusy recognises what Windows says of a file that somebody else has open, or that is being replaced.
func isBusy(err error) bool {
	return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_LOCK_VIOLATION) ||
		errors.Is(err, windows.ERROR_ACCESS_DENIED) || errors.Is(err, windows.ERROR_DELETE_PENDING)
}

// lockName is of a file that exists as long as somebody holds the lock: Windows locks no folders.
const lockName = ".parley.lock"

func lock(folder string, until time.Time) (unlock func(), held bool) {
	name, err := windows.UTF16PtrFromString(filepath.Join(folder, lockName))
	if err != nil {
		return func() {}, false
	}
	for ; time.Now().Before(until); time.Sleep(5 * time.Millisecond) {
		handle, err := windows.CreateFile(name, windows.GENERIC_WRITE, 0, nil, windows.OPEN_ALWAYS,
			windows.FILE_ATTRIBUTE_HIDDEN|windows.FILE_FLAG_DELETE_ON_CLOSE, 0)
		if err == nil {
			return func() { _ = windows.CloseHandle(handle) }, true
		}
		if !isBusy(err) {
			break
		}
	}
	return func() {}, false
}
