package hosts

func windsurf() Host {
	return Host{Person: func(m Machine) []File {
		return []File{
			{App: "Windsurf", Path: m.join(m.Home, ".codeium/windsurf/mcp_config.json")},
			{App: "Windsurf", Path: m.join(m.Home, ".codeium/mcp_config.json")},
		}
	}}
}
