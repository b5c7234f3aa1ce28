package app

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"parley/bridge/config"
	"parley/bridge/wiretest"
)

// scriptRule is one thing that a server of a case does by its server_script: when it hears a method, it answers or says something.
type scriptRule struct {
	on     string          // method; "" is before anything else
	nth    int             // which of them; 0: each
	result json.RawMessage // the answer
	fails  json.RawMessage // or an error
	says   []string        // lines that it says, before the answer
	mute   bool            // it does not answer
	exits  bool            // it hangs up
}

// script reads a server_script: a list of objects, or of sentences. It reports false for one that it does not understand.
func readScript(raw json.RawMessage) (rules []scriptRule, ok bool) {
	if raw == nil {
		return nil, true
	}
	on := ""
	for _, one := range each(raw) {
		var rule scriptRule
		var text string
		if json.Unmarshal(one, &text) == nil {
			if rule, ok = scriptSentence(text, on); !ok {
				return nil, false
			}
		} else if rule, ok = scriptObject(one, on); !ok {
			return nil, false
		}
		on = rule.on
		rules = append(rules, rule)
	}
	return rules, true
}

// first gives the first of several members that there is.
func first(m map[string]json.RawMessage, names ...string) json.RawMessage {
	for _, name := range names {
		if raw, ok := m[name]; ok {
			return raw
		}
	}
	return nil
}

// scriptMembers are what a rule may have; with any other it is not understood. The last line is what messages have.
var scriptMembers = []string{
	"on", "when", "after", "expect", "receive", "method_is", "wait_for", "request", "nth", "time", "call",
	"result", "reply", "respond", "response", "answer", "then", "error", "fail",
	"send", "sends", "say", "says", "emit", "notify", "notification", "raw", "line", "stdout", "message",
	"silent", "no_reply", "no_answer", "exit", "close", "hangup", "comment", "note", "why",
	"jsonrpc", "method", "params", "id",
}

// scriptObject reads a rule with members. One that does not say when stands behind the rule before it.
func scriptObject(raw json.RawMessage, on string) (scriptRule, bool) {
	var m map[string]json.RawMessage
	if json.Unmarshal(raw, &m) != nil {
		return scriptRule{}, false
	}
	rule := scriptRule{on: on}
	if when := first(m, "on", "when", "after", "expect", "receive", "method_is", "wait_for", "request"); when != nil {
		rule.on = jsonText(when)
	}
	rule.nth = number(first(m, "nth", "time", "call"))
	rule.result = first(m, "result", "reply", "respond", "response", "answer", "then")
	rule.fails = first(m, "error", "fail")
	if inner := membersOf(rule.result); inner["error"] != nil && inner["result"] == nil {
		rule.result, rule.fails = nil, inner["error"]
	} else if inner["result"] != nil && (inner["jsonrpc"] != nil || len(inner) == 1) {
		rule.result = inner["result"]
	}
	if says := first(m, "send", "sends", "say", "says", "emit", "notify", "notification", "raw", "line", "stdout", "message"); says != nil {
		for _, one := range each(says) {
			rule.says = append(rule.says, wireLine(one))
		}
	} else if m["method"] != nil {
		rule.says = append(rule.says, wireLine(raw))
	}
	for name := range m {
		if !slices.Contains(scriptMembers, name) {
			return scriptRule{}, false
		}
	}
	text := string(raw)
	rule.mute = m["silent"] != nil || strings.Contains(text, "no_reply") || strings.Contains(text, "no_answer")
	rule.exits = m["exit"] != nil || m["close"] != nil || m["hangup"] != nil
	return rule, rule.result != nil || rule.fails != nil || rule.says != nil || rule.mute || rule.exits || m["on"] != nil || m["expect"] != nil
}

// wireLine is a message as a line on the wire: a text as it is, an object with what every message has.
func wireLine(raw json.RawMessage) string {
	if len(raw) > 0 && raw[0] == '"' {
		return jsonText(raw)
	}
	if m := membersOf(raw); m["jsonrpc"] == nil && raw[0] == '{' {
		return `{"jsonrpc":"2.0",` + oneLineJSON(raw)[1:]
	}
	return oneLineJSON(raw)
}

