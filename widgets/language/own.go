package language

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2/lang"
)

// maxLine is how long a line may be to be looked at, in bytes; a longer one is no sentence of ours.
const maxLine = 800

// Own gives a text of ours that package bridge made, of one or several sentences, in the person's language. What is not recognised stays as
// it is.
func Own(text string) string {
	if text == "" || Spoken() == English {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if len(line) <= maxLine {
			r := reader{patterns(), map[string]reading{}, map[string]reading{}}
			lines[i] = r.read(line).text
		}
	}
	return strings.Join(lines, "\n")
}

// reader understands one line. It remembers what it understood of each part, for parts stand in several ways to cut the line.
type reader struct {
	patterns    []pattern
	reads, ones map[string]reading
}

// reading is one way to understand a text.
type reading struct {
	text  string
	known int // how many bytes of it were words of ours
}

// read understands a text as far as possible: as one sentence, or as several behind each other.
func (r reader) read(text string) reading {
	if before, ok := r.reads[text]; ok {
		return before
	}
	result := r.one(text)
	for _, c := range cuts(text) {
		left, right := r.one(text[:c.end]), r.read(text[c.next:])
		if known := left.known + right.known; known > result.known || c.full && known == result.known && left.known > 0 {
			result = reading{left.text + text[c.end:c.next] + right.text, known}
		}
	}
	r.reads[text] = result
	return result
}

// one understands a text as one sentence.
func (r reader) one(text string) reading {
	if before, ok := r.ones[text]; ok {
		return before
	}
	result := reading{text: text}
	plain := strings.TrimSuffix(text, ".")
	small := lowerFirst(plain)
	for _, p := range r.patterns {
		slots, ok := p.match(plain, small)
		if !ok {
			continue
		}
		data, known := make(map[string]any, len(slots)), p.known
		for name, slot := range slots {
			if isWords(name) {
				inner := r.read(slot)
				slot, known = inner.text, known+inner.known
			}
			data[name] = slot
		}
		if known > result.known {
			result = reading{like(text, p.key, lang.X(p.key, p.key, data)), known}
		}
	}
	r.ones[text] = result
	return result
}

// cut is a place where a sentence or a part of one may end, and where the next begins.
type cut struct {
	end, next int
	full      bool // a whole sentence ends here, and does not go on inside another
}

// mostCuts bounds the work on a text that a server has a part in.
const mostCuts = 24

func cuts(text string) []cut {
	var all []cut
	for i := 1; i < len(text)-1 && len(all) < mostCuts; i++ {
		if text[i] != ' ' {
			continue
		}
		before := text[:i]
		switch text[i-1] {
		case '.', '?', '!':
			all = append(all, cut{i, i + 1, true})
		case ':', ';', ',':
			all = append(all, cut{i - 1, i + 1, false})
		default:
			if end := len(strings.TrimSuffix(before, " ·")); end < i && end > 0 {
				all = append(all, cut{end, i + 1, false})
			}
		}
	}
	return all
}

// like gives a translation the full stop and the first letter of the text that it stands for, where they differ from those of its key.
func like(text, key, translation string) string {
	switch {
	case strings.HasSuffix(text, ".") && !strings.HasSuffix(key, "."):
		translation += "."
	case !strings.HasSuffix(text, ".") && strings.HasSuffix(key, "."):
		translation = strings.TrimSuffix(translation, ".")
	}
	switch {
	case beginsUpper(text) && !beginsUpper(key) && !strings.HasPrefix(key, "{{"):
		return upperFirst(translation)
	case !beginsUpper(text) && beginsUpper(key):
		return lowerFirst(translation)
	}
	return translation
}

func beginsUpper(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return unicode.IsUpper(first)
}

func upperFirst(text string) string { return withFirst(text, unicode.ToUpper) }
func lowerFirst(text string) string { return withFirst(text, unicode.ToLower) }

func withFirst(text string, change func(rune) rune) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return ""
	}
	return string(change(first)) + text[size:]
}
