package schema

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"parley/bridge/link"
	"parley/bridge/text"
)

// NamesSecret says whether a name, such as one of the environment or of a member of JSON, is that of a password, key or token, by the
// same words as of a form's fields.
func NamesSecret(name string) bool { return asksForSecret(name, "", "", "", Text) }

// longestName is how much of the beginning and of the end of a name is looked at: a title can be a text, and says what it is for
// there.
const longestName = 4000

// readings are the words of a name in small letters, as they stand there and as a person may take them: pаsswоrd with letters of other
// alphabets, ｐａｓｓｗｏｒｄ, pass word with something invisible between, p@ssw0rd.
func readings(name string) [][]string {
	if len(name) > 2*longestName {
		name = strings.ToValidUTF8(name[:longestName]+" "+name[len(name)-longestName:], "")
	}
	name = visible(norm.NFKC.String(name))
	list := [][]string{smallWords(name)}
	if isPlain(name) {
		return list
	}
	for _, one := range []rune{'l', 'i'} {
		if words := smallWords(plainLetters(name, one)); strings.Join(words, " ") != strings.Join(list[0], " ") {
			list = append(list, words)
		}
	}
	return list
}

// isPlain says whether a name has one reading alone, as nearly all have: signs are read as letters only behind a letter.
func isPlain(name string) bool {
	for i := range len(name) {
		switch c := name[i]; {
		case c >= utf8.RuneSelf:
			return false
		case i > 0 && i+1 < len(name) && strings.IndexByte("013457!|@$", c) >= 0 && unicode.IsLetter(rune(name[i-1])):
			return false
		}
	}
	return true
}

func smallWords(name string) []string {
	words := splitWords(name)
	kept := words[:0]
	for i := 0; i < len(words); i++ {
		word := strings.ToLower(words[i])
		for utf8.RuneCountInString(words[i]) == 1 && i+1 < len(words) && utf8.RuneCountInString(words[i+1]) == 1 { // p a s s w o r d
			i++
			word += strings.ToLower(words[i])
		}
		kept = append(kept, word)
	}
	return kept
}

// visible takes out what is not to be seen, which would cut a word in two.
func visible(name string) string {
	return strings.Map(func(r rune) rune {
		if text.IsHidden(r) && !unicode.IsControl(r) {
			return -1
		}
		return r
	}, name)
}

// plainLetters gives letters, and signs inside words, as the plain letters that they look like. one is what the digit 1 is.
func plainLetters(name string, one rune) string {
	runes := []rune(link.PlainLetters(name))
	for i, r := range runes {
		if i == 0 || i+1 == len(runes) || !unicode.IsLetter(runes[i-1]) || unicode.IsSpace(runes[i+1]) ||
			unicode.IsUpper(runes[i+1]) && !unicode.IsUpper(runes[i-1]) {
			continue // it stands at the edge of a word, and is what it is
		}
		switch r {
		case '0':
			runes[i] = 'o'
		case '1', '!', '|':
			runes[i] = one
		case '3', '€':
			runes[i] = 'e'
		case '4', '@':
			runes[i] = 'a'
		case '5', '$':
			runes[i] = 's'
		case '7':
			runes[i] = 't'
		}
		if unicode.IsUpper(runes[i-1]) {
			runes[i] = unicode.ToUpper(runes[i])
		}
	}
	return string(runes)
}
