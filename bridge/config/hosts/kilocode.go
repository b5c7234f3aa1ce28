package hosts

// kiloCode came from Cline, and starts servers as it does.
func kiloCode() Host {
	return Host{SafePart: true, Person: func(m Machine) []File {
		return m.extension("Kilo Code", "kilocode.kilo-code/settings/mcp_settings.json")
	}}
}
