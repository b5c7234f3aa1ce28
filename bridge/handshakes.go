package bridge

import (
	"encoding/json"
	"strings"
)

// assumedProtocol is what a server speaks that does not say (specification, transports: the version to assume without its header).
const assumedProtocol = "2025-03-26"

// mendedHello gives the result of initialize without what the SDK would refuse it for: people's servers send null for what they do not
// have, true for a capability, and no name (cases rule 9: one bad thing never takes the others down).
func mendedHello(result json.RawMessage) json.RawMessage {
	list, err := members(result)
	if err != nil {
		return result
	}
	kept := list[:0]
	speaks := false
	for _, m := range list {
		switch m.Key {
		case "protocolVersion":
			speaks = true
			if textOf(m.Value) == "" {
				m.Value = quote(assumedProtocol)
			}
		case "capabilities":
			m.Value = mendedCapabilities(m.Value)
		case "serverInfo":
			m.Value = mendedInfo(m.Value)
		case "instructions":
			if !isText(m.Value) {
				continue
			}
		case "_meta":
			if _, err := members(m.Value); err != nil {
				continue
			}
		}
		kept = append(kept, m)
	}
	if !speaks {
		kept = append(kept, member{"protocolVersion", quote(assumedProtocol)})
	}
	return object(kept)
}

// mendedCapabilities keeps the capabilities that are objects. One that is merely true is there with nothing more to say.
func mendedCapabilities(raw json.RawMessage) json.RawMessage {
	list, err := members(raw)
	if err != nil {
		return json.RawMessage("{}")
	}
	kept := list[:0]
	for _, m := range list {
		if string(m.Value) == "true" {
			m.Value = json.RawMessage("{}")
		}
		flags, err := members(m.Value)
		if err != nil {
			continue
		}
		if m.Key == "tools" || m.Key == "prompts" || m.Key == "resources" {
			m.Value = yesOrNo(flags)
		}
		kept = append(kept, m)
	}
	return object(kept)
}

// yesOrNo keeps the members that are true or false, also when they are written as a text.
func yesOrNo(list []member) json.RawMessage {
	kept := list[:0]
	for _, m := range list {
		text := string(m.Value)
		if isText(m.Value) {
			text = strings.ToLower(textOf(m.Value))
		}
		if text == "true" || text == "false" {
			kept = append(kept, member{m.Key, json.RawMessage(text)})
		}
	}
	return object(kept)
}

// mendedInfo keeps what is text of what a server says of itself, and leaves the rest that is no object away.
func mendedInfo(raw json.RawMessage) json.RawMessage {
	list, err := members(raw)
	if err != nil {
		return json.RawMessage(`{"name":"","version":""}`)
	}
	kept := list[:0]
	for _, m := range list {
		if isText(m.Value) && m.Key != "icons" {
			kept = append(kept, m)
		}
	}
	return object(kept)
}

func isText(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '"' }
