package app

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The server of many fields, and its tools: one asks for 200 fields, the others take 200 arguments.
const (
	wideServer = "Many fields"
	wideFields = 200
	wideTools  = 6
	askWide    = "Ask for 200 fields"
)

func takeWide(i int) string { return fmt.Sprintf("take_%d", i+1) }

// BenchServer is a server with tools of 200 fields, on the given streams, until in ends. With variable PARLEY_BENCH_WAIT it is one
// of a crowd instead, with a single tool: it answers after that time, such as 20ms, or "for ever" not.
func BenchServer(ctx context.Context, in io.Reader, out io.Writer) error {
	server := mcp.NewServer(&mcp.Implementation{Name: "parley-bench", Version: "1"}, nil)
	if wait := os.Getenv(serverWait); wait != "" {
		server.AddTool(&mcp.Tool{Name: "nothing", InputSchema: json.RawMessage(`{"type":"object"}`)},
			func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return plainResult("nothing"), nil
			})
		if err := hesitate(ctx, in, wait); err != nil {
			return err
		}
		return serve(ctx, server, in, out)
	}
	server.AddTool(&mcp.Tool{Name: "ask", Title: askWide, InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			got, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Mode: "form", Message: "All of it, please.", RequestedSchema: wideSchema()})
			if err != nil {
				return nil, err
			}
			return plainResult(got.Action), nil
		})
	for i := range wideTools {
		server.AddTool(&mcp.Tool{Name: takeWide(i), InputSchema: wideSchema()},
			func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return plainResult("taken"), nil
			})
	}
	return serve(ctx, server, in, out)
}

func serve(ctx context.Context, server *mcp.Server, in io.Reader, out io.Writer) error {
	if err := server.Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(in), Writer: unclosed{out}}); err != nil {
		return fmt.Errorf("serving: %w", err)
	}
	return nil
}

// hesitate waits as long as a bench server is told to.
func hesitate(ctx context.Context, in io.Reader, wait string) error {
	if wait == forEver {
		_, err := io.Copy(io.Discard, in)
		return err
	}
	d, err := time.ParseDuration(wait)
	if err != nil {
		return fmt.Errorf("reading %s: %w", serverWait, err)
	}
	return rest(ctx, d)
}

// unclosed is a stream whose end is somebody else's business.
type unclosed struct{ io.Writer }

func (unclosed) Close() error { return nil }

func plainResult(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// wideSchema has 200 properties of the usual kinds.
func wideSchema() json.RawMessage {
	properties := make([]string, wideFields)
	for i := range properties {
		switch i % 5 {
		case 0:
			properties[i] = fmt.Sprintf(`"text%d":{"type":"string","title":"A line of text %d","description":"What this one is for, in some words."}`, i, i)
		case 1:
			properties[i] = fmt.Sprintf(`"count%d":{"type":"integer","minimum":1,"maximum":64}`, i)
		case 2:
			properties[i] = fmt.Sprintf(`"flag%d":{"type":"boolean"}`, i)
		case 3:
			properties[i] = fmt.Sprintf(`"choice%d":{"type":"string","enum":["one %d","two %d","three %d"]}`, i, i, i, i)
		case 4:
			properties[i] = fmt.Sprintf(`"day%d":{"type":"string","format":"date"}`, i)
		}
	}
	return json.RawMessage(`{"type":"object","properties":{` + strings.Join(properties, ",") + `},"required":["text0"]}`)
}
