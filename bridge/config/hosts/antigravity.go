package hosts

func antigravity() Host {
	return at("Antigravity", func(m Machine) string { return m.join(m.Home, ".gemini/antigravity/mcp_config.json") })
}
