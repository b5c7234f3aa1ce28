package hosts

// cline starts servers by the TypeScript SDK, as Claude Desktop does.
func cline() Host {
	return Host{SafePart: true, Person: func(m Machine) []File {
		own := File{App: "Cline", Path: m.join(m.Home, ".cline/data/settings/cline_mcp_settings.json")}
		return append([]File{own}, m.extension("Cline", "saoudrizwan.claude-dev/settings/cline_mcp_settings.json")...)
	}}
}
