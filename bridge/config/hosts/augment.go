package hosts

// Its list is one in which each server holds its name.
func augment() Host {
	return at("Augment", func(m Machine) string { return m.join(m.Home, ".augment/settings.json") }, "mcpServers")
}
