package paste

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"regexp"
	"strings"

	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

var (
	schemed   = regexp.MustCompile(`(?i)^[a-z][a-z0-9+.-]*://`)
	hostPort  = regexp.MustCompile(`(?i)^(?:localhost|(?:\d{1,3}\.){3}\d{1,3}|\[[0-9a-f:]+\])(?::\d+)?(?:[/?#]\S*)?$`)
	hostAlone = regexp.MustCompile(`(?i)^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+([a-z]{2,})(:\d+)?([/?#]\S*)?$`)
	lineBreak = regexp.MustCompile(`\s*\n\s*`)
)

// programEnding are endings of programs and scripts that look like those of hosts.
var programEnding = regexp.MustCompile(`(?i)^(?:exe|cmd|bat|ps|ps1|sh|py|js|mjs|cjs|ts|rb|pl|php|jar|app|bin|dll|json|toml|yaml|yml|md|txt|go|rs)$`)

// bareAddress takes away what stands around an address: quotation marks, <>, a full stop of the sentence it was in.
func bareAddress(text string) string {
	text = strings.TrimSpace(text)
	for {
		inner := strings.TrimSpace(strings.Trim(text, "\"'`<>“”‘’"))
		inner = strings.TrimRight(inner, ",;")
		if schemed.MatchString(inner) {
			inner = strings.TrimRight(inner, ".")
		}
		if inner == text {
			return text
		}
		text = inner
	}
}

func isAddress(text string) bool {
	text = bareAddress(text)
	if schemed.MatchString(text) {
		return true
	}
	if hostPort.MatchString(text) {
		return true
	}
	host := hostAlone.FindStringSubmatch(text)
	return host != nil && !programEnding.MatchString(host[1])
}

// address reads one address, or one in each line. A program that wraps lines may have broken one in two.
func (p *pasted) address(text string) error {
	p.form = Address
	lines := strings.Split(lineBreak.ReplaceAllString(strings.TrimSpace(text), "\n"), "\n")
	all := true
	for _, line := range lines {
		all = all && isAddress(line) && (schemed.MatchString(bareAddress(line)) || !schemed.MatchString(bareAddress(lines[0])))
	}
	if !all && !strings.ContainsAny(text, " \t") {
		lines = []string{strings.Join(lines, "")}
	} else if !all {
		lines = []string{strings.Join(lines, " ")}
	}
	for _, line := range lines {
		address, err := p.wholeAddress(line)
		if err != nil {
			return err
		}
		entry := tree.Ordered{}
		entry.Put("url", address)
		if err := p.add("", entry); err != nil {
			return err
		}
	}
	return nil
}

// wholeAddress gives an address with its scheme.
func (p *pasted) wholeAddress(text string) (string, error) {
	text = bareAddress(text)
	if strings.ContainsAny(text, " \t\n") {
		return "", outline.Refuse("Behind the address there is more text. Paste the address alone.")
	}
	if !schemed.MatchString(text) {
		scheme := "https"
		if hostPort.MatchString(text) {
			scheme = "http"
		}
		text = scheme + "://" + text
		p.note("The address begins with %s://, for nothing was said about it.", scheme)
	}
	u, err := url.Parse(text)
	if err != nil {
		return "", outline.Refuse("This address cannot be read. It must look like https://example.org/mcp.")
	}
	switch u.Scheme = strings.ToLower(u.Scheme); u.Scheme {
	case "http", "https":
	case "ws", "wss":
		return "", outline.Refuse("Servers are not reached by %s://. Look in the README of the server for an address that begins with https://.", u.Scheme)
	default:
		return "", outline.Refuse("Servers are reached by https:// or http://, and this address begins with %s://.", u.Scheme)
	}
	if u.Host == "" || u.Hostname() == "" {
		return "", outline.Refuse("The address has no name of a machine in it. It must look like https://example.org/mcp.")
	}
	if u.Fragment != "" {
		u.Fragment, u.RawFragment = "", ""
		p.note("What stands behind # in the address was left out; it is for browsers.")
		return u.String(), nil
	}
	if strings.HasPrefix(text, u.Scheme+"://") {
		return text, nil
	}
	return u.String(), nil
}

var installLink = regexp.MustCompile(`(?i)^(?:vscode(?:-insiders)?:(?://)?mcp/install\?|cursor://anysphere\.cursor-deeplink/mcp/install\?|lmstudio://add_mcp\?|https://cursor\.com/(?:[a-z-]+/)?(?:install-mcp|link/mcp(?:%2F|/)install)\?|https://(?:insiders\.)?vscode\.dev/redirect(?:/mcp/install\?|\?url=vscode))`)

func isLink(text string) bool { return installLink.MatchString(bareAddress(text)) }

// link reads a link that adds a server to another app, as the buttons of READMEs have them: the entry is in it, as JSON or in base64.
func (p *pasted) link(text string) error {
	unread := outline.Refuse("This link adds a server to another app, and Parley cannot read what it adds. Paste the JSON or the command of the server.")
	u, err := url.Parse(bareAddress(text))
	if err != nil {
		return unread
	}
	query := u.Query()
	if inner := query.Get("url"); inner != "" && isLink(inner) {
		return p.link(inner)
	}
	entry, name := query.Get("config"), query.Get("name")
	if entry == "" {
		if entry, err = url.QueryUnescape(u.RawQuery); err != nil {
			return unread
		}
	}
	if !isBlock(entry) {
		entry = fromBase64(entry)
	}
	if !isBlock(entry) || !json.Valid([]byte(entry)) {
		return unread
	}
	p.note("This link adds a server to another app. Parley took over what it adds.")
	return p.inner(entry, name)
}

func fromBase64(text string) string {
	text = strings.NewReplacer(" ", "+", "-", "+", "_", "/", "=", "").Replace(text)
	decoded, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return ""
	}
	return string(decoded)
}
