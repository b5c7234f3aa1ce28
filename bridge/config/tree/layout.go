package tree

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// Layout is how a file is written: the next person to read it should not see which parts Parley wrote.
type Layout struct {
	Indent     string // of one level
	Newline    string
	Gap        string // after a comma and a colon on one line: a space, or nothing
	Wide       bool   // members stand on lines of their own
	tallArrays bool   // so do elements
}

// lineLimit is how long a line with a list may get before each element has its own.
const lineLimit = 100

// LayoutOf is how a text is written, as far as it shows.
func LayoutOf(root hujson.Value, text []byte) Layout {
	style := Layout{Indent: "  ", Newline: "\n", Gap: " ", Wide: true}
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		style.Newline = "\r\n"
	}
	members, _ := MembersOf(root)
	style.Wide = len(members) == 0 || bytes.Contains(text[root.StartOffset:root.EndOffset], []byte("\n")) || !holdsMore(members)
	if i := slices.IndexFunc(members, func(m hujson.ObjectMember) bool { return StartsLine(text, m.Name.StartOffset) }); i >= 0 {
		if indent := LineIndent(text, members[i].Name.StartOffset); indent != "" {
			style.Indent = indent
		}
	}
	if !style.Wide && !bytes.Contains(text, []byte(`": `)) {
		style.Gap = ""
	}
	for v := range root.All() {
		if array, ok := v.Value.(*hujson.Array); ok && len(array.Elements) > 0 && bytes.Contains(array.Elements[0].BeforeExtra, []byte("\n")) {
			style.tallArrays = true
		}
	}
	return style
}

// holdsMore says whether a file on one line shows by its content that it is meant to be: {"mcpServers":{}} does not.
func holdsMore(members []hujson.ObjectMember) bool {
	return slices.ContainsFunc(members, func(m hujson.ObjectMember) bool {
		inside, ok := MembersOf(m.Value)
		return !ok || len(inside) > 0
	})
}

// Space is what stands after a colon.
func (l Layout) Space() string {
	if l.Wide {
		return " "
	}
	return l.Gap
}

// Render writes a value whose line begins with indent; literals stay as they are written.
func (l Layout) Render(v hujson.Value, indent string) []byte {
	switch x := v.Value.(type) {
	case *hujson.Object:
		parts := make([]string, 0, len(x.Members))
		for _, m := range x.Members {
			name := string(m.Name.Value.(hujson.Literal))
			parts = append(parts, name+":"+l.Space()+string(l.Render(m.Value, indent+l.Indent)))
		}
		return l.wrap('{', '}', parts, indent, l.Wide)
	case *hujson.Array:
		flat := make([]string, 0, len(x.Elements))
		tall := l.Wide && l.tallArrays
		for _, element := range x.Elements {
			flat = append(flat, string(l.Render(element, indent+l.Indent)))
		}
		if all := strings.Join(flat, ", "); len(indent)+len(all) > lineLimit || strings.Contains(all, "\n") {
			tall = l.Wide
		}
		return l.wrap('[', ']', flat, indent, tall)
	}
	return []byte(v.Value.(hujson.Literal))
}

func (l Layout) wrap(open, shut byte, parts []string, indent string, tall bool) []byte {
	if len(parts) == 0 {
		return []byte{open, shut}
	}
	before, between, after := "", ","+l.Gap, ""
	if tall {
		before = l.Newline + indent + l.Indent
		between = "," + before
		after = l.Newline + indent
	}
	return []byte(string(open) + before + strings.Join(parts, between) + after + string(shut))
}

// LineIndent is the blank at the start of the line in which offset stands.
func LineIndent(text []byte, offset int) string {
	line := text[bytes.LastIndexByte(text[:offset], '\n')+1 : offset]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// StartsLine says whether only blank stands before offset in its line, which is not the first.
func StartsLine(text []byte, offset int) bool {
	start := bytes.LastIndexByte(text[:offset], '\n')
	return start >= 0 && len(bytes.TrimSpace(text[start:offset])) == 0
}

// Standard is the text of a value without comments and trailing commas, indented as in a file of its own.
func Standard(value hujson.Value) json.RawMessage {
	value = value.Clone()
	value.BeforeExtra, value.AfterExtra = nil, nil
	value.Standardize()
	return Layout{Indent: "  ", Newline: "\n", Gap: " ", Wide: true}.Render(value, "")
}
