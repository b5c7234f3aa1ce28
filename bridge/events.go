package bridge

import (
	"bufio"
	"bytes"
)

// sseEvent is one event of a stream (HTML standard, server-sent events).
type sseEvent struct {
	raw   []byte // as it came, with the blank line
	name  []byte
	other [][]byte // the lines that are neither name nor data: id, retry
	data  []byte
}

// isMessage: events with another name are none of ours (contract N4).
func (e sseEvent) isMessage() bool { return len(e.name) == 0 || string(e.name) == "message" }

// with gives the event with other data.
func (e sseEvent) with(data []byte) []byte {
	var out bytes.Buffer
	for _, line := range e.other {
		out.Write(line)
		out.WriteByte('\n')
	}
	if len(data) > 0 {
		out.WriteString("data: ")
		out.Write(data)
		out.WriteByte('\n')
	}
	out.WriteByte('\n')
	return out.Bytes()
}

// readEvent reads to the next blank line.
func readEvent(r *bufio.Reader) (sseEvent, error) {
	var e sseEvent
	for {
		line, err := readLine(r)
		if len(e.raw) > maxLine {
			return e, errLineTooLong
		}
		e.raw = append(e.raw, line...)
		text := bytes.TrimRight(line, "\r\n")
		if len(text) == 0 {
			if err != nil || len(e.raw) > len(line) {
				return e, err
			}
			continue
		}
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
		default:
			e.other = append(e.other, bytes.Clone(text))
		}
		if err != nil {
			return e, err
		}
	}
}
