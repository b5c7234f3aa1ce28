package program

import (
	"testing"
	"time"
)

// patience is how long a test waits for something that must come.
const patience = 30 * time.Second

// eventually waits until something is so.
func eventually(t testing.TB, what string, want func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !want(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("never became %s", what)
		}
	}
}
