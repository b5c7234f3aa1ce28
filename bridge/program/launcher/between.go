package launcher

import (
	"regexp"
	"strings"
)

// GoBetween finds the program in a command that stands between Parley and an address, and that address for the person to read, without
// the keys that it may hold; "" when none does.
func GoBetween(command []string) (name, address string) {
	for _, word := range command {
		base := BaseName(word)
		if at := strings.LastIndexByte(base, '@'); at > 0 {
			base = base[:at]
		}
		switch base {
		case "mcp-remote", "supergateway", "mcp-proxy", "fastmcp-remote":
			name = base
		}
		if name != "" && (strings.HasPrefix(word, "https://") || strings.HasPrefix(word, "http://")) {
			return name, withoutKeys(word)
		}
	}
	return "", ""
}

// keysInAddress is where an address may hold keys: before the host, and after the question mark.
var keysInAddress = regexp.MustCompile(`//[^/?#]*@|[?#].*$`)

func withoutKeys(address string) string {
	return keysInAddress.ReplaceAllStringFunc(address, func(found string) string {
		if strings.HasPrefix(found, "//") {
			return "//…@"
		}
		return found[:1] + "…"
	})
}
