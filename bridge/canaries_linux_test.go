package bridge

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/bridge/clock"
	"parley/bridge/config"
	"parley/bridge/signin/signintest"
	"parley/bridge/vault"
	"parley/bridge/wiretest"
)

// canary is a secret that must not turn up where it has no business.
func canary(name string) string { return "canary-" + name + "-7f3a/9+=" }

// ink takes down everything that is logged.
type ink struct {
	mu   sync.Mutex
	text strings.Builder
}

func (i *ink) Write(p []byte) (int, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.text.Write(p)
}

func (i *ink) log() *slog.Logger {
	return slog.New(slog.NewTextHandler(i, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

func (i *ink) String() string {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.text.String()
}

// told is everything that a server has the person read when something is wrong.
func told(s ServerState) string {
	var all strings.Builder
	for _, f := range []*Failure{s.Failure, s.ToolsFailure} {
		if f != nil {
			fmt.Fprintln(&all, f.What, f.Do, f.Detail, f)
		}
	}
	return all.String() + strings.Join(s.Notes, "\n")
}

// keepsQuiet fails when a text holds one of the canaries, as it is or as it may be repeated.
func keepsQuiet(t *testing.T, where, text string, secrets ...string) {
	t.Helper()
	for _, secret := range secrets {
		if core := strings.TrimRight(secret, `/+=:&"<`); core != "" && strings.Contains(text, core) {
			t.Errorf("%s tells %s: %s", where, secret, text)
		}
	}
}

// What one program is given must not be read by another, nor by who lists the programs of this computer.
func TestSecretsOfAProgramAreItsOwn(t *testing.T) {
	var written ink
	var secrets vault.Memory
	start := func(name string) *host {
		program, _ := json.Marshal(os.Args[0])
		text := fmt.Sprintf(`{"inputs":[{"type":"promptString","id":"tok","password":true}],
			"servers":{%q:{"command":%s,"env":{%q:"demo","LAB_KEY":%q,"LAB_TOKEN":"${input:tok}"}}}}`, name, program, programVariable, canary("env-of-"+name))
		h := startHost(t, nil, func(e *config.Server, o *Options) {
			*e = entryOf(t, text)
			o.Dial, o.Clock, o.Secrets, o.Log = nil, clock.System{}, &secrets, written.log()
		})
		h.person.next().answer <- Answer{OK: true, Data: map[string]any{"tok": canary("input-of-" + name)}}
		h.ready()
		return h
	}
	first, second := start("one"), start("two")
	all := []string{canary("env-of-one"), canary("input-of-one"), canary("env-of-two"), canary("input-of-two")}
	for i, h := range []*host{first, second} {
		h.mu.Lock()
		pid := h.process.Pid()
		h.mu.Unlock()
		environment, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid))
		if err != nil {
			t.Fatal(err)
		}
		own, others := all[2*i:2*i+2], slices.Delete(slices.Clone(all), 2*i, 2*i+2)
		for _, secret := range own {
			if !strings.Contains(string(environment), secret) {
				t.Errorf("the program did not get %s: the test proves nothing", secret)
			}
		}
		keepsQuiet(t, "the environment of another program", string(environment), others...)
		for _, who := range []int{pid, os.Getpid()} {
			line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", who))
			if err != nil {
				t.Fatal(err)
			}
			keepsQuiet(t, "a command line", string(line), all...)
		}
	}
	mine, err := os.ReadFile("/proc/self/environ")
	if err != nil {
		t.Fatal(err)
	}
	keepsQuiet(t, "Parley's own environment", string(mine)+strings.Join(os.Environ(), "\n"), all...)
	keepsQuiet(t, "the log", written.String(), all...)
	keepsQuiet(t, "the screen", told(first.State())+told(second.State())+fmt.Sprintf("%v %+v %#v", first.entry, second.entry, first.entry), all...)
}

// A whole life of a server with a sign-in, with everything going wrong that can: no token, code, verifier, secret, key or answer is logged
// or told.
func TestNoSecretOfASignInIsLoggedOrTold(t *testing.T) {
	var written ink
	l := newLocked(t, func(h *signintest.Habits) { h.TTL, h.Secretive = time.Minute, true }, func(e *config.Server, o *Options) {
		e.Headers = map[string]string{"X-Note": canary("header")}
		e.SignIn.ClientSecret = ""
		o.Log = written.log()
	})
	var said strings.Builder
	note := func() { said.WriteString(told(l.State())) }
	l.signIn()
	l.ready()
	if state := wait(t, l.Call(l.tool(t, "whoami"), json.RawMessage(`{"x":"`+canary("argument")+`"}`))); state.Failure != nil {
		fmt.Fprint(&said, state.Failure.What, state.Failure.Do, state.Failure.Detail, everyError(state.Failure))
	}
	for _, trouble := range []func(*signintest.Habits){
		func(h *signintest.Habits) { h.Echoes, h.EchoStatus = true, http.StatusServiceUnavailable },
		func(h *signintest.Habits) { h.Echoes, h.EchoStatus = false, 0; h.Hangs = "" },
	} {
		l.issuer.Change(trouble)
		l.clock.Advance(2 * time.Minute)
		state := wait(t, l.Call(l.tool(t, "whoami"), nil))
		if state.Failure != nil {
			fmt.Fprint(&said, state.Failure.What, state.Failure.Do, state.Failure.Detail, everyError(state.Failure))
		}
		note()
	}
	l.issuer.Change(func(h *signintest.Habits) { h.RevokeFails = true })
	if err := l.SignOut(t.Context()); err != nil {
		fmt.Fprint(&said, everyError(err))
	}
	l.issuer.Change(func(h *signintest.Habits) { h.Echoes, h.EchoStatus = true, http.StatusBadRequest })
	l.Start()
	a := l.person.next()
	link := a.Request.URL
	l.visit(a)
	a.answer <- Answer{OK: true}
	l.until("failed", func(s ServerState) bool { return s.Phase == Failed })
	note()
	secrets := append(l.issuer.Secrets(), canary("header"), canary("argument"))
	if len(secrets) < 8 || !strings.Contains(said.String(), "sign") {
		t.Fatalf("%d secrets, %q: the test proves nothing", len(secrets), said.String())
	}
	keepsQuiet(t, "a failure", said.String(), secrets...)
	keepsQuiet(t, "the log", written.String(), secrets...)
	keepsQuiet(t, "the link", link, l.issuer.Secrets()...)
}

// A name and password in an address, a key in it, and a key in a header are for its server, also when that repeats them.
func TestKeysOfAnEntryAreNotLoggedOrTold(t *testing.T) {
	var mu sync.Mutex
	status := http.StatusUnauthorized
	locked := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		http.Error(w, fmt.Sprint("not with ", strings.TrimPrefix(req.Header.Get("Authorization"), "Bearer "), req.Header.Get("X-Note"), req.URL.RawQuery), status)
	}))
	address := strings.Replace(locked.URL, "//", "//me:canary-password@", 1) + "/mcp?api_key=canary-query"
	for _, answer := range []int{401, 403, 404, 500, 302, 200, 0} {
		var written ink
		mu.Lock()
		status = answer
		mu.Unlock()
		if answer == 0 {
			locked.Close() // nobody is there
		}
		h := startHost(t, nil, func(e *config.Server, o *Options) {
			e.URL, e.Headers = address, map[string]string{"Authorization": "Bearer canary-key", "X-Note": "canary-note"}
			o.Dial, o.Log = nil, written.log()
		})
		f := h.until("failed", func(s ServerState) bool { return s.Failure != nil })
		keepsQuiet(t, fmt.Sprintf("status %d", answer), told(f)+written.String(), "canary-password", "canary-query", "canary-key", "canary-note")
		h.close()
	}
}

