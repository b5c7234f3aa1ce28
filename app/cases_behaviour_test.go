package app

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/bridge"
	"parley/bridge/config"
	"parley/bridge/demo"
	"parley/bridge/wiretest"
)

// watchedNet counts requests that leave through Go's default client. Nothing of the window may make one.
type watchedNet struct {
	mu sync.Mutex
	n  int
}

func (w *watchedNet) RoundTrip(*http.Request) (*http.Response, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.n++
	return nil, http.ErrHandlerTimeout
}

func (w *watchedNet) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.n
}

func watchNet(t *testing.T) *watchedNet {
	w, before := &watchedNet{}, http.DefaultTransport
	http.DefaultTransport = w
	t.Cleanup(func() { http.DefaultTransport = before })
	return w
}

// behaviours are the tests of what cases say in words, by case and member.
var behaviours = map[string]func(*run){
	"form-confirm-only-empty-properties/renders_form": func(r *run) {
		if !strings.Contains(r.seen, "Order 1 loaf for 5.00?") || r.had["form"] {
			r.t.Errorf("fields: %v, screen %q", r.had["form"], r.seen)
		}
	},
	"form-enter-key-does-not-answer-on-arrival/behaviour": func(r *run) {
		r.settle()
		form := r.form()
		if r.sent() != 0 || !r.modal() || form.Shown(0) != "true" {
			r.t.Errorf("%d answers, modal there: %v, tick %q", r.sent(), r.modal(), form.Shown(0))
		}
	},
	"form-message-ansi-and-bidi/behaviour": func(r *run) {
		for _, bad := range []string{"\x1b", "\x07", "\u202e", "\u202c", "\x00", "\u200b"} {
			if strings.Contains(r.seen, bad) {
				r.t.Errorf("%q is on the screen", bad)
			}
		}
		if !strings.Contains(r.seen, "00.1") || strings.Contains(r.seen, "1.00") {
			r.t.Errorf("the order changed: %q", r.seen)
		}
	},
	"form-message-markdown-not-rendered/behaviour": func(r *run) {
		if !strings.Contains(withoutSpace(r.seen), withoutSpace("**Hi** [click](https://evil.example/login) ![t](https://evil.example/p.png) <b>x</b>")) {
			r.t.Errorf("not literal: %q", r.seen)
		}
		if r.had["link"] {
			r.t.Error("something on the form can be clicked as a link")
		}
	},
	"form-message-missing/behaviour": func(r *run) {
		if !strings.Contains(r.seen, "The server gave no reason for this request.") {
			r.t.Errorf("screen %q", r.seen)
		}
	},
	"form-message-ten-thousand-chars/behaviour": func(r *run) {
		if n := strings.Count(r.seen, "words and words"); n < 624 {
			r.t.Errorf("%d of 625 repetitions can be reached", n)
		}
		if !r.had["buttons"] {
			r.t.Error("the buttons are outside the window")
		}
	},
	"form-raw-json-invalid-text/modal": func(r *run) { keepsText(r, 0, `{"street":`) },
	"form-required-text-blank-blocks/modal": func(r *run) {
		if !r.modal() {
			r.t.Error("the form is gone")
		}
	},
	"form-required-text-blank-blocks/then": func(r *run) {
		r.form().Type(0, "main")
		r.press("submit", false)
		if action, content := r.answer(); action != "accept" || string(content) != `{"branch":"main"}` {
			r.t.Errorf("%s %s", action, content)
		}
	},
	"form-requested-schema-misnamed/behaviour": func(r *run) {
		if r.had["form"] || !mentions(r.seen, "did not say what it wants to know") {
			r.t.Errorf("fields: %v, screen %q", r.had["form"], r.seen)
		}
	},
	"form-secret-field-warned/behaviour": func(r *run) {
		if !mentions(r.seen, "password") || !r.had["masked"] {
			r.t.Errorf("masked %v, screen %q", r.had["masked"], r.seen)
		}
		r.settle()
		for _, text := range []string{r.screen(), readAll(r.t, r.opts.Home), r.logged.String()} {
			if strings.Contains(text, "s3cret-x") {
				r.t.Errorf("the secret is kept in %q", text)
			}
		}
	},
	"url-2026-has-no-elicitation-id/delivered_in": func(r *run) {
		if n := len(r.answers("Demo lab")); n != 0 {
			r.t.Errorf("%d answers outside the retry", n)
		}
		r.roundAnswer()
	},
	"url-complete-before-consent/behaviour": func(r *run) {
		if !mentions(r.seen, "finished") && !mentions(r.seen, "done") {
			r.t.Errorf("nothing says that the server reports completion: %q", r.seen)
		}
	},
	"url-complete-never-arrives/behaviour":        func(r *run) { r.wantNow("modal", r.modal(), false) },
	"url-control-and-bidi-chars/behaviour":        func(r *run) { r.wantNow("opened", len(r.browsed()), 0) },
	"url-mode-carries-requested-schema/behaviour": func(r *run) { r.wantNow("form fields", r.had["form"], false) },
	"url-very-long/behaviour": func(r *run) {
		want := "https://auth.example.org/c?x=" + strings.Repeat("abcdefgh", 1000)
		if got := r.clipboard.Content(); got != want {
			r.t.Errorf("%d characters in the clipboard, want %d", len(got), len(want))
		}
	},
	"http-elicitation-on-post-stream/sent_as": func(r *run) {
		r.until("the answer", func() bool { return len(r.web.heard()) > 0 })
		if got := r.web.heard()[0]; len(r.web.heard()) != 1 || got.session == "" || strings.Contains(got.body, "tools/call") {
			r.t.Errorf("answers %+v", r.web.heard())
		}
	},
	"mrtr-empty-input-requests-map/behaviour": func(r *run) {
		r.wantNow("modal", r.modal(), false)
		r.until("the retry", func() bool { return len(r.sentCalls()) > 1 })
		r.checkRetryAt(1, []byte(`{"requestState":"s"}`))
	},
	"mrtr-endless-rounds-bounded/behaviour": func(r *run) {
		state := r.result()
		if state.Failure == nil || !state.CanContinue {
			r.t.Errorf("%+v", state)
		}
	},
	"mrtr-sampling-request-unsupported/behaviour": func(r *run) {
		if state := r.result(); state.Failure == nil || !mentions(state.Failure.What, "sampling") {
			r.t.Errorf("%+v", state)
		}
		r.wantNow("modal", r.modal(), false)
	},
	"mrtr-several-inputs-one-retry/behaviour": func(r *run) {
		if !strings.Contains(r.seen, "1 of 2") {
			r.t.Errorf("screen %q", r.seen)
		}
	},
	"mrtr-state-only-paced-retry/behaviour": func(r *run) {
		r.wantNow("modal", r.modal(), false)
		r.until("shown as still working", func() bool { return mentions(r.screen(), "still working") })
	},
	"proto-app-quit-with-modal-open/behaviour": func(r *run) {
		if s := r.live["Demo lab"].State(); s.Phase != bridge.Off {
			r.t.Errorf("%+v", s)
		}
	},
	"proto-answer-delivery-fails/behaviour":            undeliveredStaysOpen,
	"proto-http-stream-lost-with-modal-open/behaviour": undeliveredStaysOpen,
	"proto-cancel-races-with-submit/behaviour": func(r *run) {
		r.settle()
		if screen := r.screen(); mentions(screen, "withdrawn") || r.modal() {
			r.t.Errorf("screen %q", screen)
		}
	},
	"proto-elicitation-error-response-shape/behaviour": func(r *run) { r.wantNow("modal", r.modal(), false) },
	"proto-expiry-not-while-hidden/behaviour": func(r *run) {
		if c := r.calls[0].State(); c.Phase != bridge.Waiting {
			r.t.Errorf("%+v", c)
		}
		left := r.inbox.shown.deadline.Sub(r.clock.Now())
		if left < 55*time.Second || left > 60*time.Second {
			r.t.Errorf("%s left", left)
		}
	},
	"proto-first-cancelled-while-second-waits/behaviour": func(r *run) {
		if n := len(r.script().Answers("1")); n != 0 {
			r.t.Errorf("%d answers to the withdrawn request", n)
		}
	},
	"proto-server-cancels-elicitation/behaviour": func(r *run) {
		call := r.script().AwaitCalls(1)
		r.script().Answer(call, `{"content":[{"type":"text","text":"went on without you"}]}`)
		if state := r.result(); state.Result == nil || state.Result.Text != "went on without you" {
			r.t.Errorf("%+v", state)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		if len(r.receipts) != 1 || r.receipts[0].Ending != bridge.EndWithdrawn || r.receipts[0].Words != "approved elsewhere" || r.receipts[0].Answer.Reason != bridge.ReasonExpired {
			r.t.Errorf("receipts %+v", r.receipts)
		}
	},
	"proto-stderr-flood-no-deadlock/behaviour": func(r *run) {
		r.until("the end of the flood", func() bool { return strings.Contains(r.live["Demo lab"].State().Stderr, "that was all") })
		if n := len(r.live["Demo lab"].State().Stderr); n > 1<<20 {
			r.t.Errorf("%d bytes are kept", n)
		}
	},
	"proto-tool-timeout-paused-while-asking/behaviour": func(r *run) {
		if n := len(r.script().HeardMethod("notifications/cancelled")); n != 0 {
			r.t.Error("the call was cancelled while the person was thinking")
		}
	},
	"proto-two-elicitations-same-server/behaviour": func(r *run) {
		if !strings.Contains(r.seen, "1 of 2") || !strings.Contains(r.seen, "First?") {
			r.t.Errorf("screen %q", r.seen)
		}
	},
	"proto-two-elicitations-two-servers-same-id/behaviour": func(r *run) {
		if !strings.Contains(r.seen, "alpha asks") {
			r.t.Errorf("screen %q", r.seen)
		}
	},
	"proto-url-required-error-declined/behaviour": func(r *run) {
		r.settle()
		r.wantNow("modal", r.modal(), false)
		r.wantNow("answers", r.sent(), 0)
	},
	"proto-url-required-error-has-form-mode/behaviour":  func(r *run) { r.settle(); r.wantNow("modal", r.modal(), false) },
	"proto-url-required-error-same-url-again/behaviour": func(r *run) { r.wantNow("modal", r.modal(), false) },
	"proto-url-required-error-several/behaviour": func(r *run) {
		r.until("the retry", func() bool { return len(r.sentCalls()) == 2 })
		calls := r.sentCalls()
		if string(calls[0].ID) == string(calls[1].ID) {
			r.t.Error("the retry has the id of the first call")
		}
	},
	"proto-user-cancels-call-with-modal-open/behaviour": func(r *run) {
		r.until("the modal closes", func() bool { return !r.modal() })
		if state := r.result(); state.Phase != bridge.Stopped {
			r.t.Errorf("%+v", state)
		}
	},
}

// keepsText checks that what was typed stands in the field as it was.
func keepsText(r *run, field int, text string) {
	if form := r.form(); form == nil || form.Shown(field) != text {
		r.t.Errorf("what was typed is gone: %q", r.screen())
	}
}

// undeliveredStaysOpen checks that an answer that did not arrive is kept in the modal with a word about it, and that the
// modal can be closed.
func undeliveredStaysOpen(r *run) {
	r.until("the modal says so", func() bool { return r.modal() && mentions(r.screen(), "could not be delivered") })
	if strings.Contains(r.screen(), "Sent to") {
		r.t.Error("it claims success")
	}
	keepsText(r, 0, "Kim")
	r.asked()
	r.press("dismiss", false)
	if r.find("Close without answering?") != nil {
		r.click("Close")
	}
	r.until("the modal closes", func() bool { return !r.modal() })
}

// faults are the ways in which a server of a case misbehaves.
var faults = map[string]func(*run){
	"POST of the answer fails with 500": func(r *run) { r.web.fail(500) },
	"session ends (404 on next POST)":   func(r *run) { r.web.fail(404) },
}

// ownStages are the scenes of cases that need another server than the scripted one.
var ownStages = map[string]func(*run){
	"http-elicitation-on-post-stream": stageWeb,
}

const floodVariable = "PARLEY_TEST_FLOOD"

// TestFloodingProgram is no test: it is the program of the case proto-stderr-flood-no-deadlock, a real child process.
func TestFloodingProgram(t *testing.T) {
	if os.Getenv(floodVariable) == "" {
		return
	}
	_, _ = os.Stderr.Write(bytes.Repeat([]byte("0123456789abcde\n"), amount(os.Getenv(floodVariable))/16))
	_, _ = os.Stderr.WriteString("that was all\n")
	_ = demo.Serve(context.Background(), os.Stdin, os.Stdout)
}

// webServer is a real server over HTTP on loopback whose tool asks for a name, and that can fail to take the answer.
type webServer struct {
	*httptest.Server
	mu      sync.Mutex
	id      string // of the request, as the case writes it; "" is the SDK's own
	status  int    // for answers; 0 takes them
	answers []webAnswer
}

// renaming gives the server's question the id that the case gives it.
type renaming struct {
	http.ResponseWriter
	web *webServer
}

var questionID = regexp.MustCompile(`("id":)\d+(,"method":"elicitation/create")`)

func (w renaming) Write(p []byte) (int, error) {
	if _, err := w.ResponseWriter.Write(questionID.ReplaceAll(p, []byte("${1}"+w.web.id+"${2}"))); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (w renaming) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() }

// webAnswer is one post with an answer of the person.
type webAnswer struct {
	session string
	body    string
}

func (w *webServer) fail(status int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.status = status
}

func (w *webServer) heard() []webAnswer {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.answers)
}

