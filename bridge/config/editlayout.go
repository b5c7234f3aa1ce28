package config

import (
	"bytes"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// layout is how a file is written: the next person to read it should not see which parts Parley wrote.
type layout struct {
	indent     string // of one level
	newline    string
	gap        string // after a comma and a colon on one line: a space, or nothing
	wide       bool   // members stand on lines of their own
	tallArrays bool   // so do elements
}

// lineLimit is how long a line with a list may get before each element has its own.
const lineLimit = 100

func layoutOf(root hujson.Value, text []byte) layout {
	style := layout{indent: "  ", newline: "\n", gap: " ", wide: true}
	if i := bytes.IndexByte(text, '\n'); i > 0 && text[i-1] == '\r' {
		style.newline = "\r\n"
	}
	members, _ := membersOf(root)
	style.wide = len(members) == 0 || bytes.Contains(text[root.StartOffset:root.EndOffset], []byte("\n")) || !holdsMore(members)
	if i := slices.IndexFunc(members, func(m hujson.ObjectMember) bool { return startsLine(text, m.Name.StartOffset) }); i >= 0 {
		if indent := lineIndent(text, members[i].Name.StartOffset); indent != "" {
			style.indent = indent
		}
	}
	if !style.wide && !bytes.Contains(text, []byte(`": `)) {
		style.gap = ""
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
		inside, ok := membersOf(m.Value)
		return !ok || len(inside) > 0
	})
}

// space is what stands after a colon.
func (l layout) space() string {
	if l.wide {
		return " "
	}
	return l.gap
}

// render writes a value whose line begins with indent; literals stay as they are written.
func (l layout) render(v hujson.Value, indent string) []byte {
	switch x := v.Value.(type) {
	case *hujson.Object:
		parts := make([]string, 0, len(x.Members))
		for _, m := range x.Members {
			name := string(m.Name.Value.(hujson.Literal))
			parts = append(parts, name+":"+l.space()+string(l.render(m.Value, indent+l.indent)))
		}
		return l.wrap('{', '}', parts, indent, l.wide)
	case *hujson.Array:
		flat := make([]string, 0, len(x.Elements))
		tall := l.wide && l.tallArrays
		for _, element := range x.Elements {
			flat = append(flat, string(l.render(element, indent+l.indent)))
		}
		if all := strings.Join(flat, ", "); len(indent)+len(all) > lineLimit || strings.Contains(all, "\n") {
			tall = l.wide
		}
		return l.wrap('[', ']', flat, indent, tall)
	}
	return []byte(v.Value.(hujson.Literal))
}

func (l layout) wrap(open, shut byte, parts []string, indent string, tall bool) []byte {
	if len(parts) == 0 {
		return []byte{open, shut}
	}
	before, between, after := "", ","+l.gap, ""
	if tall {
		before = l.newline + indent + l.indent
		between = "," + before
		after = l.newline + indent
	}
	return []byte(string(open) + before + strings.Join(parts, between) + after + string(shut))
}

// lineIndent is the blank at the start of the line in which offset stands.
func lineIndent(text []byte, offset int) string {
	line := text[bytes.LastIndexByte(text[:offset], '\n')+1 : offset]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// startsLine says whether only blank stands before offset in its line, which is not the first.
func startsLine(text []byte, offset int) bool {
	start := bytes.LastIndexByte(text[:offset], '\n')
	return start >= 0 && len(bytes.TrimSpace(text[start:offset])) == 0
}
