package plainfile

import (
	"errors"
	"io"
	"os"
)

// What [Read] says beside the errors of the system.
var (
	ErrNotPlain = errors.New("it is no ordinary file")
	ErrTooLarge = errors.New("it is far too large")
)

// Read gives what is in a file of at most so many bytes.
func Read(path string, most int) ([]byte, error) {
	info, err := os.Stat(path) // before it is opened: that alone waits for the other end of a pipe
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, ErrNotPlain
	}
	if info.Size() > int64(most) {
		return nil, ErrTooLarge
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, int64(most)+1)) // files of the system say that they are empty
	if err != nil {
		return nil, err
	}
	if len(text) > most {
		return nil, ErrTooLarge
	}
	return text, nil
}
