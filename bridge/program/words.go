package program

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"time"

	"parley/bridge/clock"
	"parley/bridge/program/lastwords"
)

// What is kept of what a program prints for its maintainer: all of it, or its beginning and its end.
const (
	MaxSaid        = 64 << 10
	maxLines       = 1000
	maxBeginning   = 4 << 10
	beginningLines = 40
)

// stderrNotice is how long new words of a program wait before the app is told, so that a flood of them is told a few times.
const stderrNotice = 250 * time.Millisecond

// words keeps the beginning and the end of what is written to it, in bounded memory: the reason of an end may stand before a usage text or
// a trace of any length. Writing never fails and never waits for a reader, so that the writer is never blocked (case
// proto-stderr-flood-no-deadlock).
type words struct {
	clock clock.Clock
	said  func()              // called some time after something was written
	hush  func(string) string // takes secrets out of it; nil: there are none

	mu     sync.Mutex
	first  []byte // what was written first; nil while nothing was let go
	kept   []byte
	cut    bool
	text   string // kept, made readable; valid while not stale
	stale  bool
	told   func() bool // stops the call of said that is due; nil: none is
	closed bool
}

func newWords(clock clock.Clock, said func()) *words { return &words{clock: clock, said: said} }

// Write implements [io.Writer].
func (t *words) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.add(p)
	return len(p), nil
}

// line adds a line of its own, whatever was written before.
func (t *words) line(line []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if n := len(t.kept); n > 0 && t.kept[n-1] != '\n' {
		t.add([]byte{'\n'})
	}
	t.add(line)
	t.add([]byte{'\n'})
}

// add keeps at most twice the limit, so that it is moved once in a while instead of at every write.
func (t *words) add(p []byte) {
	if len(p) >= MaxSaid {
		if len(t.kept)+len(p) > MaxSaid {
			t.letGo(p)
		}
		t.kept = append(t.kept[:0], p[len(p)-MaxSaid:]...)
	} else {
		t.kept = append(t.kept, p...)
	}
	if len(t.kept) > 2*MaxSaid {
		t.letGo(nil)
		t.kept = append(t.kept[:0], t.kept[len(t.kept)-MaxSaid:]...)
	}
	t.stale = true
	if t.told == nil && !t.closed {
		t.told = t.clock.AfterFunc(stderrNotice, t.tell)
	}
}

// letGo keeps the beginning before a part of what is kept goes, which next was written after.
func (t *words) letGo(next []byte) {
	if t.cut {
		return
	}
	t.cut = true
	t.first = append(slices.Clone(t.kept[:min(len(t.kept), maxBeginning)]), next[:min(len(next), max(maxBeginning-len(t.kept), 0))]...)
}

func (t *words) tell() {
	t.mu.Lock()
	t.told = nil
	closed := t.closed
	t.mu.Unlock()
	if !closed {
		t.said()
	}
}

// close ends the notices. What is kept stays readable.
func (t *words) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	if t.told != nil {
		t.told()
	}
}

// String is what is kept, as a terminal would show it, in whole lines where something is lost.
func (t *words) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.stale {
		return t.text
	}
	first, kept, cut := t.first, t.kept, t.cut
	if !cut && len(kept) > MaxSaid {
		first, cut = kept[:maxBeginning], true
	}
	if over := len(kept) - (MaxSaid - maxBeginning - 8); cut && over > 0 {
		kept = kept[over:]
	}
	if _, rest, ok := bytes.Cut(kept, []byte("\n")); cut && ok && len(rest) > 0 {
		kept = rest
	}
	text := asShown(string(kept))
	body := strings.TrimRight(text, "\n")
	if lines := lastwords.LastLines(body, maxLines); len(lines) < len(body) {
		if !cut {
			first, cut = []byte(text[:min(len(text), maxBeginning)]), true
		}
		text = lines + text[len(body):]
	}
	if cut {
		text = lastwords.FirstLines(asShown(string(first[:bytes.LastIndexByte(first, '\n')+1])), beginningLines) + "…\n" + text
	}
	if t.hush != nil {
		text = t.hush(text)
	}
	t.text, t.stale = text, false
	return text
}

// asShown takes out what a terminal does not show: colours, movements, and the part of a line that was written over, as in a
// progress bar.
func asShown(text string) string {
	if !strings.ContainsAny(text, "\x1b\r") {
		return text
	}
	text = strings.ReplaceAll(withoutEscapes(text), "\r\n", "\n")
	if !strings.Contains(text, "\r") {
		return text
	}
	var shown strings.Builder
	for line := range strings.Lines(text) {
		body, end := strings.CutSuffix(line, "\n")
		body = strings.TrimRight(body, "\r")
		shown.WriteString(body[strings.LastIndexByte(body, '\r')+1:])
		if end {
			shown.WriteByte('\n')
		}
	}
	return shown.String()
}

// withoutEscapes takes out the escape sequences of ECMA-48: ESC [ … final byte, ESC ] … BEL or ESC \, and ESC with one character.
func withoutEscapes(text string) string {
	var kept strings.Builder
	for {
		before, rest, found := strings.Cut(text, "\x1b")
		kept.WriteString(before)
		if !found || rest == "" {
			return kept.String()
		}
		switch rest[0] {
		case '[':
			end := strings.IndexFunc(rest[1:], func(r rune) bool { return r >= '@' && r <= '~' || r < ' ' })
			if end < 0 {
				return kept.String()
			}
			text = rest[1+end:]
			if text[0] >= '@' {
				text = text[1:]
			}
		case ']':
			end := strings.IndexAny(rest, "\a\x1b\n")
			if end < 0 {
				return kept.String()
			}
			text = strings.TrimPrefix(strings.TrimPrefix(rest[end:], "\a"), "\x1b\\")
		default:
			text = rest[1:]
		}
	}
}
