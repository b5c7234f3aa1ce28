package signin

import (
	"fmt"
	"net"
	"net/url"
	"path"
	"strings"

	"parley/bridge/link"
)

// onThisComputer tells whether an address cannot lead anywhere else.
func onThisComputer(u *url.URL) bool {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && (ip.IsLoopback() || ip.IsUnspecified())
}

// near is how near the machine is that an address leads to, as a browser reads it: letters and numbers may be disguised.
func near(u *url.URL) (link.Place, error) {
	_, at, err := link.Locate(u.Hostname())
	return at, err
}

// oddNumber tells whether an address writes a number as some systems alone read it, such as 127.1 or 2130706433.
func oddNumber(u *url.URL) bool {
	host := strings.TrimSuffix(u.Hostname(), ".")
	name, _, err := link.Locate(host)
	return err != nil || net.ParseIP(name) != nil && net.ParseIP(withoutZone(host)) == nil
}

// withoutZone is a number without the network that it is for.
func withoutZone(host string) string {
	number, _, _ := strings.Cut(host, "%")
	return number
}

// insecure tells whether what goes to an address could be read on the way. An address that is not there is no danger.
func insecure(address string) bool {
	if address == "" {
		return false
	}
	u, err := url.Parse(address)
	return err != nil || u.Scheme != "https" && !(u.Scheme == "http" && onThisComputer(u))
}

// bare is an address without its name and password, which are for the server alone, and without its fragment (RFC 8707, 2).
func bare(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	u.User, u.Fragment, u.RawFragment = nil, "", ""
	return u.String()
}

// covers tells whether tokens for a resource are for the server at u: it is the server itself, whatever the slash at its end, or what
// the server is a part of. RFC 9728, 3.3, wants the same letters; servers are named by their host or with a slash too many as often as
// not (python-sdk#1264, vscode#259251), and every other host takes that. Another host or another path never is.
func covers(resource string, u *url.URL) bool {
	r, err := url.Parse(resource)
	if err != nil || r.User != nil || r.Fragment != "" || !strings.EqualFold(r.Scheme, u.Scheme) || origin(r) != origin(u) {
		return false
	}
	if r.RawQuery != "" && r.RawQuery != u.RawQuery {
		return false
	}
	is, within := strings.TrimRight(r.EscapedPath(), "/"), strings.TrimRight(u.EscapedPath(), "/")
	if is != "" && path.Clean(is) != is {
		return false
	}
	return is == within || strings.HasPrefix(within, is+"/")
}

// origin is the host of an address with its port, also when that goes without saying.
func origin(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[strings.ToLower(u.Scheme)]
	}
	return net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}

// unencrypted is for an address to which no secret may go.
func (s *SignIn) unencrypted(address string) *Failure {
	return &Failure{
		What:   fmt.Sprintf("Signing in to %s would go to an address without encryption (%s), where others could read along.", s.opts.Server, hostOf(address)),
		Do:     "Nothing was sent there. Tell the people who run it that it needs https.",
		Detail: s.secrets.evidence(address),
	}
}

// badAddress is for something that is no address of a web page.
func (s *SignIn) badAddress(address string) *Failure {
	return &Failure{
		What:   fmt.Sprintf("%s wants you to sign in at something that is not a web address.", s.opts.Server),
		Do:     "It was not opened. Tell the people who run it.",
		Detail: s.secrets.evidence(address),
	}
}

// apart names two issuers by what tells them apart: their hosts; on one host, also the path, which is often a tenant; else the whole.
func apart(a, b string) (string, string) {
	if x, y := hostOf(a), hostOf(b); x != y {
		return x, y
	}
	if x, y := withPath(a), withPath(b); x != y {
		return x, y
	}
	return plain(a, maxIssuer), plain(b, maxIssuer)
}

// maxIssuer is how much of the name of an issuer stands in a sentence.
const maxIssuer = 100

func withPath(issuer string) string {
	u, err := url.Parse(issuer)
	if err != nil {
		return plain(issuer, maxIssuer)
	}
	return plain(u.Host+strings.TrimSuffix(u.EscapedPath(), "/"), maxIssuer)
}

// sameIssuer compares names of authorization servers. Whether one ends with a slash is not told apart (RFC 8414 readers differ).
func sameIssuer(a, b string) bool { return strings.TrimSuffix(a, "/") == strings.TrimSuffix(b, "/") }
