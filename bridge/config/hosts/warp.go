package hosts

func warp() Host {
	return Host{
		Person: func(m Machine) []File { return []File{{App: "Warp", Path: m.join(m.Home, ".warp/.mcp.json")}} },
		Project: func(m Machine, folder string) []File {
			return []File{{App: "Warp", Path: m.join(folder, ".warp/.mcp.json")}}
		},
		Folder: ".warp",
	}
}
