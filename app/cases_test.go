package app

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sort"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"parley/bridge/config"
	"parley/bridge/wiretest"
)

// case_ is one file of testdata/cases: a public bug report as an input with the right answer. Its README says what the members
// mean.
type case_ struct {
	Name     string                     `json:"name"`
	Kind     string                     `json:"kind"`
	Fault    string                     `json:"fault"`
	Protocol string                     `json:"protocol"`
	Env      map[string]json.RawMessage `json:"env"`
	Input    json.RawMessage            `json:"input"`
	User     []caseStep                 `json:"user"`
	Expect   map[string]json.RawMessage `json:"expect"`
}

// caseStep is one thing that the person or the server does.
type caseStep map[string]json.RawMessage

// run is one case being run.
type run struct {
	*trial
	t         *testing.T
	c         case_
	expect    map[string]json.RawMessage // what is still to be checked
	requests  []wireRequest
	unchecked []string
	net       *watchedNet
	web       *webServer
	refusal   *httpFault
	cfg       *configRun // of a case about a servers file

	asides    []string            // ids of what the server asked besides the requests of the case
	at        int                 // the step of the case that is being done
	pressed   int                 // presses so far
	openings  int                 // of them, those that open a link
	filled    []string            // what stood in each field after something was entered there
	shown     []map[string]string // what stood in the fields that the case asks about, at every look
	most      int                 // fields on the screen at most
	took      time.Duration       // from the server's question to the modal, by the real clock
	message   string              // the server's words as the modal writes them
	wholeLink string              // the address as the modal writes it
	seen      string              // every word that was on the screen before, between and after the steps
	had       map[string]bool     // what was on the screen at some time: form, link, buttons, masked, openable
}

// glance notes what is on the screen.
func (r *run) glance() {
	r.q.Pump()
	r.seen += r.screen() + "\n"
	if !r.modal() {
		return
	}
	note := func(what string, is bool) { r.had[what] = r.had[what] || is }
	form := r.form()
	r.noteShown(form)
	note("form", form != nil && form.Fields() > 0)
	if form != nil {
		r.most = max(r.most, form.Fields())
		note("notice", len(form.Notices()) > 0)
		note("warning", len(form.Notices()) > 0)
		for i := range min(form.Fields(), 20) {
			note("json", form.Renders(i) == "json")
		}
	}
	if l := r.inbox.shown.body.link; l != nil {
		r.wholeLink = l.Before + l.Shown + l.After
		for _, remark := range l.Remarks {
			note("warning", remark.Warning)
		}
		note("warning", l.Reason != "")
		note("notice", len(l.Remarks) > 0)
		note("domain "+l.Domain, r.find(l.Domain) != nil)
		note("host", r.standsOut(l.Host))
	}
	if f, ok := r.inbox.shown.sheet.(*front); ok {
		note("notice", f.Note() != "")
		r.message = f.Message()
	}
	if _, looked := r.had["done"]; !looked {
		r.had["done first"] = r.enabled("I'm done")
	}
	note("done", r.enabled("I'm done"))
	note("buttons", r.inWindow("Decline") && r.inWindow("Not now"))
	note("host "+r.host(), r.standsOut(r.host()))
	note("openable", r.openable())
	r.noteMasked(form, note)
	eachVisible(r.top(), func(o fyne.CanvasObject) {
		_, is := o.(*widget.Hyperlink)
		note("link", is)
	})
}

// tally counts the cases of a run.
type tally struct {
	run, passed, failed, unchecked int
	notRun                         map[string]int
}

// builtKinds are the kinds of cases that the product as it is can run. The others wait for what they are about.
func builtKinds(c case_) bool {
	switch c.Kind {
	case "form-elicitation", "url-elicitation", "config":
		return true
	case "protocol":
		return true
	}
	return false
}

// TestCases runs the cases of testdata/cases, or of the folder in PARLEY_CASES, through the product's own code.
func TestCases(t *testing.T) {
	folder := os.Getenv("PARLEY_CASES")
	if folder == "" {
		folder = "../testdata/cases"
	}
	runCases(t, folder).tell(t)
}

