package wiretest

import (
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// Leaks tells which goroutines are left running, nil for none. Those that are on their way out get as long as a busy machine takes: goleak
// by itself waits for less than half a second.
func Leaks(options ...goleak.Option) error {
	deadline := time.Now().Add(patience)
	for {
		err := goleak.Find(options...)
		if err == nil || time.Now().After(deadline) {
			return err
		}
	}
}

// Main runs the tests of a package and fails when they leave goroutines running. It is the whole of a TestMain.
func Main(m *testing.M) {
	code := m.Run()
	if code == 0 {
		if err := Leaks(); err != nil {
			fmt.Fprintln(os.Stderr, "left running:", err)
			code = 1
		}
	}
	os.Exit(code)
}
