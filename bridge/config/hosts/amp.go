package hosts

func amp() Host {
	return at("Amp", func(m Machine) string { return m.join(m.dotConfig(), "amp/settings.json") }, "amp.mcpServers")
}
