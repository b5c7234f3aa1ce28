package app

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"parley/bridge"
	"parley/bridge/config"
)

// configChecks are the members of expect that a case about a servers file may have. A check reports false when it could not look.
var configChecks = map[string]func(*run, json.RawMessage) bool{
	"config":                checkConfig,
	"errors":                checkEntryErrors,
	"error":                 checkFileError,
	"error_mentions":        checkFileError,
	"order":                 checkServerOrder,
	"listed":                checkServerOrder,
	"servers":               checkServerOrder,
	"listed_count":          checkServerCount,
	"note_mentions":         checkNote,
	"notes_mention":         checkNote,
	"notice_mentions":       checkNote,
	"warning_mentions":      checkNote,
	"warnings":              checkWarnings,
	"notes":                 checkWarnings,
	"started":               checkStarted,
	"not_started":           checkNotStarted,
	"found":                 checkFound,
	"prompts":               checkPrompts,
	"shown":                 checkShown,
	"not_shown":             checkNotShown,
	"must_not_show":         checkNotShown,
	"log_must_not_contain":  checkNotShown,
	"wire_must_not_contain": checkNotSent,
	"file_after":            checkFileAfter,
	"file_unchanged":        checkFileUnchanged,
	"masked":                checkMasked,
	"network_requests": func(r *run, want json.RawMessage) bool {
		r.settle()
		r.wantNow("network requests", r.networkRequests(), number(want))
		return true
	},
	"behaviour": func(r *run, want json.RawMessage) bool { return r.own("behaviour") || r.configWords("behaviour", want) },
	"then":      func(r *run, want json.RawMessage) bool { return r.own("then") || r.configWords("then", want) },
	"modal":     func(r *run, want json.RawMessage) bool { return r.own("modal") || r.configWords("modal", want) },
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
	"disabled": func(s config.Server) any { return s.Disabled },
	"argv":     func(s config.Server) any { return orNil(len(s.Command), s.Command) },
	"inputs": func(s config.Server) any {
		var ids []string
		for _, in := range s.Inputs {
			ids = append(ids, in.ID)
		}
		return orNil(len(ids), ids)
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
	"timeout_ms":       func(s config.Server) any { return orNil(int(s.Timeout), s.Timeout.Milliseconds()) },
	"timeout_s":        func(s config.Server) any { return orNil(int(s.Timeout), s.Timeout.Seconds()) },
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
	var names []string
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
		names = append(names, s.Name)
		if len(s.Inputs) > 0 && r.cfg.values != nil {
			filled, err := s.Fill(r.cfg.values)
			if err != nil {
				r.t.Errorf("%s: %v", s.Name, err)
			}
			s = filled
		}
		for member, value := range want {
			if member == "type" {
				member = "transport"
			}
			value = sameMeaning(member, value)
			get := configMembers[member]
			if words, is := objectOf(wanted[s.Name])["command"]; is && member == "command" && strings.HasPrefix(string(words), "[") {
				get = configMembers["argv"] // program and arguments in one
			}
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
			whole := member == "command" && want["argv"] != nil || member == "args" && (want["argv"] != nil || strings.HasPrefix(string(want["command"]), "["))
			if _, said := want[member]; !said && !whole && configMembers[member](s) != nil {
				r.t.Errorf("%q has %s %s, and should have none", s.Name, member, asJSON(r, configMembers[member](s)))
			}
		}
	}
	for name := range wanted {
		if !slices.Contains(names, name) {
			r.t.Errorf("%q is missing in %s", name, r.cfg.file.Servers)
		}
	}
	if r.c.said("file_path") == "" {
		r.checkListed()
	}
	return all
}

