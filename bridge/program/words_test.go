package program

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"parley/bridge/clock/clocktest"
	"parley/bridge/program/lastwords"
)

func newTestWords(said func()) (*words, *clocktest.Clock) {
	clock := clocktest.New()
	return newWords(clock, said), clock
}

// Case proto-stderr-flood-no-deadlock: any amount costs the same memory, and its beginning and its end are kept.
func TestFloodOfWordsCostsNoMemory(t *testing.T) {
	words, _ := newTestWords(func() {})
	_, _ = words.Write([]byte("first words\n"))
	chunk := bytes.Repeat([]byte("0123456789abcde\n"), 2048)
	for range 100 << 20 / len(chunk) {
		_, _ = words.Write(chunk)
	}
	_, _ = words.Write([]byte("last words"))
	if got := words.String(); len(got) > MaxSaid || !strings.HasSuffix(got, "\nlast words") || !strings.HasPrefix(got, "first words\n0123") || !strings.Contains(got, "\n…\n0123") {
		t.Errorf("%d bytes kept: %.20q … %q", len(got), got, got[len(got)-20:])
	}
	if cap(words.kept) > 4*MaxSaid {
		t.Errorf("%d bytes of memory are held", cap(words.kept))
	}
	words, _ = newTestWords(func() {})
	_, _ = words.Write(bytes.Repeat([]byte("x"), 20<<20))
	if cap(words.kept) > 4*MaxSaid {
		t.Errorf("one line holds %d bytes of memory", cap(words.kept))
	}
	words, _ = newTestWords(func() {})
	_, _ = words.Write(bytes.Repeat([]byte("\n"), MaxSaid))
	_, _ = fmt.Fprint(words, strings.Repeat("a\n", 5000))
	if lines := strings.Count(words.String(), "\n"); lines > maxLines+beginningLines+1 {
		t.Errorf("%d lines kept", lines)
	}
}

func TestWordsAreReadAsATerminalShowsThem(t *testing.T) {
	for written, want := range map[string]string{
		"plain\nlines\n":                                  "plain\nlines\n",
		"\x1b[1;31mError:\x1b[0m no key":                  "Error: no key",
		"\x1b]0;title\x07text \x1b]8;;http://x\x1b\\link": "text link",
		"fetching 10%\rfetching 50%\rfetching 100%\ndone": "fetching 100%\ndone",
		"windows\r\nlines\r\n":                            "windows\nlines\n",
		"\x1b[2K\x1b[1Gnpm":                               "npm",
		"cut \x1b[":                                       "cut ",
		"cut \x1b":                                        "cut ",
		"\x1b(Btext":                                      "Btext",
		"Grüße\n":                                         "Grüße\n",
	} {
		words, _ := newTestWords(func() {})
		_, _ = words.Write([]byte(written))
		if got := words.String(); got != want {
			t.Errorf("%q is read as %q, want %q", written, got, want)
		}
	}
}

func TestStrayLineIsALineOfItsOwn(t *testing.T) {
	words, _ := newTestWords(func() {})
	_, _ = words.Write([]byte("half a li"))
	words.line([]byte("banner"))
	_, _ = words.Write([]byte("ne\n"))
	if got := words.String(); got != "half a li\nbanner\nne\n" {
		t.Errorf("read as %q", got)
	}
}

func TestManyWordsAreToldOnce(t *testing.T) {
	told := 0
	words, clock := newTestWords(func() { told++ })
	for range 1000 {
		_, _ = words.Write([]byte("x\n"))
	}
	clock.Advance(stderrNotice)
	if told != 1 {
		t.Errorf("told %d times", told)
	}
	_, _ = words.Write([]byte("x\n"))
	clock.Advance(stderrNotice)
	if told != 2 {
		t.Errorf("told %d times", told)
	}
	_, _ = words.Write([]byte("x\n"))
	words.close()
	clock.Advance(stderrNotice)
	_, _ = words.Write([]byte("x\n"))
	clock.Advance(stderrNotice)
	if told != 2 {
		t.Errorf("told after the end: %d times", told)
	}
}

// Whatever a program prints, what is shown of it has no movements in it and is no longer.
func FuzzWordsOfPrograms(f *testing.F) {
	for _, seed := range []string{"\x1b[1;31mError\x1b[0m", "\x1b]0;t\x07x", "a\rb\r\n", "\x1b", "\x1b[", "\x1b]x\x1b\\y", "\xff\x1b(B\r"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		shown := asShown(text)
		if strings.ContainsAny(shown, "\x1b\r") || len(shown) > len(text) {
			t.Errorf("%q is shown as %q", text, shown)
		}
		lastwords.Understand("linux", text, nil)
		lastwords.Cause(text)
		lastwords.Evidence(text)
		lastwords.Address(text)
	})
}
