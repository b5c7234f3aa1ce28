package config

import (
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"parley/bridge/config/tree"
)

// switchWord is how an app writes into an entry that its server is not to start. Parley starts none that is off in its own file, and
// switches it in the word that is there.
type switchWord struct {
	path []string // to the member, from the entry
	off  bool     // what it says
	on   string   // what it must say for on, in JSON
	not  string   // the same for off
}

// switchMeaning gives what true means for a word, without capitals, hyphens and underscores: on for most. Cline and many others write
// disabled, opencode enabled, Cherry Studio isActive, Jan active, AnythingLLM autoStart and Theia autostart, Warp start_on_launch,
// LibreChat startup, Open WebUI enable.
func switchMeaning(name string) (on, is bool) {
	switch bareWord(name) {
	case "disabled", "isdisabled", "disable", "inactive", "isinactive":
		return false, true
	case "enabled", "isenabled", "enable", "active", "isactive", "autostart", "startonlaunch", "startonstartup", "runonstartup", "startup":
		return true, true
	}
	return false, false
}

// stateWords are values of state and status (Witsy, MetaMCP), each with its counterpart, the word for on first.
func stateWords() [][2]string {
	return [][2]string{{"enabled", "disabled"}, {"active", "inactive"}, {"on", "off"}, {"started", "stopped"}, {"running", "stopped"}}
}

// bareWord is a name as all spell it: without capitals, and without what stands between its words.
func bareWord(name string) string { return betweenWords.Replace(strings.ToLower(name)) }

var betweenWords = strings.NewReplacer("_", "", "-", "", " ", "", ".", "", "\t", "")

// switchWords finds the words in an entry, also those that an app keeps in an object of its own.
func switchWords(members []hujson.ObjectMember) []switchWord {
	var all []switchWord
	last := tree.LastIndexes(members)
	for i, m := range members {
		name := tree.NameOf(m)
		if word, is := readSwitch(name, m.Value); is {
			if last[name] == i { // another one does not count
				all = append(all, word)
			}
			continue
		}
		inside, object := tree.MembersOf(m.Value)
		if !object || !ofAnApp(name) || last[name] != i || !slices.ContainsFunc(inside, isSwitch) {
			continue
		}
		lastInside := tree.LastIndexes(inside)
		for j, n := range inside {
			if word, is := readSwitch(tree.NameOf(n), n.Value); is && lastInside[tree.NameOf(n)] == j {
				word.path = []string{name, tree.NameOf(n)}
				all = append(all, word)
			}
		}
	}
	return all
}

// ofAnApp tells an object in which an app keeps what is its own, from one about a part of the server: that tools or a sign-in are off says
// nothing about the server.
func ofAnApp(name string) bool {
	switch bareWord(name) {
	case "env", "environment", "headers", "httpheaders", "oauth", "auth", "authentication", "tools", "command", "args", "sandbox", "dev", "debug",
		"logging", "log", "sampling", "elicitation", "roots", "resources", "prompts", "capabilities", "tls", "ssl", "proxy", "cache", "retry", "reconnect",
		"healthcheck", "telemetry", "inputs", "variables", "permissions", "requestoptions", "requestinit", "customuservars", "ratelimit":
		return false
	}
	return true
}

func isSwitch(m hujson.ObjectMember) bool {
	_, is := readSwitch(tree.NameOf(m), m.Value)
	return is
}

func readSwitch(name string, v hujson.Value) (switchWord, bool) {
	m := tree.Member{Name: name, At: v.StartOffset, Value: v}
	word := switchWord{path: []string{name}}
	on, is := switchMeaning(name)
	text, isText := m.Text()
	text = strings.ToLower(strings.TrimSpace(text))
	switch bareWord(name) {
	case "state", "status":
		for _, pair := range stateWords() {
			if at := slices.Index(pair[:], text); isText && at >= 0 {
				word.on, word.not, word.off = `"`+inCaseOf(m, pair[0])+`"`, `"`+inCaseOf(m, pair[1])+`"`, at == 1
				return word, true
			}
		}
		return word, false
	}
	if !is {
		return word, false
	}
	word.on, word.not = "false", "true"
	if on {
		word.on, word.not = "true", "false"
	}
	raw, _ := m.Scalar()
	raw = strings.ToLower(strings.TrimSpace(raw))
	if on {
		word.off = slices.Contains([]string{"false", "no", "off", "0", "never", "manual"}, raw)
	} else {
		word.off = slices.Contains([]string{"true", "yes", "on", "1", "always"}, raw)
	}
	return word, true
}

// inCaseOf writes a word in capitals where the old one was.
func inCaseOf(m tree.Member, word string) string {
	if old, _ := m.Text(); old != "" && old == strings.ToUpper(old) {
		return strings.ToUpper(word)
	}
	return word
}

// off reports whether any word leaves the server out; one is enough (contract G4).
func (r *reader) off(members tree.Object) bool {
	off := r.yes(members, "disabled", false)
	off = !r.yes(members, "enabled", true) || off
	off = !r.yes(members, "isActive", true) || off
	for _, word := range switchWords(members.Members()) {
		off = off || word.off
	}
	return off || r.doc.off(r.entry)
}
