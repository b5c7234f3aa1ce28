package sharedfile

import (
	"crypto/sha256"
	"io"

	"parley/bridge/plainfile"
)

// Sum tells one content of a file from another; the zero value is that of a file that does not exist.
type Sum [sha256.Size]byte

// SumOf is that of a content.
func SumOf(raw []byte) Sum { return sha256.Sum256(raw) }

// Read gives what is in an ordinary file, and a byte more than most of one that is longer.
func Read(path string, most int) ([]byte, error) {
	file, err := plainfile.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, int64(most)+1))
}
