package app

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"parley/bridge"
	"parley/bridge/config"
)

// configChecks are the members of expect that a case about a servers file may have. A check reports false when it could not look.
var configChecks = map[string]func(*run, json.RawMessage) bool{
	"config":           checkConfig,
	"errors":           checkEntryErrors,
	"error":            checkFileError,
	"order":            checkServerOrder,
	"note_mentions":    checkNote,
	"warning_mentions": checkNote,
	"started":          checkStarted,
	"listed":           checkServerOrder,
	"found":            checkFound,
	"prompts":          checkPrompts,
	"shown":            checkShown,
	"file_after":       checkFileAfter,
	"file_unchanged":   checkFileUnchanged,
	"network_requests": func(r *run, want json.RawMessage) bool {
		r.settle()
		r.wantNow("network requests", r.networkRequests(), number(want))
		return true
	},
	"behaviour": func(r *run, _ json.RawMessage) bool { return r.own("behaviour") },
	"then":      func(r *run, _ json.RawMessage) bool { return r.own("then") },
}

// configMembers say what an entry has, in the words of the cases; nil for what it does not have.
var configMembers = map[string]func(config.Server) any{
	"transport": func(s config.Server) any {
		switch {
		case s.URL == "":
			return "stdio"
		case s.Transport == config.SSE:
			return "sse"
		}
		return "streamable-http"
	},
	"command": func(s config.Server) any {
		if len(s.Command) == 0 {
			return nil
		}
		return s.Command[0]
	},
	"args": func(s config.Server) any {
		if len(s.Command) == 0 {
			return nil
		}
		return s.Command[1:]
	},
	"enabled":          func(s config.Server) any { return !s.Disabled },
	"env":              func(s config.Server) any { return orNil(len(s.Env), s.Env) },
	"unset_env":        func(s config.Server) any { return orNil(len(s.Unset), s.Unset) },
	"cwd":              func(s config.Server) any { return orNil(len(s.Cwd), s.Cwd) },
	"url":              func(s config.Server) any { return orNil(len(s.URL), s.URL) },
	"headers":          func(s config.Server) any { return orNil(len(s.Headers), s.Headers) },
	"tools":            func(s config.Server) any { return orNil(len(s.Tools), s.Tools) },
	"timeout":          func(s config.Server) any { return orNil(int(s.Timeout), s.Timeout.Milliseconds()) },
	"answer_timeout":   func(s config.Server) any { return orNil(int(s.AnswerTimeout), s.AnswerTimeout.Milliseconds()) },
	"answer_on_open":   func(s config.Server) any { return s.AnswerOnOpen },
	"inherit_env":      func(s config.Server) any { return !s.OnlySafeEnv },
	"dialect":          func(s config.Server) any { return orNil(len(s.Dialect), s.Dialect) },
	"protocol_version": func(s config.Server) any { return orNil(len(s.Protocol), s.Protocol) },
	"roots":            func(s config.Server) any { return orNil(len(s.Roots), s.Roots) },
	"log_level":        func(s config.Server) any { return orNil(len(s.LogLevel), s.LogLevel) },
}

// exactMembers must not be there when a case does not name them.
var exactMembers = []string{"command", "args", "env", "unset_env", "url", "headers"}

func orNil(n int, value any) any {
	if n == 0 {
		return nil
	}
	return value
}

// checkConfig compares every server that can be used: exactly those, each exactly so.
func checkConfig(r *run, raw json.RawMessage) bool {
	wanted, all := objectOf(raw), true
	for _, s := range r.cfg.file.Servers {
		if s.Problem != nil {
			continue
		}
		want := objectOf(wanted[s.Name])
		if want == nil {
			if !r.cfg.missing[s.Name] {
				r.t.Errorf("%s is there, and should not be", s)
			}
			continue
		}
		delete(wanted, s.Name)
		if len(s.Inputs) > 0 && r.cfg.values != nil {
			filled, err := s.Fill(r.cfg.values)
			if err != nil {
				r.t.Errorf("%s: %v", s.Name, err)
			}
			s = filled
		}
		for member, value := range want {
			get := configMembers[member]
			if get == nil {
				r.t.Logf("unchecked: %s: config %s %s", r.c.Name, member, value)
				all = false
				continue
			}
			if got := asJSON(r, get(s)); !sameJSON(got, value) {
				r.t.Errorf("%s of %q is %s, want %s", member, s.Name, got, value)
			}
		}
		for _, member := range exactMembers {
			if _, said := want[member]; !said && configMembers[member](s) != nil {
				r.t.Errorf("%q has %s %s, and should have none", s.Name, member, asJSON(r, configMembers[member](s)))
			}
		}
	}
	for name := range wanted {
		r.t.Errorf("%q is missing in %s", name, r.cfg.file.Servers)
	}
	if r.c.said("file_path") == "" {
		r.checkListed()
	}
	return all
}