// A server that repeats a key when it is asked for its tools does not have it told.
func TestKeysAreNotToldWithToolsThatCannotBeRead(t *testing.T) {
	s := mcp.NewServer(&mcp.Implementation{Name: "forgetful", Version: "1"}, nil)
	s.AddTool(&mcp.Tool{Name: "read", InputSchema: json.RawMessage(`{"type":"object"}`)},
		func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{}, nil
		})
	real := wiretest.Streamable(t, s, &mcp.StreamableHTTPOptions{Stateless: true})
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, _ := io.ReadAll(req.Body)
		if bytes.Contains(body, []byte("tools/list")) {
			w.Header().Set("Content-Type", "application/json")
			var asked struct{ ID json.RawMessage }
			_ = json.Unmarshal(body, &asked)
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32000,"message":"no tools for %s"}}`, asked.ID, req.Header.Get("X-Note"))
			return
		}
		req.Body = io.NopCloser(bytes.NewReader(body))
		real.ServeHTTP(w, req)
	}))
	t.Cleanup(web.Close)
	h := startHost(t, nil, func(e *config.Server, o *Options) {
		e.URL, e.Headers, o.Dial = web.URL, map[string]string{"X-Note": "canary-note"}, nil
	})
	f := h.until("without tools", func(s ServerState) bool { return s.ToolsFailure != nil })
	if said := told(f); !strings.Contains(said, "no tools for …") || strings.Contains(said, "canary-note") {
		t.Errorf("it says %q", said)
	}
}
