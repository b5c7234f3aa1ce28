package tree

import (
	"bytes"
)

// tomlWithin looks whether TOML may be given to its parser, which calls itself for each bracket and makes a table for each part of a dotted
// name. It goes over the text once, without recursion, and knows what hides a bracket or a dot: four kinds of text, and comments. Where the
// text is no TOML the parser stops, so what comes behind does not matter.
func tomlWithin(name string, text []byte) error {
	if len(text) > MaxSize {
		return TooLarge(name)
	}
	t := tomlLook{text: text, key: true}
	for t.at < len(text) {
		t.step()
		if t.header+t.inside+t.path > MaxDeep || len(t.open) > MaxDeep {
			line, column := Place(text, min(t.at, len(text)-1))
			return &SyntaxError{Name: name, Line: line, Column: column, What: "brackets are nested far too deep"}
		}
		if t.parts > maxMany {
			return TooLarge(name)
		}
	}
	return nil
}

// tomlLook is a look under way.
type tomlLook struct {
	text []byte
	at   int

	key    bool       // a name is being read, not a value
	header int        // parts of the name of the table that everything is in
	path   int        // of the name that is being read, or whose value is
	open   []tomlOpen // what is open
	inside int        // levels of all that is open
	parts  int        // of all names with all that they are in, and values: what the parser keeps
}

// tomlOpen is an open bracket, with the parts of the name in front of it.
type tomlOpen struct {
	bracket byte
	path    int
}

// step goes over one sign, text or comment.
func (t *tomlLook) step() {
	switch b := t.text[t.at]; b {
	case '"', '\'':
		t.at = behindTOMLText(t.text, t.at)
		return
	case '#':
		if next := bytes.IndexByte(t.text[t.at:], '\n'); next >= 0 {
			t.at += next
			return
		}
		t.at = len(t.text)
		return
	case '\n':
		if len(t.open) == 0 {
			t.key, t.path = true, 0
		}
	case '[':
		if t.key && len(t.open) == 0 && t.path == 0 {
			t.readHeader()
			return
		}
		t.push(b)
	case '{':
		t.push(b)
		t.key, t.path = true, 0
	case ']', '}':
		t.pop()
	case ',':
		t.parts++
		if n := len(t.open); n > 0 && t.open[n-1].bracket == '{' {
			t.key, t.path = true, 0
		}
	case '=':
		t.key = false
		t.parts += t.header + t.inside + t.path + 1
	case '.':
		if t.key {
			t.path++
		}
	}
	t.at++
}

// readHeader goes over the line that a table begins with: [a.b] or [[a.b]].
func (t *tomlLook) readHeader() {
	t.header = 1
	for t.at < len(t.text) && t.text[t.at] != '\n' {
		switch t.text[t.at] {
		case '"', '\'':
			t.at = behindTOMLText(t.text, t.at)
			continue
		case '#':
			if next := bytes.IndexByte(t.text[t.at:], '\n'); next >= 0 {
				t.at += next
			} else {
				t.at = len(t.text)
			}
			t.parts += t.header
			return
		case '.':
			t.header++
		}
		t.at++
	}
	t.parts += t.header
}

func (t *tomlLook) push(bracket byte) {
	t.open = append(t.open, tomlOpen{bracket, t.path})
	t.inside += t.path + 1
	t.key, t.path = false, 0
	t.parts++
}

func (t *tomlLook) pop() {
	if n := len(t.open); n > 0 {
		t.path = t.open[n-1].path
		t.inside -= t.path + 1
		t.open = t.open[:n-1]
	}
	t.key = false
}

// behindTOMLText is behind the text that begins at i: between single or double quotation marks, one or three of them.
func behindTOMLText(text []byte, i int) int {
	mark := text[i]
	three := bytes.Repeat([]byte{mark}, 3)
	long := bytes.HasPrefix(text[i:], three)
	if i++; long {
		i += 2
	}
	for i < len(text) {
		switch {
		case text[i] == '\\' && mark == '"':
			i++
		case long && bytes.HasPrefix(text[i:], three):
			for i += 3; i < len(text) && text[i] == mark; i++ { // marks that belong to the text
			}
			return i
		case !long && (text[i] == mark || text[i] == '\n'):
			return i + 1
		}
		i++
	}
	return len(text)
}
