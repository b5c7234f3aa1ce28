package link

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"

	"parley/bridge/text"
)

// parts are the pieces of an address as they stand in it.
type parts struct {
	scheme  string // in small letters
	hasHost bool   // there is a // after the scheme
	user    string // up to and with the @; "" when there is none
	host    string // with brackets around an IPv6 address
	port    string // with its colon
	rest    string // path, query and fragment
	length  int    // of the whole, in characters
}

func refuse(why string) error { return fmt.Errorf("%w: %s", ErrNoAddress, why) }

// split takes an address apart and refuses what readers disagree about.
func split(raw string) (parts, error) {
	if strings.TrimSpace(raw) == "" {
		return parts{}, refuse("it is empty")
	}
	if !utf8.ValidString(raw) {
		return parts{}, refuse("it contains bytes that are no text")
	}
	for _, r := range raw {
		if text.IsHidden(r) {
			return parts{}, refuse(fmt.Sprintf("it contains the invisible character U+%04X", r))
		}
	}
	scheme, after, ok := strings.Cut(raw, ":")
	if !ok || !isScheme(scheme) || isHostAndPort(scheme) {
		return parts{}, refuse("it does not start with https:// or the like")
	}
	p := parts{scheme: strings.ToLower(scheme), length: utf8.RuneCountInString(raw)}
	web := p.scheme == "https" || p.scheme == "http"
	if !web && !strings.HasPrefix(after, "//") {
		return p, nil // no host to be misread; it is not opened anyway
	}
	if web {
		if err := strict(raw); err != nil {
			return parts{}, err
		}
	}
	err := p.authority(after)
	if web && err != nil {
		return parts{}, err
	}
	return p, nil
}

// strict refuses what a browser would silently mend, and what Go's own reader refuses.
func strict(raw string) error {
	for _, r := range raw {
		switch {
		case unicode.IsSpace(r):
			return refuse("it contains white space")
		case r == '\\':
			return refuse("it contains a backslash, which browsers read in different ways")
		}
	}
	if _, err := url.Parse(raw); err != nil {
		return refuse("it is not written correctly")
	}
	return nil
}

// authority reads what stands between // and the path.
func (p *parts) authority(after string) error {
	rest, ok := strings.CutPrefix(after, "//")
	if !ok {
		return refuse("two slashes are missing after the scheme")
	}
	end := strings.IndexAny(rest, "/?#")
	if end < 0 {
		end = len(rest)
	}
	authority := rest[:end]
	p.rest = rest[end:]
	// The last @ counts, for browsers and for Go.
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		p.user, authority = authority[:at+1], authority[at+1:]
	}
	p.host = authority
	if strings.HasPrefix(authority, "[") {
		inside, port, ok := strings.Cut(authority[1:], "]")
		if !ok {
			return refuse("its host is not written correctly")
		}
		p.host, p.port = "["+inside+"]", port
	} else if colon := strings.IndexByte(authority, ':'); colon >= 0 {
		p.host, p.port = authority[:colon], authority[colon:]
	}
	if p.host == "" {
		return refuse("it has no host")
	}
	p.hasHost = true
	return p.checkPort()
}

func (p *parts) checkPort() error {
	digits := strings.TrimPrefix(p.port, ":")
	if digits == "" {
		if p.port != "" && p.port != ":" {
			return refuse("its port is not a number")
		}
		return nil
	}
	if p.port[0] != ':' || strings.Trim(digits, "0123456789") != "" {
		return refuse("its port is not a number")
	}
	if n, err := strconv.Atoi(digits); err != nil || n > 65535 {
		return refuse("its port is too large")
	}
	return nil
}

// portNumber is the port, -1 when the address leaves it to the scheme.
func (p *parts) portNumber() int {
	n, err := strconv.Atoi(strings.TrimPrefix(p.port, ":"))
	if err != nil {
		return -1
	}
	return n
}

func isScheme(text string) bool {
	for i := range len(text) {
		c := text[i]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z'
		if !letter && (i == 0 || (c < '0' || c > '9') && strings.IndexByte("+-.", c) < 0) {
			return false
		}
	}
	return text != ""
}

// isHostAndPort recognises example.org:8080 and localhost:3000, which read as schemes by the letter of the standard.
func isHostAndPort(scheme string) bool {
	return strings.EqualFold(scheme, "localhost") || strings.Contains(scheme, ".")
}

// visible writes text so that it reads in the order in which it stands: letters that run from left to right stay,
// everything else beyond ASCII is written as a browser sends it.
func visible(text string) string {
	var out strings.Builder
	for _, r := range text {
		switch {
		case r == ' ':
			out.WriteString("%20")
		case r > ' ' && r < 0x7f, isPlainLetter(r):
			out.WriteRune(r)
		default:
			for _, c := range []byte(string(r)) {
				fmt.Fprintf(&out, "%%%02X", c)
			}
		}
	}
	return out.String()
}

func isPlainLetter(r rune) bool {
	if r < utf8.RuneSelf || !unicode.IsLetter(r) || text.IsHidden(r) {
		return false
	}
	properties, _ := bidi.LookupRune(r)
	return properties.Class() == bidi.L
}
