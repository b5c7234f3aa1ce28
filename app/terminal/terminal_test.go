package terminal

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/bridge/config"
	"parley/bridge/demo"
	"parley/bridge/nanohubtest"
	"parley/bridge/vault"
	"parley/bridge/wiretest"
)

// The test program is a server too, for the entries of the servers files here.
func TestMain(m *testing.M) {
	switch os.Getenv("TERMINAL_TEST_SERVER") {
	case "demo":
		if err := demo.Serve(context.Background(), os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	case "lab":
		_ = labServer().Run(context.Background(), &mcp.StdioTransport{})
		os.Exit(0)
	}
	wiretest.Main(m)
}

// labServer has a tool for each way in which a call can end.
func labServer() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "lab", Version: "1"}, nil)
	text := func(words string, isError bool) *mcp.CallToolResult {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: words}}, IsError: isError}
	}
	add := func(name, schema string, run func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error)) {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: json.RawMessage(schema)}, run)
	}
	add("echo", `{"type":"object","properties":{"count":{"type":"integer"},"name":{"type":"string"},"exact":{"type":"boolean"},"kind":{"type":"string","enum":["a","b"]},"tags":{"type":"array","items":{"type":"string"}}},"required":["name"],"additionalProperties":false}`,
		func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return text(string(r.Params.Arguments), false), nil
		})
	add("free", `{"type":"object"}`, func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return text(string(r.Params.Arguments), false), nil
	})
	add("wrong", `{"type":"object"}`, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return text("there is no sample 7", true), nil
	})
	add("large", `{"type":"object"}`, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return text(strings.Repeat("0123456789", 1<<20), false), nil
	})
	add("wait", `{"type":"object"}`, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		_ = r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: r.Params.GetProgressToken(), Message: "it goes on", Progress: 1, Total: 4})
		<-ctx.Done()
		return nil, ctx.Err()
	})
	ask := func(schema string) func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			got, err := r.Session.Elicit(ctx, &mcp.ElicitParams{Message: "Which sample?", RequestedSchema: json.RawMessage(schema)})
			if err != nil {
				return nil, err
			}
			raw, err := json.Marshal(got)
			return text(string(raw), false), err
		}
	}
	add("twice", `{"type":"object"}`, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		once := ask(`{"type":"object","properties":{"sample":{"type":"integer"}}}`)
		if _, err := once(ctx, r); err != nil {
			return nil, err
		}
		return once(ctx, r)
	})
	add("ask-and-wait", `{"type":"object"}`, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if _, err := ask(`{"type":"object","properties":{"sample":{"type":"integer"}}}`)(ctx, r); err != nil {
			return nil, err
		}
		<-ctx.Done()
		return nil, ctx.Err()
	})
	add("link", `{"type":"object"}`, func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		got, err := r.Session.Elicit(ctx, &mcp.ElicitParams{Mode: "url", Message: "Open this", URL: "http://kim@127.0.0.1:9/x", ElicitationID: "e1"})
		if err != nil {
			return nil, err
		}
		raw, err := json.Marshal(got)
		return text(string(raw), false), err
	})
	add("ask", `{"type":"object"}`, ask(`{"type":"object","properties":{"sample":{"type":"integer","minimum":1,"title":"Sample"},"password":{"type":"string","title":"Password"},"keep":{"type":"boolean","default":true}},"required":["sample"]}`))
	return s
}

// desk is a Parley without a window, with a servers file of its own.
type desk struct {
	t       *testing.T
	Command Command
	typed   io.Reader
	out     bytes.Buffer
	said    notebook
	unseen  bool
}

// notebook is a buffer that may be read while others write.
type notebook struct {
	mu    sync.Mutex
	text  bytes.Buffer
	wrote chan struct{} // closed at the next writing; nil when nobody waits
}

func (n *notebook) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.wrote != nil {
		close(n.wrote)
		n.wrote = nil
	}
	return n.text.Write(p)
}

