package bridge

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"parley/bridge/hush"
	"parley/bridge/program"
)

// connectFailure explains why a started program or an address did not become a connection.
func (s *Server) connectFailure(err error, p *program.Process, web *webTap) *Failure {
	if p != nil {
		return s.programFailure(err, p)
	}
	if f := signInFailure(err); f != nil {
		return f
	}
	if a := web.sentOn(); a != nil {
		return s.awayFailure(a)
	}
	f := &Failure{Detail: web.hush(err.Error()), Err: err}
	said := web.lastSaid()
	f.Status = said.status
	if said.body != "" {
		f.Detail += "\n" + said.body
	}
	host := s.host(err)
	switch {
	case said.status >= 400 && restAddress(s.entry.URL) != "":
		f.What = fmt.Sprintf("This is the address of a single tool, not of a server (status %d).", said.status)
		f.Do = "Give the address of its server, which may be " + restAddress(s.entry.URL)
	case said.status >= 300:
		f.refused(host, s.entry.URL, said)
	case errors.Is(err, context.DeadlineExceeded):
		f.What = fmt.Sprintf("%s did not answer within %s.", host, s.phaseLimit())
		f.Do = "Check that it is running, then start it again."
	case f.unreachable(host, err), said.why != nil && f.unreachable(host, said.why):
	case said.page:
		f.What = fmt.Sprintf("%s answered with a web page, not as a server.", host)
		f.Detail = "What came is HTML; a server answers with JSON or events.\n" + f.Detail
		f.Do = checkAddress(s.entry.URL) + " If it is behind a login page, sign in there first."
	default:
		f.What = fmt.Sprintf("%s answered, but not as a server that Parley can talk to.", host)
		f.Do = checkAddress(s.entry.URL)
	}
	return f
}

// checkAddress is the advice for an address at which there is something else. It says how most end only when this one does not.
func checkAddress(address string) string {
	if u, err := url.Parse(address); err == nil && strings.HasSuffix(strings.TrimRight(u.Path, "/"), "/mcp") {
		return "Check the address."
	}
	return "Check the address; most end in /mcp."
}

// host is what a sentence calls an address: the one that was called last, for a server may have sent on.
func (s *Server) host(err error) string {
	address := s.entry.URL
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		address = wrapped.URL
	}
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		return u.Host
	}
	return hush.Address(s.entry.URL)
}

// refused explains an answer that refuses.
func (f *Failure) refused(host, address string, said refusal) {
	switch {
	case said.status == http.StatusUnauthorized:
		f.What = fmt.Sprintf("%s wants you to sign in, or does not accept the key in its entry (status 401).", host)
		f.Do = "If you were given a key for it, press Enter its key on its page."
	case said.status == http.StatusForbidden:
		f.What = fmt.Sprintf("%s knows who you are, but does not let you in (status 403).", host)
		f.Do = "Ask the people who run it for access. If you were given another key, press Enter its key on its page."
	case said.status == http.StatusNotFound, said.status == http.StatusMethodNotAllowed, said.status == http.StatusGone:
		f.What = fmt.Sprintf("%s answered, but there is no such server at this address (status %d).", host, said.status)
		f.Do = checkAddress(address)
	case said.status == http.StatusTooManyRequests:
		f.What = fmt.Sprintf("%s is too busy at the moment (status 429).", host)
		f.Do = "Wait a little, then start it again."
		if said.wait > 0 {
			f.Do = fmt.Sprintf("It asks to be left alone for %s; start it again then.", said.wait)
		}
	case said.status == http.StatusProxyAuthRequired:
		f.What = "The proxy of your network wants you to sign in (status 407)."
		f.Do = "Ask the people who run your network; the proxy is set in HTTP_PROXY or HTTPS_PROXY."
	case onlySecure(said.body):
		f.What = fmt.Sprintf("%s only takes secure connections (status %d).", host, said.status)
		f.Do = "Write https instead of http in its address."
	case said.status >= 500:
		f.What = fmt.Sprintf("%s has a fault of its own (status %d).", host, said.status)
		f.Do = "Try again later, or tell the people who run it."
	case said.status < 400:
		f.What = fmt.Sprintf("%s sends on in a circle, or to nowhere (status %d).", host, said.status)
		f.Do = "Check the address."
	default:
		f.What = fmt.Sprintf("%s did not accept the connection (status %d).", host, said.status)
		f.Do = "Check the address."
	}
	if words := said.words(); words != "" {
		f.What += " It says: " + words
	}
}

// onlySecure reports whether a body is what Go's servers say to a message that came without TLS.
func onlySecure(body string) bool { return strings.Contains(body, "HTTP request to an HTTPS server") }

// unreachable explains why there was no answer at all. It reports false when that is not it.
func (f *Failure) unreachable(host string, err error) bool {
	var dns *net.DNSError
	var op *net.OpError
	var authority x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var alert tls.AlertError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &dns):
		f.What = fmt.Sprintf("The name %s was not found on the network.", host)
		f.Do = "Check the address and your connection."
	case errors.As(err, &authority), errors.As(err, &name), errors.As(err, &invalid):
		f.What = fmt.Sprintf("%s cannot prove who it is: its certificate is not one that this computer trusts.", host)
		f.Do = "Nothing was sent. Check the address. If your organisation has certificates of its own, have them installed on this computer."
		if errors.As(err, &invalid) && invalid.Reason == x509.Expired {
			f.Do = "Nothing was sent. Its certificate has expired, or the clock of this computer is wrong."
		}
	case errors.As(err, &record), errors.Is(err, http.ErrSchemeMismatch):
		f.What = fmt.Sprintf("%s does not speak https.", host)
		f.Do = "Check the address. If it is a server on this computer, write http instead of https."
	case errors.As(err, &alert):
		f.What = fmt.Sprintf("No secure connection to %s could be made.", host)
		f.Do = "Check the address, and ask the people who run it."
	case errors.Is(err, errCircle):
		f.What = fmt.Sprintf("%s sends on in a circle.", host)
		f.Do = "Check the address, and tell the people who run it."
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET):
		f.What = fmt.Sprintf("%s broke off in the middle of its answer.", host)
		f.Do = "Try again; if it stays like this, tell the people who run it."
	case errors.As(err, &op):
		f.What = fmt.Sprintf("Nothing answers at %s.", host)
		f.Do = "Check that the server is running and that the address and port are right."
	default:
		return false
	}
	return true
}

// refusal is what the last answer of a server said when it was none.
type refusal struct {
	status int           // 0 for an answer that did not refuse
	page   bool          // it was a web page
	body   string        // its beginning; untrusted
	wait   time.Duration // how long it asks to be left alone; 0 when it does not say
	why    error         // why an answer that did not refuse is none all the same
}

// maxSaid is how long a body may be to stand in a sentence.
const maxSaid = 200

// words is the body when it is a short plain text; "" otherwise.
func (r refusal) words() string {
	text := strings.TrimSpace(r.body)
	if r.page || text == "" || len(text) > maxSaid || !utf8.ValidString(text) || strings.ContainsAny(text, "<{\n\r") {
		return ""
	}
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}