// TestCasesMore runs cases of our own, of the same kinds and in the same form. Each expectation must be checked.
func TestCasesMore(t *testing.T) {
	if sum := runCases(t, "../testdata/cases-more"); sum.unchecked > 0 {
		t.Errorf("%d expectations unchecked", sum.unchecked)
	}
}

// runCases runs the cases of a folder, each as a subtest.
func runCases(t *testing.T, folder string) tally {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in %s: %v", folder, err)
	}
	sum := tally{notRun: map[string]int{}}
	for _, file := range files {
		c, err := readCase(file)
		if err == nil && !builtKinds(c) {
			sum.notRun[c.Kind]++
			continue
		}
		ran, unchecked := false, 0
		passed := t.Run(caseName(c, file), func(t *testing.T) {
			ran = true
			if err != nil {
				t.Fatalf("the case cannot be made: %v", err)
			}
			defer func() { // a case that the runner stumbles over must not take the others with it
				if fault := recover(); fault != nil {
					t.Errorf("the runner stumbled: %v\n%s", fault, debug.Stack())
				}
			}()
			unchecked = len(runCase(t, c).unchecked)
		})
		if !ran {
			continue // -run asked for others
		}
		sum.run++
		sum.unchecked += unchecked
		if passed {
			sum.passed++
		} else {
			sum.failed++
		}
	}
	return sum
}

// tell prints the summary, and writes it to the file in PARLEY_SUMMARY: go test shows nothing of a package that passes.
func (s tally) tell(t *testing.T) {
	text := fmt.Sprintf("cases: %d run, %d passed, %d failed, %d expectations unchecked\n", s.run, s.passed, s.failed, s.unchecked)
	if len(s.notRun) > 0 {
		text += fmt.Sprintf("cases not run, for what they are about is not built yet: %s\n", words(s.notRun))
	}
	fmt.Print(text)
	if file := os.Getenv("PARLEY_SUMMARY"); file != "" {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Error(err)
		}
	}
}

func words(counts map[string]int) string {
	var list []string
	for kind, n := range counts {
		list = append(list, fmt.Sprintf("%d %s", n, kind))
	}
	sort.Strings(list)
	return strings.Join(list, ", ")
}

// caseName is what the subtest of a case is called: by its file where it has no name, or none that could be read.
func caseName(c case_, file string) string {
	return cmp.Or(c.Name, strings.TrimSuffix(filepath.Base(file), ".json"))
}

// readCase reads a case, whatever stands in its file. With an error comes as much of the case as could be read.
func readCase(file string) (c case_, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("reading it: %v", fault)
		}
	}()
	raw, err := os.ReadFile(file)
	if err != nil {
		return case_{}, err
	}
	if err := json.Unmarshal(raw, &c); err != nil {
		return c, err
	}
	if !builtKinds(c) {
		return c, nil // what it would need made is not known yet
	}
	if c.Input, err = generate(c.Input); err != nil {
		return c, err
	}
	for _, step := range c.User {
		for name, value := range step {
			if step[name], err = generate(value); err != nil {
				return c, err
			}
		}
	}
	for name, value := range c.Expect {
		if c.Expect[name], err = generate(value); err != nil {
			return c, err
		}
	}
	return c, nil
}

// generate replaces {"$gen":"repeat","prefix":p,"text":s,"times":n} by prefix + n times the text. The order of members is
// kept: only such objects are replaced.
func generate(raw json.RawMessage) (json.RawMessage, error) {
	text := string(raw)
	for {
		from := strings.Index(text, `"$gen"`)
		if from < 0 {
			return json.RawMessage(text), nil
		}
		if from = strings.LastIndex(text[:from], "{"); from < 0 {
			return nil, errors.New("$gen stands in no object")
		}
		dec := json.NewDecoder(strings.NewReader(text[from:]))
		var gen struct {
			Kind   string `json:"$gen"`
			Prefix string `json:"prefix"`
			Text   string `json:"text"`
			Times  int    `json:"times"`
		}
		if err := dec.Decode(&gen); err != nil {
			return nil, err
		}
		if gen.Kind != "repeat" {
			return nil, fmt.Errorf("cannot generate %q", gen.Kind)
		}
		made, err := json.Marshal(gen.Prefix + strings.Repeat(gen.Text, gen.Times))
		if err != nil {
			return nil, err
		}
		text = text[:from] + string(made) + text[from+int(dec.InputOffset()):]
	}
}