// await waits until something was said.
func (n *notebook) await(t *testing.T, words string) {
	t.Helper()
	late := time.After(30 * time.Second)
	for {
		n.mu.Lock()
		there := strings.Contains(n.text.String(), words)
		if n.wrote == nil {
			n.wrote = make(chan struct{})
		}
		wrote := n.wrote
		n.mu.Unlock()
		if there {
			return
		}
		select {
		case <-wrote:
		case <-late:
			t.Fatalf("it says %s", n.String())
		}
	}
}

func (n *notebook) clear() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.text.Reset()
}

func (n *notebook) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.String()
}

func self(kind string) string {
	path, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf(`{"command":%q,"env":{"TERMINAL_TEST_SERVER":%q},"protocolVersion":"2025-11-25"}`, path, kind)
}

func newDesk(t *testing.T, servers string) *desk {
	t.Helper()
	home := t.TempDir()
	path := filepath.Join(home, "servers.json")
	if err := os.WriteFile(path, []byte(`{"mcpServers":`+servers+`}`), 0o600); err != nil {
		t.Fatal(err)
	}
	d := &desk{t: t, typed: strings.NewReader("")}
	d.Command = Command{Version: "test", Home: home, Servers: path, Secrets: &vault.Memory{}}
	return d
}

func lab(t *testing.T) *desk {
	return newDesk(t, `{"lab":`+self("lab")+`,"off":{"command":"x","disabled":true}}`)
}

// run does what a command line says and gives the exit code.
func (d *desk) run(ctx context.Context, o Options, words ...string) int {
	d.t.Helper()
	d.out.Reset()
	c := d.Command
	c.In, c.Out, c.Problems = d.typed, &d.out, &d.said
	if !d.unseen {
		c.trust = func(config.Server) bool { return true }
	}
	return c.Run(ctx, words, &o)
}

// report is what --json printed.
func (d *desk) report() *report {
	d.t.Helper()
	r := &report{}
	if err := json.Unmarshal(d.out.Bytes(), r); err != nil {
		d.t.Fatalf("%v: %.300s\n%s", err, d.out.String(), d.said.String())
	}
	return r
}

// answers writes a file of answers.
func (d *desk) answers(text string) string {
	d.t.Helper()
	path := filepath.Join(d.t.TempDir(), "answers.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		d.t.Fatal(err)
	}
	return path
}

// text is the text of the first block of a result.
func (r *report) text() string {
	var result struct{ Content []struct{ Text string } }
	_ = json.Unmarshal(r.Result, &result)
	if len(result.Content) == 0 {
		return ""
	}
	return result.Content[0].Text
}

func TestOutcomesAndTheirExitCodes(t *testing.T) {
	for _, c := range []struct {
		tool, outcome, text, failure string
		code                         int
	}{
		{"free", "ok", "{}", "", ExitOK},
		{"wrong", "tool-error", "there is no sample 7", "", ExitToolError},
	} {
		d := lab(t)
		if code := d.run(t.Context(), Options{json: true}, "call", "lab", c.tool); code != c.code {
			t.Errorf("%s: exit code %d\n%s", c.tool, code, d.said.String())
		}
		r := d.report()
		if r.Server != "lab" || r.Tool != c.tool || r.Outcome != c.outcome || r.text() != c.text || r.Failure != nil || r.Started.IsZero() || r.Ended.Before(r.Started) {
			t.Errorf("%s: %s", c.tool, d.out.String())
		}
		if !strings.Contains(d.out.String(), `"requests":[]`) {
			t.Errorf("%s: %s", c.tool, d.out.String())
		}
	}
}

