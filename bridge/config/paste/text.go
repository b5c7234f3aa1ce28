package paste

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

var fence = regexp.MustCompile("(?s)(?:^|\n)[ \t]*```[^\n]*\n(.*?)\n[ \t]*```[ \t]*(?:\n|$)")

// plainText takes away what copying leaves around and in a text: marks of Markdown, blanks that are none, quotation marks of a
// typesetter.
func plainText(text string) (plain string, notes []string) {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u00a0", " ", "\u202f", " ", "\u200b", "", "\u2060", "", "\ufeff", "").Replace(text)
	text = strings.TrimSpace(text)
	if blocks := fence.FindAllStringSubmatch(text, 2); len(blocks) == 1 {
		text = strings.TrimSpace(blocks[0][1])
	} else if inner := strings.TrimSuffix(strings.TrimPrefix(text, "`"), "`"); len(inner) == len(text)-2 && !strings.Contains(inner, "`") {
		text = strings.TrimSpace(inner)
	}
	straight := strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "‘", "'", "’", "'").Replace(text)
	if straight != text && !strings.ContainsAny(text, `"'`) {
		text = straight
		notes = append(notes, "Curly quotation marks were read as straight ones.")
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, text), notes
}
