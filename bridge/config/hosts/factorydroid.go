package hosts

func factoryDroid() Host {
	return Host{
		Person: func(m Machine) []File {
			return []File{{App: "Factory Droid", Path: m.join(m.Home, ".factory/mcp.json")}}
		},
		Project: func(m Machine, folder string) []File {
			return []File{{App: "Factory Droid", Path: m.join(folder, ".factory/mcp.json")}}
		},
		Folder: ".factory",
	}
}
