package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/bridge"
	"parley/bridge/config"
)

// rateTime is how long one side runs calls before it is the other's turn, and rateRounds how many turns each has.
const (
	rateTime   = 500 * time.Millisecond
	rateRounds = 10
)

// BenchClient measures a bare go-sdk client with the demo, and the bridge with another: both answer at once, without a
// window. Out gets the measures.
func BenchClient(ctx context.Context, demo *config.Server, out io.Writer) error {
	if demo == nil {
		return errNoDemo
	}
	b := &bareClient{out: json.NewEncoder(out)}
	if err := b.connect(ctx, *demo); err != nil {
		return err
	}
	defer b.close()
	if err := b.measure(ctx); err != nil {
		return err
	}
	w, err := newWindowless(ctx, *demo)
	if err != nil {
		return err
	}
	defer w.close()
	if err := w.measure(b.say); err != nil {
		return err
	}
	if err := takeTurns(ctx, b, w); err != nil {
		return err
	}
	return b.broken
}

// bareClient is a client with nothing but the SDK.
type bareClient struct {
	out     *json.Encoder
	broken  error
	cmd     *exec.Cmd
	session *mcp.ClientSession

	asked, answered, wrote atomic.Int64 // the latest of each, in nanoseconds since began
	began                  time.Time
}

func (b *bareClient) say(m measure) { b.broken = errors.Join(b.broken, b.out.Encode(m)) }

func (b *bareClient) now() int64 { return int64(time.Since(b.began)) }

// connect starts the demo and connects to it.
func (b *bareClient) connect(ctx context.Context, demo config.Server) error {
	b.began = time.Now()
	b.cmd = exec.Command(demo.Command[0], demo.Command[1:]...)
	b.cmd.Stderr = os.Stderr
	in, err := b.cmd.StdinPipe()
	if err != nil {
		return fmt.Errorf("starting the demo: %w", err)
	}
	said, err := b.cmd.StdoutPipe()
	if err != nil {
		return fmt.Errorf("starting the demo: %w", err)
	}
	if err := b.cmd.Start(); err != nil {
		return fmt.Errorf("starting the demo: %w", err)
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "bare", Version: "1"}, &mcp.ClientOptions{
		ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			b.asked.Store(b.now())
			defer func() { b.answered.Store(b.now()) }()
			return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"queue": "long", "notify": false}}, nil
		},
	})
	b.session, err = client.Connect(ctx, &mcp.IOTransport{Reader: said, Writer: &timedWriter{in, b}},
		&mcp.ClientSessionOptions{ProtocolVersion: demo.Protocol})
	if err != nil {
		_ = in.Close()
		_ = b.cmd.Wait()
		return fmt.Errorf("connecting to the demo: %w", err)
	}
	return nil
}

func (b *bareClient) close() {
	_ = b.session.Close()
	_ = b.cmd.Wait()
}

// timedWriter notes when something has been written.
type timedWriter struct {
	io.WriteCloser
	client *bareClient
}

func (w *timedWriter) Write(p []byte) (int, error) {
	n, err := w.WriteCloser.Write(p)
	w.client.wrote.Store(w.client.now())
	return n, err
}

// measure runs the tools that are run in the window as well.
func (b *bareClient) measure(ctx context.Context) error {
	if err := rest(ctx, time.Second); err != nil {
		return err
	}
	b.say(memoryNow("bare, memory idle"))
	asked, sent := measure{Name: "bare, asked"}, measure{Name: "bare, sent"}
	for i := range warmUps + 2*clickRounds {
		began := b.now()
		if err := b.call(ctx, "submit_batch"); err != nil {
			return err
		}
		if i < warmUps {
			continue
		}
		asked.Samples = append(asked.Samples, inMilliseconds(time.Duration(b.asked.Load()-began)))
		sent.Samples = append(sent.Samples, inMilliseconds(time.Duration(b.wrote.Load()-b.answered.Load())))
	}
	b.say(asked)
	b.say(sent)
	b.say(memoryNow("bare, memory after 100 calls"))

	large := measure{Name: "bare, large"}
	for i := range 1 + largeRounds {
		began := b.now()
		if err := b.call(ctx, "large_report"); err != nil {
			return err
		}
		if i > 0 {
			large.Samples = append(large.Samples, inMilliseconds(time.Duration(b.now()-began)))
		}
	}
	b.say(large)
	return nil
}

// call runs a tool to its end.
func (b *bareClient) call(ctx context.Context, tool string) error {
	result, err := b.session.CallTool(ctx, &mcp.CallToolParams{Name: tool})
	if err != nil {
		return fmt.Errorf("the bare client, %s: %w", tool, err)
	}
	if result.IsError {
		return fmt.Errorf("the bare client, %s: the tool reports an error", tool)
	}
	return nil
}