// sameMeaning gives a value in the words of configMembers, where cases have several for one thing.
func sameMeaning(member string, value json.RawMessage) json.RawMessage {
	if member != "transport" {
		return value
	}
	switch jsonText(value) {
	case "http", "streamable", "streamableHttp", "streamable_http", "auto", "remote":
		return json.RawMessage(`"streamable-http"`)
	case "local", "program":
		return json.RawMessage(`"stdio"`)
	}
	return value
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

// listOf is one text or several. A line and a column are looked for as a message tells them.
func listOf(raw json.RawMessage) []string {
	var list []string
	if json.Unmarshal(raw, &list) == nil {
		return list
	}
	object := objectOf(raw)
	if object == nil {
		if text := jsonText(raw); text != "true" && text != "null" {
			return []string{text}
		}
		return nil // that there is something, whatever it says
	}
	for _, member := range slices.Sorted(maps.Keys(object)) {
		switch words := listOf(object[member]); member {
		case "line", "column":
			for _, number := range words {
				list = append(list, member+" "+number)
			}
		default:
			list = append(list, words...)
		}
	}
	return list
}

// checkEntryErrors looks for the words in what the person is told about the server: on its page, after it was started if need be.
func checkEntryErrors(r *run, raw json.RawMessage) bool {
	wanted := objectOf(raw)
	for _, name := range namesIn(raw) {
		words := wanted[name]
		if words == nil {
			words = json.RawMessage("true")
		}
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
		if r.cfg.dials[name] > 0 {
			r.t.Errorf("%q was started all the same", name)
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
	if none := string(raw); none == "null" || none == "false" {
		if r.cfg.err != nil {
			r.t.Errorf("the file was not read: %v", r.cfg.err)
		}
		return true
	}
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
	want, got := namesIn(raw), []string(nil)
	for _, s := range r.cfg.file.Servers {
		got = append(got, s.Name)
	}
	if !slices.Equal(got, want) {
		r.t.Errorf("order %q, want %q", got, want)
	}
	r.checkListed()
	return true
}

func checkServerCount(r *run, want json.RawMessage) bool {
	r.wantNow("servers", len(r.cfg.file.Servers), number(want))
	r.checkListed()
	return true
}

// checkWarnings compares how much is noted, or looks for words in it.
func checkWarnings(r *run, want json.RawMessage) bool {
	var none []json.RawMessage
	switch isList := json.Unmarshal(want, &none) == nil && none != nil; {
	case isList && len(none) == 0, string(want) == "false", string(want) == "null", string(want) == "0":
		if len(r.cfg.file.Notes) > 0 {
			r.t.Errorf("noted: %q", r.cfg.file.Notes)
		}
		return true
	case !isList && string(want) != "true" && want[0] != '"' && want[0] != '{':
		r.wantNow("notes", len(r.cfg.file.Notes), number(want))
		return true
	}
	return checkNote(r, want)
}

// checkNote looks for the words in what is said about a file that works: by the loader, and in the window.
func checkNote(r *run, raw json.RawMessage) bool {
	notes := strings.Join(r.cfg.file.Notes, "\n") + "\n" + r.refused
	if strings.TrimSpace(notes) == "" && string(raw) != "[]" {
		r.t.Error("nothing is noted")
	}
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
	want, got := namesIn(raw), []string(nil)
	r.settle()
	for _, s := range r.servers.all() {
		if r.cfg.dials[s.Name()] > 0 {
			got = append(got, s.Name())
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		r.t.Errorf("started %q, want %q", got, want)
	}
	r.checkListed()
	return true
}

func checkNotStarted(r *run, raw json.RawMessage) bool {
	r.settle()
	for _, name := range namesIn(raw) {
		if r.cfg.dials[name] > 0 {
			r.t.Errorf("%q was started", name)
		}
	}
	return true
}

// checkNotSent makes sure that words are in nothing that a program or an address was given, and in nothing that was said to them.
func checkNotSent(r *run, raw json.RawMessage) bool {
	r.settle()
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, word := range listOf(raw) {
		for _, s := range r.cfg.sent {
			given := append([]string{s.URL, s.Cwd}, s.Command...)
			for _, values := range []map[string]string{s.Env, s.Headers} {
				for name, value := range values {
					given = append(given, name, value)
				}
			}
			for _, text := range given {
				if strings.Contains(text, word) {
					r.t.Errorf("%q was sent to %s", word, s)
				}
			}
		}
	}
	return true
}

// checkNotShown makes sure that words are on no page, in no editor and in no log.
func checkNotShown(r *run, raw json.RawMessage) bool {
	for _, s := range r.cfg.file.Servers {
		r.page(s.Name)
		r.opts.Log.Info("entry", "server", s)
	}
	said := r.seen + r.logged.String() + fmt.Sprintf("%v %q %+v", r.cfg.err, r.cfg.file.Notes, r.cfg.file.Servers)
	for _, word := range listOf(raw) {
		if strings.Contains(said, word) {
			r.t.Errorf("%q is shown, noted or logged", word)
		}
	}
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
		if string(path) == "null" || string(path) == "false" {
			if _, failure := r.machine(nil).Find(r.t.Context(), bridge.CommandOf(r.entryNamed(name))); failure == nil {
				r.t.Errorf("%q is found", name)
			}
			continue
		}
		program, failure := r.machine([]string{jsonText(path)}).Find(r.t.Context(), bridge.CommandOf(r.entryNamed(name)))
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
		list = promptList(raw)
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
			case "type": // of the input; a choice shows in its options
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

// promptList is one prompt, or several by id.
func promptList(raw json.RawMessage) []json.RawMessage {
	object := objectOf(raw)
	if object == nil || object["id"] != nil || object["description"] != nil || object["label"] != nil {
		return []json.RawMessage{raw}
	}
	var list []json.RawMessage
	for _, id := range slices.Sorted(maps.Keys(object)) {
		list = append(list, json.RawMessage(`"`+id+`"`))
		if objectOf(object[id]) != nil {
			list[len(list)-1] = object[id]
		}
	}
	return list
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
		if surroundings(name) || name == "HOME" || name == "PATH" || len(value) < 3 {
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
		case "json":
			plain, err := hujson.Standardize(bytes.Clone(now))
			if err != nil || !sameJSON(plain, value) {
				r.t.Errorf("the file is now %q, want %s", now, value)
			}
		case "line_endings", "eol":
			crlf := bytes.Count(now, []byte("\r\n"))
			if want := strings.EqualFold(jsonText(value), "crlf") || jsonText(value) == "\r\n"; want != (crlf > 0) || want && crlf != bytes.Count(now, []byte("\n")) {
				r.t.Errorf("the lines of %q do not end as they did", now)
			}
		case "ends_with":
			if !bytes.HasSuffix(now, []byte(jsonText(value))) {
				r.t.Errorf("%q does not end with %s", now, value)
			}
		case "starts_with":
			if !bytes.HasPrefix(now, []byte(jsonText(value))) {
				r.t.Errorf("%q does not begin with %s", now, value)
			}
		case "bytes_base64", "text_base64":
			if base64.StdEncoding.EncodeToString(now) != jsonText(value) {
				r.t.Errorf("the file is now %q (%s)", now, base64.StdEncoding.EncodeToString(now))
			}
		case "text", "equals":
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
		if !some || edit["rename"] != nil || r.refused != "" {
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
