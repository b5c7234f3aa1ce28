package hosts

func toolnexus() Host {
	return Host{Project: func(m Machine, folder string) []File {
		return []File{{App: "toolnexus", Path: m.join(folder, "mcp.json")}}
	}}
}
