package signin

import (
	"fmt"
	"net"
	"net/url"
	"strings"
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

func localAddress(address string) bool {
	u, err := url.Parse(address)
	return err == nil && onThisComputer(u)
}

// insecure tells whether what goes to an address could be read on the way. An address that is not there is no danger.
func insecure(address string) bool {
	if address == "" {
		return false
	}
	u, err := url.Parse(address)
	return err != nil || u.Scheme != "https" && !(u.Scheme == "http" && onThisComputer(u))
}

func sameHost(address string, u *url.URL) bool {
	other, err := url.Parse(address)
	return err == nil && strings.EqualFold(other.Host, u.Host)
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

// sameIssuer compares names of authorization servers. Whether one ends with a slash is not told apart (RFC 8414 readers differ).
func sameIssuer(a, b string) bool { return strings.TrimSuffix(a, "/") == strings.TrimSuffix(b, "/") }
