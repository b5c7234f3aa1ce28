package link

import (
	"net/netip"
	"strings"
)

// Place is how near the machine is that an address leads to. The nearer, the greater.
type Place int

// The places.
const (
	Elsewhere Place = iota
	ThisNetwork
	ThisCable // no further than the next machine: where clouds tell a program of itself
	ThisMachine
)

// Locate reads the name of a host as browsers do (full-width letters, numbers in disguise) and tells how near it is. It gives the name in
// plain letters, without a final dot; ErrNoAddress when it is none. It asks nobody: a name that leads to a near machine without saying so is
// not known.
func Locate(name string) (plain string, at Place, err error) {
	if strings.Contains(name, ":") {
		inside, _, _ := strings.Cut(name, "%") // the zone says which network, not which kind of one
		name = "[" + inside + "]"
	}
	h, err := readHost(name)
	return h.ascii, h.place, err
}

func placeOf(h host) Place {
	if h.ip.IsValid() {
		return placeOfIP(inside(h.ip))
	}
	last := h.ascii[strings.LastIndexByte(h.ascii, '.')+1:]
	switch {
	case last == "localhost":
		return ThisMachine
	case last == h.ascii:
		return ThisNetwork // a name without a dot is looked up nearby
	}
	switch last {
	case "local", "localdomain", "lan", "home", "internal", "intranet", "corp", "private":
		return ThisNetwork
	}
	if strings.HasSuffix(h.ascii, ".home.arpa") {
		return ThisNetwork
	}
	return Elsewhere
}

// inside is the IPv4 address that an IPv6 address carries, as a translator or a tunnel on the way would read it (RFC 6052, RFC 3056), else
// the address itself.
func inside(ip netip.Addr) netip.Addr {
	bytes := ip.As16()
	switch {
	case netip.MustParsePrefix("64:ff9b::/96").Contains(ip):
		return netip.AddrFrom4([4]byte(bytes[12:]))
	case netip.MustParsePrefix("2002::/16").Contains(ip):
		return netip.AddrFrom4([4]byte(bytes[2:6]))
	}
	return ip.Unmap()
}

// near are numbers that mean another machine in every network, beside those that Go knows.
var near = []netip.Prefix{
	netip.MustParsePrefix("100.64.0.0/10"), // between a provider and its customers (RFC 6598)
	netip.MustParsePrefix("0.0.0.0/8"),     // this network (RFC 1122, 3.2.1.3)
	netip.MustParsePrefix("192.0.0.0/24"),  // RFC 6890
	netip.MustParsePrefix("198.18.0.0/15"), // RFC 2544
	netip.MustParsePrefix("255.255.255.255/32"),
	netip.MustParsePrefix("64:ff9b:1::/48"), // RFC 8215
	netip.MustParsePrefix("fec0::/10"),      // RFC 3879
}

func placeOfIP(ip netip.Addr) Place {
	switch {
	case ip.IsLoopback(), ip.IsUnspecified():
		return ThisMachine
	case ip.IsLinkLocalUnicast():
		return ThisCable
	case ip.IsPrivate(), ip.IsMulticast():
		return ThisNetwork
	}
	for _, prefix := range near {
		if prefix.Contains(ip) {
			return ThisNetwork
		}
	}
	return Elsewhere
}
