package hosts

func amazonQ() Host {
	return at("Amazon Q", func(m Machine) string { return m.join(m.Home, ".aws/amazonq/mcp.json") })
}
