package schema

func (p *pattern) words() string   { return "" }
func (p *pattern) message() string { return "This does not have the format that the server asks for." }
