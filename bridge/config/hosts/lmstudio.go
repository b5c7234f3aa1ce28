package hosts

func lmStudio() Host {
	return Host{Person: func(m Machine) []File {
		return []File{
			{App: "LM Studio", Path: m.join(m.Home, ".lmstudio/mcp.json")},
			{App: "LM Studio", Path: m.join(m.Home, ".cache/lm-studio/mcp.json")},
		}
	}}
}
