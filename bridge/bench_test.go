package bridge

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"parley/bridge/clock"
	"parley/bridge/config"
	"parley/bridge/wiretest"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// askingLab is a go-sdk server with one tool that asks once, for the benchmarks of both sides.
func askingLab() *mcp.Server {
	server := mcp.NewServer(&mcp.Implementation{Name: "lab", Version: "1"}, nil)
	schema := json.RawMessage(`{"type":"object","properties":{"queue":{"type":"string","enum":["standby","long"]},"notify":{"type":"boolean"}},"required":["queue"]}`)
	server.AddTool(&mcp.Tool{Name: "ask", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Mode: "form", Message: "Submit?", RequestedSchema: schema})
		if err != nil {
			return nil, err
		}
		return textResult(res.Action), nil
	})
	return server
}

// BenchmarkAsk measures calls that ask once, answered at once: through the bridge, and by a bare SDK client whose handler
// answers. Both talk to the same server over pipes, in protocol 2025-11-25.
func BenchmarkAsk(b *testing.B) {
	b.Run("bridge", func(b *testing.B) {
		h := benchHost(b, func(_ context.Context, s Suspension) Answer {
			return Answer{ID: s.Request.ID, OK: true, Data: map[string]any{"queue": "long", "notify": false}}
		})
		tool := h.State().Tools[0]
		for b.Loop() {
			call := h.Server.Call(tool, nil)
			<-call.Done()
			if state := call.State(); state.Phase != Finished || state.Result.Text != "accept" {
				b.Fatalf("%+v %+v", state, state.Failure)
			}
		}
	})
	b.Run("sdk", func(b *testing.B) {
		client := mcp.NewClient(&mcp.Implementation{Name: "bare", Version: "1"}, &mcp.ClientOptions{
			ElicitationHandler: func(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
				return &mcp.ElicitResult{Action: "accept", Content: map[string]any{"queue": "long", "notify": false}}, nil
			},
		})
		in, out := servePipes(b)
		session, err := client.Connect(context.Background(), &mcp.IOTransport{Reader: in, Writer: out}, &mcp.ClientSessionOptions{ProtocolVersion: olderProtocol})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = session.Close() })
		for b.Loop() {
			res, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: "ask"})
			if err != nil || res.Content[0].(*mcp.TextContent).Text != "accept" {
				b.Fatal(err, res)
			}
		}
	})
}

func servePipes(b testing.TB) (io.ReadCloser, io.WriteCloser) {
	fromServer, toClient := io.Pipe()
	fromClient, toServer := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = askingLab().Run(ctx, &mcp.IOTransport{Reader: fromClient, Writer: toClient})
	}()
	b.Cleanup(func() {
		cancel()
		_ = toClient.Close()
		_ = fromClient.Close()
		<-done
	})
	return fromServer, toServer
}

func benchHost(b *testing.B, waitFor WaitFor) *host {
	return newHost(b, nil, func(e *config.Server, o *Options) {
		e.Protocol = olderProtocol
		o.WaitFor = waitFor
		o.Clock = clock.System{}
		o.Notify = nil
		o.Dial = func() (Streams, error) {
			in, out := servePipes(b)
			return Streams{In: in, Out: out}, nil
		}
	})
}

// BenchmarkAnswerToWire measures from the answer of the person to the last byte on the wire.
func BenchmarkAnswerToWire(b *testing.B) {
	script := wiretest.New(b)
	answered := make(chan struct{}, 1)
	script.Other = func(_ *wiretest.Server, m wiretest.Message) bool {
		if m.Method == "" {
			answered <- struct{}{}
			return true
		}
		return false
	}
	person := newPerson(b)
	h := newHost(b, script, func(_ *config.Server, o *Options) { o.WaitFor = person.waitFor; o.Notify = nil })
	_ = h
	i := 0
	for b.Loop() {
		b.StopTimer()
		i++
		script.Ask(fmt.Sprint(i), formParams)
		a := person.next()
		b.StartTimer()
		a.answer <- Answer{OK: true, Data: map[string]any{"queue": "long", "notify": false}}
		<-answered
	}
}

// BenchmarkLargeResult measures a result of 10 MB from the wire to a Result.
func BenchmarkLargeResult(b *testing.B) {
	script := wiretest.New(b)
	text, err := EncodeJSON(strings.Repeat("0123456789abcdef ghijklmnop\n", 10<<20/28))
	if err != nil {
		b.Fatal(err)
	}
	result := `{"content":[{"type":"text","text":` + string(text) + `}]}`
	script.OnCall = func(s *wiretest.Server, call wiretest.Message) { s.Answer(call, result) }
	h := newHost(b, script, nil)
	for b.Loop() {
		call := h.call(`{}`)
		<-call.Done()
		if n := len(call.State().Result.Text); n < 10<<20-28 {
			b.Fatal(n)
		}
	}
}
