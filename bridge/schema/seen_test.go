package schema

import "testing"

// What cannot be seen is written as its number in every sentence, also what only fills a place; an emoji keeps its look.
func TestNothingHiddenIsQuoted(t *testing.T) {
	for in, want := range map[string]string{
		"a\u202eb": "a[U+202E]b", "a\u3164b": "a[U+3164]b", "a\u2800b": "a[U+2800]b", "a\ufdd0b": "a[U+FDD0]b", "✔\ufe0f": "✔\ufe0f",
	} {
		if got := shorten(in); got != want {
			t.Errorf("%q is quoted as %q, want %q", in, got, want)
		}
	}
}
