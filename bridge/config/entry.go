package config

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// reader reads one entry and keeps the first thing that is wrong with it. What an entry says is read as it is written first; then what
// references stand for is put in.
type reader struct {
	src    Source
	doc    *document
	entry  string // its name
	syntax syntax

	members  tree.Object // what the entry says
	written  *written
	start    int    // where it begins
	hint     string // what an entry that says nothing looks like, a sentence with a blank in front
	at       int    // where the member is that is being read
	words    []int  // where the words of the command are
	places   map[string]int
	problem  *EntryError
	notes    []string
	inputs   map[string]bool // ids of those that are asked for
	inputIDs []string        // the same in their order
}

// server reads the entry. It always gives a server with its name; what is wrong with it is in Problem. Other hosts' members are
// ignored; autoApprove and its kind grant nothing here (case config-unknown-fields-tolerated).
func (r *reader) server(e entry) Server {
	s := Server{Name: e.name}
	r.start, r.at, r.places = e.at, e.at, map[string]int{}
	if e.members == nil {
		if r.doc.nameless {
			r.fail("%q stands where the name of a server should be. Put what belongs to one server into braces, with its name in front, as in \"my server\": {…}.", e.name)
		}
		r.fail("The entry must be an object, with a command or a url in it.")
		s.Problem = r.problem
		return s
	}
	m := e.members
	if transport, ok := m.Last("transport"); ok { // in some, all about the connection is in an object of its own
		inner, _ := tree.ObjectOf(transport.Value)
		m = append(m[:len(m):len(m)], inner...)
	}
	if outline.IsList(e.members) && !outline.IsServerIn(m) {
		r.hint = " It looks like a list of servers: take its own name and braces away."
	}
	r.members = m
	r.remarkNames(m)
	w := &written{}
	r.written = w
	w.command = r.command(m)
	w.url = r.address(m)
	r.environment(m, w, &s)
	w.cwd = r.text(m, "cwd", "workingDirectory", "working_directory")
	w.headers = r.headers(m)
	w.signIn = r.signIn(m, w)
	kind := r.kind(m)
	r.settle(&s, w, kind)

	s.Timeout = r.timeLimit(m)
	s.AnswerTimeout = r.milliseconds(m, "answerTimeout")
	s.AnswerOnOpen = r.yes(m, "answerOnOpen", false)
	s.Protocol = r.protocol(m)
	s.Dialect = r.dialect(m)
	s.LogLevel = r.logLevel(m)
	s.Tools = r.tools(m)
	s.OnlySafeEnv = !r.yes(m, "inheritEnv", true)
	s.Disabled = r.off(m)

	r.remarkWays(m, w)
	r.remarkEaten(w)
	r.resolve(&s, w)
	s.Roots = r.roots(m, s.Cwd)
	if r.problem != nil {
		s.Problem = r.problem
	}
	return s
}

// fail keeps the first thing that is wrong, with the place of the member that is being read.
func (r *reader) fail(format string, args ...any) {
	if r.problem != nil {
		return
	}
	r.problem = &EntryError{What: fmt.Sprintf(format, args...)}
	r.problem.Line, r.problem.Column = r.doc.place(r.at)
}

// failAt is fail for a member that was read before.
func (r *reader) failAt(at int, format string, args ...any) {
	r.at = at
	r.fail(format, args...)
}

func (r *reader) note(format string, args ...any) {
	if len(r.notes) > maxNotes {
		return
	}
	if note := fmt.Sprintf(format, args...); !slices.Contains(r.notes, note) {
		r.notes = append(r.notes, note)
	}
}

// command joins a program, or a list of program and arguments, with the arguments (contract G2). Zed's object of path, args and env
// is one too.
func (r *reader) command(members tree.Object) []string {
	program, ok := members.Get("command")
	if !ok {
		return nil
	}
	r.at, r.places["command"] = program.At, program.At
	words, list := []string(nil), false
	if inner, is := tree.ObjectOf(program.Value); is {
		members, program = inner, tree.Member{}
		if program, ok = inner.Get("path"); !ok {
			r.fail("The command is an object without a path.")
			return nil
		}
	}
	if _, list = program.Items(); list {
		words = r.list("command", program)
	} else {
		text, ok := program.Text()
		if !ok {
			r.fail("%q must be text.", "command")
			return nil
		}
		words, r.words = []string{text}, []int{program.At}
	}
	if !list && len(words) > 0 {
		words[0] = strings.TrimSpace(words[0])
	}
	args, some := members.Get("args")
	if some {
		words = append(words, r.list("args", args)...)
	}
	if len(words) == 0 || words[0] == "" {
		if _, elsewhere := members.Get(outline.AddressNames()...); !elsewhere { // Cherry Studio leaves an empty one beside an address
			r.at = program.At
			r.fail("The command is empty.")
		}
		return nil
	}
	if !list && r.doc.wrapper == "mcp" {
		r.note("The command of %q is text. opencode wants an array there, as in [\"npx\", \"-y\", \"demo\"]; Parley takes both.", r.entry)
	}
	if !list && !some || startsOthers(words[0]) && (!list || len(words) == 1) {
		return append(r.wordsOf(words[0]), words[1:]...)
	}
	return words
}

