package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// checkJSON reads a JSON box. Its text goes out with every digit as typed; only white space between the values is
// taken out.
func (f *Field) checkJSON(text string) (json.RawMessage, string) {
	if strings.TrimSpace(text) == "" {
		return nil, f.missing(isRequired)
	}
	typed := readable([]byte(text))
	n, doubles, err := readJSON(typed)
	if err != nil {
		return nil, syntaxMessage(typed, err) + f.quotesAdvice(text)
	}
	if len(doubles) > 0 {
		return nil, twiceMessage(typed, doubles[0])
	}
	if message := f.problem(n); message != "" {
		return nil, message
	}
	return compact(n.raw), ""
}

// quotesAdvice says how a text is written, to somebody who typed a bare word where any JSON value may stand.
func (f *Field) quotesAdvice(text string) string {
	text = strings.TrimSpace(text)
	first, _ := utf8.DecodeRuneInString(text)
	if f.Secret || f.ruled().noun != "a JSON value" || !unicode.IsLetter(first) || strings.ContainsAny(text, "\"\\\n") {
		return ""
	}
	return " A text stands in double quotes: " + shorten(string(quote(text))) + "."
}

// syntaxMessage says where a text stops being JSON and, where that can be told, what to do.
func syntaxMessage(text []byte, err error) string {
	wrong, ok := err.(*syntaxError)
	if !ok {
		return "This is not valid JSON."
	}
	if wrong.deep {
		return fmt.Sprintf("This JSON is too deep: more than %d lists and objects stand one in the other.", deepestValue)
	}
	at := place(text, wrong.offset)
	if wrong.ended {
		return "This is not complete JSON: it ends too early, at " + at + "."
	}
	found, _ := utf8.DecodeRune(text[wrong.offset:])
	message := fmt.Sprintf("This is not valid JSON: %s does not fit at %s.", shownRune(found), at)
	switch before := bytes.TrimRight(text[:wrong.offset], " \t\r\n"); {
	case found == '\'' || found == '“' || found == '”' || found == '‘' || found == '’':
		message += ` Texts and names stand in straight double quotes ("…").`
	case (found == '}' || found == ']') && bytes.HasSuffix(before, []byte(",")):
		message += " Take out the comma before it."
	case found == '/' || found == '#':
		message += " Comments are not allowed."
	}
	return message
}

// twiceMessage is for a name typed twice: keeping one of its values silently would hide a slip (case
// tool-raw-json-duplicate-keys).
func twiceMessage(text []byte, double twice) string {
	return fmt.Sprintf("This JSON has the name “%s” twice, the second time at %s. Keep one of them.",
		shorten(double.key), place(text, double.offset))
}

// place is where an offset is, as a person counts: both from 1, columns in characters.
func place(text []byte, offset int) string {
	offset = min(max(offset, 0), len(text))
	line := 1 + bytes.Count(text[:offset], []byte("\n"))
	start := bytes.LastIndexByte(text[:offset], '\n') + 1
	return fmt.Sprintf("line %d, column %d", line, 1+utf8.RuneCount(text[start:offset]))
}

func shownRune(r rune) string {
	switch {
	case r == '\n' || r == '\r':
		return "the line break"
	case r == '\t':
		return "the tab"
	case !isVisible(string(r)):
		return fmt.Sprintf("the invisible character U+%04X", r)
	}
	return "“" + string(r) + "”"
}
