package config

import (
	"encoding/json"
	"errors"

	"github.com/tailscale/hujson"
)

// codexEntries puts the servers of Codex into Parley's words, in the order of the file. One bad table takes no other down.
func codexEntries(name string, text []byte) ([]Entry, error) {
	root, err := inTOML.tree(name, utf8Text(text))
	if err != nil {
		return nil, err
	}
	list := lookup(&root, []string{"mcp_servers"})
	if list == nil {
		return nil, nil
	}
	members, ok := membersOf(*list)
	if !ok {
		return nil, refuse("%s cannot be read. What stands under mcp_servers must be tables.", name)
	}
	var entries []Entry
	for _, m := range members {
		entries = append(entries, Entry{Name: nameOf(m), Raw: standard(codexWords(m.Value))})
	}
	return entries, nil
}

// codexWords puts a [mcp_servers.name] table of Codex, as its documentation has it, into Parley's words. What is of the wrong kind stays
// so, to be told.
func codexWords(v hujson.Value) hujson.Value {
	members, ok := membersOf(v)
	if !ok {
		return v
	}
	get := func(name string) (hujson.Value, bool) { return lastOf(members, name) }
	text := func(v hujson.Value) string {
		text, _ := member{value: v}.text()
		return text
	}
	var entry []hujson.ObjectMember
	put := func(name string, v hujson.Value) { entry = append(entry, memberValue(name, v)) }
	keep := func(names ...string) {
		for _, name := range names {
			if v, ok := get(name); ok && !isBlank(v) {
				put(name, v)
			}
		}
	}
	keep("command", "args")
	if env, ok := codexEnv(get); ok {
		put("env", env)
	}
	keep("cwd", "url")
	headers, hasHeaders := get("http_headers")
	given, plain := membersOf(headers)
	if variables, ok := get("env_http_headers"); ok {
		inside, _ := membersOf(variables)
		for _, m := range inside {
			given = append(given, memberValue(nameOf(m), textValue("${env:"+text(m.Value)+"}", m.Value.StartOffset)))
		}
	}
	if token, ok := get("bearer_token_env_var"); ok && text(token) != "" {
		given = append(given, memberValue("Authorization", textValue("Bearer ${env:"+text(token)+"}", token.StartOffset)))
	}
	switch {
	case hasHeaders && !plain:
		put("headers", headers)
	case len(given) > 0:
		put("headers", objectValue(given, v.StartOffset))
	}
	keep("oauth")
	limit, at := 0.0, v.StartOffset
	for name, unit := range map[string]float64{"startup_timeout_sec": 1000, "tool_timeout_sec": 1000, "startup_timeout_ms": 1} {
		var n float64
		if v, ok := get(name); ok && json.Unmarshal(member{value: v}.raw(), &n) == nil && n*unit > limit {
			limit, at = n*unit, v.StartOffset
		}
	}
	if limit > 0 {
		if number, err := json.Marshal(limit); err == nil {
			put("timeout", literalValue(string(number), at))
		}
	}
	keep("enabled")
	for _, name := range [][2]string{{"enabled_tools", "enabledTools"}, {"disabled_tools", "disabledTools"}} {
		if v, ok := get(name[0]); ok && !isBlank(v) {
			put(name[1], v)
		}
	}
	return objectValue(entry, v.StartOffset)
}

// codexEnv is what a server of Codex gets besides the safe part: its env, and the variables that env_vars hands on, by name or as an
// object with one.
func codexEnv(get func(string) (hujson.Value, bool)) (env hujson.Value, ok bool) {
	env, ok = get("env")
	if isBlank(env) {
		ok = false
	}
	names, some := get("env_vars")
	items, is := member{value: names}.items()
	given, plain := membersOf(env)
	if !some || !is || ok && !plain {
		return env, ok
	}
	for _, item := range items {
		name, isText := item.text()
		if inside, isObject := objectOf(item.value); isObject {
			named, _ := inside.last("name")
			name, isText = named.text()
		}
		if _, said := lastOf(given, name); isText && name != "" && !said {
			given = append(given, memberValue(name, textValue("${env:"+name+":-}", item.value.StartOffset)))
		}
	}
	if len(given) == 0 {
		return env, ok
	}
	return objectValue(given, names.StartOffset), true
}

// isBlank tells an empty text, list or table, which says nothing.
func isBlank(v hujson.Value) bool {
	switch x := v.Value.(type) {
	case *hujson.Object:
		return len(x.Members) == 0
	case *hujson.Array:
		return len(x.Elements) == 0
	case hujson.Literal:
		return x.Kind() == '"' && x.String() == ""
	}
	return false
}

// codex is a part of Codex's file that was pasted.
func (p *pasted) codex(text string) (err error) {
	p.form = Block
	p.entries, err = codexEntries("The text", []byte(text))
	var syntax *SyntaxError
	if errors.As(err, &syntax) {
		return refuse("This TOML cannot be read. Line %d, column %d: %s.", syntax.Line, syntax.Column, syntax.What)
	}
	if err != nil {
		return err
	}
	p.handOnSafePart()
	p.note("The servers of Codex were put into Parley's words.")
	return nil
}