func TestAServerThatCrashesFails(t *testing.T) {
	for _, asJSON := range []bool{true, false} {
		d := newDesk(t, `{"demo":`+self("demo")+`}`)
		if code := d.run(t.Context(), Options{json: asJSON}, "call", "demo", "crash"); code != ExitFailed {
			t.Errorf("exit code %d", code)
		}
		if !asJSON {
			if d.out.Len() > 0 || !strings.Contains(d.said.String(), "stopped before it had finished") {
				t.Errorf("%q, said %q", d.out.String(), d.said.String())
			}
			continue
		}
		if r := d.report(); r.Outcome != "failed" || r.Failure == nil || r.Failure.What == "" || r.Failure.Do == "" || r.Result != nil {
			t.Errorf("%s", d.out.String())
		}
	}
}

func TestWhatCannotBeStartedFails(t *testing.T) {
	d := newDesk(t, `{"none":{"command":"/nowhere/at/all"},"off":{"command":"x","disabled":true},"odd":{"command":5}}`)
	for name, want := range map[string]string{"none": "/nowhere/at/all", "off": "switched off", "odd": "odd"} {
		d.said.clear()
		if code := d.run(t.Context(), Options{}, "call", name, "x"); code != ExitFailed || !strings.Contains(d.said.String(), want) {
			t.Errorf("%s: exit code %d, said %s", name, code, d.said.String())
		}
	}
}

func TestNamesThatAreNotThereSayWhichThereAre(t *testing.T) {
	d := lab(t)
	for _, c := range []struct {
		words []string
		want  string
	}{
		{[]string{"call", "lob", "echo"}, "there is no server lob; there are: lab, off"},
		{[]string{"call", "lab", "ecko"}, "lab has no tool ecko; there are: "},
		{[]string{"call", "lab"}, "parley call SERVER TOOL"},
		{[]string{"list", "lab", "echo"}, "one server"},
		{[]string{"list", "lob"}, "there are: lab, off"},
		{[]string{"call", "lab", "echo", "name"}, "name=value"},
		{[]string{"call", "lab", "echo", "nam=x"}, "echo has no argument nam; there are: count, name, exact, kind, tags"},
		{[]string{"call", "lab", "echo", "name=x", "count=5.5"}, "count: "},
		{[]string{"call", "lab", "echo", "name=x", "name=y"}, "name is given twice"},
		{[]string{"call", "lab", "echo", "name=x", "exact=perhaps"}, "yes or no"},
		{[]string{"call", "lab", "echo", "name=x", "kind=c"}, "none of: a, b"},
		{[]string{"call", "lab", "echo"}, "name: "},
	} {
		d.said.clear()
		if code := d.run(t.Context(), Options{json: true}, c.words...); code != ExitUsage || !strings.Contains(d.said.String(), c.want) || d.out.Len() > 0 {
			t.Errorf("%q: exit code %d, said %s, printed %s", c.words, code, d.said.String(), d.out.String())
		}
	}
	for args, want := range map[string]string{`[1]`: "no JSON object", `{"a":`: "at character", "@/nowhere": "/nowhere cannot be read", strings.Repeat(`{"a":`, 1e6): "no JSON object"} {
		d.said.clear()
		if code := d.run(t.Context(), Options{args: args}, "call", "lab", "echo"); code != ExitUsage || !strings.Contains(d.said.String(), want) {
			t.Errorf("%.20s: exit code %d, said %.300s", args, code, d.said.String())
		}
	}
	if code := d.run(t.Context(), Options{args: "{}"}, "call", "lab", "echo", "name=x"); code != ExitUsage {
		t.Errorf("both: exit code %d", code)
	}
}

