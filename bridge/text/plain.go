package text

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxAccents is how many combining marks may stand on one letter before the rest is shown as marks. Written languages
// need up to four; more of them draw over the lines above and below.
const MaxAccents = 4

// Plain makes untrusted text safe to draw: what is left of it is what a person sees, in the stored order. Characters
// that are invisible, steer a terminal or change the direction of other text are shown as visible marks such as
// ⟨U+202E⟩, and bytes that are no UTF-8 as ⟨0xFF⟩. Line breaks and tabs stay; CRLF and a lone CR become LF. Emoji made
// of several characters, and the joiners that Persian and Indic words are written with, stay whole.
//
// Every text that comes from a server passes it exactly once before it is drawn (case form-message-ansi-and-bidi). A
// second time changes nothing.
func Plain(s string) string {
	if isPlain(s) {
		return s
	}
	var out strings.Builder
	out.Grow(len(s) + len(s)/8)
	sc := plainScan{rest: s}
	for sc.next() {
		sc.write(&out)
	}
	return out.String()
}

// PlainLine is Plain for a place of one line: line breaks show as ↵ and tabs as spaces, and text of more than max
// characters ends in …. It reads no more of s than it gives back, so s may be of any size.
func PlainLine(s string, max int) string {
	var out strings.Builder
	sc := plainScan{rest: s}
	ends := []int{} // where each character of the output ends
	for sc.next() {
		switch {
		case sc.mark == "" && sc.r == '\n':
			out.WriteString("↵")
		case sc.mark == "" && sc.r == '\t':
			out.WriteString(" ")
		default:
			sc.write(&out)
		}
		ends = append(ends, out.Len())
		if len(ends) > max {
			return strings.TrimRight(out.String()[:cutAt(out.String(), ends, max-1)], "\u200d") + "…"
		}
	}
	return out.String()
}

// cutAt gives the length of the first n characters of s, less the pieces of an emoji that would be left without the
// rest.
func cutAt(s string, ends []int, n int) int {
	for n > 0 {
		next, _ := utf8.DecodeRuneInString(s[ends[n-1]:])
		last, _ := utf8.DecodeLastRuneInString(s[:ends[n-1]])
		if last != zwj && next != zwj && !isVariation(next) && !unicode.Is(unicode.Mn, next) {
			return ends[n-1]
		}
		n--
	}
	return 0
}

const (
	zwnj = '\u200c'
	zwj  = '\u200d'
)

// isPlain says quickly that nothing in s needs a mark: printable ASCII, line feeds and tabs.
func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf || c == 0x7f || (c < ' ' && c != '\n' && c != '\t') {
			return false
		}
	}
	return true
}

// plainScan goes through text character by character and decides for each one whether it is shown as it is.
type plainScan struct {
	rest    string
	r       rune
	raw     string // r as it stands in the text
	mark    string // what is shown instead; "" for the character itself
	prev    rune   // the character shown before, 0 after a mark
	base    rune   // the last one that was no combining mark
	accents int
}

// next steps on to the next character. It gives false at the end.
func (sc *plainScan) next() bool {
	if sc.rest == "" {
		return false
	}
	if n := flagTags(sc.rest); n > 0 {
		sc.take(n)
		sc.r, sc.mark, sc.prev, sc.base = '\U0001F3F4', "", '\U0001F3F4', '\U0001F3F4'
		return true
	}
	r, n := utf8.DecodeRuneInString(sc.rest)
	if r == utf8.RuneError && n == 1 {
		sc.mark = fmt.Sprintf("⟨0x%02X⟩", sc.rest[0])
		sc.take(1)
		sc.r, sc.prev, sc.base, sc.accents = r, 0, 0, 0
		return true
	}
	if r == '\r' {
		if strings.HasPrefix(sc.rest, "\r\n") {
			n = 2
		}
		sc.take(n)
		sc.r, sc.mark, sc.raw, sc.prev, sc.base, sc.accents = '\n', "", "\n", '\n', '\n', 0
		return true
	}
	sc.take(n)
	sc.r = r
	if !sc.allowed(r) {
		sc.mark = fmt.Sprintf("⟨U+%04X⟩", r)
		sc.prev, sc.base = 0, 0
		if !unicode.In(r, unicode.Mn, unicode.Me) {
			sc.accents = 0
		}
		return true
	}
	sc.mark = ""
	sc.prev = r
	if unicode.In(r, unicode.Mn, unicode.Me) {
		sc.accents++
	} else if r != zwj && r != zwnj {
		sc.base, sc.accents = r, 0
	}
	return true
}

func (sc *plainScan) take(n int) {
	sc.raw, sc.rest = sc.rest[:n], sc.rest[n:]
}

