package link

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"parley/bridge/text"
)

// veryLong is from where on an address is remarked on for its length.
const veryLong = 2000

// remarks lists what is notable about an address that can be opened.
func remarks(p parts, h host, serverAddress string) []Remark {
	var list []Remark
	add := func(warning bool, format string, values ...any) {
		list = append(list, Remark{Warning: warning, Text: fmt.Sprintf(format, values...)})
	}
	server, isRemote := serverHost(serverAddress)
	isFar := isRemote && server.place != ThisMachine

	switch {
	case p.scheme == "https":
		add(false, "Secure connection (https).")
	case h.place == ThisMachine:
		add(false, "Not encrypted (http), but it does not leave this machine.")
	default:
		add(true, "Not secure (http): the connection is not encrypted, so others on the way can read and change what you see and enter.")
	}
	switch h.place {
	case ThisMachine:
		add(isFar, "It leads to a program on this machine.")
	case ThisNetwork, ThisCable:
		add(true, "It leads to a machine on this private network, not to the internet.")
	case Elsewhere:
		if h.ip.IsValid() {
			add(true, "The host is a bare number (an IP address), so it does not say whose it is.")
		}
	}
	if p.user != "" {
		add(true, "A user name stands in front of the host (%s). It is not where the link leads: that is %s.",
			shorten(visible(strings.TrimSuffix(p.user, "@"))), h.ascii)
	}
	if text := lookAlikes(h); text != "" {
		add(true, "%s", text)
	}
	if port := p.portNumber(); port >= 0 && !isUsualPort(p.scheme, port) && h.place != ThisMachine {
		add(false, "It uses the unusual port %d.", port)
	}
	if isRemote && !sameOwner(server, h) {
		add(false, "It is not the server's own address (%s).", server.ascii)
	}
	if p.length > veryLong {
		add(false, "The address is very long: %d characters.", p.length)
	}
	return list
}

func isUsualPort(scheme string, port int) bool {
	return scheme == "https" && port == 443 || scheme == "http" && port == 80
}

// serverHost reads the server's own address; ok is false for a program, and for one that cannot be read.
func serverHost(address string) (h host, ok bool) {
	if address == "" {
		return host{}, false
	}
	p, err := split(address)
	if err != nil || !p.hasHost {
		return host{}, false
	}
	h, err = readHost(p.host)
	return h, err == nil
}

// sameOwner says whether two hosts belong to one owner, as far as names tell: the same registered domain.
func sameOwner(a, b host) bool {
	if a.ip.IsValid() || b.ip.IsValid() || a.place != Elsewhere || b.place != Elsewhere {
		return a.ascii == b.ascii
	}
	return a.domain == b.domain
}

// lookAlikes says what may be misread in a name, in both spellings; "" when it is plain.
func lookAlikes(h host) string {
	switch {
	case h.unicode == "" && h.written == "":
		return ""
	case h.unicode == "" && h.ip.IsValid():
		return fmt.Sprintf("The host is written in an unusual way (%s). It means %s.", shorten(h.written), h.ascii)
	case h.unicode == "":
		return fmt.Sprintf("The host is written with look-alike characters. It means %s.", h.ascii)
	}
	if imitated := imitates(h.unicode); imitated != "" {
		return fmt.Sprintf("The host has look-alike letters: %s is not %s. It is %s in plain letters.",
			h.unicode, imitated, h.ascii)
	}
	if isMixed(h.unicode) {
		return fmt.Sprintf("The host mixes letters of several scripts, which can be look-alike letters: %s, in plain letters %s.",
			h.unicode, h.ascii)
	}
	return fmt.Sprintf("The host has letters beyond a to z, which can be look-alike letters: %s, in plain letters %s.",
		h.unicode, h.ascii)
}

// shorten cuts a text for a remark; the whole stands in the address.
func shorten(words string) string {
	const most = 80
	head, cut := text.Head(words, most)
	if !cut {
		return words
	}
	return head + "… (" + strconv.Itoa(utf8.RuneCountInString(words)) + " characters)"
}
