package outline

import (
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"parley/bridge/config/tree"
)

// Switch is how an app writes into an entry that its server is not to start. Parley starts none that is off in its own file, and
// switches it in the word that is there.
type Switch struct {
	Path []string // to the member, from the entry
	Off  bool     // what it says
	On   string   // what it must say for on, in JSON
	Not  string   // the same for off
}

// SwitchMeaning gives what true means for a word, without capitals, hyphens and underscores: on for most. Cline and many others write
// disabled, opencode enabled, Cherry Studio isActive, Jan active, AnythingLLM autoStart and Theia autostart, Warp start_on_launch,
// LibreChat startup, Open WebUI enable.
func SwitchMeaning(name string) (on, is bool) {
	switch BareWord(name) {
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

// BareWord is a name as all spell it: without capitals, and without what stands between its words.
func BareWord(name string) string { return betweenWords.Replace(strings.ToLower(name)) }

var betweenWords = strings.NewReplacer("_", "", "-", "", " ", "", ".", "", "\t", "")

// Switches finds the words in an entry, also those that an app keeps in an object of its own.
func Switches(members []hujson.ObjectMember) []Switch {
	var all []Switch
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
				word.Path = []string{name, tree.NameOf(n)}
				all = append(all, word)
			}
		}
	}
	return all
}

// ofAnApp tells an object in which an app keeps what is its own, from one about a part of the server: that tools or a sign-in are off says
// nothing about the server.
func ofAnApp(name string) bool {
	switch BareWord(name) {
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

func readSwitch(name string, v hujson.Value) (Switch, bool) {
	m := tree.Member{Name: name, At: v.StartOffset, Value: v}
	word := Switch{Path: []string{name}}
	on, is := SwitchMeaning(name)
	text, isText := m.Text()
	text = strings.ToLower(strings.TrimSpace(text))
	switch BareWord(name) {
	case "state", "status":
		for _, pair := range stateWords() {
			if at := slices.Index(pair[:], text); isText && at >= 0 {
				word.On, word.Not, word.Off = `"`+inCaseOf(m, pair[0])+`"`, `"`+inCaseOf(m, pair[1])+`"`, at == 1
				return word, true
			}
		}
		return word, false
	}
	if !is {
		return word, false
	}
	word.On, word.Not = "false", "true"
	if on {
		word.On, word.Not = "true", "false"
	}
	raw, _ := m.Scalar()
	raw = strings.ToLower(strings.TrimSpace(raw))
	if on {
		word.Off = slices.Contains([]string{"false", "no", "off", "0", "never", "manual"}, raw)
	} else {
		word.Off = slices.Contains([]string{"true", "yes", "on", "1", "always"}, raw)
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

// SwitchedOff is an entry that says for itself what a list said of it, for it goes where there is no such list.
func SwitchedOff(entry hujson.Value) hujson.Value {
	object, is := entry.Value.(*hujson.Object)
	if !is {
		return entry
	}
	members := slices.DeleteFunc(slices.Clone(object.Members), func(m hujson.ObjectMember) bool { return tree.NameOf(m) == "disabled" })
	return tree.ObjectValue(append(members, tree.MemberValue("disabled", tree.LiteralValue("true", entry.StartOffset))), entry.StartOffset)
}
