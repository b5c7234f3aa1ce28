package config

import (
	"encoding/json"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// milliseconds reads a duration; nothing, zero and less mean the default (contract G5).
func (r *reader) milliseconds(members tree.Object, name string) time.Duration {
	m, ok := members.Get(name)
	if !ok {
		return 0
	}
	r.at = m.At
	var n float64
	if json.Unmarshal(m.Raw(), &n) != nil {
		r.fail("%q must be a number of milliseconds, without quotation marks.", name)
		return 0
	}
	if n <= 0 {
		return 0
	}
	if n > float64(math.MaxInt64/time.Millisecond) {
		r.fail("%q is too large.", name)
		return 0
	}
	return max(time.Duration(n*float64(time.Millisecond)), 1)
}

// timeLimit reads "timeout", in milliseconds (contract G5). Cline, Roo Code and Cherry Studio count it in seconds, up to an hour, and
// give themselves away by what they write beside it.
func (r *reader) timeLimit(members tree.Object) time.Duration {
	limit := r.milliseconds(members, "timeout")
	if limit == 0 {
		return 0
	}
	_, cline := members.Last("autoApprove")
	_, roo := members.Last("alwaysAllow")
	_, cherry := members.Last("isActive")
	if (cline || roo || cherry) && limit <= 3600*time.Millisecond {
		r.note("The time limit of %q is taken for %d seconds, as Cline, Roo Code and Cherry Studio write it.", r.entry, limit.Milliseconds())
		return limit * 1000
	}
	if limit < time.Second {
		r.note("%q has a time limit of %d milliseconds, less than a second. For seconds, write three zeros more.", r.entry, limit.Milliseconds())
	}
	return limit
}

func (r *reader) yes(members tree.Object, name string, otherwise bool) bool {
	m, ok := members.Get(name)
	if !ok {
		return otherwise
	}
	r.at = m.At
	switch string(m.Raw()) {
	case "true":
		return true
	case "false":
		return false
	}
	text, _ := m.Text()
	word := strings.ToLower(strings.TrimSpace(text))
	if r.doc.language == tree.YAML {
		word = strings.NewReplacer("yes", "true", "on", "true", "no", "false", "off", "false").Replace(word)
	}
	if word == "true" || word == "false" {
		r.note("%q of %q is text, and taken for %s. Write %s, without quotation marks.", name, r.entry, word, word)
		return word == "true"
	}
	r.fail("%q must be true or false.", name)
	return otherwise
}

// protocolVersion is a date, as the specification names its versions.
var protocolVersion = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)

func (r *reader) protocol(members tree.Object) string {
	version := r.text(members, "protocolVersion")
	if version != "" && !protocolVersion.MatchString(version) {
		r.fail("The protocolVersion must be a date such as 2025-11-25.")
	}
	return version
}

// dialect says to which kind of server Parley talks (contract D8).
func (r *reader) dialect(members tree.Object) string {
	dialect := strings.ToLower(r.text(members, "dialect"))
	switch dialect {
	case "", "nanohub", "standard":
		return dialect
	case "auto":
		return ""
	}
	r.fail("The dialect is not known. Write nanohub or standard, or leave it out to find out.")
	return ""
}

// logLevels are those of the specification (server/utilities/logging), from much to little.
func logLevels() []string {
	return []string{"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"}
}

// logLevel reads how much a server should say. Another host may mean something else by it, so a word that is not known stops nothing.
func (r *reader) logLevel(members tree.Object) string {
	m, ok := members.Get("logLevel")
	if !ok {
		return ""
	}
	level, _ := m.Text()
	level = strings.ToLower(level)
	if level == "warn" {
		level = "warning"
	}
	if !slices.Contains(logLevels(), level) {
		r.note("The logLevel of %q is ignored; it can be one of %s.", r.entry, strings.Join(logLevels(), ", "))
		return ""
	}
	return level
}

