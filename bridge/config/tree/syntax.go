package tree

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// SyntaxError says where a file stops being JSON, or YAML or TOML where that is what it is written in. [Parse] and [Language.Parse] return it.
type SyntaxError struct {
	Name         string // of the file, without its folder
	Line, Column int    // from 1; the column counts characters
	What         string // plain words; nothing of the file's own text
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s cannot be read. Line %d, column %d: %s", e.Name, e.Line, e.Column, e.What)
}

// syntaxError takes the place out of the parser's error and says the rest in plain words. The parser's own words may quote the
// file, and so a secret.
func syntaxError(name string, text []byte, err error) *SyntaxError {
	e := &SyntaxError{Name: name, Line: 1, Column: 1, What: "this is not JSON"}
	detail := err.Error()
	var line, column int
	if _, scanErr := fmt.Sscanf(detail, "hujson: line %d, column %d:", &line, &column); scanErr != nil {
		return e
	}
	at := offsetOf(text, line, column)
	has := func(words string) bool { return strings.Contains(detail, words) }
	switch {
	case has("unexpected EOF"):
		at = len(bytes.TrimRight(text, " \t\r\n")) // behind the last thing that is there
		e.What = "it ends too early; a quotation mark or a closing bracket is missing"
		if begin := openComment(text); begin >= 0 {
			e.What, at = "the comment that begins here with /* never ends; */ is missing", begin
		}
	case has("invalid character '}' after top-level value"), has("invalid character ']' after top-level value"):
		e.What = "there is one closing bracket too many"
	case has("after top-level value"):
		e.What = "something stands after the end; there can be only one object"
	case has("invalid character ']' after object value"), has("invalid character '}' after array value"):
		e.What = "this bracket is not of the kind that was opened; one may be missing before it"
	case has("invalid character ',' at start"):
		e.What = "there is one comma too many, or something is missing before it"
	case has("invalid character '}' at start"), has("invalid character ']' at start"):
		e.What = "a value is missing before this bracket"
	case has("invalid character '#' at start"):
		e.What = "a comment begins with // here, not with #"
	case has("after object value"), has("after array value"):
		e.What = "a comma or a closing bracket is missing before this place"
	case has("after object name"):
		e.What = "a colon is missing between a name and its value"
	case has("at start of object name"):
		e.What = "a name in quotation marks must stand here"
	case has("invalid literal: True"), has("invalid literal: False"), has("invalid literal: None"):
		e.What = "true, false and null are written in small letters, as in JSON"
	case has("invalid literal") && bareName.Match(text[min(at, len(text)):]):
		e.What = "this name must stand in quotation marks"
	case has("invalid literal"):
		e.What = "this is neither text in quotation marks nor a number, true, false or null"
	}
	if mark := unfinishedMerge(text); mark >= 0 {
		e.What = mergeWords
		e.Line, e.Column = Place(text, mark)
		return e
	}
	slip, moved := slipAt(text, at)
	if slip != "" {
		e.What, at = slip, moved
	}
	e.Line, e.Column = Place(text, at)
	return e
}

// openComment is where a comment begins that goes on to the end of the file, -1 when there is none.
func openComment(text []byte) int {
	for i := 0; i < len(text); i++ {
		switch rest := text[i:]; {
		case text[i] == '"':
			for i++; i < len(text) && text[i] != '"' && text[i] != '\n'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case bytes.HasPrefix(rest, []byte("//")):
			end := bytes.IndexByte(rest, '\n')
			if end < 0 {
				return -1
			}
			i += end
		case bytes.HasPrefix(rest, []byte("/*")):
			end := bytes.Index(rest[2:], []byte("*/"))
			if end < 0 {
				return i
			}
			i += end + 3
		}
	}
	return -1
}

var bareName = regexp.MustCompile(`^[A-Za-z_$][A-Za-z0-9_$.-]*\s*:`)

// offsetOf is the offset of a line and a column in bytes.
func offsetOf(text []byte, line, column int) int {
	at := 0
	for ; line > 1; line-- {
		next := bytes.IndexByte(text[at:], '\n')
		if next < 0 {
			return len(text)
		}
		at += next + 1
	}
	return min(at+column-1, len(text))
}

// slipAt knows the slips that people make most, and finds the very character: single backslashes in Windows paths, text that goes
// over the end of a line, quotation marks of a word processor.
func slipAt(text []byte, at int) (what string, moved int) {
	switch r, _ := utf8.DecodeRune(text[at:]); r {
	case '“', '”', '„', '«', '»', '‘', '’':
		return `this quotation mark is a typographic one; JSON needs the straight one, "`, at
	case '\'':
		return `text stands between double quotation marks, "`, at
	case '"':
	default:
		return "", at
	}
	for i := at + 1; i < len(text); i++ {
		switch text[i] {
		case '"':
			return "", at
		case '\n':
			return "a quotation mark is missing at the end of this line", at
		case '\t':
			return `a tabulator in text must be written as \t`, i
		case '\\':
			if i+1 < len(text) && !bytes.ContainsRune([]byte(`"\/bfnrtu`), rune(text[i+1])) || badUnicode(text[i:]) {
				return `a backslash in text must be written twice, as in C:\\Users`, i
			}
			i++
		}
	}
	return "", at
}

// badUnicode reports whether a backslash and a u are not followed by four hexadecimal digits.
func badUnicode(text []byte) bool {
	if len(text) < 2 || text[1] != 'u' {
		return false
	}
	if len(text) < 6 {
		return true
	}
	for _, b := range text[2:6] {
		if !strings.ContainsRune("0123456789abcdefABCDEF", rune(b)) {
			return true
		}
	}
	return false
}
