package lastwords

import (
	"regexp"
	"strings"
)

// unreached is what Node.js, Python, Go, Rust, Java and curl say when somebody does not answer.
var unreached = regexp.MustCompile(`fetch failed|getaddrinfo|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|Name or service not known|nodename nor servname|Temporary failure in name resolution|` +
	`[Cc]onnection refused|[Nn]o such host|[Nn]etwork is unreachable|[Nn]o route to host|[Cc]ould not resolve host|error sending request for url|dns error|Failed to fetch|UnknownHostException|Max retries exceeded|Client network socket disconnected`)

// Unreached reports whether words are about somebody who does not answer.
func Unreached(words string) bool { return unreached.MatchString(words) }

// triesAgain are words about the network that are no error yet.
var triesAgain = regexp.MustCompile(`(?i)\bwarn|\bretry|\btry(?:ing)? again|\battempt`)

// ReachesNothing reports whether an error of the network is among the latest words of a program.
func ReachesNothing(said string) bool {
	words := wordsOf(LastLines(said, 60))
	left := 10
	for i := len(words) - 1; i >= 0 && left > 0; i-- {
		if strings.TrimSpace(words[i]) == "" {
			continue
		}
		left--
		if unreached.MatchString(words[i]) && !triesAgain.MatchString(words[i]) {
			return true
		}
	}
	return false
}

// WaitsForSignIn reports whether a program says that it waits for the person to sign in in the browser, as those do that stand between
// Parley and an address (mcp-remote).
func WaitsForSignIn(said string) bool {
	return regexp.MustCompile(`(?i)authorize this client by visiting|waiting for (?:authori[sz]ation|authentication|sign-?in|log-?in)\b|(?:sign|log) ?in by (?:visiting|opening)|oauth callback server (?:is )?(?:running|listening)`).MatchString(said)
}

// Address is the address on this machine at which a program says that it waits: it was started as a server of the other kind.
func Address(said string) string {
	found := regexp.MustCompile(`https?://(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?::\d{2,5})?(?:/[\w./-]*)?`).FindAllString(said, -1)
	if len(found) == 0 {
		return ""
	}
	address := found[len(found)-1]
	for _, other := range found { // it may name an older way to call it as well
		if strings.HasSuffix(other, "/mcp") {
			address = other
		}
	}
	return strings.Replace(address, "//0.0.0.0", "//localhost", 1)
}
