package bridge

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"parley/bridge/hush"
	"parley/bridge/link"
)

// away is where a server wants a message to go instead of to itself. Nothing was sent there.
type away struct {
	from  *url.URL // the address of the entry
	to    *url.URL // nil: what it named is no address
	named bool     // it was not sent on, but named beforehand as where messages go
}

// Error stands in the middle of a sentence, without the address: that may hold secrets of the entry.
func (a *away) Error() string {
	return "the server wants it to go to another address, and nothing was sent there"
}

// Instead is an address that a server wants to be called at in place of the one in its entry. The person decides.
type Instead struct {
	Address   string // as it is shown; whole, but for what KeepQuery says
	KeepQuery bool   // what stands after the question mark in the entry stays
}

// shown is the address as a browser reads it, in letters that imitate no others; "" when it is none.
func (a *away) shown() string {
	l, ok := a.screened()
	if !ok {
		return ""
	}
	return a.to.Scheme + "://" + l.Shown + l.After
}

// maxShown is how long an address may be to stand in a sentence, whole.
const maxShown = 200

func (a *away) screened() (l link.Link, ok bool) {
	if a.to == nil {
		return l, false
	}
	if len(a.to.String()) > maxShown {
		return l, false
	}
	bare := *a.to
	bare.User, bare.Fragment, bare.RawFragment = nil, "", ""
	l, err := link.Screen(bare.String(), "")
	return l, err == nil && l.Openable
}

// awayFailure explains that. An address may hold secrets of the entry: a server puts them there.
func (s *Server) awayFailure(a *away) *Failure {
	quiet := func(text string) string { return hush.Addresses(s.hush(text)) }
	from, to := a.from.Host, quiet(a.shown())
	f := &Failure{
		What: fmt.Sprintf("%s wants to be called at another address: %s.", from, to),
		Do:   "Nothing was sent there. If you trust that address, use it in place of the one in the entry of this server.",
		Err:  a,
	}
	if a.to != nil {
		f.Detail = quiet("Location: " + a.to.String())
	}
	switch {
	case to == "":
		f.What = fmt.Sprintf("%s sends on to something that is not a web address.", from)
		f.Do = "Nothing was sent there. Tell the people who run it."
	case a.nearer():
		f.What = fmt.Sprintf("%s sends on to a machine in your own network (%s), which a server elsewhere has no business with.", from, to)
		if placeOf(a.to) == link.ThisMachine {
			f.What = fmt.Sprintf("%s sends on to a program on this computer (%s), which a server elsewhere has no business with.", from, to)
		}
		f.Do = "Nothing was sent there. Do not use it. Tell the people who run it."
	case a.named:
		f.What = fmt.Sprintf("%s wants to be told everything at another address: %s.", from, to)
		f.Do = "Nothing was sent there. Tell the people who run it that it has to name an address of its own."
	case a.signsIn():
		f.What = fmt.Sprintf("%s sends on to a page where one signs in: %s.", from, to)
		f.Do = "Nothing was sent there. Ask the people who run it for a key for apps, or for an address that is not behind that page."
	case a.unencrypted():
		f.What = fmt.Sprintf("%s sends on to an address without encryption (%s), where others could read along.", from, to)
		f.Do = "Nothing was sent there. Tell the people who run it that it needs https."
		if f.Instead = a.encrypted(); f.Instead != nil {
			f.Do = fmt.Sprintf("Nothing was sent there. Its address is probably %s; use that in the entry of this server.", quiet(f.Instead.Address))
		}
	default:
		f.Instead = a.instead(a.to)
		if s.holdsKey() {
			f.Do += " What the entry holds for it, such as a key, goes there then."
		}
	}
	return f
}

// holdsKey tells whether an entry has something for its server alone.
func (s *Server) holdsKey() bool {
	u, err := url.Parse(s.entry.URL)
	return len(s.entry.Headers) > 0 || err == nil && (u.User != nil || u.RawQuery != "")
}

// nearer tells whether it leads to a machine that a server further away has no business with (specification, security best practices,
// server-side request forgery).
func (a *away) nearer() bool {
	there, home := placeOf(a.to), placeOf(a.from)
	return there > home || there == link.ThisCable && home != there
}

func placeOf(u *url.URL) link.Place {
	_, at, err := link.Locate(u.Hostname())
	if err != nil {
		return link.ThisMachine // nobody knows
	}
	return at
}

// signsIn tells whether it looks like a page for people in front of the server, which gates and proxies put there for whoever has no key.
func (a *away) signsIn() bool {
	words := strings.FieldsFunc(strings.ToLower(a.to.Path), func(r rune) bool { return r == '/' || r == '.' })
	if n := len(words); n > 0 && (words[n-1] == "mcp" || words[n-1] == "sse") {
		return false
	}
	return slices.ContainsFunc(append(words, strings.Split(strings.ToLower(a.to.Hostname()), ".")...), func(word string) bool {
		switch word {
		case "login", "logon", "signin", "sign-in", "sign_in", "auth", "oauth", "oauth2", "authorize", "sso", "saml", "saml2", "adfs", "accounts":
			return true
		}
		return false
	})
}

// unencrypted tells whether others could read there what they cannot read now.
func (a *away) unencrypted() bool { return a.from.Scheme == "https" && a.to.Scheme != "https" }

// encrypted is the same address at the server's own origin: servers behind a proxy do not know that they are called over https
// (python-sdk#1168). It is nil when it leads to another machine all the same.
func (a *away) encrypted() *Instead {
	if port := a.to.Port(); !strings.EqualFold(a.to.Hostname(), a.from.Hostname()) || port != "" && port != a.from.Port() {
		return nil
	}
	own := *a.to
	own.Scheme, own.Host = a.from.Scheme, a.from.Host
	return a.instead(&own)
}

// instead is an address for the entry. What stands after the question mark is often a key that the entry only refers to, so that it must
// not be written out.
func (a *away) instead(to *url.URL) *Instead {
	address := (&away{to: to}).shown()
	if a.from.RawQuery == "" || to.RawQuery != a.from.RawQuery {
		return &Instead{Address: address}
	}
	address, _, _ = strings.Cut(address, "?")
	return &Instead{Address: address, KeepQuery: true}
}
