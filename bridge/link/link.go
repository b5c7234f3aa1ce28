package link

import (
	"cmp"
	"errors"
	"slices"
)

// Link is an address made ready for a person to judge. All text but Reason and Remarks is untrusted, though free of
// control and direction-changing characters.
//
// Before, Shown and After together are the whole address: nothing is cut out of it. The host in the middle is the one
// that a browser would go to, whatever way it was spelt; letters that could mislead in the other two parts are written as
// a browser sends them (%C3%A4).
type Link struct {
	Raw      string // as the server sent it; what is opened and copied
	Host     string // in ASCII form, what is highlighted; "" when there is none
	Unicode  string // the host in its own letters, when that differs from Host
	Domain   string // the registrable domain inside Host, such as "evil.example"; equals Host for an IP address
	Before   string // the address as shown: what stands before the host, the host, and what stands after
	Shown    string
	After    string
	Openable bool   // https or http with a host
	NeedTick bool   // plain http to another machine: opened only after the person ticked that they know
	Reason   string // why it cannot be opened, in plain words; "" when Openable
	Remarks  []Remark
}

// Remark is one notable thing about an address.
type Remark struct {
	Warning bool   // false: only for information
	Text    string // plain words
}

// ErrNoAddress is wrapped by every error of [Screen]: the text is no address that a strict reader accepts, so browsers
// may disagree about where it leads. The bridge answers the server with an error (-32602) and shows nothing.
var ErrNoAddress = errors.New("not a full address")

// Screen judges an address. serverAddress is the asking server's own address, "" for a program: it is told when the link leads
// elsewhere.
//
// It refuses what readers of addresses disagree about: no scheme or no host, backslashes, white space, control and
// invisible characters, hosts that are no names (cases url-backslash-host-trick, url-control-and-bidi-chars,
// url-relative). An address of another scheme than https and http is no error but never Openable; its Reason says why.
func Screen(raw, serverAddress string) (Link, error) {
	p, err := split(raw)
	if err != nil {
		return Link{}, err
	}
	l := Link{Raw: raw}
	if p.scheme != "https" && p.scheme != "http" {
		l.Reason = whyNever(p.scheme)
		l.Before = visible(raw)
		if h, err := readHost(p.host); p.hasHost && err == nil {
			l.setHost(p, h)
		}
		return l, nil
	}
	h, err := readHost(p.host)
	if err != nil {
		return Link{}, err
	}
	l.setHost(p, h)
	l.Openable = true
	l.NeedTick = p.scheme == "http" && h.place != ThisMachine
	l.Remarks = remarks(p, h, serverAddress)
	// What needs care comes first; the rest keeps its order.
	slices.SortStableFunc(l.Remarks, func(a, b Remark) int { return cmp.Compare(rank(a), rank(b)) })
	return l, nil
}

func rank(r Remark) int {
	if r.Warning {
		return 0
	}
	return 1
}

func (l *Link) setHost(p parts, h host) {
	l.Host, l.Unicode, l.Domain = h.ascii, h.unicode, h.domain
	l.Before = p.scheme + "://" + visible(p.user)
	l.Shown = h.shown()
	l.After = h.dot + visible(p.port+p.rest)
}

// whyNever says why addresses of a scheme are not opened.
func whyNever(scheme string) string {
	name := "“" + scheme + ":”"
	switch scheme {
	case "javascript", "vbscript":
		return "This is no page but a program for your browser (" + name + "). It is never opened from here."
	case "data", "blob":
		return "This carries its own page instead of leading to one (" + name + "), so nobody can tell whose it is. It is never opened from here."
	case "file":
		return "This leads to a file on this machine (" + name + "). It is never opened from here."
	}
	return "Only addresses that start with https:// or http:// can be opened from here. This one starts with " + name + "."
}
