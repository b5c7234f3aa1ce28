package text_test

import (
	"testing"
	"unicode"

	"parley/bridge/text"
)

func TestWhatIsHidden(t *testing.T) {
	for _, r := range "\x00\n\t\x7f\u0085\u00ad\u034f\u0600\u061c\u115f\u1160\u17b4\u180b\u180e\u200b\u200d\u200e\u202e\u2028\u2029\u2060\u2066\u2800\u3164\ufe0f\ufeff\uffa0\ufff9\uffff\U0001d173\U000e0001\U000e0041\U000e0100" {
		if !text.IsHidden(r) {
			t.Errorf("%U is not hidden", r)
		}
	}
	for _, r := range " aÄж漢\u0301\u05d0\ufffd😀\U0001F3F4\U0001f3fd€“…" {
		if text.IsHidden(r) {
			t.Errorf("%U is hidden", r)
		}
	}
}

// Each of the rules that there were before hid a part of it.
func TestNoRuleHidMore(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		schema := unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
		link := schema || unicode.Is(unicode.Variation_Selector, r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
		if (link || text.IsInvisible(r)) && !text.IsHidden(r) {
			t.Errorf("%U is not hidden any more", r)
		}
	}
}

func TestHiddenCharactersAreNumbered(t *testing.T) {
	for in, want := range map[string]string{
		"plain":             "plain",
		"a\u202eb":          "a[U+202E]b",
		"line\nbreak":       "line[U+000A]break",
		"fill\u3164er":      "fill[U+3164]er",
		"blank\u2800":       "blank[U+2800]",
		"✔\ufe0f yes":       "✔\ufe0f yes",
		"a\ufe0f":           "a[U+FE0F]",
		"✔\ufe0f\ufe0f yes": "✔\ufe0f[U+FE0F] yes",
		"👩\u200d👧":          "👩[U+200D]👧",
	} {
		if got := text.Numbered(in); got != want {
			t.Errorf("%q is written as %q, want %q", in, got, want)
		}
	}
}

func TestTextIsCutByCharacters(t *testing.T) {
	for _, c := range []struct {
		in, head string
		most     int
		cut      bool
	}{{"äöü", "äöü", 3, false}, {"äöü", "äö", 2, true}, {"", "", 0, false}, {"a", "", 0, true}} {
		if head, cut := text.Head(c.in, c.most); head != c.head || cut != c.cut {
			t.Errorf("%q to %d: %q, %v", c.in, c.most, head, cut)
		}
	}
}
