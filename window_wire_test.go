//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// wire is what a server got and sent, as far as it wrote it down.
type wire struct {
	t    *testing.T
	path string
}

// message is one line of it.
type message struct {
	at       time.Time
	process  int // how many processes had started by then
	toServer bool
	text     string

	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
}

func (w wire) text() string {
	w.t.Helper()
	raw, err := os.ReadFile(w.path)
	if err != nil && !os.IsNotExist(err) {
		w.t.Fatal(err)
	}
	return string(raw)
}

// brief is the text without the long ends of long lines, for a report.
func (w wire) brief() string {
	var out strings.Builder
	for line := range strings.Lines(w.text()) {
		fmt.Fprintf(&out, "%.400s\n", strings.TrimSuffix(line, "\n"))
	}
	return out.String()
}

// messages are all lines that are messages, in the order in which the server got and sent them.
func (w wire) messages() (all []message) {
	w.t.Helper()
	process := 0
	for line := range strings.Lines(w.text()) {
		stamp, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		mark, text, _ := strings.Cut(rest, " ")
		if mark == "=" && strings.HasPrefix(text, "started ") {
			process++
		}
		if mark != ">" && mark != "<" || !strings.HasSuffix(line, "\n") {
			continue
		}
		m := message{process: process, toServer: mark == ">", text: text}
		var err error
		if m.at, err = time.Parse(time.RFC3339Nano, stamp); err != nil {
			w.t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			w.t.Fatalf("on the wire: %v in %.300q", err, text)
		}
		all = append(all, m)
	}
	return all
}

// asked are the messages with which the server asked the person.
func (w wire) asked() (all []message) {
	for _, m := range w.messages() {
		if !m.toServer && m.Method == "elicitation/create" {
			all = append(all, m)
		}
	}
	return all
}

// answers are what the server got for each of its questions, to the letter; "" for none. An answer to nothing and a second
// answer fail the test.
func (w wire) answers() []string {
	w.t.Helper()
	asked := w.asked()
	all := make([]string, len(asked))
	for _, m := range w.messages() {
		if !m.toServer || m.Method != "" {
			continue
		}
		to := slices.IndexFunc(asked, func(q message) bool { return q.process == m.process && bytes.Equal(q.ID, m.ID) })
		switch {
		case to < 0:
			w.t.Errorf("an answer to nothing: %s", m.text)
		case all[to] != "":
			w.t.Errorf("a second answer: %s", m.text)
		case m.Result == nil:
			all[to] = m.text
		default:
			all[to] = string(m.Result)
		}
	}
	return all
}

// answersAt are the times at which the answers came.
func (w wire) answersAt() (all []time.Time) {
	w.t.Helper()
	for _, m := range w.messages() {
		if m.toServer && m.Method == "" {
			all = append(all, m.at)
		}
	}
	return all
}

// calls are the arguments with which a tool was called, each time.
func (w wire) calls(tool string) []string { return w.callsWith(tool, "arguments") }

// responses are the answers that came with the calls of a tool, each time; "" for none. From protocol 2026-07-28 on answers go
// that way.
func (w wire) responses(tool string) []string { return w.callsWith(tool, "inputResponses") }

func (w wire) callsWith(tool, member string) (all []string) {
	w.t.Helper()
	for _, m := range w.messages() {
		var call map[string]json.RawMessage
		if m.toServer && m.Method == "tools/call" && json.Unmarshal(m.Params, &call) == nil && string(call["name"]) == `"`+tool+`"` {
			all = append(all, string(call[member]))
		}
	}
	return all
}

// sign lets a server go on that waits in the middle of a call; see [question].
func (w wire) sign() {
	w.t.Helper()
	if err := os.WriteFile(w.path+".sign", nil, 0o600); err != nil {
		w.t.Fatal(err)
	}
}

// got and sent count the messages with a method that came to the server, and from it.
func (w wire) got(method string) int  { return w.count(method, true) }
func (w wire) sent(method string) int { return w.count(method, false) }

func (w wire) count(method string, toServer bool) (n int) {
	w.t.Helper()
	for _, m := range w.messages() {
		if m.Method == method && m.toServer == toServer {
			n++
		}
	}
	return n
}

// tools is how many tools the server has listed.
func (w wire) tools() (n int) {
	w.t.Helper()
	for _, m := range w.messages() {
		var list struct{ Tools []json.RawMessage }
		if !m.toServer && m.Result != nil && json.Unmarshal(m.Result, &list) == nil && list.Tools != nil {
			n = len(list.Tools)
		}
	}
	return n
}

// pids are the processes that wrote this down, and what they started.
func (w wire) pids() (all []int) {
	w.t.Helper()
	for line := range strings.Lines(w.text()) {
		_, noted, _ := strings.Cut(line, " = ")
		word, number, _ := strings.Cut(strings.TrimSpace(noted), " ")
		if pid, err := strconv.Atoi(number); err == nil && (word == "started" || word == "child") {
			all = append(all, pid)
		}
	}
	return all
}
