package app

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing/fstest"

	"parley/bridge"
	"parley/bridge/config"
	"parley/bridge/vault"
	"parley/bridge/wiretest"
)

// configRun is what a case about a servers file is run with: the text read by the loader in the surroundings that the case names, and
// the same text as the servers file of a whole Parley.
type configRun struct {
	file    config.File // what the loader says
	err     error
	path    string // of the servers file of the Parley that runs
	before  []byte
	missing map[string]bool     // servers whose programs are not there
	dials   map[string]int      // connections made, by server
	prompts []bridge.Suspension // what the person was asked before a start
	values  map[string]string   // what was answered
}

// surroundings are the members of a case's env that are no variables.
func surroundings(name string) bool {
	return slices.Contains([]string{"GOOS", "TZ", "file_path", "login_shell_PATH", "capabilities"}, name) || strings.ContainsAny(name, `/\`)
}

// variable is a variable of the environment that the case made, "" when it is not set.
func (c case_) variable(name string) string {
	raw, ok := c.Env[name]
	if !ok || surroundings(name) {
		return ""
	}
	return jsonText(raw)
}

// said is another member of the case's env.
func (c case_) said(name string) string {
	raw, ok := c.Env[name]
	if !ok {
		return ""
	}
	return jsonText(raw)
}

// environ is what Parley was started with, in the case's surroundings.
func (c case_) environ() []string {
	var pairs []string
	for name := range c.Env {
		if !surroundings(name) {
			pairs = append(pairs, name+"="+c.variable(name))
		}
	}
	slices.Sort(pairs)
	return pairs
}

// stageConfig reads the file of the case, and starts a Parley whose servers file it is. What its programs and addresses are is played by
// scripts: nothing that a case names is ever run or reached.
func (r *run) stageConfig() {
	var in struct {
		File, Text, Text64 string
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(r.c.Input, &raw); err != nil {
		r.t.Fatal(err)
	}
	in.File, in.Text, in.Text64 = jsonText(raw["file"]), jsonText(raw["text"]), jsonText(raw["text_base64"])
	text := []byte(in.Text)
	if in.Text64 != "" {
		var err error
		if text, err = base64.StdEncoding.DecodeString(in.Text64); err != nil {
			r.t.Fatal(err)
		}
	}
	r.cfg = &configRun{before: text, missing: map[string]bool{}, dials: map[string]int{}}
	path := r.c.said("file_path")
	r.cfg.file, r.cfg.err = config.Source{
		Name: in.File, Path: path, OS: r.c.said("GOOS"), Getenv: r.c.variable,
		ReadFile: func(name string) ([]byte, error) {
			if raw, ok := r.c.Env[name]; ok && strings.ContainsAny(name, `/\`) {
				return []byte(jsonText(raw)), nil
			}
			return nil, os.ErrNotExist
		},
	}.Parse(text)
	for name := range objectOf(r.expect["errors"]) {
		r.cfg.missing[name] = true
	}

	root := r.t.TempDir()
	r.cfg.path = filepath.Join(root, placeBelow(path, in.File))
	for name := range r.c.Env {
		if strings.HasPrefix(name, "/") {
			r.write(filepath.Join(root, name), []byte(r.c.said(name)))
		} else if !surroundings(name) && name != "PATH" {
			r.t.Setenv(name, r.c.variable(name))
		}
	}
	r.write(r.cfg.path, text)
	r.trial = newTrial(r.t)
	dial := r.opts.dial
	r.opts.dial = func(entry config.Server, o bridge.Options) server {
		r.play(entry, &o)
		return dial(entry, o)
	}
	r.opts.Servers, r.file = r.cfg.path, &config.Keeper{Path: r.cfg.path, Clock: r.clock}
	if r.c.Fault == "untrusted-text" {
		r.trust.known = nil // what a file brings that comes from anybody
	}
	r.readAgain()
}

// placeBelow is where the servers file lies below the folder of the test.
func placeBelow(path, name string) string {
	if path == "" || runtime.GOOS == "windows" {
		return filepath.Base(name)
	}
	return path
}

func (r *run) write(path string, text []byte) {
	r.t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		r.t.Fatal(err)
	}
}

// readAgain lets Parley read its servers file, and everything come to rest.
func (r *run) readAgain() {
	r.t.Helper()
	was := r.loads
	r.Reload()
	r.until("the servers file is read", func() bool { return r.loads > was })
	r.rest()
}

// rest waits until no server is on its way.
func (r *run) rest() {
	r.t.Helper()
	r.until("every server has come to rest", func() bool {
		if r.modal() {
			return true
		}
		for _, s := range r.servers.all() {
			state := s.State()
			if state.Phase == bridge.Starting && state.RetryAt.IsZero() || state.Phase == bridge.Ready && len(state.Tools) == 0 && state.ToolsFailure == nil {
				return false
			}
		}
		return true
	})
	if r.modal() {
		r.asked()
	}
	r.glance()
}

// play puts a script in the place of a program or an address. A program that the case says is missing is looked for on the machine
// that the case made, where it is not.
func (r *run) play(entry config.Server, o *bridge.Options) {
	o.Secrets = &vault.Memory{}
	ask := o.WaitFor
	if ask != nil {
		o.WaitFor = func(ctx context.Context, s bridge.Suspension) bridge.Answer {
			r.mu.Lock()
			if s.Own {
				r.cfg.prompts = append(r.cfg.prompts, s)
			}
			r.mu.Unlock()
			return ask(ctx, s)
		}
	}
	if r.cfg.missing[entry.Name] && len(entry.Command) > 0 && entry.URL == "" {
		o.Programs = r.machine(nil)
		return
	}
	script := wiretest.New(r.t)
	o.Dial = func() (bridge.Streams, error) {
		r.mu.Lock()
		r.cfg.dials[entry.Name]++
		r.mu.Unlock()
		in, out, err := script.Dial()
		return bridge.Streams{In: in, Out: out}, err
	}
}

// machine finds programs on the machine that the case made, with the files given.
func (r *run) machine(files []string) *bridge.Programs {
	there := fstest.MapFS{}
	for _, file := range files {
		there[strings.TrimPrefix(strings.ReplaceAll(file, `\`, "/"), "/")] = &fstest.MapFile{Mode: 0o755}
	}
	path := r.c.said("login_shell_PATH")
	if path == "" {
		path = r.c.variable("PATH")
	}
	return &bridge.Programs{
		GOOS: r.c.said("GOOS"), Environ: r.c.environ, Files: there,
		Login: func(context.Context) (string, error) { return path, nil },
	}
}

// entryNamed is an entry as the loader gave it.
func (r *run) entryNamed(name string) config.Server {
	r.t.Helper()
	at := slices.IndexFunc(r.cfg.file.Servers, func(s config.Server) bool { return s.Name == name })
	if at < 0 {
		r.t.Fatalf("no server %q in %s", name, r.cfg.file.Servers)
	}
	return r.cfg.file.Servers[at]
}

// configStep does one step of a case about a servers file; false for a step that all kinds have.
func (r *run) configStep(s caseStep) bool {
	r.t.Helper()
	for name, raw := range s {
		switch {
		case name == "start":
			r.start(jsonText(raw))
		case name == "answer_input":
			r.answerInput(raw)
		case name == "edit_server":
			r.editServer(raw)
		case name == "press" && jsonText(raw) == "save": // an edit is in the file at once
		case name == "press" && jsonText(raw) == "submit" && !r.modal(): // so is an answer on its way
		case name == "press" && jsonText(raw) == "reload":
			r.readAgain()
		case name == "press" && slices.Contains([]string{"dismiss", "decline", "cancel"}, jsonText(raw)):
			r.press("dismiss", false) // a question of Parley's own has one way out
			r.rest()
		default:
			return false
		}
	}
	return true
}

// start presses Start on the page of a server that is not up.
func (r *run) start(name string) {
	r.t.Helper()
	if r.modal() {
		return // it was started with Parley, and asks
	}
	r.window.open(place{page: serverAt, server: name})
	r.q.Pump()
	if r.live[name].State().Phase != bridge.Ready {
		for _, words := range []string{"Start", "Try now", "Turn on", "Start it", "Enter its values"} {
			if r.click(words) {
				break
			}
		}
	}
	r.rest()
}

// answerInput types what was asked for into the form and sends it.
func (r *run) answerInput(raw json.RawMessage) {
	r.t.Helper()
	if !r.modal() || r.form() == nil {
		r.t.Fatalf("nothing is asked: %q", r.screen())
	}
	form, values := r.form(), map[string]string{}
	var pair struct{ ID, Value, Text string }
	_ = json.Unmarshal(raw, &pair)
	switch {
	case pair.ID != "":
		values[pair.ID] = pair.Value + pair.Text
	case len(objectOf(raw)) > 0:
		for id, value := range objectOf(raw) {
			values[id] = jsonText(value)
		}
	case len(r.cfg.prompts) > 0:
		for _, id := range slices.Sorted(maps.Keys(promptsOf(r.cfg.prompts[len(r.cfg.prompts)-1]))) {
			values[id] = jsonText(raw)
		}
	}
	if r.cfg.values == nil {
		r.cfg.values = map[string]string{}
	}
	for id, value := range values {
		r.cfg.values[id] = value
		i := form.Index(id)
		if i < 0 {
			r.t.Fatalf("%q is not asked for: %q", id, r.screen())
		}
		if option := slices.Index(form.OptionsShown(i), value); option >= 0 {
			form.Choose(i, option)
		} else {
			form.Type(i, value)
		}
	}
	if !r.click("Start it") && !r.click("Send answer") {
		r.t.Fatalf("nothing sends the answer: %q", r.screen())
	}
	r.until("the answer is sent", func() bool { return !r.modal() })
	r.rest()
}

// editServer changes an entry as the window does: its page for what has a button, the editing of the file for the rest.
func (r *run) editServer(raw json.RawMessage) {
	r.t.Helper()
	change := objectOf(raw)
	name := jsonText(change["name"])
	delete(change, "name")
	was, err := os.ReadFile(r.cfg.path)
	if err != nil {
		r.t.Fatal(err)
	}
	r.window.open(place{page: serverAt, server: name})
	r.q.Pump()
	pressed := func(words string) {
		if !r.click(words) {
			r.t.Fatalf("no %q on the page of %s: %q", words, name, r.screen())
		}
	}
	for _, member := range slices.Sorted(maps.Keys(change)) {
		value := change[member]
		on := string(value) == "true"
		switch member {
		case "disable", "disabled":
			pressed(map[bool]string{true: "Turn off", false: "Turn on"}[on])
		case "enable", "enabled":
			pressed(map[bool]string{true: "Turn on", false: "Turn off"}[on])
		case "remove":
			r.removeServer(name)
		case "rename":
			r.change(just(name, jsonText(value)), func(e *config.Editor) error { return e.Rename(name, jsonText(value)) }, nil)
		default:
			r.setMember(name, member, value)
		}
	}
	r.until("the file has changed", func() bool {
		now, err := os.ReadFile(r.cfg.path)
		return err == nil && !bytes.Equal(now, was)
	})
	r.settle()
	r.rest()
}

// promptsOf are the fields of what the person was asked, by id.
func promptsOf(s bridge.Suspension) map[string]json.RawMessage {
	return objectOf(objectOf(s.Schema)["properties"])
}

// objectOf gives the members of a JSON object, nil for anything else.
func objectOf(raw json.RawMessage) map[string]json.RawMessage {
	var object map[string]json.RawMessage
	_ = json.Unmarshal(raw, &object)
	return object
}

// networkRequests are connections to addresses, and whatever left through Go's default client.
func (r *run) networkRequests() int {
	n := r.net.count()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.servers.all() {
		if s.Entry().URL != "" {
			n += r.cfg.dials[s.Name()]
		}
	}
	return n
}

// page is every word on the page of a server.
func (r *run) page(name string) string {
	r.t.Helper()
	r.window.open(place{page: serverAt, server: name})
	r.settle()
	r.glance()
	return r.screen()
}