var assigned = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*=`)

// startsOthers tells a program that is there to start another, with a part of its own arguments: nothing else is called "npx -y".
func startsOthers(command string) bool {
	words := strings.Fields(command)
	return len(words) > 1 && slices.Contains([]string{"npx", "bunx", "pnpx", "uvx", "uv", "pipx", "node", "bun", "deno", "python", "python3", "docker", "podman", "npm", "pnpm", "yarn", "java", "dotnet", "go", "cmd", "wsl"}, words[0])
}

// wordsOf takes a command apart that holds its arguments too, which other hosts give to a shell. The name of a program may have blanks
// in it, but then there is a folder before it.
func (r *reader) wordsOf(command string) []string {
	words := strings.Fields(command)
	if len(words) < 2 || strings.ContainsAny(words[0], `/\"'`) || eaten(command) {
		return []string{command}
	}
	if strings.ContainsAny(command, "\"'`|&;<>\n") {
		r.fail("The command is a whole line with signs for a shell, and Parley uses none. Write the program alone, and each argument as one text in \"args\".")
		return []string{command}
	}
	if assigned.MatchString(words[0]) {
		r.fail("The command begins with a variable, as for a shell, and Parley uses none. Put the variable into \"env\", and begin with the program.")
		return []string{command}
	}
	r.note("The command of %q holds its arguments too. Parley starts %s with the rest as arguments.", r.entry, words[0])
	r.words = append(slices.Repeat(r.words[:1], len(words)), r.words[1:]...)
	return words
}

// list reads texts; numbers and truth values count as what is written.
func (r *reader) list(name string, m tree.Member) []string {
	r.at = m.At
	items, ok := m.Items()
	if !ok {
		r.fail("%q must be a list, as in [\"first\", \"second\"].", name)
		return nil
	}
	var words []string
	for _, item := range items {
		word, ok := item.Scalar()
		if !ok {
			r.at = item.At
			r.fail("%q must be a list of texts.", name)
			return nil
		}
		words = append(words, word)
		r.words = append(r.words, item.At)
	}
	return words
}

// text reads a member that is text; "" when it is not there.
func (r *reader) text(members tree.Object, names ...string) string {
	m, ok := members.Get(names...)
	if !ok {
		return ""
	}
	r.at, r.places[names[0]] = m.At, m.At
	text, ok := m.Text()
	if !ok {
		r.fail("%q must be text.", m.Name)
	}
	return text
}

// address reads the address under the first of its names that says something.
func (r *reader) address(members tree.Object) string {
	for _, name := range outline.AddressNames() {
		if text := r.text(members, name); text != "" {
			r.places["url"] = r.places[name]
			return strings.TrimSpace(text)
		}
	}
	return ""
}

// environment reads the variables; null takes one out of what is inherited. "environment" wins over its alias (contract G3). Zed keeps
// them in its command.
func (r *reader) environment(members tree.Object, w *written, s *Server) {
	all, ok := members.Get("environment", "env")
	if command, there := members.Get("command"); there && !ok {
		inner, _ := tree.ObjectOf(command.Value)
		all, ok = inner.Get("env")
	}
	if ok {
		for _, m := range r.variables(all) {
			text, ok := m.Scalar()
			switch {
			case m.IsNull():
				s.Unset = append(s.Unset, m.Name)
				continue
			case !ok:
				r.failAt(m.At, "The variable %q must be text.", m.Name)
				continue
			}
			w.env = with(w.env, m.Name, text)
			r.places["env/"+m.Name] = m.At
		}
		slices.Sort(s.Unset)
		s.Unset = slices.Compact(s.Unset)
	}
	w.envFile = r.text(members, "envFile")
}