// messages are the answers as messages.
func (w *webServer) messages() []wiretest.Message {
	var list []wiretest.Message
	for _, answer := range w.heard() {
		var m wiretest.Message
		_ = json.Unmarshal([]byte(answer.body), &m)
		m.Raw = answer.body
		list = append(list, m)
	}
	return list
}

func newWebServer(t *testing.T, params *mcp.ElicitParams) *webServer {
	// The SDK's server waits for ever for an answer that was lost, also when it is closed.
	lab := mcp.NewServer(&mcp.Implementation{Name: "lab", Version: "1"}, nil)
	lab.AddTool(&mcp.Tool{Name: "ask", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		_, err := req.Session.Elicit(t.Context(), params)
		return &mcp.CallToolResult{}, err
	})
	next := wiretest.Streamable(t, lab, nil)
	w := &webServer{}
	w.Server = httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, in *http.Request) {
		raw, _ := io.ReadAll(in.Body)
		in.Body = io.NopCloser(bytes.NewReader(raw))
		w.mu.Lock()
		status, answer := w.status, bytes.Contains(raw, []byte(`"action":`))
		if answer {
			w.answers = append(w.answers, webAnswer{in.Header.Get("Mcp-Session-Id"), string(raw)})
		}
		w.mu.Unlock()
		if status != 0 && answer {
			out.WriteHeader(status)
			return
		}
		if w.id == "" {
			next.ServeHTTP(out, in)
			return
		}
		if answer { // the SDK's server counts from one, and asks once
			in.Body = io.NopCloser(bytes.NewReader(bytes.Replace(raw, []byte(`"id":`+w.id), []byte(`"id":1`), 1)))
			in.ContentLength = -1
		}
		next.ServeHTTP(renaming{out, w}, in)
	}))
	t.Cleanup(func() {
		w.CloseClientConnections()
		w.Close()
	})
	return w
}

// stageWeb sets the scene of a case about delivery over HTTP.
func stageWeb(r *run) {
	var in protocolInput
	if err := json.Unmarshal(r.c.Input, &in); err != nil || in.Request == nil {
		r.t.Fatalf("no request to send: %v", err)
	}
	var params struct {
		mcp.ElicitParams
		Schema json.RawMessage `json:"requestedSchema"`
	}
	if err := json.Unmarshal(in.Request.Params, &params); err != nil {
		r.t.Fatal(err)
	}
	if params.Schema != nil {
		params.RequestedSchema = params.Schema
	}
	r.web = newWebServer(r.t, &params.ElicitParams)
	if id := string(in.Request.ID); id != "1" && id != "null" {
		r.web.id = id
	}
	r.trial = newTrial(r.t, trialServer{name: "Demo lab", entry: config.Server{URL: r.web.URL}})
	r.call("Demo lab", "{}")
	r.asked()
}
