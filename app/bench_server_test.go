package app

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A server of the crowd answers when it is told to, with one tool.
func TestCrowdServerAnswersAfterItsTime(t *testing.T) {
	t.Setenv(serverWait, "1ms")
	fromServer, toClient := io.Pipe()
	fromClient, toServer := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- BenchServer(t.Context(), fromClient, toClient) }()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if list, err := session.ListTools(t.Context(), nil); err != nil || len(list.Tools) != 1 {
		t.Errorf("tools %v, %v", list, err)
	}
	_ = session.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// One that hangs says nothing and ends with its input, so that it outlives nobody.
func TestHungCrowdServerSaysNothing(t *testing.T) {
	t.Setenv(serverWait, forEver)
	var out bytes.Buffer
	err := BenchServer(context.Background(), strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\n"), &out)
	if err != nil || out.Len() > 0 {
		t.Errorf("%q, %v", out.String(), err)
	}
}

func TestCrowdServerTakesNoNonsense(t *testing.T) {
	t.Setenv(serverWait, "soon")
	if err := BenchServer(t.Context(), strings.NewReader(""), io.Discard); err == nil || !strings.Contains(err.Error(), serverWait) {
		t.Errorf("%v", err)
	}
}
