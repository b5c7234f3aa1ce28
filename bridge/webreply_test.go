package bridge

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"parley/bridge/config"
)

// sessionless is a server over HTTP that keeps no track of who it talks to, as mcp-go's does when it is told so: it asks in the middle of a
// call, and does not know the answer as one to its question.
func sessionless(w http.ResponseWriter, r *http.Request) {
	var msg envelope
	if r.Method != http.MethodPost || json.NewDecoder(r.Body).Decode(&msg) != nil {
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	}
	answer := func(result string) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, msg.ID, result)
	}
	switch {
	case msg.Method == "initialize":
		answer(`{"protocolVersion":"2025-06-18","serverInfo":{"name":"lab","version":"1"},"capabilities":{"tools":{}}}`)
	case msg.Method == "tools/list":
		answer(`{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}`)
	case msg.Method == "tools/call":
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = fmt.Fprint(w, `data: {"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":`+formParams+"}\n\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	case msg.Method == "":
		http.Error(w, "no session", http.StatusBadRequest)
	default:
		w.WriteHeader(http.StatusAccepted)
	}
}

func TestAnswerThatNoServerWaitsForSaysWhy(t *testing.T) {
	h := newWeb(t, http.HandlerFunc(sessionless), func(e *config.Server, _ *Options) { e.Protocol = "2025-06-18" })
	h.ready()
	call := h.call("{}")
	h.person.next().answer <- Answer{OK: true, Data: map[string]any{"queue": "long"}}
	again := h.person.next()
	if again.Again == nil || again.Again.Err == nil || !strings.Contains(again.Again.Err.Error(), "keeps no track of whom it asked") {
		t.Errorf("asked again with %+v", again.Again)
	}
	again.answer <- Answer{Reason: ReasonCancelled}
	if r := h.receipt(); r.Ending != EndUndelivered || r.Told {
		t.Errorf("receipt %+v", r)
	}
	call.Stop()
	wait(t, call)
}
