package hosts

// rooCode came from Cline, and starts servers as it does.
func rooCode() Host {
	return Host{
		SafePart: true,
		Person: func(m Machine) []File {
			return m.extension("Roo Code", "rooveterinaryinc.roo-cline/settings/mcp_settings.json", "rooveterinaryinc.roo-cline/settings/cline_mcp_settings.json")
		},
		Project: func(m Machine, folder string) []File {
			return []File{{App: "Roo Code", Path: m.join(folder, ".roo/mcp.json")}}
		},
		Folder: ".roo",
	}
}