func TestArgumentsGoOutAsTyped(t *testing.T) {
	d := lab(t)
	file := filepath.Join(t.TempDir(), "args.json")
	if err := os.WriteFile(file, []byte("{\"z\":1.10,\"a\":9007199254740993}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args  string
		words []string
		want  string
	}{
		{`{"z": 1.10, "a":12345678901234567890}`, []string{"free"}, `{"z": 1.10, "a":12345678901234567890}`},
		{"@" + file, []string{"free"}, `{"z":1.10,"a":9007199254740993}`},
		{"", []string{"echo", "name=a=b", "count=9007199254740993", "exact=no", "kind=B", "tags=x, y"}, `{"name":"a=b","count":9007199254740993,"exact":false,"kind":"b","tags":["x","y"]}`},
		{"", []string{"echo", "name="}, `{"name":""}`},
		{"", []string{"echo", "name=5"}, `{"name":"5"}`},
		{"", []string{"free", "n=1.50", "s=x y", "l=[1]"}, `{"n":1.50,"s":"x y","l":[1]}`},
	} {
		if code := d.run(t.Context(), Options{args: c.args, json: true}, append([]string{"call", "lab"}, c.words...)...); code != ExitOK {
			t.Errorf("%q: exit code %d, said %s", c.words, code, d.said.String())
			continue
		}
		if got := d.report().text(); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(c.want, " ", "") {
			t.Errorf("%q: %s, want %s", c.words, got, c.want)
		}
	}
}

func TestResultsOfAnySize(t *testing.T) {
	d := lab(t)
	if code := d.run(t.Context(), Options{}, "call", "lab", "large"); code != ExitOK || d.out.Len() != 10<<20+1 {
		t.Errorf("exit code %d, %d bytes", code, d.out.Len())
	}
	if code := d.run(t.Context(), Options{json: true}, "call", "lab", "large"); code != ExitOK || len(d.report().text()) != 10<<20 {
		t.Errorf("exit code %d", code)
	}
}

func TestAnswersFromAFile(t *testing.T) {
	for name, c := range map[string]struct {
		answers         string
		want            string // what the server got
		receipt, action string
	}{
		"accept":        {`[{"match":{"message":"sample","kind":"input"},"answer":{"action":"accept","content":{"sample":12,"password":"s3cret"}}}]`, `{"action":"accept","content":{"keep":true,"password":"s3cret","sample":12}}`, "sent", "accept"}, // the SDK of the server adds its default,
		"decline":       {`[{"match":{},"answer":{"action":"decline"}}]`, `{"action":"decline"}`, "declined", "decline"},
		"cancel":        {`[{"answer":{"action":"cancel"}}]`, `{"action":"cancel"}`, "dismissed", "cancel"},
		"first fits":    {`[{"match":{"kind":"authorization"},"answer":{"action":"accept"}},{"match":{"message":"nothing"},"answer":{"action":"accept"}},{"match":{"message":"Which"},"answer":{"action":"decline"}},{"answer":{"action":"cancel"}}]`, `{"action":"decline"}`, "declined", "decline"},
		"none fits":     {`[{"match":{"message":"nothing"},"answer":{"action":"accept"}}]`, `{"action":"cancel"}`, "dismissed", "cancel"},
		"does not suit": {`[{"answer":{"action":"accept","content":{"sample":0}}}]`, `{"action":"cancel"}`, "dismissed", "cancel"},
	} {
		t.Run(name, func(t *testing.T) {
			d := lab(t)
			if code := d.run(t.Context(), Options{json: true, noInput: true, answers: d.answers(c.answers)}, "call", "lab", "ask"); code != ExitOK {
				t.Fatalf("exit code %d, said %s", code, d.said.String())
			}
			r := d.report()
			if r.text() != c.want {
				t.Errorf("the server got %s, want %s", r.text(), c.want)
			}
			if len(r.Requests) != 1 {
				t.Fatalf("%s", d.out.String())
			}
			q := r.Requests[0]
			if q.Kind != "input" || q.Message != "Which sample?" || q.Receipt != c.receipt || q.Answer == nil || q.Answer.Action != c.action || !strings.HasPrefix(string(q.Schema), `{"`) ||
				q.Arrived.IsZero() || q.Answered.Before(q.Arrived) {
				t.Errorf("%s", d.out.String())
			}
			if strings.Contains(d.out.String(), `"password":"s3cret"`) && name == "accept" || strings.Contains(d.said.String(), "s3cret") {
				t.Error("the password can be read in the report")
			}
			if name == "accept" && string(q.Answer.Content) != `{"sample":12,"password":"•••"}` {
				t.Errorf("content %s", q.Answer.Content)
			}
		})
	}
}

func TestAnswersThatAreWrongAreSaidAtOnce(t *testing.T) {
	d := lab(t)
	for text, want := range map[string]string{
		`{}`:                              "no JSON list",
		`[{}`:                             "no JSON list",
		`[{"answer":{"action":"agree"}}]`: `"agree"`,
		`[null]`:                          "null",
		`[{"anser":{"action":"accept"}}]`: "anser",
		`[{"answer":{"action":"decline","content":{}}}]`:               "content",
		`[{"match":{"mesage":"x"},"answer":{"action":"accept"}}]`:      "mesage",
		strings.Repeat("[", 1e6):                                       "no JSON list",
		`[{"answer":{"action":"accept","content":[1]},"every":"yes"}]`: "no JSON list",
	} {
		d.said.clear()
		if code := d.run(t.Context(), Options{answers: d.answers(text)}, "call", "lab", "ask"); code != ExitUsage || !strings.Contains(d.said.String(), want) {
			t.Errorf("%.40s: exit code %d, said %.300s", text, code, d.said.String())
		}
	}
}

func TestEachAnswerIsUsedOnceUnlessItIsForEvery(t *testing.T) {
	for every, want := range map[string]string{"false": "sent dismissed", "true": "sent sent"} {
		d := lab(t)
		path := d.answers(`[{"match":{},"answer":{"action":"accept","content":{"sample":3}},"every":` + every + `}]`)
		if code := d.run(t.Context(), Options{json: true, noInput: true, answers: path}, "call", "lab", "twice"); code != ExitOK {
			t.Fatalf("exit code %d\n%s", code, d.said.String())
		}
		var got []string
		for _, q := range d.report().Requests {
			got = append(got, q.Receipt)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("every %s: %s", every, got)
		}
	}
}

// typing gives what is typed one line at a time, each when it is asked for.
type typing struct{ lines []string }

func (ty *typing) Read(p []byte) (int, error) {
	if len(ty.lines) == 0 {
		return 0, io.EOF
	}
	n := copy(p, ty.lines[0]+"\n")
	ty.lines = ty.lines[1:]
	return n, nil
}

func TestFormOfLines(t *testing.T) {
	for name, c := range map[string]struct {
		typed []string
		want  string
		says  string
	}{
		"answered":        {[]string{"7", "", "", "yes"}, `{"action":"accept","content":{"keep":true,"sample":7}}`, "Sample (needed)"},
		"checked":         {[]string{"0", "x", "7", "pass", "no", "yes"}, `{"action":"accept","content":{"keep":false,"password":"pass","sample":7}}`, "•••"},
		"refused":         {[]string{"7", "!no"}, `{"action":"decline"}`, ""},
		"refused late":    {[]string{"7", "", "", "no"}, `{"action":"decline"}`, ""},
		"closed":          {[]string{"!close"}, `{"action":"cancel"}`, ""},
		"back":            {[]string{"7", "!back", "8", "", "", "!back", "9", "", "", "yes"}, `{"action":"accept","content":{"keep":true,"sample":9}}`, "[8] > "},
		"nobody is there": {nil, `{"action":"cancel"}`, "nobody"},
	} {
		t.Run(name, func(t *testing.T) {
			d := lab(t)
			d.typed = &typing{lines: c.typed}
			if code := d.run(t.Context(), Options{json: true}, "call", "lab", "ask"); code != ExitOK {
				t.Fatalf("exit code %d, said %s", code, d.said.String())
			}
			if got := d.report().text(); got != c.want {
				t.Errorf("the server got %s, want %s\n%s", got, c.want, d.said.String())
			}
			if said := d.said.String(); !strings.Contains(said, c.says) || !strings.Contains(said, "Which sample?") || strings.Contains(said, "This is sent: {\"sample\": 7, \"password\": \"pass\"") {
				t.Errorf("it says %s", said)
			}
		})
	}
}

func TestCtrlCStopsTheCallProperly(t *testing.T) {
	for _, tool := range []string{"wait", "ask-and-wait"} {
		d := lab(t)
		ctx, cancel := context.WithCancel(t.Context())
		reading, typing := io.Pipe()
		d.typed = reading
		done := make(chan int, 1)
		go func() { done <- d.run(ctx, Options{json: true}, "call", "lab", tool) }()
		sign := map[string]string{"wait": "25 % · it goes on", "ask-and-wait": "[] > "}[tool]
		d.said.await(t, sign)
		cancel()
		code := <-done
		_ = typing.CloseWithError(errors.New("the test is over"))
		if r := d.report(); code != ExitStopped || r.Outcome != "stopped" || r.Result != nil || r.Failure != nil {
			t.Errorf("%s: exit code %d: %s", tool, code, d.out.String())
		}
		if tool == "ask-and-wait" {
			if r := d.report(); len(r.Requests) != 1 || r.Requests[0].Answer == nil || r.Requests[0].Answer.Action != "cancel" {
				t.Errorf("%s", d.out.String())
			}
		}
	}
}

func TestTimeout(t *testing.T) {
	d := lab(t)
	if code := d.run(t.Context(), Options{json: true, timeout: 300 * time.Millisecond}, "call", "lab", "wait"); code != ExitFailed || !strings.Contains(d.report().Failure.What, "300ms") {
		t.Errorf("exit code %d: %s", code, d.out.String())
	}
}

func TestProgramsThatWereNeverSeenAreNotStarted(t *testing.T) {
	d := lab(t)
	d.unseen = true
	for _, words := range [][]string{{"call", "lab", "free"}, {"list", "lab"}} {
		d.said.clear()
		code := d.run(t.Context(), Options{}, words...)
		if said := d.said.String(); code != ExitFailed || !strings.Contains(said, "Nothing was started") || !strings.Contains(said, "terminal.test") || !strings.Contains(said, "TERMINAL_TEST_SERVER") || !strings.Contains(said, "--trust") {
			t.Errorf("exit code %d, said %s", code, said)
		}
	}
	for _, trust := range []bool{true, false} { // once let start, it starts
		if code := d.run(t.Context(), Options{trust: trust}, "call", "lab", "free"); code != ExitOK {
			t.Errorf("exit code %d, said %s", code, d.said.String())
		}
	}
}

func TestLists(t *testing.T) {
	d := lab(t)
	if code := d.run(t.Context(), Options{}, "list"); code != ExitOK || d.out.String() != "lab  program  \noff  off      \n" {
		t.Errorf("exit code %d, %q", code, d.out.String())
	}
	if code := d.run(t.Context(), Options{json: true}, "list"); code != ExitOK || d.out.String() != `[{"name":"lab","how":"program"},{"name":"off","how":"off"}]`+"\n" {
		t.Errorf("exit code %d, %q", code, d.out.String())
	}
	if code := d.run(t.Context(), Options{}, "list", "lab"); code != ExitOK || !strings.Contains(d.out.String(), "echo") {
		t.Errorf("exit code %d, %q", code, d.out.String())
	}
	var tools []listedTool
	if code := d.run(t.Context(), Options{json: true}, "list", "lab"); code != ExitOK || json.Unmarshal(d.out.Bytes(), &tools) != nil || len(tools) != 9 || len(tools[0].InputSchema) == 0 {
		t.Errorf("exit code %d, %q", code, d.out.String())
	}
}

func TestReferenceServer(t *testing.T) {
	path, err := filepath.Abs("../../build/npm/node_modules/@modelcontextprotocol/server-everything/dist/index.js")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("the reference server is not installed: %v", err)
		}
		t.Skip("the reference server is not installed; `make test` installs it")
	}
	d := newDesk(t, fmt.Sprintf(`{"everything":{"command":"node","args":[%q,"stdio"]}}`, path))
	if code := d.run(t.Context(), Options{}, "call", "everything", "get-sum", "a=2", "b=0.5"); code != ExitOK || !strings.Contains(d.out.String(), "2.5") {
		t.Errorf("exit code %d, %s\n%s", code, d.out.String(), d.said.String())
	}
	form := d.answers(`[{"match":{"kind":"input"},"answer":{"action":"accept","content":{"name":"Kim","check":true,"integer":7}}}]`)
	if code := d.run(t.Context(), Options{json: true, noInput: true, answers: form}, "call", "everything", "trigger-elicitation-request"); code != ExitOK {
		t.Fatalf("exit code %d\n%s", code, d.said.String())
	}
	if r := d.report(); len(r.Requests) != 1 || r.Requests[0].Receipt != "sent" || !strings.Contains(string(r.Result), "Kim") {
		t.Errorf("%s", d.out.String())
	}
	url := d.answers(`[{"match":{"kind":"authorization"},"answer":{"action":"accept"},"every":true}]`)
	if code := d.run(t.Context(), Options{json: true, noInput: true, answers: url}, "call", "everything", "trigger-url-elicitation", "url=https://example.com/verify"); code != ExitOK {
		t.Fatalf("exit code %d\n%s", code, d.said.String())
	}
	if r := d.report(); len(r.Requests) != 1 || r.Requests[0].Kind != "authorization" || r.Requests[0].URL == "" || r.Requests[0].Answer == nil || r.Requests[0].Answer.Content != nil {
		t.Errorf("%s", d.out.String())
	}
}

