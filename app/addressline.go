package app

import (
	"regexp"
	"strings"

	"parley/bridge/config"
)

// secretInQuery is of the names under which hosts want a key in the query of an address.
var secretInQuery = regexp.MustCompile(`(?i)key|token|secret|passw|pwd|credential|auth|signature|^(?:sig|sas|code|access)$`)

// addressShown is an address as it stands in its entry, letter by letter, but for what is nobody's business: the password before the
// host, and keys in the query. What only refers to a value, such as ${input:key}, stays.
func addressShown(address string) string {
	head, fragment, hasFragment := strings.Cut(address, "#")
	head, query, hasQuery := strings.Cut(head, "?")
	shown := withPasswordHidden(head)
	if hasQuery {
		members := strings.Split(query, "&")
		for i, member := range members {
			name, value, _ := strings.Cut(member, "=")
			if value != "" && secretInQuery.MatchString(name) && !config.OnlyRefers(value) {
				members[i] = name + "=" + mask
			}
		}
		shown += "?" + strings.Join(members, "&")
	}
	if hasFragment {
		shown += "#" + fragment
	}
	return shown
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
