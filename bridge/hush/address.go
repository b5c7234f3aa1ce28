package hush

import (
	"regexp"
	"strings"
)

// Address gives an address without its password, and with the names of its query alone: many hosts want a key there. It reads it letter by
// letter, so that nothing else about it changes.
func Address(address string) string {
	head, fragment, hasFragment := strings.Cut(address, "#")
	head, query, hasQuery := strings.Cut(head, "?")
	shown := withoutPassword(head)
	if hasQuery {
		shown += "?" + withoutValues(query)
	}
	if hasFragment {
		shown += "#" + withoutValues(fragment)
	}
	return shown
}

// withoutValues leaves the names of a query. A word alone is no name: it may be the key itself.
func withoutValues(query string) string {
	members := strings.Split(query, "&")
	for i, member := range members {
		name, value, named := strings.Cut(member, "=")
		switch {
		case named && value != "":
			members[i] = name + "=…"
		case !named && len(name) >= Short:
			members[i] = "…"
		}
	}
	return strings.Join(members, "&")
}

func withoutPassword(address string) string {
	scheme, rest, found := strings.Cut(address, "://")
	if !found {
		return address
	}
	end := strings.IndexAny(rest, `/\`)
	if end < 0 {
		end = len(rest)
	}
	at := strings.LastIndexByte(rest[:end], '@')
	if at < 0 {
		return address
	}
	name, _, given := strings.Cut(rest[:at], ":")
	if !given {
		return address
	}
	return scheme + "://" + name + ":…" + rest[at:]
}

var inText = regexp.MustCompile(`\b[a-zA-Z][a-zA-Z0-9+.-]*://[^\s"'<>` + "`" + `]+`)

// Addresses is [Address] for each address in a text, such as in the errors of Go's HTTP client, which repeat it.
func Addresses(text string) string {
	if !strings.Contains(text, "://") {
		return text
	}
	return inText.ReplaceAllStringFunc(text, Address)
}