func TestNanohub(t *testing.T) {
	hub := nanohubtest.New(t)
	d := newDesk(t, fmt.Sprintf(`{"hub":{"url":%q}}`, hub.URL))
	path := d.answers(`[{"answer":{"action":"accept","content":{"queue":"long","notify":true}}}]`)
	if code := d.run(t.Context(), Options{json: true, noInput: true, answers: path}, "call", "hub", "submit_batch"); code != ExitOK {
		t.Fatalf("exit code %d\n%s", code, d.said.String())
	}
	if r := d.report(); len(r.Requests) != 1 || r.Requests[0].Receipt != "sent" || !strings.Contains(r.text(), "long") {
		t.Errorf("%s", d.out.String())
	}
}

// A link is shown with what is notable about it, in words, and what draws on this computer without the keys in its address.
func TestAddressesAreShownInWords(t *testing.T) {
	d := lab(t)
	d.typed = strings.NewReader("!no\n")
	if code := d.run(t.Context(), Options{json: true}, "call", "lab", "link"); code != ExitOK {
		t.Fatalf("exit code %d\n%s", code, d.said.String())
	}
	said := d.said.String()
	if !strings.Contains(said, "leads to 127.0.0.1") || strings.Contains(said, "{") || strings.Contains(said, "%!") {
		t.Errorf("it says %s", said)
	}
	if r := d.report(); r.text() != `{"action":"decline"}` {
		t.Errorf("the server got %s", r.text())
	}
	d = newDesk(t, `{"web":{"url":"https://lab.example/mcp?key=s3cret","headers":{"X-Who":"${USER}"}}}`)
	d.unseen = true
	if code := d.run(t.Context(), Options{}, "list", "web"); code != ExitFailed || !strings.Contains(d.said.String(), "https://lab.example/mcp") || strings.Contains(d.said.String(), "s3cret") {
		t.Errorf("exit code %d, said %s", code, d.said.String())
	}
}

// A server's words cannot steer the terminal.
func TestWordsOfAServerAreOnlyWords(t *testing.T) {
	for _, words := range []string{"a\x1b[2Jb", "a\u202eb", "a\rb\x00"} {
		if got := plain(words); strings.ContainsAny(got, "\x1b\u202e\r\x00") {
			t.Errorf("%q becomes %q", words, got)
		}
	}
}
