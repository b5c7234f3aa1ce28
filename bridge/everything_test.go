package bridge

import (
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"parley/bridge/clock"
	"parley/bridge/config"
	"parley/bridge/schema"
)

// everything is the protocol's reference server from npm, which `make test` installs. Without it there is nothing to test,
// except where it must be: there that is a failure.
func everything(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("../build/npm/node_modules/@modelcontextprotocol/server-everything/dist/index.js")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("the reference server is not installed: %v", err)
		}
		t.Skip("the reference server is not installed; `make test` installs it")
	}
	return path
}

// everythingFields are the 13 fields that the reference server asks for, in its order.
const everythingFields = "name check firstLine email homepage birthdate integer number untitledSingleSelectEnum untitledMultipleSelectEnum titledSingleSelectEnum titledMultipleSelectEnum legacyTitledEnum"

func TestReferenceServer(t *testing.T) {
	path := everything(t)
	connect := map[string]func(t *testing.T) *host{
		"program": func(t *testing.T) *host {
			return startHost(t, nil, func(e *config.Server, o *Options) {
				e.Command = []string{"node", path, "stdio"}
				o.Dial, o.Clock = nil, clock.System{}
			})
		},
		"address": func(t *testing.T) *host {
			address := everythingOverHTTP(t, path, "streamableHttp", "/mcp")
			return startHost(t, nil, func(e *config.Server, o *Options) {
				e.URL = address
				o.Dial, o.Clock = nil, clock.System{}
			})
		},
	}
	for name, connect := range connect {
		t.Run(name, func(t *testing.T) {
			h := connect(t)
			h.until("ready with the tools that ask", func(s ServerState) bool {
				return s.Phase == Ready && hasTool(s, "trigger-elicitation-request") && hasTool(s, "trigger-url-elicitation")
			})
			formOfReferenceServer(t, h)
			linkOfReferenceServer(t, h)
			requiredLinkOfReferenceServer(t, h)
		})
	}
}

func hasTool(s ServerState, name string) bool {
	for _, tool := range s.Tools {
		if tool.Name == name {
			return true
		}
	}
	return false
}

func formOfReferenceServer(t *testing.T, h *host) {
	call := h.Server.Call(h.tool(t, "trigger-elicitation-request"), nil)
	a := h.person.next()
	form := schema.Parse(a.Schema)
	var keys []string
	for _, field := range form.Fields {
		keys = append(keys, field.Key)
	}
	if got := strings.Join(keys, " "); got != everythingFields {
		t.Errorf("fields %s", got)
	}
	content, problems := form.Content(withText(form, "name", "Kim"))
	if len(problems) > 0 {
		t.Fatalf("problems %v", problems)
	}
	var data map[string]any
	if err := decodeNumbers(content, &data); err != nil {
		t.Fatal(err)
	}
	a.answer <- Answer{OK: true, Data: data}
	state := wait(t, call)
	if state.Phase != Finished || state.Result.IsError {
		t.Fatalf("%+v %+v", state, state.Result)
	}
	for _, mark := range []string{"Kim", "42", "3.14", "hero-1", "fish-1", "pet-1", "It was a dark and stormy night."} {
		if !strings.Contains(state.Result.Text, mark) {
			t.Errorf("the server did not get %q: %s", mark, state.Result.Text)
		}
	}
	for _, c := range []struct {
		reason Reason
		mark   string
	}{{ReasonDeclined, "declined"}, {ReasonCancelled, "cancelled"}} {
		call := h.Server.Call(h.tool(t, "trigger-elicitation-request"), nil)
		h.person.next().answer <- Answer{Reason: c.reason}
		if state := wait(t, call); state.Result == nil || !strings.Contains(state.Result.Text, c.mark) {
			t.Errorf("%s: %+v", c.mark, state.Result)
		}
	}
}

func withText(form schema.Form, key, text string) []schema.Input {
	inputs := form.Inputs()
	for i, field := range form.Fields {
		if field.Key == key {
			inputs[i] = schema.Input{Text: text, Touched: true}
		}
	}
	return inputs
}

func linkOfReferenceServer(t *testing.T, h *host) {
	call := h.Server.Call(h.tool(t, "trigger-url-elicitation"), json.RawMessage(`{"url":"https://example.com/connect","message":"please","elicitationId":"eid-1"}`))
	a := h.person.next()
	if a.Request.Kind != KindAuthorization || a.Request.URL != "https://example.com/connect" || a.Request.Prompt != "please" {
		t.Errorf("asked %+v", a.Request)
	}
	a.answer <- Answer{OK: true}
	if state := wait(t, call); state.Result == nil || state.Result.IsError || !strings.Contains(state.Result.Text, "accept") {
		t.Errorf("%+v", state.Result)
	}
}

func requiredLinkOfReferenceServer(t *testing.T, h *host) {
	call := h.Server.Call(h.tool(t, "trigger-url-elicitation"), json.RawMessage(`{"url":"https://example.com/connect","message":"please","elicitationId":"eid-2","errorPath":true}`))
	// First the link that the error requires, then, on the call made once more, the one that the tool itself asks for.
	first := h.person.next()
	if first.Request.Kind != KindAuthorization || first.Request.URL == "https://example.com/connect" || first.Call != call {
		t.Errorf("asked %+v", first.Request)
	}
	first.answer <- Answer{OK: true}
	second := h.person.next()
	if second.Request.URL != "https://example.com/connect" {
		t.Errorf("asked %+v", second.Request)
	}
	second.answer <- Answer{OK: true}
	if state := wait(t, call); state.Phase != Finished || !strings.Contains(state.Result.Text, "accept") {
		t.Errorf("%+v %+v", state, state.Failure)
	}
}

// everythingOverHTTP starts the reference server on a free port of this machine, with the given transport, and gives its address.
func everythingOverHTTP(t *testing.T, path, transport, route string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := listener.Addr().(*net.TCPAddr).Port
	_ = listener.Close()
	cmd := exec.Command("node", "--require", "./testdata/loopback.cjs", path, transport)
	cmd.Env = append(os.Environ(), "PORT="+strconv.Itoa(port))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	address := "http://127.0.0.1:" + strconv.Itoa(port) + route
	eventually(t, "listening", func() bool {
		connection, err := net.Dial("tcp", "127.0.0.1:"+strconv.Itoa(port))
		if err != nil {
			return false
		}
		_ = connection.Close()
		return true
	})
	return address
}
