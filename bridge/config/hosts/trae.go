package hosts

func trae() Host {
	return Host{
		Person: func(m Machine) []File { return []File{{App: "Trae", Path: m.join(m.settings(), "Trae/User/mcp.json")}} },
		Project: func(m Machine, folder string) []File {
			return []File{{App: "Trae", Path: m.join(folder, ".trae/mcp.json")}}
		},
		Folder: ".trae",
	}
}
