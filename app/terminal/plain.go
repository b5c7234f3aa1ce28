package terminal

import (
	"strconv"
	"strings"

	"parley/bridge/text"
)

// plain makes untrusted text safe for a terminal.
func plain(s string) string { return text.Plain(s) }

// line is plain for a place of one line.
func line(s string) string { return text.PlainLine(s, 400) }

// quoted is a name as it can be typed in a shell.
func quoted(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return strings.ContainsRune(" \t\n\"'$`\\*?&|;<>()[]{}~#!", r) }) || name == "" {
		return strconv.Quote(name)
	}
	return line(name)
}
