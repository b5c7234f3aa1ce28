package bridge

import (
	"regexp"
	"strings"
)

// variable is the name of an environment variable, as people write them: capitals, with a _ in it.
const variable = `([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`

// likelyLastWords are those with which a program asks for what its entry does not give it. A program may also say them and go on, so
// they explain an end, and are no proof of why it came.
func likelyLastWords() []lastWords {
	return []lastWords{
		{`ECONNREFUSED (\[?[\w.:]+\]?:\d+)`, "Nothing answers at %s, to which it connects.", "Check that this is running, and its address in the args or env of this server."},
		{`getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ([\w.-]+)`, "It does not find %s on the network.", "Check your connection, and the address in the args or env of this server."},
		{`Name or service not known|nodename nor servname provided|Temporary failure in name resolution`, "It does not find what it connects to on the network.", "Check your connection, and the addresses in the args or env of this server."},
		{`(?im)^(?:\[\d+\] )?usage: \S`, "It was started with the wrong arguments.", "How it wants to be started is below. Mend the args of its entry (Edit), then start it again."},
	}
}

// askedArguments are likelyLastWords about arguments.
func askedArguments() []lastWords {
	const add = "Add it to the args of its entry (Edit), then start it again."
	return []lastWords{
		{`[Tt]he following arguments are required: ([^\n]+)`, "It needs the argument %s.", add},
		{`required arguments were not provided:((?:\n +\S[^\n]*)+)`, "It needs the argument %s.", add},
		{`required flag\(s\) ("[^\n]+") not set`, "It needs the argument %s.", add},
		{`(?i)missing (?:required )?(?:argument|option|parameter|flag)s?:? ['"<]?(-{0,2}[a-z][\w.-]*(?:, -{0,2}[a-z][\w.-]*)*)['">]?(?: |[.:]?$|\n)|required option ['"]([^'"\n]+)['"] not specified`, "It needs the argument %s.", add},
		{`(?i)(?:unknown|unrecognized|unexpected|bad|invalid|no such) (?:option|argument|flag)s?:? ['"]?(-[\w-]+)|flag provided but not defined: (-[\w-]+)`, "It does not know the argument %s.", "Take it out of the args of its entry (Edit), or get the version of the server that knows it."},
	}
}

// likely is what a program that ended most likely wanted.
func likely(goos, said string, has func(name string) bool) (what, do string, is bool) {
	if what, do, is = understood(askedArguments(), goos, said); is {
		return what, do, true
	}
	if m := missingSettings(said); len(m.names) > 0 {
		what, do = m.words(has)
		return what, do, true
	}
	return understood(likelyLastWords(), goos, said)
}

// noSetting are names of the same form that are something else: codes of errors, and what Node.js and npm are set up with.
var noSetting = regexp.MustCompile(`^(?:ERR|NODE|NPM|UV|HTTP|EXIT|INVALID|MISSING|ERROR)_|_(?:ERROR|DENIED|FAILED|FAILURE|NOT_FOUND|EXCEPTION|REQUIRED|REFUSED)$|^(?:ERROR|FATAL|WARN|WARNING|INFO|DEBUG|CRITICAL)$`)

// waitsForSignIn reports whether a program says that it waits for the person to sign in in the browser, as those do that stand between
// Parley and an address (mcp-remote).
func waitsForSignIn(said string) bool {
	return regexp.MustCompile(`(?i)authorize this client by visiting|waiting for (?:authori[sz]ation|authentication|sign-?in|log-?in)\b|(?:sign|log) ?in by (?:visiting|opening)|oauth callback server (?:is )?(?:running|listening)`).MatchString(said)
}

// goBetween finds the program in a command that stands between Parley and an address, and that address for the person to read, without
// the keys that it may hold; "" when none does.
func goBetween(command []string) (name, address string) {
	for _, word := range command {
		base := baseName(word)
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