// checkListed compares what the window lists with the file: every entry, in its order, also those that cannot be used.
func (r *run) checkListed() {
	var listed, read []string
	for _, s := range r.servers.all() {
		listed = append(listed, s.Name())
	}
	for _, s := range r.cfg.file.Servers {
		read = append(read, s.Name)
	}
	if !slices.Equal(listed, read) {
		r.t.Errorf("the window lists %q, the file has %q", listed, read)
	}
}

func asJSON(r *run, value any) json.RawMessage {
	raw, err := bridge.EncodeJSON(value)
	if err != nil {
		r.t.Fatal(err)
	}
	return raw
}

// listOf is one text or several.
func listOf(raw json.RawMessage) []string {
	var list []string
	if json.Unmarshal(raw, &list) == nil {
		return list
	}
	if words, ok := objectOf(raw)["message_mentions"]; ok {
		return listOf(words)
	}
	if object := objectOf(raw); object != nil {
		for _, words := range object {
			list = append(list, listOf(words)...)
		}
		return list
	}
	return []string{jsonText(raw)}
}

// checkEntryErrors looks for the words in what the person is told about the server: on its page, after it was started if need be.
func checkEntryErrors(r *run, raw json.RawMessage) bool {
	for name, words := range objectOf(raw) {
		entry := r.entryNamed(name)
		said := ""
		if entry.Problem != nil {
			said = entry.Problem.Error()
			if !strings.HasSuffix(said, ".") {
				r.t.Errorf("%q is no sentence", said)
			}
		} else if failure := r.live[name].State().Failure; failure != nil {
			said = strings.Join([]string{failure.What, failure.Do, failure.Detail}, "\n")
		} else {
			r.t.Errorf("nothing is wrong with %s: %+v", entry, r.live[name].State())
			continue
		}
		page := r.page(name)
		for _, word := range listOf(words) {
			if !mentions(said, word) {
				r.t.Errorf("%q does not mention %q", said, word)
			}
			if !mentions(page, word) {
				r.t.Errorf("the page of %q does not mention %q: %q", name, word, page)
			}
		}
	}
	return true
}

// checkFileError looks for the words in what the person is told about the file.
func checkFileError(r *run, raw json.RawMessage) bool {
	if r.cfg.err == nil {
		r.t.Errorf("the file was read: %s", r.cfg.file.Servers)
		return true
	}
	for _, word := range listOf(raw) {
		if !mentions(r.cfg.err.Error(), word) {
			r.t.Errorf("%q does not mention %q", r.cfg.err, word)
		}
		if !mentions(r.seen, word) {
			r.t.Errorf("the window does not mention %q: %q", word, r.seen)
		}
	}
	return true
}

func checkServerOrder(r *run, raw json.RawMessage) bool {
	var want, got []string
	_ = json.Unmarshal(raw, &want)
	for _, s := range r.cfg.file.Servers {
		got = append(got, s.Name)
	}
	if !slices.Equal(got, want) {
		r.t.Errorf("order %q, want %q", got, want)
	}
	r.checkListed()
	return true
}

// checkNote looks for the words in what is said about a file that works: by the loader, and in the window.
func checkNote(r *run, raw json.RawMessage) bool {
	notes := strings.Join(r.cfg.file.Notes, "\n")
	for _, word := range listOf(raw) {
		if !mentions(notes, word) {
			r.t.Errorf("the notes %q do not mention %q", notes, word)
		}
	}
	for _, note := range r.cfg.file.Notes {
		if !strings.Contains(withoutSpace(r.seen), withoutSpace(note)) {
			r.t.Errorf("the window does not say %q: %q", note, r.seen)
		}
	}
	return true
}

// checkStarted compares the servers that were started, by Parley itself or by a step.
func checkStarted(r *run, raw json.RawMessage) bool {
	var want, got []string
	_ = json.Unmarshal(raw, &want)
	r.settle()
	for _, s := range r.servers.all() {
		if s.State().Phase != bridge.Off {
			got = append(got, s.Name())
		}
	}
	if !slices.Equal(got, want) {
		r.t.Errorf("started %q, want %q", got, want)
	}
	r.checkListed()
	return true
}

// checkFound looks for the program on the machine that the case made: where it says, and nowhere else.
func checkFound(r *run, raw json.RawMessage) bool {
	want := objectOf(raw)
	if want == nil {
		want = map[string]json.RawMessage{}
		for _, s := range r.cfg.file.Servers {
			if len(s.Command) > 0 {
				want[s.Name] = raw
				break
			}
		}
	}
	for name, path := range want {
		program, failure := r.machine([]string{jsonText(path)}).Find(r.t.Context(), r.entryNamed(name))
		if failure != nil || program.Path != jsonText(path) {
			r.t.Errorf("%q is found at %q, want %s; %v", name, program.Path, path, failure)
		}
	}
	return len(want) > 0
}