// runCase runs one case: the script, the steps, then everything that is expected.
func runCase(t *testing.T, c case_) *run {
	r := &run{t: t, c: c, expect: map[string]json.RawMessage{}, had: map[string]bool{}}
	if c.Kind != "protocol" {
		r.net = watchNet(t)
	}
	for key, value := range c.Expect {
		r.expect[key] = value
	}
	if raw, ok := c.Env["TZ"]; ok {
		t.Setenv("TZ", jsonText(raw))
	}
	switch c.Kind {
	case "protocol":
		r.stageProtocol()
	case "config":
		r.stageConfig()
	default:
		r.stageQuestion()
	}
	r.glance()
	for i, s := range c.User {
		r.at = i
		r.do(s)
		r.glance()
		if t.Failed() {
			return r
		}
	}
	r.check()
	return r
}

// stageQuestion sets the scene of a form or link case: one server that asks once, in the middle of a call.
func (r *run) stageQuestion() {
	script := wiretest.New(r.t)
	script.Protocol = r.c.Protocol
	round := strings.Compare(r.c.Protocol, "2026-07-28") >= 0
	if round {
		script.OnCall = func(s *wiretest.Server, call wiretest.Message) {
			if strings.Contains(string(call.Params), `"inputResponses"`) {
				s.Answer(call, `{"resultType":"complete","content":[]}`)
				return
			}
			s.Answer(call, `{"resultType":"input_required","inputRequests":{"who":{"method":"elicitation/create","params":`+oneLineJSON(r.c.Input)+`}}}`)
		}
	}
	entry := entryOf(r.c.Env["settings"])
	entry.AnswerOnOpen = string(membersOf(r.c.Env["settings"])["answerOnOpen"]) == "true"
	r.trial = newTrial(r.t, trialServer{name: "Demo lab", script: script, entry: entry})
	r.runTool("Demo lab")
	script.AwaitCalls(1)
	asked := time.Now()
	if !round {
		script.Ask("9", oneLineJSON(r.c.Input))
	}
	if _, refused := r.c.Expect["error_response"]; refused {
		return
	}
	if r.startsAtOnce() {
		r.until("a request appears", func() bool { return r.modal() })
		return
	}
	r.until("a request appears", r.modal)
	r.took = time.Since(asked)
	r.asked()
	r.noteShown(r.form())
	r.look()
}

// startsAtOnce reports whether the first caseStep happens within the first 400 ms.
func (r *run) startsAtOnce() bool {
	if len(r.c.User) == 0 {
		return false
	}
	_, at := r.c.User[0]["at"]
	return at
}

// oneLineJSON is JSON on one line, its members in order.
func oneLineJSON(raw json.RawMessage) string {
	var out strings.Builder
	inText, escaped := false, false
	for _, b := range raw {
		switch {
		case inText:
			inText = escaped || b != '"'
			escaped = b == '\\' && !escaped
			out.WriteByte(b)
			continue
		case b == '"':
			inText = true
		case b == '\n', b == '\r', b == '\t', b == ' ':
			continue
		}
		out.WriteByte(b)
	}
	return out.String()
}

func jsonText(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) != nil {
		return string(raw)
	}
	return text
}

// entryOf turns the settings of a case into a server entry.
func entryOf(settings json.RawMessage) config.Server {
	var s struct {
		Expiry  int `json:"elicitation_expiry_s"`
		Timeout int `json:"tool_timeout_s"`
	}
	_ = json.Unmarshal(settings, &s)
	return config.Server{AnswerTimeout: seconds(s.Expiry), Timeout: seconds(s.Timeout)}
}
