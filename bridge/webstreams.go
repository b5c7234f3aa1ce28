package bridge

import (
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"
)

// streams are the streams of a connection that the SDK may ask to be gone on with. It gives one up after five tries in which no event with
// an id of its own came, and the whole connection with it: a proxy that closes a quiet stream once a minute would end every connection
// after six minutes. So each stream begins with an id of ours, which says that it came on, and when to come back.
type streams struct {
	mu   sync.Mutex
	made int
	list []*stream // oldest first
}

// stream is one of them, over all the times that it is gone on with.
type stream struct {
	from   origin // what it is the answer to; nothing for the server's own stream
	loosen func() // has it not end with its call, see [loosened]; nil: it does not anyway
	mark   string // the id that the SDK has of it
	last   string // the id that the server gave last; "" for none
	begun  time.Time
	short  int  // how often in a row it ended soon without a word
	quick  int  // how often in a row it ended soon
	spoke  bool // it said something since it was begun
	opened bool // it is gone on with, or is the server's own
}

const (
	maxStreams    = 128
	comeBackNow   = 10 * time.Millisecond
	maxQuick      = 2 // how often a stream that ends soon is come back to at once
	firstComeBack = time.Second
	lastComeBack  = time.Minute
	soon          = 5 * time.Second // a stream that ends within it, without a word, is come back to later and later
)

// find gives the stream that the SDK wants to go on with.
func (s *streams) find(id string) *stream {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, known := range slices.Backward(s.list) {
		if known.mark == id || known.last == id {
			known.opened = true
			return known
		}
	}
	return &stream{last: id, opened: true}
}

// begin gives the event with which the SDK gets to see a stream begin. A stream that is the answer to a request begins with nothing of
// ours: one that ends without a word is over then, and not to be gone on with.
func (s *streams) begin(st *stream, now time.Time) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !st.opened {
		return nil
	}
	if !st.begun.IsZero() {
		st.short++
		st.quick++
		if now.Sub(st.begun) >= soon {
			st.quick = 0
		}
		if st.spoke || now.Sub(st.begun) >= soon {
			st.short = 0
		}
	}
	st.begun, st.spoke = now, false
	s.made++
	st.mark = "parley:" + strconv.Itoa(s.made)
	s.keep(st)
	wait := firstComeBack
	for range min(st.short, 10) {
		wait = min(2*wait, lastComeBack)
	}
	if st.quick < maxQuick {
		wait = comeBackNow // a server that went away, or was started again, is noticed by that (contract N6)
	}
	return fmt.Appendf(nil, "id: %s\nretry: %d\n\n", st.mark, wait.Milliseconds())
}

// heard keeps where a stream is, and gives the lines that tell the SDK.
func (s *streams) heard(st *stream, event sseEvent) (lines []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(event.data) > 0 || len(event.id) > 0 {
		st.spoke = true
	}
	if len(event.id) > 0 {
		if st.last == "" && !st.opened { // an answer is come back to at once too, the first time
			lines = fmt.Appendf(lines, "retry: %d\n", comeBackNow.Milliseconds())
		}
		st.last, st.mark = string(event.id), string(event.id)
		s.keep(st)
		lines = fmt.Appendf(lines, "id: %s\n", event.id)
	}
	if n, err := strconv.ParseInt(string(event.retry), 10, 64); err == nil && n > 0 {
		lines = fmt.Appendf(lines, "retry: %d\n", min(n, maxComeBack.Milliseconds()))
	}
	return lines
}

// maxComeBack bounds how long a server may have a stream waited for.
const maxComeBack = 5 * time.Minute

// keep makes a stream known, and forgets the oldest.
func (s *streams) keep(st *stream) {
	if !slices.Contains(s.list, st) {
		s.list = append(s.list, st)
	}
	if len(s.list) > maxStreams {
		s.list = slices.Delete(s.list, 0, len(s.list)-maxStreams)
	}
}
