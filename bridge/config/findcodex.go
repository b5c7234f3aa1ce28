package config

import (
	"errors"
	"maps"
	"slices"

	"github.com/BurntSushi/toml"
)

// codexServer is a [mcp_servers.name] table of Codex, as its documentation has it.
type codexServer struct {
	Command         string            `toml:"command"`
	Args            []string          `toml:"args"`
	Env             map[string]string `toml:"env"`
	Cwd             string            `toml:"cwd"`
	URL             string            `toml:"url"`
	BearerTokenVar  string            `toml:"bearer_token_env_var"`
	Headers         map[string]string `toml:"http_headers"`
	HeaderVars      map[string]string `toml:"env_http_headers"`
	Enabled         *bool             `toml:"enabled"`
	EnabledTools    []string          `toml:"enabled_tools"`
	DisabledTools   []string          `toml:"disabled_tools"`
	OAuth           map[string]any    `toml:"oauth"`
	StartTimeout    float64           `toml:"startup_timeout_sec"`
	ToolTimeout     float64           `toml:"tool_timeout_sec"`
	StartTimeoutMil float64           `toml:"startup_timeout_ms"`
}

// codexEntries puts the servers of Codex into Parley's words, in the order of the file. One bad table takes no other down.
func codexEntries(name string, text []byte) ([]Entry, error) {
	var file struct {
		Servers map[string]toml.Primitive `toml:"mcp_servers"`
	}
	meta, err := toml.Decode(string(utf8Text(text)), &file)
	var syntax toml.ParseError
	switch {
	case errors.As(err, &syntax): // its own words quote the file
		return nil, refuse("%s cannot be read. Something is wrong with the TOML in line %d.", name, max(syntax.Position.Line, 1))
	case err != nil:
		return nil, refuse("%s cannot be read. What stands under mcp_servers must be tables.", name)
	}
	var entries []Entry
	for _, key := range meta.Keys() {
		if len(key) < 2 || key[0] != "mcp_servers" || slices.ContainsFunc(entries, func(e Entry) bool { return e.Name == key[1] }) {
			continue
		}
		var server codexServer
		e := Entry{Name: key[1], Raw: []byte("null")}
		if meta.PrimitiveDecode(file.Servers[key[1]], &server) == nil {
			if e.Raw, err = server.entry().json(); err != nil {
				return nil, err
			}
		}
		entries = append(entries, e)
	}
	return entries, nil
}

func (c codexServer) entry() ordered {
	entry := ordered{}
	if c.Command != "" {
		entry.put("command", c.Command)
	}
	if len(c.Args) > 0 {
		entry.put("args", c.Args)
	}
	if len(c.Env) > 0 {
		entry.put("env", c.Env)
	}
	if c.Cwd != "" {
		entry.put("cwd", c.Cwd)
	}
	if c.URL != "" {
		entry.put("url", c.URL)
	}
	headers := maps.Clone(c.Headers)
	for header, variable := range c.HeaderVars {
		headers = with(headers, header, "${env:"+variable+"}")
	}
	if c.BearerTokenVar != "" {
		headers = with(headers, "Authorization", "Bearer ${env:"+c.BearerTokenVar+"}")
	}
	if len(headers) > 0 {
		entry.put("headers", headers)
	}
	if len(c.OAuth) > 0 {
		entry.put("oauth", c.OAuth)
	}
	if limit := max(c.StartTimeout*1000, c.ToolTimeout*1000, c.StartTimeoutMil); limit > 0 {
		entry.put("timeout", limit)
	}
	if c.Enabled != nil {
		entry.put("enabled", *c.Enabled)
	}
	if len(c.EnabledTools) > 0 {
		entry.put("enabledTools", c.EnabledTools)
	}
	if len(c.DisabledTools) > 0 {
		entry.put("disabledTools", c.DisabledTools)
	}
	return entry
}

// codex is a part of Codex's file that was pasted.
func (p *pasted) codex(text string) (err error) {
	p.form = Block
	if p.entries, err = codexEntries("The text", []byte(text)); err != nil {
		return err
	}
	p.note("The servers of Codex were put into Parley's words.")
	return nil
}
