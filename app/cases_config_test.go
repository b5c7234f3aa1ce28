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
	"strconv"
	"strings"
	"testing/fstest"
	"time"

	"parley/bridge"
	"parley/bridge/config"
	"parley/bridge/config/edit"
	"parley/bridge/config/watch"
	"parley/bridge/program"
	"parley/bridge/vault"
	"parley/bridge/wiretest"
	"parley/widgets"
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
	sent    []config.Server     // entries as a connection got them, with every value in them
	scripts map[string]*wiretest.Server

	source config.Source // what the loader knows around the text
}

// surroundings are the members of a case's env that are no variables.
func surroundings(name string) bool {
	return slices.Contains([]string{"GOOS", "os", "platform", "TZ", "file_path", "path", "login_shell_PATH", "capabilities", "read_only", "symlink_to"}, name) || strings.ContainsAny(name, `/\`)
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

// system is the one that the case runs on, as runtime.GOOS; "" for any.
func (c case_) system() string {
	for _, member := range []string{"GOOS", "os", "platform"} {
		switch word := strings.ToLower(c.said(member)); word {
		case "":
		case "win32", "win":
			return "windows"
		case "macos", "mac", "osx":
			return "darwin"
		default:
			return word
		}
	}
	return ""
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
	r.c.Env = flatEnv(r.c.Env)
	name, path, text := r.configFile()
	r.cfg = &configRun{before: text, missing: map[string]bool{}, dials: map[string]int{}, scripts: map[string]*wiretest.Server{}, source: r.configSource(name, path)}
	r.cfg.file, r.cfg.err = r.cfg.source.Parse(text)
	for _, name := range namesIn(r.expect["errors"]) {
		r.cfg.missing[name] = true
	}

	root := r.t.TempDir()
	r.cfg.path = filepath.Join(root, placeBelow(path, name))
	for name := range r.c.Env {
		if strings.HasPrefix(name, "/") {
			r.write(filepath.Join(root, name), []byte(r.c.said(name)))
		} else if !surroundings(name) && name != "PATH" && name != "" && !strings.ContainsAny(name, "=\x00") {
			r.t.Setenv(name, r.c.variable(name))
		}
	}
	r.write(r.cfg.path, text)
	r.placeOtherwise()
	r.trial = newTrial(r.t)
	dial := r.opts.dial
	r.opts.dial = func(entry config.Server, o bridge.Options) server {
		r.play(entry, &o)
		return dial(entry, o)
	}
	r.opts.Servers, r.file = r.cfg.path, &watch.Keeper{Path: r.cfg.path, Clock: r.clock}
	if r.c.Fault == "untrusted-text" {
		r.trust.Known = nil // what a file brings that comes from anybody
	}
	r.readAgain()
}

// placeOtherwise makes the file one that nobody may change, or a link to one.
func (r *run) placeOtherwise() {
	r.t.Helper()
	if to := r.c.said("symlink_to"); to != "" {
		target := filepath.Join(r.t.TempDir(), filepath.Base(to))
		if err := os.Rename(r.cfg.path, target); err != nil {
			r.t.Fatal(err)
		}
		if err := os.Symlink(target, r.cfg.path); err != nil {
			r.t.Fatal(err)
		}
	}
	if r.c.said("read_only") == "true" {
		if err := os.Chmod(r.cfg.path, 0o400); err != nil {
			r.t.Fatal(err)
		}
	}
}

// configFile is the file of the case: what it is called, where it is, what is in it. A case that names no file means the one of its format.
func (r *run) configFile() (name, path string, text []byte) {
	var in map[string]json.RawMessage
	if err := json.Unmarshal(r.c.Input, &in); err != nil {
		r.t.Fatal(err)
	}
	format := strings.ToLower(jsonText(in["format"]))
	name, path = jsonText(in["file"]), r.c.said("file_path")
	if path == "" {
		path = r.c.said("path")
	}
	if path == "" && strings.ContainsAny(name, `/\`) && !strings.HasPrefix(name, "~") {
		path = name
	}
	if path != "" && name == "" {
		name = path
	}
	if name == "" {
		name = fileOf(format)
	}
	if ending, is := map[string]string{"toml": ".toml", "codex": ".toml", "yaml": ".yaml", "yml": ".yml"}[format]; is && filepath.Ext(name) == "" {
		name += ending
	}
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	if format == "gemini" && path == "" {
		path = "/home/u/.gemini/" + name
	}
	switch {
	case in["text_base64"] != nil:
		raw, err := base64.StdEncoding.DecodeString(jsonText(in["text_base64"]))
		if err != nil {
			r.t.Fatal(err)
		}
		return name, path, raw
	case in["text"] == nil && in["json"] != nil:
		return name, path, in["json"]
	}
	return name, path, []byte(jsonText(in["text"]))
}

// fileOf is the name that a file of a format usually has.
func fileOf(format string) string {
	switch format {
	case "vscode", "cursor":
		return "mcp.json"
	case "claude_code":
		return ".mcp.json"
	case "claude_desktop":
		return "claude_desktop_config.json"
	case "opencode":
		return "opencode.json"
	case "zed", "gemini":
		return "settings.json"
	case "codex", "toml":
		return "config.toml"
	case "goose", "continue", "yaml":
		return "config.yaml"
	case "librechat":
		return "librechat.yaml"
	}
	return "servers.json"
}

// configSource is the file in the surroundings of the case.
func (r *run) configSource(name, path string) config.Source {
	return config.Source{
		Name: name, Path: path, OS: r.c.system(), Getenv: r.c.variable,
		ReadFile: func(name string) ([]byte, error) {
			if raw, ok := r.c.Env[name]; ok && strings.ContainsAny(name, `/\`) {
				return []byte(jsonText(raw)), nil
			}
			return nil, os.ErrNotExist
		},
	}
}

// flatEnv takes the variables and files of a case out of what stands around them. null means that there is none of that name.
func flatEnv(env map[string]json.RawMessage) map[string]json.RawMessage {
	flat := map[string]json.RawMessage{}
	for name, raw := range env {
		inside := objectOf(raw)
		switch {
		case string(raw) == "null":
		case inside != nil && name != "capabilities":
			for name, raw := range inside {
				if string(raw) != "null" {
					flat[name] = raw
				}
			}
		default:
			flat[name] = raw
		}
	}
	return flat
}

// namesIn are the names of an object, the texts of a list, or the one text that it is.
func namesIn(raw json.RawMessage) []string {
	if object := objectOf(raw); object != nil {
		return slices.Sorted(maps.Keys(object))
	}
	var list []string
	if json.Unmarshal(raw, &list) == nil {
		return list
	}
	var text string
	if json.Unmarshal(raw, &text) == nil && text != "" {
		return []string{text}
	}
	return nil
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
			if state.Phase == bridge.Starting && state.RetryAt.IsZero() || state.Phase == bridge.Ready && len(state.Tools) == 0 && state.ToolsFailure == nil && !r.hasListed(s.Entry()) {
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

// hasListed reports whether a server of which not every tool is offered was asked for its tools: there may be none left to see.
func (r *run) hasListed(entry config.Server) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	script := r.cfg.scripts[entry.Name]
	return len(entry.Tools) > 0 && script != nil && len(script.HeardMethod("tools/list")) > 0
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
	r.mu.Lock()
	r.cfg.scripts[entry.Name] = script
	r.mu.Unlock()
	o.Dial = func() (bridge.Streams, error) {
		r.mu.Lock()
		r.cfg.dials[entry.Name]++
		r.cfg.sent = append(r.cfg.sent, entry)
		r.mu.Unlock()
		in, out, err := script.Dial()
		return bridge.Streams{In: in, Out: out}, err
	}
}

// machine finds programs on the machine that the case made, with the files given.
func (r *run) machine(files []string) *program.Finder {
	there := fstest.MapFS{}
	for _, file := range files {
		there[strings.TrimPrefix(strings.ReplaceAll(file, `\`, "/"), "/")] = &fstest.MapFile{Mode: 0o755}
	}
	path := r.c.said("login_shell_PATH")
	if path == "" {
		path = r.c.variable("PATH")
	}
	return &program.Finder{
		GOOS: r.c.system(), Environ: r.c.environ, Files: there,
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

// configStep does one step of a case about a servers file; false for a step that all kinds have. One that nobody knows is counted as
// unchecked.
func (r *run) configStep(s caseStep) bool {
	r.t.Helper()
	done := true
	for name, raw := range s {
		switch word := jsonText(raw); name {
		case "start", "start_server", "try", "retry":
			for _, server := range r.serversOf(raw) {
				r.start(server)
			}
		case "answer_input", "answer_inputs":
			r.answerInput(raw)
		case "edit_server", "edit_servers":
			r.editServer(raw)
		case "reload":
			r.readAgain()
		case "write_file", "file_becomes", "file_changes":
			r.write(r.cfg.path, []byte(word))
			r.cfg.before = []byte(word)
			r.readAgain()
			r.parseAgain()
		case "wait", "wait_ms":
			ms, _ := strconv.Atoi(strings.TrimPrefix(word, "ms:"))
			r.clock.Advance(time.Duration(ms) * time.Millisecond)
			r.settle()
		case "repeat":
			var rep struct {
				Times int        `json:"times"`
				Steps []caseStep `json:"steps"`
			}
			if err := json.Unmarshal(raw, &rep); err != nil {
				r.t.Fatal(err)
			}
			for range rep.Times {
				for _, inner := range rep.Steps {
					r.do(inner)
				}
			}
		case "comment", "note":
		case "press":
			done = r.configPress(word)
		default:
			if !commonSteps[name] {
				r.unchecked = append(r.unchecked, name)
				r.t.Logf("unchecked: %s: step %s %s", r.c.Name, name, raw)
				continue
			}
			return false
		}
	}
	return done
}

// commonSteps are the steps that all kinds of cases have.
var commonSteps = map[string]bool{
	"set": true, "type_more": true, "clear": true, "check": true, "choose": true, "unchoose": true, "pick": true, "add_item": true, "remove_item": true, "set_json": true,
	"at": true, "expect_now": true,
}

// configPress presses what only a case about a servers file presses; false for the rest.
func (r *run) configPress(what string) bool {
	r.t.Helper()
	switch what {
	case "save": // an edit is in the file at once
	case "submit", "done":
		return !r.modal() // so is an answer on its way
	case "reload":
		r.readAgain()
	case "start", "retry":
		for _, s := range r.servers.all() {
			r.start(s.Name())
		}
	case "dismiss", "decline", "cancel", "escape":
		r.press("dismiss", false) // a question of Parley's own has one way out
		r.rest()
	default:
		return false
	}
	return true
}

// serversOf are the servers that a step names: one, several, or all with "*".
func (r *run) serversOf(raw json.RawMessage) []string {
	object := objectOf(raw)
	for _, member := range []string{"name", "server", "servers"} {
		if named, is := object[member]; is {
			raw = named
		}
	}
	names := namesIn(raw)
	if string(raw) == `""` {
		names = []string{""}
	}
	if string(raw) == "true" || slices.Equal(names, []string{"*"}) {
		names = nil
		for _, s := range r.servers.all() {
			names = append(names, s.Name())
		}
	}
	return names
}

// start presses Start on the page of a server that is not up.
func (r *run) start(name string) {
	r.t.Helper()
	if r.modal() {
		r.bringUp(name)
		return // it was started with Parley, and asks
	}
	if r.live[name] == nil {
		r.t.Errorf("there is no server %q to start: %q", name, r.screen())
		return
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

// bringUp shows what a server asks in place of what another one asks: which of several that were started asks first is left to chance.
func (r *run) bringUp(name string) {
	shown := r.inbox.shown
	if shown.s.Server == name || !slices.ContainsFunc(r.inbox.line, func(e *entry) bool { return e.s.Server == name }) {
		return
	}
	shown.sheet.Close()
	if shown.unarm != nil {
		shown.unarm()
	}
	shown.sheet, shown.unarm, r.inbox.shown = nil, nil, nil
	r.inbox.OpenOf(name)
	r.q.Pump()
}

// answerInput types what was asked for into the form and sends it.
func (r *run) answerInput(raw json.RawMessage) {
	r.t.Helper()
	if !r.modal() || r.form() == nil {
		r.t.Fatalf("nothing is asked: %q", r.screen())
	}
	r.asked()
	form := r.form()
	values := r.answersIn(raw)
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
	if r.answersMore(form) {
		return
	}
	asked := r.inbox.shown
	if !r.click("Start it") && !r.click("Send answer") {
		r.t.Fatalf("nothing sends the answer: %q", r.screen())
	}
	r.until("the answer is sent", func() bool { return !r.modal() || r.inbox.shown != asked })
	r.rest()
}

// answersMore reports whether the next step of the case answers another question of the same form.
func (r *run) answersMore(form *widgets.Form) bool {
	if r.at+1 >= len(r.c.User) {
		return false
	}
	next := first(r.c.User[r.at+1], "answer_input", "answer_inputs")
	if next == nil || objectOf(next) == nil {
		return false
	}
	more := false
	for id := range r.answersIn(next) {
		i := form.Index(id)
		if i < 0 {
			return false
		}
		more = more || r.cfg.values[id] == ""
	}
	return more
}

// answersIn are the values by id that a step answers with: {"id":…,"value":…}, a list of such, {id: value}, or one text for all that is
// asked.
func (r *run) answersIn(raw json.RawMessage) map[string]string {
	values := map[string]string{}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil && list != nil {
		for _, one := range list {
			maps.Copy(values, r.answersIn(one))
		}
		return values
	}
	object := objectOf(raw)
	id := ""
	for _, member := range []string{"id", "input", "field"} {
		if text, is := object[member]; is && id == "" {
			id = jsonText(text)
		}
	}
	for _, member := range []string{"value", "text", "option", "answer"} {
		if value, is := object[member]; is && id != "" {
			values[id] = jsonText(value)
		}
	}
	switch {
	case len(values) > 0:
	case object != nil:
		for id, value := range object {
			values[id] = jsonText(value)
		}
	case len(r.cfg.prompts) > 0:
		for id := range promptsOf(r.cfg.prompts[len(r.cfg.prompts)-1]) {
			values[id] = jsonText(raw)
		}
	}
	return values
}

// editServer changes an entry as the window does: its page for what has a button, the editing of the file for the rest.
func (r *run) editServer(raw json.RawMessage) {
	r.t.Helper()
	var several []json.RawMessage
	if json.Unmarshal(raw, &several) == nil && several != nil {
		for _, one := range several {
			r.editServer(one)
		}
		return
	}
	change := objectOf(raw)
	name := jsonText(change["name"])
	if _, is := change["name"]; !is {
		name = jsonText(change["server"])
	}
	delete(change, "name")
	delete(change, "server")
	for _, member := range []string{"set", "change", "changes"} { // what is changed may stand in an object of its own
		if inner := objectOf(change[member]); inner != nil {
			delete(change, member)
			maps.Copy(change, inner)
		}
	}
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
		case "remove", "delete":
			if on {
				r.removeServer(name)
				continue
			}
			for _, member := range namesIn(value) {
				r.setMember(name, member, nil)
			}
		case "unset":
			for _, member := range namesIn(value) {
				r.setMember(name, member, nil)
			}
		case "rename", "new_name":
			r.change(just(name, jsonText(value)), func(e *edit.Editor) error { return e.Rename(name, jsonText(value)) }, nil)
		default:
			r.setMember(name, member, value)
		}
	}
	// Either the file changes, or why it does not is told.
	r.until("the change is in the file, or refused", func() bool {
		now, err := os.ReadFile(r.cfg.path)
		return err == nil && !bytes.Equal(now, was) || r.refused != ""
	})
	r.settle()
	r.rest()
	r.glance()
	r.parseAgain()
}

// parseAgain lets the loader read what is in the file by now.
func (r *run) parseAgain() {
	r.t.Helper()
	text, err := os.ReadFile(r.cfg.path)
	if err != nil {
		r.t.Fatal(err)
	}
	r.cfg.file, r.cfg.err = r.cfg.source.Parse(text)
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