// tools reads which tools are offered, by their original names (contract G8). A list is what other hosts write: those tools alone, and
// "*" is all of them (case config-unknown-fields-tolerated). Gemini CLI and Roo Code have names of their own for both directions.
func (r *reader) tools(members tree.Object) map[string]bool {
	tools := map[string]bool{}
	if m, ok := members.Get("tools"); ok {
		if all, is := tree.ObjectOf(m.Value); is {
			for _, one := range all {
				switch string(one.Raw()) {
				case "true":
					tools[one.Name] = true
				case "false":
					tools[one.Name] = false
				default:
					if _, list := one.Items(); list && (one.Name == "include" || one.Name == "exclude") { // Hermes Agent
						r.listed(tools, one, one.Name == "include")
						continue
					}
					r.note("What %q says about the tool %q is ignored; it can be true or false.", r.entry, one.Name)
				}
			}
		} else {
			r.listed(tools, m, true)
		}
	}
	for _, name := range []string{"includeTools", "enabledTools", "allowedTools"} {
		if m, ok := members.Get(name); ok {
			r.listed(tools, m, true)
		}
	}
	for _, name := range []string{"excludeTools", "disabledTools"} {
		if m, ok := members.Get(name); ok {
			r.listed(tools, m, false)
		}
	}
	if tools["*"] {
		delete(tools, "*")
	}
	if len(tools) == 0 {
		return nil
	}
	return tools
}

// listed notes a list of names. A list of all the tools chooses none.
func (r *reader) listed(tools map[string]bool, m tree.Member, offered bool) {
	items, ok := m.Items()
	var names []string
	for _, item := range items {
		name, text := item.Text()
		names, ok = append(names, name), ok && text
	}
	if !ok {
		r.note("What %q says under %q is ignored; it can be a list of names.", r.entry, m.Name)
		return
	}
	if offered && slices.Contains(names, "*") {
		return
	}
	for _, name := range names {
		tools[name] = offered
	}
}

// roots reads the folders that a server may see: paths, or objects as the protocol has them.
func (r *reader) roots(members tree.Object, cwd string) []string {
	m, ok := members.Get("roots")
	if !ok {
		return nil
	}
	r.at = m.At
	items, ok := m.Items()
	if !ok {
		r.fail("%q must be a list, as in [\"/home/me/project\"].", "roots")
		return nil
	}
	var roots []string
	seen := map[string]bool{}
	for _, item := range items {
		text, ok := item.Text()
		if all, is := tree.ObjectOf(item.Value); is {
			place, _ := all.Get("uri", "path")
			text, ok = place.Text()
		}
		r.at = item.At
		if !ok || text == "" {
			r.fail("%q must be a list of folders.", "roots")
			return nil
		}
		path := r.folderOf(text, cwd)
		if path == "" {
			r.fail("The folders in %q must be whole paths, as in /home/me/project.", "roots")
			return nil
		}
		if !seen[path] {
			seen[path] = true
			roots = append(roots, path)
		}
	}
	return roots
}

// folderOf gives a whole path, "" when there is none.
func (r *reader) folderOf(text, cwd string) string {
	if u, err := url.Parse(text); err == nil && u.Scheme == "file" {
		if path := u.Path; r.src.system().Windows() && len(path) > 2 && path[2] == ':' {
			return strings.ReplaceAll(path[1:], "/", `\`)
		}
		return u.Path
	}
	path := r.expand("roots", r.at, text, anywhere|leadingTilde|withoutInputs)
	return r.src.system().Join(path, cwd, r.src.workspace(), r.src.folder())
}

// off reports whether any word leaves the server out; one is enough (contract G4).
func (r *reader) off(members tree.Object) bool {
	off := r.yes(members, "disabled", false)
	off = !r.yes(members, "enabled", true) || off
	off = !r.yes(members, "isActive", true) || off
	for _, word := range outline.Switches(members.Members()) {
		off = off || word.Off
	}
	return off || r.doc.off(r.entry)
}
