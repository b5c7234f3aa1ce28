package schema

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"parley/bridge/text"
)

// noName stands for a property whose key and title are both invisible.
const noName = "(no name)"

// labelOf is what a field is called: its title, else its key made readable.
func labelOf(title, key string) string {
	if isVisible(title) {
		return strings.TrimSpace(title)
	}
	return readableKey(key)
}

// readableKey makes words of a key: first_name, checkAlternative and max-items become First name, Check alternative
// and Max items; capitals that stand together stay, as in User ID (case form-title-missing-humanised).
func readableKey(key string) string {
	words := splitWords(key)
	if len(words) == 0 {
		if isVisible(key) {
			return key
		}
		return noName
	}
	shouting := len(words) > 1 && strings.ToUpper(key) == key
	var label strings.Builder
	for i, word := range words {
		if i > 0 {
			label.WriteByte(' ')
		}
		if shouting || !isAcronym(word) {
			word = strings.ToLower(word)
		}
		if i == 0 {
			first, size := utf8.DecodeRuneInString(word)
			word = string(unicode.ToUpper(first)) + word[size:]
		}
		label.WriteString(word)
	}
	return label.String()
}

// splitWords cuts a name at everything that is no letter, digit or mark, and where capitals begin.
func splitWords(name string) []string {
	var words []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, string(word))
		}
		word = word[:0]
	}
	runes := []rune(name)
	for i, r := range runes {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			flush()
			continue
		}
		if unicode.IsUpper(r) && len(word) > 0 && beginsWord(runes, i) {
			flush()
		}
		word = append(word, r)
	}
	flush()
	return words
}

// beginsWord says whether the capital at i starts a word: after a small letter or digit, or as the last capital before
// small letters, as the S in HTTPServer. The s of a plural such as IDs starts none.
func beginsWord(runes []rune, i int) bool {
	if !unicode.IsUpper(runes[i-1]) {
		return true
	}
	if i+1 >= len(runes) || !unicode.IsLower(runes[i+1]) {
		return false
	}
	plural := runes[i+1] == 's' && (i+2 >= len(runes) || !unicode.IsLower(runes[i+2]))
	return !plural
}

// isAcronym recognises ID, URL and IDs.
func isAcronym(word string) bool {
	word = strings.TrimSuffix(word, "s")
	return utf8.RuneCountInString(word) > 1 && strings.ToUpper(word) == word && strings.ToLower(word) != word
}

// isVisible says whether there is anything to see in a text.
func isVisible(words string) bool {
	for _, r := range words {
		if unicode.IsGraphic(r) && !unicode.IsSpace(r) && !text.IsHidden(r) {
			return true
		}
	}
	return false
}
