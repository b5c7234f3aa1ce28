package edit

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/tailscale/hujson"

	"parley/bridge/config"
	"parley/bridge/config/tree"
)

// comments are all comments of a text, without the blank around them, in some order.
func comments(t *testing.T, text []byte) []string {
	root, err := hujson.Parse(append(bytes.Clone(text), '\n'))
	if err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	var all []string
	add := func(extra hujson.Extra) {
		for len(extra) > 0 {
			end := 1
			switch {
			case bytes.HasPrefix(extra, []byte("//")):
				end = bytes.IndexByte(extra, '\n') + 1
			case bytes.HasPrefix(extra, []byte("/*")):
				end = 2 + bytes.Index(extra[2:], []byte("*/")) + 2
			}
			if end > 1 {
				all = append(all, strings.TrimSpace(string(extra[:end])))
			}
			extra = extra[end:]
		}
	}
	for v := range root.All() {
		add(v.BeforeExtra)
		add(v.AfterExtra)
		switch x := v.Value.(type) {
		case *hujson.Object:
			add(x.AfterExtra)
		case *hujson.Array:
			add(x.AfterExtra)
		}
	}
	return all
}

// FuzzEdit: whatever is done to whatever file, the result is JSON, every other entry is the same byte for byte, and so is all outside
// of the list, comments included.
func FuzzEdit(f *testing.F) {
	for _, text := range []string{
		"", "{}", `{"mcpServers":{"a":{"command":"x"}}}`, "{ // c\n \"mcpServers\": { \"a\": {} /* d */, // e\n } /* f */ }",
		"{\r\n\t\"mcp\": {\"servers\": {\"b\": {\"enabled\": false, // g\r\n}}}\r\n}", `{"a":{"command":"x"},"b":{"url":"y"},"c":1}`,
		`{"servers":null,"inputs":[1]}`, `{"mcpServers":{"a":1,"a":{"disabled":true,"disabled":1}}}`, "{\"mcpServers\":{\n// x\n\"a\":{}\n/* y */,\n\n}}//",
		"\xef\xbb\xbf{}", "{\"mcp\":{\"servers\":{}}}", "{\"mcpServers\":{\"$schema\":\"x\",\"b\":{ }},\"z\":[{},[1,],]}",
	} {
		for what := range byte(8) {
			f.Add([]byte(text), what, "a", "b", `{"command":"x","args":["-y"],"disabled":true}`)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, what byte, name, other, entry string) {
		var before Editor
		touched := []string{name}
		after, err := Text("f", text, func(e *Editor) error {
			before = *e
			switch what % 8 {
			case 0:
				return e.Put(name, json.RawMessage(entry))
			case 1:
				return e.Remove(name)
			case 2:
				touched = append(touched, other)
				return e.Rename(name, other)
			case 3:
				return e.SetDisabled(name, true)
			case 4:
				return e.SetDisabled(name, false)
			case 5:
				return e.Set(name, other, entry)
			case 6:
				return e.Set(name, other, nil)
			}
			return e.Set(name, "args", strings.Fields(entry))
		})
		if err != nil {
			return
		}
		changed, err := newEditor("f", tree.UTF8(after))
		if err != nil {
			t.Fatalf("%v in %q", err, after)
		}
		if file, err := config.Parse("f", after, environment); err == nil && what%8 < 5 && len(after) > 0 {
			if !slices.Equal(names(file), changed.Names()) {
				t.Fatalf("the reader sees %q, the editor %q in %q", names(file), changed.Names(), after)
			}
		}
		for _, kept := range before.Names() {
			if slices.Contains(touched, kept) {
				continue
			}
			was, _ := tree.LastOf(before.members(), kept)
			is, found := tree.LastOf(changed.members(), kept)
			was.BeforeExtra, was.AfterExtra, is.BeforeExtra, is.AfterExtra = nil, nil, nil, nil
			if !found || !bytes.Equal(was.Pack(), is.Pack()) {
				t.Fatalf("%q was %q and is %q", kept, was.Pack(), is.Pack())
			}
		}
		left := comments(t, tree.UTF8(after))
		for _, m := range before.members() {
			if slices.Contains(touched, tree.NameOf(m)) { // what was inside may go with it
				m.Value.BeforeExtra, m.Value.AfterExtra = nil, nil
				left = append(left, comments(t, m.Value.Pack())...)
				left = append(left, comments(t, slices.Concat(m.Name.AfterExtra, []byte("0")))...)
			}
		}
		for _, c := range comments(t, before.text) {
			i := slices.Index(left, c)
			if i < 0 {
				// The blank between name and colon and value is inside too.
				if bytes.Contains(before.text, []byte(":"+c)) || bytes.Contains(before.text, []byte(": "+c)) {
					continue
				}
				t.Fatalf("the comment %q of %q is gone in %q", c, before.text, after)
			}
			left = slices.Delete(left, i, i+1)
		}
		if what%8 == 0 {
			if got := changed.Raw(name); !jsonEqual(got, []byte(entry)) {
				t.Fatalf("put %q and got %q", entry, got)
			}
		}
	})
}

func jsonEqual(a, b []byte) bool {
	x, errX := hujson.Parse(append(bytes.Clone(a), '\n'))
	y, errY := hujson.Parse(append(bytes.Clone(b), '\n'))
	return errX == nil && errY == nil && tree.Same(x, y)
}
