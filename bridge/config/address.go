package config

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// address reads the address under the first of its names that says something.
func (r *reader) address(members tree.Object) string {
	for _, name := range outline.AddressNames() {
		if text := r.text(members, name); text != "" {
			r.places["url"] = r.places[name]
			return strings.TrimSpace(text)
		}
	}
	return ""
}

// checkAddress checks the url of a remote server. Of what is wrong with it no more is told than how it begins: a key may be in it.
func (r *reader) checkAddress(address string) {
	if WholeAddress(address) {
		return
	}
	r.at = r.places["url"]
	scheme, rest, hasScheme := strings.Cut(address, "://")
	switch {
	case hasScheme && plainScheme.MatchString(scheme) && scheme != "http" && scheme != "https":
		r.fail("The url begins with %s://, and Parley connects over https:// and http:// only. It must be a whole address, such as https://example.org/mcp.", scheme)
	case !hasScheme && looksLikeHost.MatchString(address):
		r.fail("The url does not say how to connect: it must be a whole address, with https:// or http:// in front, as in https://example.org/mcp.")
	case hasScheme && strings.ContainsAny(strings.TrimSpace(rest), " \t\n"):
		r.fail("The url has a blank in it. Write it as one word, with %%20 for a blank, as in https://example.org/mcp.")
	case hasScheme && badPort.MatchString(rest):
		r.fail("The url has a port that is no number up to 65535. It must be a whole address, such as https://example.org:8443/mcp.")
	default:
		r.fail("The url must be a whole address, such as https://example.org/mcp.")
	}
}

var (
	plainScheme   = regexp.MustCompile(`^[a-z][a-z0-9+.-]{0,20}$`)
	looksLikeHost = regexp.MustCompile(`^[A-Za-z0-9.-]+(?::[0-9]+)?(?:/|$)`)
	badPort       = regexp.MustCompile(`^[^/?#]*:[^/?#\]]*(?:[/?#]|$)`)
)

func WholeAddress(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Hostname() == "" || u.Scheme != "https" && u.Scheme != "http" {
		return false
	}
	port, err := strconv.Atoi(u.Port())
	return u.Port() == "" || err == nil && port > 0 && port < 1<<16
}
