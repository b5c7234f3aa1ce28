package hosts

// claudeDesktop starts servers by the TypeScript SDK (client/stdio.ts, DEFAULT_INHERITED_ENV_VARS), which hands on HOME, LOGNAME, PATH, SHELL,
// TERM, USER; on Windows APPDATA, HOMEDRIVE, HOMEPATH, LOCALAPPDATA, PATH, PROCESSOR_ARCHITECTURE, SYSTEMDRIVE, SYSTEMROOT, TEMP, USERNAME,
// USERPROFILE and PROGRAMFILES.
func claudeDesktop() Host {
	return Host{SafePart: true, Person: func(m Machine) []File {
		all := []File{{App: "Claude Desktop", Path: m.join(m.settings(), "Claude/claude_desktop_config.json")}}
		if m.OS == "windows" { // from the Microsoft Store
			local := m.Getenv("LOCALAPPDATA")
			if local == "" {
				local = m.join(m.Home, "AppData/Local")
			}
			for _, path := range m.glob(m.join(local, "Packages/Claude_*/LocalCache/Roaming/Claude/claude_desktop_config.json")) {
				all = append(all, File{App: "Claude Desktop", Path: path})
			}
		}
		return all
	}}
}