var (
	sentenceOn     = regexp.MustCompile(`(?i)^(?:on|after|when(?: it hears)?|upon)\s+(?:the )?(first |second |third )?([a-z]+(?:/[a-z_]+)*)\s*[:,]?\s*(.*)$`)
	sentenceSays   = regexp.MustCompile(`(?is)^(?:stdout|prints?|sends?|says?|writes?|emits?|line)\s*(?:on stdout|to stdout)?\s*:?\s*(.*)$`)
	sentenceMute   = regexp.MustCompile(`(?i)^(?:never|does not|no|ignores?)\s+(?:answers?|reply to|replies to|repl(?:y|ies)|respond(?:s)? to)?\s*(?:to )?([a-z]+(?:/[a-z_]+)*)`)
	sentenceAsEver = regexp.MustCompile(`(?i)^(?:then |and )*(?:answers?|repl(?:y|ies)(?: to)?|responds?(?: to)?|goes on)\s*(?:the )?(?:[a-z]+(?:/[a-z_]+)*)?\s*(?:normally|as usual|properly|as ever|then|request)?$`)
	sentenceExit   = regexp.MustCompile(`(?i)\b(?:exits?|crashes|hangs up|closes (?:its )?(?:stdout|connection)|dies|ends)\b`)
	ordinals       = map[string]int{"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
)

// scriptSentence reads a rule in words.
func scriptSentence(text, on string) (scriptRule, bool) {
	rule := scriptRule{on: on}
	text = strings.TrimSpace(text)
	if found := sentenceOn.FindStringSubmatch(text); found != nil {
		rule.on, rule.nth, text = found[2], ordinals[strings.TrimSpace(strings.ToLower(found[1]))], found[3]
	}
	switch found := sentenceMute.FindStringSubmatch(text); {
	case found != nil && strings.Contains(found[1], "/") || found != nil && (found[1] == "initialize" || found[1] == "ping"):
		rule.on, rule.mute = found[1], true
		return rule, true
	}
	if found := sentenceSays.FindStringSubmatch(text); found != nil {
		line := strings.Trim(found[1], "'’‘“”")
		if strings.HasPrefix(line, "{") && json.Valid([]byte(line)) {
			line = wireLine(json.RawMessage(line))
		}
		rule.says = append(rule.says, line)
		return rule, true
	}
	rule.exits = sentenceExit.MatchString(text)
	return rule, rule.exits || sentenceAsEver.MatchString(text)
}

// plays lets a server do what its rules say.
func plays(script *wiretest.Server, rules []scriptRule) {
	var mu sync.Mutex
	heard, begun := map[string]int{}, false
	before := script.Other
	script.Other = func(s *wiretest.Server, m wiretest.Message) bool {
		mu.Lock()
		heard[m.Method]++
		n, opening := heard[m.Method], !begun
		begun = true
		mu.Unlock()
		taken := false
		for _, rule := range rules {
			if rule.on == "" && !opening || rule.on != "" && (rule.on != m.Method || rule.nth != 0 && rule.nth != n) {
				continue
			}
			for _, line := range rule.says {
				s.Say(strings.ReplaceAll(line, "$id", string(m.ID)))
			}
			switch {
			case rule.result != nil:
				s.Answer(m, oneLineJSON(rule.result))
			case rule.fails != nil:
				s.Say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":%s}`, m.ID, oneLineJSON(rule.fails)))
			case rule.exits:
				go s.Hangup()
			}
			taken = taken || rule.on != "" && (rule.result != nil || rule.fails != nil || rule.mute || rule.exits)
		}
		return taken || before != nil && before(s, m)
	}
}

var stderrAmount = regexp.MustCompile(`(?i)(\d+) ?(kb|mb|lines)`)

// stageStderr sets the scene of a case whose server writes much for its maintainer: a real child process.
func (r *run) stageStderr(script []json.RawMessage) bool {
	at := slices.IndexFunc(script, func(raw json.RawMessage) bool { return mentions(jsonText(raw), "stderr") })
	if at < 0 {
		return false
	}
	much := "10 MB"
	if found := stderrAmount.FindString(jsonText(script[at])); found != "" {
		much = found
	}
	r.trial = newTrial(r.t, trialServer{name: "Demo lab", entry: config.Server{
		Command: []string{os.Args[0], "-test.run=^TestFloodingProgram$"},
		Env:     map[string]string{floodVariable: much},
	}})
	return true
}

// amount is how many bytes a case means.
func amount(text string) int {
	found := stderrAmount.FindStringSubmatch(text)
	if found == nil {
		return 10 << 20
	}
	n, _ := strconv.Atoi(found[1])
	return min(n, 1000) * map[string]int{"kb": 1 << 10, "mb": 1 << 20, "lines": 100}[strings.ToLower(found[2])]
}
