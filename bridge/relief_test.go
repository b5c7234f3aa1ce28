package bridge

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"parley/bridge/wiretest"
)

// resident is the memory of this process that Go has not given back.
func resident() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapSys - m.HeapReleased)
}

// The memory that a very long message took is given back once it is over, and not kept until much else came.
func TestMemoryOfALongMessageIsGivenBack(t *testing.T) {
	long := strings.Repeat("x", largeMessage)
	script := wiretest.New(t)
	h := newHost(t, script, nil)
	debug.FreeOSMemory()
	before := resident()
	for name, c := range map[string]struct{ front, back string }{
		"a log message":        {`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"`, `"}}`},
		"a response of nobody": {`{"jsonrpc":"2.0","id":4711,"result":{"data":"`, `"}}`},
		"no JSON":              {`{"jsonrpc":"2.0","id":4711,"result":{"data":"`, ``},
	} {
		script.Say(c.front + long + c.back)
		script.Say(fmt.Sprintf(`{"jsonrpc":"2.0","id":"after %s","method":"ping"}`, name))
		script.AwaitAnswer(fmt.Sprintf(`"after %s"`, name))
		c := h.connection()
		c.mu.Lock()
		if !c.relieving {
			t.Errorf("nothing is given back after %s", name)
		}
		c.mu.Unlock()
		eventually(t, "given back after "+name, func() bool {
			c.large() // the clock of the test may have been ahead of what still read the message
			h.clock.Advance(reliefAfter)
			return resident() < before+largeMessage/2
		})
	}
}

// A line that is no message costs no more than its beginning, and the next line is read.
func TestLongLineThatIsNoMessageIsNotKept(t *testing.T) {
	noise := io.MultiReader(strings.NewReader("progress: "), &repeated{left: maxLine / 4}, strings.NewReader("\n{\"a\":1}\n"))
	lines := bufio.NewReaderSize(noise, 64<<10)
	line, err := readLine(lines)
	if err != nil || len(line) > 2*maxNoise || !bytes.HasPrefix(line, []byte("progress: .")) {
		t.Errorf("%d bytes, %v", len(line), err)
	}
	if line, err = readLine(lines); err != nil || string(line) != "{\"a\":1}\n" {
		t.Errorf("%q, %v", line, err)
	}
}

// A line that may be a message is read whole.
func TestLongLineThatMayBeAMessageIsReadWhole(t *testing.T) {
	for _, begin := range []string{"{", " [", "\xef\xbb\xbf{"} {
		lines := bufio.NewReaderSize(io.MultiReader(strings.NewReader(begin), &repeated{left: 3 * maxNoise}, strings.NewReader("\n")), 64<<10)
		if line, err := readLine(lines); err != nil || len(line) < 3*maxNoise {
			t.Errorf("%q: %d bytes, %v", begin, len(line), err)
		}
	}
}

// repeated is a reader of dots.
type repeated struct{ left int }

func (r *repeated) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, io.EOF
	}
	n := min(len(p), r.left)
	for i := range p[:n] {
		p[i] = '.'
	}
	r.left -= n
	return n, nil
}
