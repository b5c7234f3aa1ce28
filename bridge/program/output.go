package program

import (
	"errors"
	"io"
	"os"
	"sync/atomic"
	"time"
)

// drainPatience is how long the streams of a program that has ended may stay silent before they are given up: what it left running
// outside of its group may hold them open for ever.
const drainPatience = 200 * time.Millisecond

// output is what a program prints on one of its streams. After the program's end it is read as far as there is something, and no
// further: who else holds the stream open is not waited for.
type output struct {
	file    *os.File
	expired atomic.Bool
	after   int // bytes read after the end
}

// maxAfterEnd is more than a pipe holds.
const maxAfterEnd = 4 << 20

// expire says that the program has ended. On Windows, where a pipe's reader cannot be woken, nothing of it is left to hold the pipe.
func (o *output) expire() {
	o.expired.Store(true)
	_ = o.file.SetReadDeadline(time.Now().Add(drainPatience))
}

// Read implements [io.Reader].
func (o *output) Read(p []byte) (int, error) {
	if !o.expired.Load() {
		if n, err := o.file.Read(p); !errors.Is(err, os.ErrDeadlineExceeded) {
			return n, err
		}
	}
	if o.after > maxAfterEnd {
		return 0, io.EOF
	}
	// The reader may have been busy for longer than the patience lasts: what is there is still to be read.
	_ = o.file.SetReadDeadline(time.Now().Add(drainPatience))
	n, err := o.file.Read(p)
	o.after += n
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = io.EOF
	}
	return n, err
}
