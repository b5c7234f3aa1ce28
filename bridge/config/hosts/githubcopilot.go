package hosts

func gitHubCopilot() Host {
	return at("GitHub Copilot CLI", func(m Machine) string { return m.join(m.Home, ".copilot/mcp-config.json") })
}
