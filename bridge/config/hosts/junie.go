package hosts

func junie() Host {
	return at("Junie", func(m Machine) string { return m.join(m.Home, ".junie/mcp/mcp.json") })
}
