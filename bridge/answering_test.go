package bridge

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"

	"parley/bridge/config"
	"parley/bridge/wiretest"
)

// deaf is the way to a server that stops reading: a write waits until it reads again, or is gone.
type deaf struct {
	io.WriteCloser
	mu    sync.Mutex
	reads chan struct{} // closed while it reads
	gone  chan struct{}
	once  sync.Once
}

func newDeaf(out io.WriteCloser) *deaf {
	d := &deaf{WriteCloser: out, reads: make(chan struct{}), gone: make(chan struct{})}
	close(d.reads)
	return d
}

func (d *deaf) Write(p []byte) (int, error) {
	d.mu.Lock()
	reads := d.reads
	d.mu.Unlock()
	select {
	case <-reads:
		return d.WriteCloser.Write(p)
	case <-d.gone:
		return 0, io.ErrClosedPipe
	}
}

func (d *deaf) Close() error {
	d.once.Do(func() { close(d.gone) })
	return d.WriteCloser.Close()
}

// stop makes it read no more until the function that it gives is called.
func (d *deaf) stop() (goOn func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	reads := make(chan struct{})
	d.reads = reads
	return func() { close(reads) }
}

// A server that requests without end, and reads nothing of what it is told, costs next to nothing; when it reads again, all goes on.
func TestServerThatDoesNotReadWhatItIsToldCostsNothing(t *testing.T) {
	for name, request := range map[string]string{
		"pings":                  `{"jsonrpc":"2.0","id":%d,"method":"ping"}`,
		"pings with long ids":    `{"jsonrpc":"2.0","id":"` + strings.Repeat("x", 1000) + `%d","method":"ping"}`,
		"folders":                `{"jsonrpc":"2.0","id":%d,"method":"roots/list"}`,
		"what nobody knows":      `{"jsonrpc":"2.0","id":%d,"method":"no/such/thing"}`,
		"what was not declared":  `{"jsonrpc":"2.0","id":%d,"method":"sampling/createMessage","params":{}}`,
		"questions that are not": `{"jsonrpc":"2.0","id":%d,"method":"elicitation/create","params":{"mode":"voice"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			script := wiretest.New(t)
			script.OnCall = func(s *wiretest.Server, m wiretest.Message) { s.Answer(m, `{"content":[]}`) }
			var way *deaf
			h := newHost(t, script, func(_ *config.Server, o *Options) {
				o.Dial = func() (Streams, error) {
					in, out, err := script.Dial()
					way = newDeaf(out)
					return Streams{In: in, Out: way}, err
				}
			})
			goOn := way.stop()
			const many = 30_000
			for n := range many {
				script.Say(fmt.Sprintf(request, 1000+n))
			}
			if n := runtime.NumGoroutine(); n > 300 {
				t.Errorf("%d goroutines", n)
			}
			goOn()
			if state := wait(t, h.call(`{}`)); state.Phase != Finished {
				t.Errorf("%+v", state)
			}
			answers := &h.connection().answers
			eventually(t, "told what waited", func() bool { // before, there may be no room for one more
				answers.mu.Lock()
				defer answers.mu.Unlock()
				return len(answers.waiting) == 0
			})
			script.Say(`{"jsonrpc":"2.0","id":"last","method":"ping"}`)
			script.AwaitAnswer(`"last"`)
		})
	}
}

// Pings are answered in whatever number a server that reads sends them.
func TestEachPingIsAnswered(t *testing.T) {
	script := wiretest.New(t)
	newHost(t, script, nil)
	for n := range maxAnswers / 2 {
		script.Say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"ping"}`, 1000+n))
	}
	for n := range maxAnswers / 2 {
		if got := script.AwaitAnswer(fmt.Sprint(1000 + n)); string(got.Result) != "{}" {
			t.Fatal(got.Raw)
		}
	}
}
