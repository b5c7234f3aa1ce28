package lastwords

import (
	"regexp"
	"slices"
	"strings"

	"parley/bridge/text"
)

// variable is the name of an environment variable, as people write them: capitals, with a _ in it.
const variable = `([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`

// oneWord is the name of a variable where the words around it leave no doubt that it is one.
const oneWord = `([A-Z][A-Z0-9_]+)`

// Which settings, as environment variables, a program says that it lacks. All that it needs are named, for each start costs the person
// time, and none that it could do without.

var (
	variableName = regexp.MustCompile(`\b` + variable + `\b`)
	oneWordName  = regexp.MustCompile("KeyError: ['\"]" + oneWord + "['\"]|key not found: \"" + oneWord + "\"|\\b" + oneWord + ": (?:unbound variable|parameter (?:null or )?not set)|(?i:environment variable|env var)s?:? ['\"`]" + oneWord + "['\"`]|['\"`]" + oneWord + "['\"`] (?i:environment|env) var")

	needWords     = regexp.MustCompile(`(?i)\b(?:missing|requires?|required|needs?|needed|provide|specify|set|define|export|without|must|no|not|undefined|empty|unset|absent)\b`)
	optionalWords = regexp.MustCompile(`(?i)\boptional|\bdefault|\bdisabled|\bfall(?:ing)?[ -]?back|\banonymous|\brecommended|\bskip|\bignor|\bwarn|\bdeprecated|\bto (?:see|enable|disable|suppress|silence|change|override)\b|\bfor (?:more|debug|details)|\bverbose`)

	// clauseEnd parts a line into what is said of one setting and what is said of another.
	clauseEnd = regexp.MustCompile(`; |[()]|\. |, but | but | while `)

	alternative = regexp.MustCompile("[A-Z0-9]['\"`]?,? or ['\"`$]?[A-Z]")

	// listItem is a line of a list that begins with a setting.
	listItem = regexp.MustCompile(`^[\s\-*•·✗✖❌×|]*(?:\d+[.)] )?['"` + "`" + `$]*\{?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)\b`)
	heading  = regexp.MustCompile(`(?i)(?:variable|setting|environment|config|env\b|required|missing|following|optional)[^:]*:\s*$`)

	// What libraries that check settings print: pydantic, zod, and those that build upon them.
	checkedFields = []*regexp.Regexp{
		regexp.MustCompile(`(?m)^(\w+)\n +Field required`),
		regexp.MustCompile(`"received": "undefined",\s*"path": \[\s*"([A-Z][A-Z0-9_]+)"`),
		regexp.MustCompile(`"path": \[\s*"([A-Z][A-Z0-9_]+)"\s*\],\s*"message": "(?:Required|[^"\n]*received undefined)`),
		regexp.MustCompile(`\b([A-Z][A-Z0-9_]+): \[\s*['"](?:Required|[^'"\n]*received undefined)`),
	}
)

// missing are the settings that a program lacks.
type missing struct {
	names []string
	one   bool // any one of them is enough
}

func (m *missing) add(name string) {
	if !slices.Contains(m.names, name) {
		m.names = append(m.names, name)
	}
}

// words says what is missing. has tells which settings it was given; nil: that is not known.
func (m missing) words(has func(name string) bool) Meaning {
	names := m.names
	if has != nil {
		lacks := slices.DeleteFunc(slices.Clone(names), has)
		if len(lacks) > 0 { // else it wants other values
			names = lacks
		}
	}
	list := text.Shorten(strings.Join(names, ", "), maxQuoted)
	switch {
	case len(names) == 1:
		return Meaning{What: "It needs the setting " + list + ".", Do: "Give it in env of its entry (Edit), then start it again."}
	case m.one:
		return Meaning{What: "It needs one of the settings " + list + ".", Do: "Give one of them in env of its entry (Edit), then start it again."}
	}
	return Meaning{What: "It needs the settings " + list + ".", Do: "Give them in env of its entry (Edit), then start it again."}
}

// missingSettings finds them in what a program said.
func missingSettings(said string) missing {
	if m := checkedSettings(said); len(m.names) > 0 {
		return m
	}
	var stated, listed, marked missing // said to be missing; in a list of settings; in such a list and said to be required
	section, items := noList, 0
	for _, line := range wordsOf(said) {
		if strings.TrimSpace(line) == "" {
			if items > 0 {
				section = noList
			}
			continue
		}
		if heading.MatchString(line) {
			section, items = listUnder(line), 0
			continue
		}
		if item := listItem.FindStringSubmatch(line); section != noList && item != nil && !noSetting.MatchString(item[1]) {
			items++
			switch {
			case section == optionalList || optionalWords.MatchString(line):
			case section == neededList:
				stated.add(item[1])
			case strings.Contains(strings.ToLower(line), "required"):
				marked.add(item[1])
			default:
				listed.add(item[1])
			}
			continue
		}
		if indent(line) == 0 && items > 0 {
			section = noList
		}
		stated.take(line)
	}
	switch {
	case len(stated.names) > 0:
		return stated
	case len(marked.names) > 0:
		return marked
	case len(listed.names) == 1: // of several, nobody knows which
		return listed
	}
	return missing{}
}

// list is what a heading says of the settings below it.
type list int

const (
	noList list = iota
	plainList
	neededList
	optionalList
)

func listUnder(heading string) list {
	lower := strings.ToLower(heading)
	switch {
	case strings.Contains(lower, "optional"):
		return optionalList
	case needWords.MatchString(lower):
		return neededList
	case strings.Contains(lower, "variable") || strings.Contains(lower, "environment"):
		return plainList
	}
	return noList
}

// take adds the settings that a line says are missing.
func (m *missing) take(line string) {
	if optionalWords.MatchString(line) && clauseEnd.FindStringIndex(line) == nil {
		return
	}
	for _, groups := range oneWordName.FindAllStringSubmatch(line, -1) {
		for _, name := range groups[1:] {
			if name != "" && !noSetting.MatchString(name) {
				m.add(name)
			}
		}
	}
	for _, clause := range clauseEnd.Split(line, -1) {
		if !needWords.MatchString(clause) || optionalWords.MatchString(clause) {
			continue
		}
		names := slices.DeleteFunc(variableName.FindAllString(clause, -1), noSetting.MatchString)
		if len(names) > 1 && len(m.names) == 0 && alternative.MatchString(clause) {
			m.one = true
		}
		for _, name := range names {
			m.add(name)
		}
	}
}

// checkedSettings are those that a library names that checks settings.
func checkedSettings(said string) missing {
	var m missing
	for _, field := range checkedFields {
		for _, found := range field.FindAllStringSubmatch(said, -1) {
			m.add(found[1])
		}
	}
	return m
}

// noSetting are names of the same form that are something else: codes of errors, and what Node.js and npm are set up with.
var noSetting = regexp.MustCompile(`^(?:ERR|NODE|NPM|UV|HTTP|EXIT|INVALID|MISSING|ERROR)_|_(?:ERROR|DENIED|FAILED|FAILURE|NOT_FOUND|EXCEPTION|REQUIRED|REFUSED)$|^(?:ERROR|FATAL|WARN|WARNING|INFO|DEBUG|CRITICAL)$`)
