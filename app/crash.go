package app

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sync"
	"time"
)

// Net catches panics at the edge of our own code: every callback of a widget, every goroutine and everything that goes
// through the [Door] runs inside it. A panic becomes a file in Parley's folder and one sentence for the person; the
// rest of the program keeps running. The zero Net catches and tells nobody.
type Net struct {
	Folder  string // where crash files go; "" writes none
	Version string
	Now     func() time.Time // nil: the system's
	// Caught is told about each panic, on the goroutine that panicked. It must not block and must not need the screen.
	Caught func(Crash)

	mu    sync.Mutex
	count int
}

// Crash is one panic that was caught.
type Crash struct {
	File string // what was written about it; "" when that failed
}

// maxCrashFiles bounds what one run writes: a panic in something that redraws could otherwise fill the disk.
const maxCrashFiles = 20

// Run calls f and catches its panic. It reports whether f returned by itself.
func (n *Net) Run(f func()) (ok bool) {
	defer func() {
		if ok {
			return
		}
		// A recovered nil means runtime.Goexit, which is a test or a goroutine ending on purpose.
		if v := recover(); v != nil {
			n.caught(v, debug.Stack())
		}
	}()
	f()
	return true
}

// Go starts f in a goroutine of its own, inside the net.
func (n *Net) Go(f func()) {
	go n.Run(f)
}

// Func gives f inside the net, for callbacks of widgets.
func (n *Net) Func(f func()) func() {
	return func() { n.Run(f) }
}

// With gives f inside the net, for callbacks with one argument.
func With[T any](n *Net, f func(T)) func(T) {
	return func(v T) { n.Run(func() { f(v) }) }
}

// Report writes about a panic that somebody else recovered, such as main around Fyne's loop.
func (n *Net) Report(v any, stack []byte) Crash { return n.caught(v, stack) }

func (n *Net) caught(v any, stack []byte) Crash {
	crash := Crash{File: n.write(v, stack)}
	if n.Caught == nil {
		return crash
	}
	// Telling about a crash must not crash.
	defer func() { _ = recover() }()
	n.Caught(crash)
	return crash
}

// write makes the crash file and gives its path.
func (n *Net) write(v any, stack []byte) string {
	if n.Folder == "" {
		return ""
	}
	n.mu.Lock()
	n.count++
	count := n.count
	n.mu.Unlock()
	if count > maxCrashFiles {
		return ""
	}
	now := time.Now
	if n.Now != nil {
		now = n.Now
	}
	at := now()
	name := fmt.Sprintf("crash-%s-%02d.txt", at.UTC().Format("20060102-150405"), count)
	path := filepath.Join(n.Folder, name)
	var text bytes.Buffer
	fmt.Fprintf(&text, "Parley %s, %s %s/%s\n%s\n\n%s\n\n%s", n.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH,
		at.UTC().Format(time.RFC3339), panicWords(v), stack)
	if err := os.MkdirAll(n.Folder, 0o700); err != nil {
		return ""
	}
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		return ""
	}
	return path
}

// panicWords says what a panic was without repeating a value: only Go's own words are known to hold nothing that a
// person typed.
func panicWords(v any) string {
	if err, ok := v.(runtime.Error); ok {
		return "panic: " + err.Error()
	}
	return fmt.Sprintf("panic: a value of type %T (its text is left out: it could hold something that was typed)", v)
}