// variables are an object, or a list: of NAME=value, as opencode had them once, or of objects with a name and a value, as the Agent
// Client Protocol has them.
func (r *reader) variables(m tree.Member) tree.Object {
	items, _ := m.Items()
	if len(items) == 0 {
		return r.object("env", m)
	}
	var all tree.Object
	for _, item := range items {
		one, is := nameAndValue(item)
		if text, isText := item.Text(); isText {
			name, value, some := strings.Cut(text, "=")
			one, is = tree.Member{Name: name, At: item.At, Value: tree.TextValue(value, item.At)}, some && name != ""
		}
		if !is {
			r.failAt(item.At, "%q must be an object, as in {\"NAME\": \"value\"}.", m.Name)
			return nil
		}
		all = append(all, one)
	}
	return all
}

// nameAndValue reads {"name": …, "value": …}.
func nameAndValue(m tree.Member) (tree.Member, bool) {
	inside, _ := tree.ObjectOf(m.Value)
	named, _ := inside.Last("name")
	value, some := inside.Last("value")
	name, is := named.Text()
	value.Name = name
	return value, is && some && name != ""
}

func (r *reader) headers(members tree.Object) map[string]string {
	all, ok := members.Get("headers", "http_headers")
	if !ok {
		return nil
	}
	given := tree.Object(nil)
	if items, is := all.Items(); is {
		for _, item := range items {
			one, is := nameAndValue(item)
			if !is {
				r.failAt(item.At, "%q must be an object, as in {\"NAME\": \"value\"}.", all.Name)
				return nil
			}
			given = append(given, one)
		}
	} else {
		given = r.object("headers", all)
	}
	var headers map[string]string
	spelled := map[string]string{}
	for _, m := range given {
		if before, again := spelled[strings.ToLower(m.Name)]; again && before != m.Name {
			r.note("The headers %q and %q of %q are one. The last one counts.", before, m.Name, r.entry)
			delete(headers, before)
		}
		spelled[strings.ToLower(m.Name)] = m.Name
		text, ok := m.Scalar()
		if !ok {
			r.failAt(m.At, "The header %q must be text.", m.Name)
			continue
		}
		headers = with(headers, m.Name, text)
		r.places["headers/"+m.Name] = m.At
	}
	return headers
}

// object gives the members of an object, each name once.
func (r *reader) object(name string, m tree.Member) tree.Object {
	r.at = m.At
	all, ok := tree.ObjectOf(m.Value)
	if !ok {
		r.fail("%q must be an object, as in {\"NAME\": \"value\"}.", name)
		return nil
	}
	last := make(map[string]int, len(all))
	for i, one := range all {
		last[one.Name] = i
	}
	var once tree.Object
	for i, one := range all {
		if last[one.Name] == i {
			once = append(once, one)
			continue
		}
		r.note("%q is there more than once under %q of %q. The last one counts.", one.Name, name, r.entry)
	}
	return once
}

func with(m map[string]string, key, value string) map[string]string {
	if m == nil {
		m = map[string]string{}
	}
	m[key] = value
	return m
}

// checkAddress checks the url of a remote server. Of what is wrong with it no more is told than how it begins: a key may be in it.
func (r *reader) checkAddress(address string) {
	if WholeAddress(address) {
		return
	}
	r.at = r.places["url"]
	scheme, rest, hasScheme := strings.Cut(address, "://")
	switch {
	case hasScheme && plainScheme.MatchString(scheme) && scheme != "http" && scheme != "https":
		r.fail("The url begins with %s://, and Parley connects over https:// and http:// only. It must be a whole address, such as https://example.org/mcp.", scheme)
	case !hasScheme && looksLikeHost.MatchString(address):
		r.fail("The url does not say how to connect: it must be a whole address, with https:// or http:// in front, as in https://example.org/mcp.")
	case hasScheme && strings.ContainsAny(strings.TrimSpace(rest), " \t\n"):
		r.fail("The url has a blank in it. Write it as one word, with %%20 for a blank, as in https://example.org/mcp.")
	case hasScheme && badPort.MatchString(rest):
		r.fail("The url has a port that is no number up to 65535. It must be a whole address, such as https://example.org:8443/mcp.")
	default:
		r.fail("The url must be a whole address, such as https://example.org/mcp.")
	}
}

var (
	plainScheme   = regexp.MustCompile(`^[a-z][a-z0-9+.-]{0,20}$`)
	looksLikeHost = regexp.MustCompile(`^[A-Za-z0-9.-]+(?::[0-9]+)?(?:/|$)`)
	badPort       = regexp.MustCompile(`^[^/?#]*:[^/?#\]]*(?:[/?#]|$)`)
)

func WholeAddress(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "https" && u.Scheme != "http" {
		return false
	}
	port, err := strconv.Atoi(u.Port())
	return u.Port() == "" || err == nil && port > 0 && port < 1<<16
}