// checkPrompts compares what the person was asked: how many values, or which, or what each question is like.
func checkPrompts(r *run, raw json.RawMessage) bool {
	r.settle()
	r.mu.Lock()
	var asked []map[string]json.RawMessage
	all := ""
	for _, s := range r.cfg.prompts {
		asked = append(asked, promptsOf(s))
		all += s.Request.Prompt + string(s.Schema)
	}
	r.mu.Unlock()
	var count int
	if json.Unmarshal(raw, &count) == nil {
		r.wantNow("questions", len(asked), count)
		return true
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		list = []json.RawMessage{raw}
	}
	fields := 0
	for _, one := range asked {
		fields += len(one)
	}
	if fields < len(list) || len(list) == 0 && fields > 0 {
		r.t.Errorf("%d values were asked for, want %d: %s", fields, len(list), all)
	}
	known := true
	for _, one := range list {
		want := objectOf(one)
		if want == nil {
			if !mentions(all, jsonText(one)) {
				r.t.Errorf("nothing asks for %s: %s", one, all)
			}
			continue
		}
		for member, value := range want {
			switch member {
			case "id", "description", "label", "title", "message", "server", "default", "options":
				for _, word := range listOf(value) {
					if !mentions(all, word) {
						r.t.Errorf("%s %q is not in %s", member, word, all)
					}
				}
			case "password", "masked", "secret":
				if masked := strings.Contains(all, `"password"`); masked != (string(value) == "true") {
					r.t.Errorf("masked %v, want %s: %s", masked, value, all)
				}
			default:
				known = false
			}
		}
	}
	return known
}

// checkShown looks for what stands for a secret in what screens and logs are given, and makes sure that no value is on the screen or in
// a log.
func checkShown(r *run, raw json.RawMessage) bool {
	written := ""
	for _, s := range r.cfg.file.Servers {
		shown := s.AsWritten()
		written += strings.Join(shown.Command, "\n") + "\n" + shown.URL + "\n" + shown.Cwd + "\n"
		for _, value := range shown.Env {
			written += value + "\n"
		}
		for _, value := range shown.Headers {
			written += value + "\n"
		}
		r.page(s.Name)
	}
	for _, want := range listOf(raw) {
		if !strings.Contains(written, want) {
			r.t.Errorf("%q is not what is to be shown: %q", want, written)
		}
		if !strings.Contains(withoutSpace(r.seen), withoutSpace(want)) {
			r.t.Errorf("%q is not on the screen: %q", want, r.seen)
		}
	}
	for name := range r.c.Env {
		value := r.c.variable(name)
		if surroundings(name) || name == "HOME" || name == "PATH" || value == "" {
			continue
		}
		if strings.Contains(r.seen, value) || strings.Contains(r.logged.String(), value) {
			r.t.Errorf("the value of %s is shown or logged", name)
		}
	}
	return true
}

// checkFileAfter compares the file after the steps: the whole text, or what must and must not be in it.
func checkFileAfter(r *run, raw json.RawMessage) bool {
	now, err := os.ReadFile(r.cfg.path)
	if err != nil {
		r.t.Fatal(err)
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		if string(now) != text {
			r.t.Errorf("the file is now %q, want %q", now, text)
		}
		return true
	}
	known := true
	for member, value := range objectOf(raw) {
		switch member {
		case "text":
			if string(now) != jsonText(value) {
				r.t.Errorf("the file is now %q, want %s", now, value)
			}
		case "must_contain", "contains":
			for _, words := range listOf(value) {
				if !bytes.Contains(now, []byte(words)) {
					r.t.Errorf("%q is not in the file any more: %s", words, now)
				}
			}
		case "must_not_contain":
			for _, words := range listOf(value) {
				if bytes.Contains(now, []byte(words)) {
					r.t.Errorf("%q is in the file: %s", words, now)
				}
			}
		default:
			known = false
		}
	}
	// What was changed must be read again as it was meant.
	file, err := config.Parse(filepath.Base(r.cfg.path), now, r.c.variable)
	if err != nil {
		r.t.Errorf("the file cannot be read any more: %v", err)
	}
	for _, step := range r.c.User {
		edit := objectOf(step["edit_server"])
		off, some := edit["disable"]
		if !some {
			continue
		}
		for _, s := range file.Servers {
			if s.Name == jsonText(edit["name"]) && s.Disabled != (string(off) == "true") {
				r.t.Errorf("%s was to be disabled: %s", s, off)
			}
		}
	}
	return known
}

func checkFileUnchanged(r *run, want json.RawMessage) bool {
	r.settle()
	now, err := os.ReadFile(r.cfg.path)
	if err != nil {
		r.t.Fatal(err)
	}
	if same := reflect.DeepEqual(now, r.cfg.before); same != (string(want) == "true") {
		r.t.Errorf("the file is %q, was %q", now, r.cfg.before)
	}
	return true
}
