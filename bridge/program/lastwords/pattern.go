package lastwords

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parley/bridge/program/launcher"
)

// Meaning is what last words mean for the person.
type Meaning struct {
	What string // a sentence that goes after the one that says that the program ended
	Do   string // what they can do about it
}

// maxLearntName bounds what a program's own words put into a sentence of ours.
const maxLearntName = 120

// pattern is something that well-known programs say when they cannot go on, and what it means for the person.
type pattern struct {
	said string // an expression; its first group is %s in what
	what string
	do   string // %s is how to get the program in the first group
}

// understood is the first of a list that was said, and what it means.
func understood(list []pattern, goos, said string) (m Meaning, known bool) {
	for _, words := range list {
		name, found := learnt(words, said)
		if !found {
			continue
		}
		what, do := words.what, words.do
		if strings.Contains(what, "%s") {
			if strings.Contains(name, ", ") {
				what, do = strings.Replace(what, " argument ", " arguments ", 1), strings.Replace(do, "Add it ", "Add them ", 1)
			}
			what = fmt.Sprintf(what, name)
		}
		if do == "%s" {
			if do = launcher.HowToGet(goos, launcher.BaseName(name)); do == "" {
				do = "Install " + name + ", then start the server again."
			}
		}
		return Meaning{What: what, Do: do}, true
	}
	return Meaning{}, false
}

// learnt is the first group of the last place in which something is said.
func learnt(words pattern, said string) (name string, found bool) {
	for _, groups := range slices.Backward(regexp.MustCompile(words.said).FindAllStringSubmatch(said, -1)) {
		name = ""
		if at := slices.IndexFunc(groups[1:], func(group string) bool { return group != "" }); at >= 0 {
			name = groups[1+at]
		}
		name = inOneLine(strings.ReplaceAll(name, `"`, ""))
		if len(name) > maxLearntName {
			name = "…" + strings.ToValidUTF8(name[len(name)-maxLearntName:], "")
		}
		return name, true
	}
	return "", false
}

// inOneLine writes lines as a list.
func inOneLine(text string) string {
	var list []string
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			list = append(list, line)
		}
	}
	return strings.Join(list, ", ")
}
