package program

import (
	"strings"
	"testing"
)

// Some systems run such files with the help of others, so they are not started here.
func TestProgramsForOtherSystemsAreCalledSo(t *testing.T) {
	for _, c := range []struct{ head, goos, what string }{
		{"MZ\x90\x00", "linux", "is made for Windows"},
		{"\xcf\xfa\xed\xfe", "linux", "is made for macOS"},
		{"\xca\xfe\xba\xbe", "windows", "is made for macOS"},
		{"\x7fELF", "darwin", "is made for Linux"},
		{"\x7fELF", "linux", "another kind of processor"},
		{"MZ", "windows", "another kind of processor"},
		{"\xcf\xfa\xed\xfe", "darwin", "another kind of processor"},
		{"M", "linux", "does not say what runs it"},
	} {
		if what, do := wrongFormat("tool", []byte(c.head), c.goos); !strings.Contains(what, c.what) || do == "" {
			t.Errorf("%q on %s: %s %s", c.head, c.goos, what, do)
		}
	}
}
