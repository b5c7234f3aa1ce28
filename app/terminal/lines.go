package terminal

import (
	"bufio"
	"context"
	"io"
	"sync"
)

// lines reads what is typed, line by line, for who waits for it now. Nothing is read before somebody waits.
type lines struct {
	in    *bufio.Reader
	once  sync.Once
	want  chan struct{}
	typed chan string
	over  chan struct{} // closed when there is nothing more to read
	done  chan struct{} // closed by end
}

// longestLine is how long a typed line may be.
const longestLine = 16 << 20

func readLines(in io.Reader) *lines {
	return &lines{in: bufio.NewReader(in), want: make(chan struct{}, 1), typed: make(chan string), over: make(chan struct{}), done: make(chan struct{})}
}

// next waits for a line; false when there is none to come, or ctx ended. A line that is typed after ctx ended goes to the next who waits.
func (l *lines) next(ctx context.Context) (string, bool) {
	l.once.Do(func() { go l.read() })
	select {
	case l.want <- struct{}{}:
	default: // the reader waits already, for somebody before
	}
	select {
	case text := <-l.typed:
		return text, true
	case <-l.over:
		return "", false
	case <-ctx.Done():
		return "", false
	}
}

// read ends with the input. Reading from a terminal cannot be interrupted, so this goroutine may outlive the command, and ends with the program.
func (l *lines) read() {
	defer close(l.over)
	for {
		select {
		case <-l.want:
		case <-l.done:
			return
		}
		text, err := l.line()
		if err != nil && text == "" {
			return
		}
		select {
		case l.typed <- text:
		case <-l.done:
			return
		}
	}
}

// end is called once, when nobody waits for a line any more.
func (l *lines) end() { close(l.done) }

func (l *lines) line() (string, error) {
	var text []byte
	for {
		part, more, err := l.in.ReadLine()
		if len(text)+len(part) <= longestLine {
			text = append(text, part...)
		}
		if err != nil || !more {
			return string(text), err
		}
	}
}
