package app

import (
	"strings"

	"parley/bridge/config"
	"parley/bridge/hush"
)

// addressShown is an address as it stands in its entry, letter by letter, but for what is nobody's business: the password before the
// host, and the values of the query and behind #, where hosts want keys under any name. What only refers to a value, such as
// ${input:key}, stays.
func addressShown(address string) string {
	head, fragment, hasFragment := strings.Cut(address, "#")
	head, query, hasQuery := strings.Cut(head, "?")
	shown := withPasswordHidden(head)
	if hasQuery {
		shown += "?" + withValuesHidden(query)
	}
	if hasFragment {
		shown += "#" + withValuesHidden(fragment)
	}
	return shown
}

// withValuesHidden hides the values of a query. A word alone is no name: it may be the key itself.
func withValuesHidden(query string) string {
	members := strings.Split(query, "&")
	for i, member := range members {
		name, value, named := strings.Cut(member, "=")
		switch {
		case named && value != "" && !config.OnlyRefers(value):
			members[i] = name + "=" + mask
		case !named && len(name) >= hush.Short && !config.OnlyRefers(name):
			members[i] = mask
		}
	}
	return strings.Join(members, "&")
}

// withPasswordHidden hides what stands between : and @ before the host.
func withPasswordHidden(address string) string {
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
	name, password, given := strings.Cut(rest[:at], ":")
	if !given || config.OnlyRefers(password) {
		return address
	}
	return scheme + "://" + name + ":" + mask + rest[at:]
}
