package hosts

import (
	"encoding/json"

	"github.com/tailscale/hujson"

	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// codex hands on a list of its own, with LANG, LC_ALL, TMPDIR and TZ besides what the SDK does (openai/codex:
// codex-rs/rmcp-client/src/utils.rs, DEFAULT_ENV_VARS), and takes more under env_vars.
func codex() Host {
	file := func(path string) []File { return []File{{App: "Codex", Path: path, Entries: CodexEntries}} }
	return Host{
		SafePart: true,
		Person: func(m Machine) []File {
			if folder := m.Getenv("CODEX_HOME"); folder != "" {
				return file(m.join(folder, "config.toml"))
			}
			return file(m.join(m.Home, ".codex/config.toml"))
		},
		Project: func(m Machine, folder string) []File { return file(m.join(folder, ".codex/config.toml")) },
		Entry: func(w *Words, list string, v hujson.Value) hujson.Value {
			if list == "mcp_servers" && w.Language == tree.TOML {
				return codexWords(v)
			}
			return v
		},
	}
}

// CodexEntries gives the servers of Codex in Parley's words, in the order of the file. One bad table takes no other down.
func CodexEntries(name string, text []byte) ([]hujson.ObjectMember, error) {
	root, err := tree.TOML.Parse(name, tree.UTF8(text))
	if err != nil {
		return nil, err
	}
	list := tree.Lookup(&root, []string{"mcp_servers"})
	if list == nil {
		return nil, nil
	}
	members, ok := tree.MembersOf(*list)
	if !ok {
		return nil, outline.Refuse("%s cannot be read. What stands under mcp_servers must be tables.", name)
	}
	var entries []hujson.ObjectMember
	for _, m := range members {
		entries = append(entries, tree.MemberValue(tree.NameOf(m), codexWords(m.Value)))
	}
	return entries, nil
}

// codexWords puts a [mcp_servers.name] table of Codex, as its documentation has it, into Parley's words. What is of the wrong kind stays
// so, to be told.
func codexWords(v hujson.Value) hujson.Value {
	members, ok := tree.MembersOf(v)
	if !ok {
		return v
	}
	get := func(name string) (hujson.Value, bool) { return tree.LastOf(members, name) }
	text := func(v hujson.Value) string {
		text, _ := tree.Member{Value: v}.Text()
		return text
	}
	var entry []hujson.ObjectMember
	put := func(name string, v hujson.Value) { entry = append(entry, tree.MemberValue(name, v)) }
	keep := func(names ...string) {
		for _, name := range names {
			if v, ok := get(name); ok && !tree.IsBlank(v) {
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
	given, plain := tree.MembersOf(headers)
	if variables, ok := get("env_http_headers"); ok {
		inside, _ := tree.MembersOf(variables)
		for _, m := range inside {
			given = append(given, tree.MemberValue(tree.NameOf(m), tree.TextValue("${env:"+text(m.Value)+"}", m.Value.StartOffset)))
		}
	}
	if token, ok := get("bearer_token_env_var"); ok && text(token) != "" {
		given = append(given, tree.MemberValue("Authorization", tree.TextValue("Bearer ${env:"+text(token)+"}", token.StartOffset)))
	}
	switch {
	case hasHeaders && !plain:
		put("headers", headers)
	case len(given) > 0:
		put("headers", tree.ObjectValue(given, v.StartOffset))
	}
	keep("oauth")
	limit, at := 0.0, v.StartOffset
	for name, unit := range map[string]float64{"startup_timeout_sec": 1000, "tool_timeout_sec": 1000, "startup_timeout_ms": 1} {
		var n float64
		if v, ok := get(name); ok && json.Unmarshal(tree.Member{Value: v}.Raw(), &n) == nil && n*unit > limit {
			limit, at = n*unit, v.StartOffset
		}
	}
	if limit > 0 {
		if number, err := json.Marshal(limit); err == nil {
			put("timeout", tree.LiteralValue(string(number), at))
		}
	}
	keep("enabled")
	for _, name := range [][2]string{{"enabled_tools", "enabledTools"}, {"disabled_tools", "disabledTools"}} {
		if v, ok := get(name[0]); ok && !tree.IsBlank(v) {
			put(name[1], v)
		}
	}
	return tree.ObjectValue(entry, v.StartOffset)
}

// codexEnv is what a server of Codex gets besides the safe part: its env, and the variables that env_vars hands on, by name or as an
// object with one.
func codexEnv(get func(string) (hujson.Value, bool)) (env hujson.Value, ok bool) {
	env, ok = get("env")
	if tree.IsBlank(env) {
		ok = false
	}
	names, some := get("env_vars")
	items, is := tree.Member{Value: names}.Items()
	given, plain := tree.MembersOf(env)
	if !some || !is || ok && !plain {
		return env, ok
	}
	for _, item := range items {
		name, isText := item.Text()
		if inside, isObject := tree.ObjectOf(item.Value); isObject {
			named, _ := inside.Last("name")
			name, isText = named.Text()
		}
		if _, said := tree.LastOf(given, name); isText && name != "" && !said {
			given = append(given, tree.MemberValue(name, tree.TextValue("${env:"+name+":-}", item.Value.StartOffset)))
		}
	}
	if len(given) == 0 {
		return env, ok
	}
	return tree.ObjectValue(given, names.StartOffset), true
}
