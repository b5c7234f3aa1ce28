package schema

import (
	"fmt"
	"strings"
)

// notes collect what the person should know about the schema itself. The same thing is said once.
type notes struct {
	lines       []string
	badDefaults []string
}

func (n *notes) add(line string) {
	for _, before := range n.lines {
		if before == line {
			return
		}
	}
	n.lines = append(n.lines, line)
}

func (n *notes) badDefault(label string) { n.badDefaults = append(n.badDefaults, label) }

// String is the note as it is shown: one sentence a line.
func (n *notes) String() string {
	lines := n.lines
	if len(n.badDefaults) > 0 {
		lines = append(lines[:len(lines):len(lines)], fmt.Sprintf(
			"The server suggested a default for %s that does not fit there; it was left out.", listed(n.badDefaults)))
	}
	return strings.Join(lines, "\n")
}

// listed names a few things and counts the rest.
func listed(names []string) string {
	const most = 3
	var quoted []string
	for i, name := range names {
		if i == most {
			return fmt.Sprintf("%s and %d more", strings.Join(quoted, ", "), len(names)-most)
		}
		quoted = append(quoted, "“"+shorten(name)+"”")
	}
	if len(quoted) == 1 {
		return quoted[0]
	}
	return strings.Join(quoted[:len(quoted)-1], ", ") + " and " + quoted[len(quoted)-1]
}
