package text

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestPlainShowsWhatWouldBeInvisible(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"words stay", "Pay 12.50 EUR?", "Pay 12.50 EUR?"},
		{"line breaks and tabs stay", "a\n\tb", "a\n\tb"},
		{"windows and old line breaks", "a\r\nb\rc", "a\nb\nc"},
		{"escape sequences", "\x1b[2J\x07", "⟨U+001B⟩[2J⟨U+0007⟩"},
		{"nul and next line", "a\x00b\u0085c", "a⟨U+0000⟩b⟨U+0085⟩c"},
		{"bidi override", "\u202e00.1\u202c EUR", "⟨U+202E⟩00.1⟨U+202C⟩ EUR"},
		{"bidi isolates and marks", "\u2066a\u2069\u200e\u200f\u061c", "⟨U+2066⟩a⟨U+2069⟩⟨U+200E⟩⟨U+200F⟩⟨U+061C⟩"},
		{"zero width and byte order mark", "a\u200bb\ufeffc\u2060", "a⟨U+200B⟩b⟨U+FEFF⟩c⟨U+2060⟩"},
		{"line and paragraph separators", "a\u2028b\u2029", "a⟨U+2028⟩b⟨U+2029⟩"},
		{"joiner in a Latin word", "pay\u200dpal\u200c", "pay⟨U+200D⟩pal⟨U+200C⟩"},
		{"joiner in a Persian word", "می\u200cخواهم", "می\u200cخواهم"},
		{"tag characters", "x\U000E0041\U000E0042", "x⟨U+E0041⟩⟨U+E0042⟩"},
		{"flag of Scotland", "🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F", "🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F"},
		{"a flag with more hidden behind it", "🏴\U000E0067\U000E0041", "🏴⟨U+E0067⟩⟨U+E0041⟩"},
		{"variation selectors as hidden text", "a\ufe0f😀\ufe0f\ufe0f\ufe01", "a⟨U+FE0F⟩😀\ufe0f⟨U+FE0F⟩⟨U+FE01⟩"},
		{"supplementary variation selectors", "ok\U000E0101\U000E0102", "ok⟨U+E0101⟩⟨U+E0102⟩"},
		{"family emoji", "👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"},
		{"emoji with skin tone and heart", "👩🏽\u200d❤\ufe0f\u200d👨", "👩🏽\u200d❤\ufe0f\u200d👨"},
		{"keycap", "1\ufe0f\u20e3", "1\ufe0f\u20e3"},
		{"bytes that are no text", "a\xff\xc3", "a⟨0xFF⟩⟨0xC3⟩"},
		{"the replacement character itself", "a\ufffdb", "a\ufffdb"},
		{"soft hyphen and Hangul filler", "a\u00adb\u3164", "a⟨U+00AD⟩b⟨U+3164⟩"},
		{"accents", "e\u0301 Việt", "e\u0301 Việt"},
		{"towers of accents", "a\u0301\u0301\u0301\u0301\u0301\u0301b", "a\u0301\u0301\u0301\u0301⟨U+0301⟩⟨U+0301⟩b"},
		{"right-to-left letters are left alone", "שלום abc", "שלום abc"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Plain(c.in); got != c.want {
				t.Errorf("Plain(%+q)\n got %+q\nwant %+q", c.in, got, c.want)
			}
		})
	}
}

func TestPlainLineFitsOneLine(t *testing.T) {
	for _, c := range []struct {
		in   string
		max  int
		want string
	}{
		{"short", 10, "short"},
		{"two\r\nlines\tand tab", 40, "two↵lines and tab"},
		{"0123456789", 10, "0123456789"},
		{"0123456789x", 10, "012345678…"},
		{"ab👨\u200d👩\u200d👧cdefgh", 6, "ab…"},
		{"\u202eabc", 4, "⟨U+202E⟩abc"},
		{strings.Repeat("x", 1<<20), 5, "xxxx…"},
	} {
		if got := PlainLine(c.in, c.max); got != c.want {
			t.Errorf("PlainLine(%.20q, %d) = %q, want %q", c.in, c.max, got, c.want)
		}
	}
}

func FuzzPlain(f *testing.F) {
	for _, seed := range []string{"", "plain", "\x1b[2J\u202e\u200b\xff", "👨\u200d👩\u200d👧", "a\u0301\u0301\u0301\u0301\u0301\u200d", "می\u200cخواهم", "🏴\U000E0067\U000E0062\U000E0073\U000E0063\U000E0074\U000E007F", "1\ufe0f\u20e3\r\r\n", "क\u094d\u200dष"} {
		f.Add(seed, 12)
	}
	f.Fuzz(func(t *testing.T, s string, max int) {
		once := Plain(s)
		if !utf8.ValidString(once) {
			t.Fatalf("not UTF-8: %+q", once)
		}
		if twice := Plain(once); twice != once {
			t.Fatalf("a second run changed %+q to %+q", once, twice)
		}
		var before rune
		runes := []rune(once)
		for i, r := range runes {
			if forbidden(before, r, i, runes) {
				t.Fatalf("%U is left in %+q", r, once)
			}
			before = r
		}
		max = 1 + (max%64+64)%64
		line := PlainLine(s, max)
		if strings.ContainsAny(line, "\n\r\t") || !utf8.ValidString(line) {
			t.Fatalf("not one line: %+q", line)
		}
	})
}

// forbidden is told from scratch what a person must never be shown, apart from how Plain decides.
func forbidden(before, r rune, at int, all []rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case unicode.IsControl(r), r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f, r == 0x061c,
		r == 0x200b, r == 0xfeff, r == 0x2028, r == 0x2029, r == 0x2060, r == 0x00ad, r == 0xe0001, r == 0xe0020:
		return true
	case r == zwj || r == zwnj: // only inside a word or an emoji
		return at == 0 || at == len(all)-1 || before < 0x80
	case r >= 0xfe00 && r <= 0xfe0f: // only after something it can change, and one of them
		return at == 0 || unicode.IsLetter(before) || isVariation(before)
	}
	return false
}