func (sc *plainScan) write(out *strings.Builder) {
	if sc.mark != "" {
		out.WriteString(sc.mark)
		return
	}
	out.WriteString(sc.raw)
}

// allowed says whether r may be drawn where it stands.
func (sc *plainScan) allowed(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return true
	case r < ' ' || (r >= 0x7f && r < 0xa0):
		return false
	case r < 0xa0:
		return true
	case r == zwj:
		return (isEmojiEnd(sc.prev) && IsEmoji(sc.peek())) || sc.joinsLetters()
	case r == zwnj:
		return sc.joinsLetters()
	case isVariation(r):
		return variationFits(sc.prev, r)
	case IsInvisible(r):
		return false
	case unicode.In(r, unicode.Mn, unicode.Me):
		return sc.accents < MaxAccents
	}
	return true
}

func (sc *plainScan) peek() rune {
	r, _ := utf8.DecodeRuneInString(sc.rest)
	return r
}

// joinsLetters says whether a joiner stands where Arabic and Indic spelling has it: between letters of such a script.
func (sc *plainScan) joinsLetters() bool {
	return isJoining(sc.base) && sc.prev != zwj && sc.prev != zwnj && isJoining(sc.peek())
}

// isJoining says whether r belongs to a script whose spelling uses the zero-width joiners.
func isJoining(r rune) bool {
	return unicode.In(r, unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Nko, unicode.Devanagari, unicode.Bengali,
		unicode.Gurmukhi, unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam,
		unicode.Sinhala, unicode.Khmer, unicode.Myanmar, unicode.Tibetan)
}

// isVariation says whether r only changes the look of the character before it.
func isVariation(r rune) bool {
	return (r >= 0xfe00 && r <= 0xfe0f) || (r >= 0xe0100 && r <= 0xe01ef)
}

// variationFits says whether a variation selector has a character before it that it can change. Anywhere else it is
// invisible, and runs of them carry hidden text.
func variationFits(before, r rune) bool {
	if r == 0xfe0e || r == 0xfe0f {
		return IsEmoji(before) || before == '#' || before == '*' || (before >= '0' && before <= '9') || before == '©' || before == '®'
	}
	return r >= 0xe0100 && unicode.Is(unicode.Han, before)
}

// IsEmoji says whether r can begin an emoji.
func IsEmoji(r rune) bool {
	return (r >= 0x1f000 && r <= 0x1faff && !IsSkinTone(r)) || (r >= 0x2190 && r <= 0x21ff) || (r >= 0x2300 && r <= 0x23ff) ||
		(r >= 0x25a0 && r <= 0x27bf) || (r >= 0x2934 && r <= 0x2935) || (r >= 0x2b00 && r <= 0x2bff) ||
		r == 0x203c || r == 0x2049 || r == 0x2122 || r == 0x2139 || r == 0x24c2 || r == 0x3030 || r == 0x303d || r == 0x3297 || r == 0x3299
}

// isEmojiEnd says whether an emoji that goes on with a joiner may end in r.
func isEmojiEnd(r rune) bool {
	return IsEmoji(r) || IsSkinTone(r) || r == 0xfe0f
}

// IsSkinTone says whether r colours the emoji before it.
func IsSkinTone(r rune) bool { return r >= 0x1f3fb && r <= 0x1f3ff }

// flagTags gives the length of one of the three flags that are written with tag characters, 0 if s does not begin with
// one.
func flagTags(s string) int {
	if !strings.HasPrefix(s, "\U0001F3F4\U000E0067") {
		return 0
	}
	for _, region := range []string{"gbeng", "gbsct", "gbwls"} {
		flag := "\U0001F3F4"
		for _, letter := range region {
			flag += string(0xe0000 + letter)
		}
		flag += "\U000E007F"
		if strings.HasPrefix(s, flag) {
			return len(flag)
		}
	}
	return 0
}

// IsInvisible says whether r draws nothing, or steers what is drawn around it.
func IsInvisible(r rune) bool {
	switch {
	case r >= 0x600 && r <= 0x605, r == 0x6dd, r == 0x70f, r == 0x890, r == 0x891, r == 0x8e2, r == 0x110bd, r == 0x110cd:
		return false // signs that are drawn, though Unicode counts them as format characters
	case unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Noncharacter_Code_Point):
		return true
	case unicode.In(r, unicode.Other_Default_Ignorable_Code_Point):
		return true // fillers and reserved places
	case r == 0x2800: // the empty Braille pattern
		return true
	case r == 0x180b || r == 0x180c || r == 0x180d || r == 0x180f: // Mongolian variation selectors
		return true
	}
	return r >= 0xfff0 && r <= 0xfffb
}
