package hosts

func zed() Host {
	list := []string{"context_servers"}
	return Host{
		Person: func(m Machine) []File {
			settings := m.join(m.dotConfig(), "zed/settings.json")
			if m.OS == "windows" {
				settings = m.join(m.settings(), "Zed/settings.json")
			}
			return []File{{App: "Zed", Path: settings, List: list}}
		},
		Project: func(m Machine, folder string) []File {
			return []File{{App: "Zed", Path: m.join(folder, ".zed/settings.json"), List: list}}
		},
		Folder: ".zed",
	}
}
