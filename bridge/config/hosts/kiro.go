package hosts

func kiro() Host {
	return Host{
		Person: func(m Machine) []File { return []File{{App: "Kiro", Path: m.join(m.Home, ".kiro/settings/mcp.json")}} },
		Project: func(m Machine, folder string) []File {
			return []File{{App: "Kiro", Path: m.join(folder, ".kiro/settings/mcp.json")}}
		},
	}
}
