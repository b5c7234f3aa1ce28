package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strings"
	"time"
)

// members are the parts of an entry that Parley knows, as written. Other hosts' members are ignored.
type members struct {
	Command     json.RawMessage `json:"command"`
	Args        json.RawMessage `json:"args"`
	Env         json.RawMessage `json:"env"`
	Environment json.RawMessage `json:"environment"`
	Cwd         json.RawMessage `json:"cwd"`
	URL         json.RawMessage `json:"url"`
	Headers     json.RawMessage `json:"headers"`
	Type        json.RawMessage `json:"type"`
	Transport   json.RawMessage `json:"transport"`

	Timeout         json.RawMessage `json:"timeout"`
	AnswerTimeout   json.RawMessage `json:"answerTimeout"`
	AnswerOnOpen    json.RawMessage `json:"answerOnOpen"`
	ProtocolVersion json.RawMessage `json:"protocolVersion"`

	Disabled json.RawMessage `json:"disabled"`
	Enabled  json.RawMessage `json:"enabled"`
	IsActive json.RawMessage `json:"isActive"`
}

// server reads one entry. It always gives a server with its name; what is wrong with it is in Problem.
func (e entry) server(getenv func(string) string) (server Server, notes []string) {
	server.Name = e.name
	r := reader{getenv: getenv}
	var m members
	if json.Unmarshal(e.raw, &m) != nil || !bytes.HasPrefix(bytes.TrimSpace(e.raw), []byte("{")) {
		r.fail("The entry must be an object, with a command or a url in it.")
		server.Problem = r.problem
		return server, nil
	}
	server.Command = r.command(m.Command, m.Args)
	server.URL = r.text("url", m.URL)
	environment := m.Environment // wins over the alias (contract G3)
	if absent(environment) {
		environment = m.Env
	}
	server.Env, server.Unset = r.environment(environment)
	server.Cwd = r.folder(r.text("cwd", m.Cwd))
	server.Headers = r.headers(m.Headers)
	server.Timeout = r.milliseconds("timeout", m.Timeout)
	server.AnswerTimeout = r.milliseconds("answerTimeout", m.AnswerTimeout)
	server.AnswerOnOpen = r.yes("answerOnOpen", m.AnswerOnOpen, false)
	server.Protocol = r.text("protocolVersion", m.ProtocolVersion)
	// Either word is enough to leave a server out (contract G4).
	server.Disabled = r.yes("disabled", m.Disabled, false) || !r.yes("enabled", m.Enabled, true) || !r.yes("isActive", m.IsActive, true)
	kind := r.text("type", m.Type)
	if kind == "" {
		kind = r.text("transport", m.Transport)
	}
	if left := r.settle(&server, kind); left != "" {
		notes = append(notes, fmt.Sprintf("%q has both a command and a url. Its type says which to use; the %s is ignored.", e.name, left))
	}
	if server.Timeout > 0 && server.Timeout < time.Second {
		notes = append(notes, fmt.Sprintf("%q has a time limit of %d milliseconds, less than a second. For seconds, write three zeros more.",
			e.name, server.Timeout.Milliseconds()))
	}
	server.Problem = r.problem
	return server, notes
}

// settle decides between program and address (contract G7) and says which part it left out, if any.
func (r *reader) settle(server *Server, kind string) (left string) {
	program, address := len(server.Command) > 0, server.URL != ""
	switch strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(kind)) {
	case "":
		if program && address {
			r.fail("The entry has both a command and a url. Keep one of them, or add a type.")
			return ""
		}
	case "stdio", "local":
		if !program {
			r.fail("The type is %s, but there is no command.", kind)
		}
		if address {
			left = "url"
		}
		server.URL, server.Headers = "", nil
	case "http", "streamablehttp", "sse", "remote":
		if !address {
			r.fail("The type is %s, but there is no url.", kind)
		}
		if program {
			left = "command"
		}
		server.Command = nil
	default:
		r.fail("The type %q is not known. Write stdio for a program, or http for an address.", kind)
		return ""
	}
	if !program && !address {
		r.fail("The entry has neither a command to start nor a url to connect to.")
		return left
	}
	if server.URL != "" {
		r.address(server.URL)
	}
	return left
}

// reader reads the members of one entry and keeps the first thing that is wrong.
type reader struct {
	getenv  func(string) string
	problem error
}

