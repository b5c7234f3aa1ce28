package link

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// host is where an address leads.
type host struct {
	ascii   string // small ASCII letters, or a number in its usual form; without a final dot
	unicode string // in its own letters, when that differs
	domain  string // the part that somebody registered
	written string // as the address has it, when a browser reads something else in it
	dot     string // "." when the name ends with one
	ip      netip.Addr
	place   Place
}

// shown is the host as it stands in an address.
func (h host) shown() string {
	if h.ip.Is6() {
		return "[" + h.ascii + "]"
	}
	return h.ascii
}

// readHost reads a host the way browsers do: percent signs, then IDNA, then numbers that are addresses in disguise.
func readHost(written string) (host, error) {
	if inside, ok := strings.CutPrefix(written, "["); ok {
		return readIPv6(strings.TrimSuffix(inside, "]"))
	}
	name := written
	if strings.Contains(name, "%") {
		decoded, err := url.PathUnescape(name)
		if err != nil || !isOnlyLetters(name, decoded) {
			return host{}, refuse("its host contains a percent sign that hides a character")
		}
		name = decoded
	}
	ascii, err := toASCII(name)
	if err != nil {
		return host{}, err
	}
	h := host{}
	if trimmed, ok := strings.CutSuffix(ascii, "."); ok {
		ascii, h.dot = trimmed, "."
	}
	if endsInNumber(ascii) {
		ip, ok := readIPv4(ascii)
		if !ok {
			return host{}, refuse("its host looks like a network address, but is none")
		}
		h.ip, h.ascii, h.domain = ip, ip.String(), ip.String()
	} else {
		h.ascii, h.domain = ascii, domainOf(ascii)
		h.unicode = inOwnLetters(ascii)
		if strings.ContainsFunc(h.unicode, isNoNameRune) {
			return host{}, refuse("its host contains signs that can be mistaken for a slash or a dot")
		}
	}
	if plain := strings.TrimSuffix(strings.ToLower(written), "."); plain != h.ascii && plain != h.unicode {
		h.written = visible(plain)
	}
	h.place = placeOf(h)
	return h, nil
}

// isOnlyLetters says whether the percent signs of a host stand for characters beyond ASCII only; one that hides a dot,
// an @ or a slash is a trick.
func isOnlyLetters(written, decoded string) bool {
	plain := 0
	for i := range len(decoded) {
		if decoded[i] < 0x80 {
			plain++
		}
	}
	escapes := strings.Count(written, "%")
	return plain == len(written)-3*escapes
}

// toASCII is the "domain to ASCII" of browsers (WHATWG URL, UTS #46, not transitional), and refuses what is no host name.
func toASCII(name string) (string, error) {
	const longest = 4 * 254 // bytes that can become the 254 of a host name
	if len(name) > longest {
		return "", refuse("its host is too long")
	}
	profile := idna.New(
		idna.MapForLookup(), idna.Transitional(false), idna.BidiRule(), idna.CheckJoiners(true),
		idna.CheckHyphens(false), idna.StrictDomainName(false), idna.VerifyDNSLength(false))
	ascii, err := profile.ToASCII(name)
	if err != nil {
		return "", refuse("its host is no valid name")
	}
	labels := strings.Split(strings.TrimSuffix(ascii, "."), ".")
	for _, label := range labels {
		if label == "" || len(label) > 63 {
			return "", refuse("its host is no valid name")
		}
		for i := range len(label) {
			if !isNameByte(label[i]) {
				return "", refuse("its host is no valid name")
			}
		}
	}
	if len(ascii) > 254 {
		return "", refuse("its host is too long")
	}
	return ascii, nil
}

func isNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_'
}

// isNoNameRune recognises signs that IDNA lets through and no registry gives out, such as a fraction slash. Pictures
// are given out by some, and some languages have a dot inside words (RFC 5892, appendix A).
func isNoNameRune(r rune) bool {
	if r < utf8.RuneSelf {
		return !isNameByte(byte(r)) && r != '.'
	}
	return !unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.So) && !strings.ContainsRune("·・׳״་", r)
}

// inOwnLetters gives the name as its owner writes it, "" when that is the same.
func inOwnLetters(ascii string) string {
	if !strings.Contains(ascii, "xn--") {
		return ""
	}
	name, err := idna.New(idna.MapForLookup(), idna.Transitional(false), idna.CheckHyphens(false)).ToUnicode(ascii)
	if err != nil || name == ascii {
		return ""
	}
	return name
}

// domainOf is the part of a name that somebody registered; the name itself when it is a registry's own.
func domainOf(name string) string {
	domain, err := publicsuffix.EffectiveTLDPlusOne(name)
	if err != nil {
		return name
	}
	return domain
}

func readIPv6(inside string) (host, error) {
	ip, err := netip.ParseAddr(inside)
	if err != nil || ip.Zone() != "" || !ip.Is6() {
		return host{}, refuse("its host is no valid network address")
	}
	h := host{ip: ip, ascii: ip.String(), domain: ip.String()}
	h.place = placeOf(h)
	return h, nil
}

// endsInNumber says whether browsers take a name for an IPv4 address: by its last part.
func endsInNumber(name string) bool {
	last := name[strings.LastIndexByte(name, '.')+1:]
	if strings.Trim(last, "0123456789") == "" {
		return true
	}
	_, ok := readNumber(last)
	return ok
}

// readIPv4 reads an IPv4 address in any spelling that browsers take: 127.1, 0x7f000001, 017700000001, 2130706433.
func readIPv4(name string) (netip.Addr, bool) {
	fields := strings.Split(name, ".")
	if len(fields) > 4 {
		return netip.Addr{}, false
	}
	var value uint64
	for i, field := range fields {
		n, ok := readNumber(field)
		last := i == len(fields)-1
		switch {
		case !ok:
			return netip.Addr{}, false
		case !last && n > 255:
			return netip.Addr{}, false
		case !last:
			value |= n << (8 * (3 - i))
		case n >= 1<<(8*(4-i)):
			return netip.Addr{}, false
		default:
			value |= n
		}
	}
	return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}), true
}

// readNumber reads one part of an IPv4 address: decimal, octal after 0, hexadecimal after 0x.
func readNumber(field string) (uint64, bool) {
	base := 10
	switch {
	case strings.HasPrefix(field, "0x"):
		field, base = field[2:], 16
		if field == "" {
			return 0, true // browsers read 0x as 0
		}
	case len(field) > 1 && field[0] == '0':
		field, base = field[1:], 8
	}
	n, err := strconv.ParseUint(field, base, 64)
	return n, err == nil && strings.IndexByte(field, '_') < 0 && field[0] != '+'
}
