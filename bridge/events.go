package bridge

import (
	"bufio"
	"bytes"
	"io"
)

// sseEvent is one event of a stream (HTML standard, server-sent events).
type sseEvent struct {
	any   bool // there was a line, be it a comment
	name  []byte
	id    []byte
	retry []byte
	data  []byte
}

// isMessage: events with another name are none of ours (contract N4), unless a response that is waited for is in them.
func (e sseEvent) isMessage() bool { return len(e.name) == 0 || string(e.name) == "message" }

// dataEvent is a message as an event.
func dataEvent(message []byte) []byte {
	out := make([]byte, 0, len(message)+16)
	for line := range bytes.Lines(message) {
		out = append(out, "data: "...)
		out = append(out, bytes.TrimRight(line, "\r\n")...)
		out = append(out, '\n')
	}
	return append(out, '\n')
}

var bom = []byte("\xef\xbb\xbf")

func withoutBOM(raw []byte) []byte { return bytes.TrimPrefix(raw, bom) }

// eventReader reads a stream as the HTML standard has it: a mark may stand in front of it, and lines end with LF, CRLF, or CR alone.
type eventReader struct {
	r     *bufio.Reader
	begun bool
	cr    bool // the line before ended with CR, so that LF right behind it is the same end
}

func newEventReader(body io.Reader) *eventReader {
	return &eventReader{r: bufio.NewReaderSize(body, 32<<10)}
}

// next reads to the next blank line.
func (s *eventReader) next() (sseEvent, error) {
	var e sseEvent
	if !s.begun {
		s.begun = true
		s.skipBOM()
	}
	size := 0
	for {
		line, err := s.line()
		if size += len(line); size > maxLine {
			return e, errLineTooLong
		}
		text := bytes.TrimRight(line, "\r\n")
		if len(text) == 0 {
			if err != nil || e.any {
				return e, err
			}
			continue
		}
		e.any = true
		field, value, _ := bytes.Cut(text, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(field) {
		case "event":
			e.name = bytes.Clone(value)
		case "data":
			if e.data != nil {
				e.data = append(e.data, '\n')
			}
			e.data = append(e.data, value...)
		case "id":
			if bytes.IndexByte(value, 0) < 0 {
				e.id = bytes.Clone(value)
			}
		case "retry":
			e.retry = bytes.Clone(value)
		}
		if err != nil {
			return e, err
		}
	}
}

func (s *eventReader) skipBOM() {
	if first, _ := s.r.Peek(1); len(first) == 0 || first[0] != bom[0] {
		return
	}
	if start, _ := s.r.Peek(len(bom)); bytes.Equal(start, bom) {
		_, _ = s.r.Discard(len(bom))
	}
}

// line reads a line with its end, of at most maxLine bytes.
func (s *eventReader) line() ([]byte, error) {
	var line []byte
	for {
		first, err := s.r.Peek(1)
		if len(first) == 0 {
			return line, err
		}
		if s.cr && first[0] == '\n' {
			_, _ = s.r.Discard(1)
			s.cr = false
			continue
		}
		s.cr = false
		part, _ := s.r.Peek(s.r.Buffered())
		at := bytes.IndexAny(part, "\r\n")
		if at < 0 {
			line = append(line, part...)
			_, _ = s.r.Discard(len(part))
			if len(line) > maxLine {
				return nil, errLineTooLong
			}
			continue
		}
		s.cr = part[at] == '\r'
		line = append(line, part[:at+1]...)
		_, _ = s.r.Discard(at + 1)
		return line, nil
	}
}
