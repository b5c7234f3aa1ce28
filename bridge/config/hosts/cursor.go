package hosts

func cursor() Host {
	return Host{
		Person: func(m Machine) []File { return []File{{App: "Cursor", Path: m.join(m.Home, ".cursor/mcp.json")}} },
		Project: func(m Machine, folder string) []File {
			return []File{{App: "Cursor", Path: m.join(folder, ".cursor/mcp.json")}}
		},
		Folder: ".cursor",
	}
}