// windowless is the bridge with somebody who answers at once.
type windowless struct {
	server   *bridge.Server
	tools    map[string]bridge.Tool
	answered atomic.Int64
	sent     chan time.Time
	began    time.Time
}

func newWindowless(ctx context.Context, demo config.Server) (*windowless, error) {
	w := &windowless{tools: map[string]bridge.Tool{}, sent: make(chan time.Time, 1), began: time.Now()}
	changed := make(chan struct{}, 1)
	w.server = bridge.NewServer(demo, bridge.Options{
		WaitFor: func(_ context.Context, s bridge.Suspension) bridge.Answer {
			defer func() { w.answered.Store(int64(time.Since(w.began))) }()
			return bridge.Answer{ID: s.Request.ID, OK: true, Data: w.data(s)}
		},
		Notify: func(e bridge.Event) {
			if e.Receipt != nil {
				select {
				case w.sent <- time.Now():
				default: // nobody looks
				}
			}
			select {
			case changed <- struct{}{}:
			default: // a look is due already
			}
		},
	})
	w.server.Start()
	limit := time.After(patience)
	for {
		state := w.server.State()
		if state.Phase == bridge.Ready && len(state.Tools) > 0 {
			for _, tool := range state.Tools {
				w.tools[tool.Name] = tool
			}
			return w, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			w.close()
			return nil, errGone
		case <-limit:
			w.close()
			return nil, fmt.Errorf("the bridge was not ready within %s", patience)
		}
	}
}

// data is what is answered: what the form of submit_batch wants, and nothing to the others.
func (w *windowless) data(s bridge.Suspension) map[string]any {
	if s.Call != nil && s.Call.Tool().Name == "submit_batch" {
		return map[string]any{"queue": "long", "notify": false}
	}
	return map[string]any{}
}

func (w *windowless) close() {
	ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
	defer cancel()
	_ = w.server.Close(ctx)
}

// call runs a tool to its end.
func (w *windowless) call(_ context.Context, tool string) error {
	call := w.server.Call(w.tools[tool], nil)
	<-call.Done()
	if state := call.State(); state.Phase != bridge.Finished || state.Result.IsError {
		return fmt.Errorf("the bridge, %s: it did not work: %+v", tool, state.Failure)
	}
	return nil
}

// measure runs the tools that the bare client runs.
func (w *windowless) measure(say func(measure)) error {
	sent, large := measure{Name: "bridge, sent"}, measure{Name: "bridge, large"}
	for i := range warmUps + 2*clickRounds {
		for len(w.sent) > 0 {
			<-w.sent
		}
		if err := w.call(context.Background(), "submit_batch"); err != nil {
			return err
		}
		if at := <-w.sent; i >= warmUps {
			sent.Samples = append(sent.Samples, inMilliseconds(at.Sub(w.began)-time.Duration(w.answered.Load())))
		}
	}
	for i := range 1 + largeRounds {
		began := time.Now()
		if err := w.call(context.Background(), "large_report"); err != nil {
			return err
		}
		if i > 0 {
			large.Samples = append(large.Samples, inMilliseconds(time.Since(began)))
		}
	}
	say(sent)
	say(large)
	return nil
}

// takeTurns lets both run calls that ask, turn by turn, so that what else the machine does hits both alike.
func takeTurns(ctx context.Context, b *bareClient, w *windowless) error {
	bare, through, share := measure{Name: "bare, rate"}, measure{Name: "bridge, rate"}, measure{Name: "share"}
	for i := range 1 + rateRounds {
		theirs, err := rate(ctx, b.call)
		if err != nil {
			return err
		}
		ours, err := rate(ctx, w.call)
		if err != nil {
			return err
		}
		if i == 0 {
			continue // a warm-up
		}
		bare.Samples = append(bare.Samples, theirs)
		through.Samples = append(through.Samples, ours)
		share.Samples = append(share.Samples, ours/theirs)
	}
	b.say(bare)
	b.say(through)
	b.say(share)
	return nil
}

// rate is how many calls a second come to their end, one after the other.
func rate(ctx context.Context, call func(context.Context, string) error) (float64, error) {
	began := time.Now()
	for n := 1; ; n++ {
		if err := call(ctx, "confirm_deletion"); err != nil {
			return 0, err
		}
		if took := time.Since(began); took >= rateTime {
			return float64(n) / took.Seconds(), nil
		}
	}
}
