package language

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2/lang"
)

// maxLine is how long a line may be to be looked at, in bytes; a longer one is no sentence of ours.
const maxLine = 2000

// Own gives a text of ours that package bridge made, of one or several sentences, in the person's language. What is not recognised stays as
// it is.
func Own(text string) string {
	if text == "" || Spoken() == English {
		return text
	}
	known := patterns()
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if len(line) <= maxLine {
			lines[i] = known.line(line)
		}
	}
	return strings.Join(lines, "\n")
}

// reading is one way to understand a text.
type reading struct {
	text  string
	known int // how many bytes of it were words of ours
}

// line understands a line as far as possible: as one sentence, or as several behind each other.
func (c catalogue) line(line string) string { return c.read(line, map[string]reading{}, 0).text }

// deepest is how far sentences stand in each other.
const deepest = 4

func (c catalogue) read(text string, before map[string]reading, depth int) reading {
	if r, ok := before[text]; ok {
		return r
	}
	result := c.whole(text, depth)
	for end, gap := range cuts(text) {
		left := c.whole(text[:end], depth)
		right := c.read(text[end+len(gap):], before, depth)
		if known := left.known + right.known; known > result.known {
			result = reading{left.text + gap + right.text, known}
		}
	}
	before[text] = result
	return result
}

// cuts are the places where a sentence or a part of one may end, with what stands between it and the next.
func cuts(text string) func(func(end int, gap string) bool) {
	return func(yield func(int, string) bool) {
		for i := 1; i < len(text)-1; i++ {
			if text[i] != ' ' {
				continue
			}
			end, gap := i, " "
			switch {
			case strings.HasSuffix(text[:i], ":"), strings.HasSuffix(text[:i], ";"), strings.HasSuffix(text[:i], ","):
				end, gap = i-1, text[i-1:i+1]
			case strings.HasSuffix(text[:i], " ·"):
				end, gap = i-len(" ·"), " · "
			case !strings.ContainsAny(text[i-1:i], ".?!"):
				continue
			}
			if end > 0 && !yield(end, gap) {
				return
			}
		}
	}
}

// whole understands a text as one sentence.
func (c catalogue) whole(text string, depth int) reading {
	result := reading{text: text}
	for _, p := range c {
		if p.known <= result.known || depth > deepest {
			continue
		}
		slots, ok := p.match(text)
		if !ok {
			continue
		}
		data := make(map[string]any, len(slots))
		for name, slot := range slots {
			if isWords(name) {
				slot = c.read(slot, map[string]reading{}, depth+1).text
			}
			data[name] = slot
		}
		result = reading{like(text, p.key, lang.X(p.key, p.key, data)), p.known}
	}
	return result
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

func upperFirst(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

func lowerFirst(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(first)) + text[size:]
}
