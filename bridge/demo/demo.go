package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Serve runs the server on the given streams, one JSON message a line, until in ends or ctx does, and then returns nil.
// Any other error is a broken stream.
//
// It closes in on the way out when in is an [io.Closer], for a pending read could not end otherwise; then nothing of it is
// left running.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	return serve(ctx, in, out, outside{crash: crashProcess, listen: listenOnLoopback})
}

// outside is what the demo does to the world around it.
type outside struct {
	crash  func()
	listen func() (net.Listener, error)
}

func serve(ctx context.Context, in io.Reader, out io.Writer, outside outside) error {
	life, end := context.WithCancel(ctx)
	lab := &lab{outside: outside, life: life, pages: map[string]*page{}}
	defer lab.tasks.Wait()
	defer end()

	err := lab.server().Run(life, newWire(in, out))
	if errors.Is(err, io.EOF) || life.Err() != nil {
		return nil
	}
	if err != nil {
		return fmt.Errorf("serving the demo: %w", err)
	}
	return nil
}

// lab is one run of the demo server, with one client.
type lab struct {
	outside
	life  context.Context // ends with Serve
	tasks sync.WaitGroup  // what Serve waits for

	mu    sync.Mutex
	pages map[string]*page // by token, while open
}

func (l *lab) server() *mcp.Server {
	server := mcp.NewServer(
		&mcp.Implementation{Name: "parley-demo", Title: "Demo lab", Version: "1.0.0"},
		&mcp.ServerOptions{
			Instructions: "A make-believe laboratory. Its tools ask questions of every kind; nothing they do is real.",
			Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
		})
	server.AddSendingMiddleware(keepFieldOrder)
	server.AddReceivingMiddleware(keepToolOrder)
	for _, t := range tools() {
		server.AddTool(t.definition(), l.handler(t))
	}
	return server
}

// handler runs a tool for one tools/call and puts what came of it into words for the client.
func (l *lab) handler(t tool) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		defer context.AfterFunc(l.life, cancel)()

		c, err := l.newCall(req)
		if err != nil {
			return failure(err).result(), nil
		}
		done, err := t.run(ctx, c)
		var questions *pause
		switch {
		case err == nil:
			return done.result(), nil
		case errors.As(err, &questions):
			return questions.result(), nil
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, errCannotAsk):
			return outcome{say: "The demo cannot ask you anything: " + err.Error() + ". Nothing was done.", failed: true,
				facts: facts{Status: "cannot_ask"}}.result(), nil
		default:
			return failure(err).result(), nil
		}
	}
}

func failure(err error) outcome {
	return outcome{say: "This did not work, and nothing was done: " + err.Error() + ".", failed: true,
		facts: facts{Status: "failed"}}
}

// outcome is what a tool has to say at its end.
type outcome struct {
	say    string // one friendly sentence or two
	long   string // a text of its own after the sentence; "" for none
	facts  any    // the same for machines, a JSON object
	failed bool   // the tool could not do what it is for
}

// facts is the least that every structured result tells.
type facts struct {
	Status string `json:"status"` // one word, such as submitted or declined
}

func (o outcome) result() *mcp.CallToolResult {
	res := &mcp.CallToolResult{
		Content:           []mcp.Content{&mcp.TextContent{Text: o.say}},
		StructuredContent: o.facts,
		IsError:           o.failed,
	}
	if o.long != "" {
		res.Content = append(res.Content, &mcp.TextContent{Text: o.long})
	}
	return res
}