// problem is what is wrong with an entry: whole sentences for the person.
type problem string

func (p problem) Error() string { return string(p) }

func (r *reader) fail(format string, args ...any) {
	if r.problem == nil {
		r.problem = problem(fmt.Sprintf(format, args...))
	}
}

func absent(raw json.RawMessage) bool { return len(raw) == 0 || string(raw) == "null" }

// scalar gives the text of a string, and the JSON text of a number, true or false.
func scalar(raw json.RawMessage) (string, bool) {
	var text string
	if json.Unmarshal(raw, &text) == nil && !absent(raw) {
		return text, true
	}
	if absent(raw) || raw[0] == '{' || raw[0] == '[' {
		return "", false
	}
	return string(raw), true
}

func (r *reader) text(member string, raw json.RawMessage) string {
	if absent(raw) {
		return ""
	}
	var text string
	if json.Unmarshal(raw, &text) != nil {
		r.fail("%q must be text.", member)
		return ""
	}
	return r.expand(member, text)
}

// command joins a program, or a list of program and arguments, with the arguments (contract G2).
func (r *reader) command(program, args json.RawMessage) []string {
	var words []string
	switch {
	case absent(program):
		return nil
	case program[0] == '[':
		words = r.list("command", program)
	default:
		words = []string{r.text("command", program)}
	}
	words = append(words, r.list("args", args)...)
	for i, word := range words {
		words[i] = r.folder(word)
	}
	if len(words) == 0 || words[0] == "" {
		r.fail("The command is empty.")
		return nil
	}
	return words
}

func (r *reader) list(member string, raw json.RawMessage) []string {
	if absent(raw) {
		return nil
	}
	var items []json.RawMessage
	if json.Unmarshal(raw, &items) != nil {
		r.fail("%q must be a list, as in [\"first\", \"second\"].", member)
		return nil
	}
	var words []string
	for _, item := range items {
		word, ok := scalar(item)
		if !ok {
			r.fail("%q must be a list of texts.", member)
			return nil
		}
		words = append(words, r.expand(member, word))
	}
	return words
}

// environment reads variables; null takes one out of what is inherited.
func (r *reader) environment(raw json.RawMessage) (set map[string]string, unset []string) {
	object := r.object("env", raw)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		value := object[name]
		text, ok := scalar(value)
		switch {
		case absent(value):
			unset = append(unset, name)
		case !ok:
			r.fail("The variable %q must be text.", name)
		default:
			set = with(set, name, r.expand("env", text))
		}
	}
	return set, unset
}

func (r *reader) headers(raw json.RawMessage) map[string]string {
	var headers map[string]string
	object := r.object("headers", raw)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		text, ok := scalar(object[name])
		if !ok {
			r.fail("The header %q must be text.", name)
			continue
		}
		headers = with(headers, name, r.expandHeader(name, text))
	}
	return headers
}

func (r *reader) object(member string, raw json.RawMessage) map[string]json.RawMessage {
	if absent(raw) {
		return nil
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		r.fail("%q must be an object, as in {\"NAME\": \"value\"}.", member)
	}
	return object
}

func with(m map[string]string, key, value string) map[string]string {
	if m == nil {
		m = map[string]string{}
	}
	m[key] = value
	return m
}

// milliseconds reads a duration; nothing, zero and less mean the default (contract G5).
func (r *reader) milliseconds(member string, raw json.RawMessage) time.Duration {
	if absent(raw) {
		return 0
	}
	var n float64
	if json.Unmarshal(raw, &n) != nil {
		r.fail("%q must be a number of milliseconds, without quotation marks.", member)
		return 0
	}
	if n <= 0 {
		return 0
	}
	if n > float64(math.MaxInt64/time.Millisecond) {
		r.fail("%q is too large.", member)
		return 0
	}
	return max(time.Duration(n*float64(time.Millisecond)), 1)
}

func (r *reader) yes(member string, raw json.RawMessage, otherwise bool) bool {
	if absent(raw) {
		return otherwise
	}
	answer := otherwise
	if json.Unmarshal(raw, &answer) != nil {
		r.fail("%q must be true or false.", member)
		return otherwise
	}
	return answer
}

// address checks the url of a remote server.
func (r *reader) address(address string) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || (u.Scheme != "https" && u.Scheme != "http") {
		r.fail("The url must be a whole address, such as https://example.org/mcp.")
	}
}
