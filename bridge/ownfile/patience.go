package ownfile

import "time"

// Bounds of waiting for somebody else who has a file open.
const (
	firstPause = 5 * time.Millisecond
	longest    = 2 * time.Second // altogether
)

// retry does something again while somebody else is in the way, within a bound.
type retry struct {
	busy  func(error) bool // tells who is in the way for a moment from what stays as it is
	pause func(time.Duration)
}

// do gives the last error.
func (r retry) do(try func() error) error {
	for waited, wait := time.Duration(0), firstPause; ; wait = min(2*wait, longest/8) {
		err := try()
		if err == nil || !r.busy(err) || waited >= longest {
			return err
		}
		r.pause(wait)
		waited += wait
	}
}

func patient(try func() error) error { return retry{isBusy, time.Sleep}.do(try) }
