package tree

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/tailscale/hujson"
)

// parseTOML reads TOML as the JSON that it stands for, with the names in the order of the file. Codex keeps its servers in it. The reader
// tells no places but lines of faults, so a value stands where the last header of its table does.
func parseTOML(name string, text []byte) (hujson.Value, error) {
	if at := unfinishedMerge(text); at >= 0 {
		line, column := Place(text, at)
		return hujson.Value{}, &SyntaxError{Name: name, Line: line, Column: column, What: mergeWords}
	}
	if err := tomlWithin(name, text); err != nil {
		return hujson.Value{}, err
	}
	var file map[string]any
	meta, err := toml.Decode(string(text), &file)
	if err != nil {
		return hujson.Value{}, tomlError(name, text, err)
	}
	t := tomlText{order: map[string]int{}}
	for i, key := range meta.Keys() {
		if _, seen := t.order[pathKey(key)]; !seen {
			t.order[pathKey(key)] = i
		}
	}
	t.headers = headersOf(text)
	return t.table(nil, file, 0), nil
}

// tomlError tells the place alone; the reader's own words quote the file.
func tomlError(name string, text []byte, err error) error {
	e := &SyntaxError{Name: name, Line: 1, Column: 1, What: "this is not TOML"}
	var detail toml.ParseError
	if errors.As(err, &detail) {
		e.Line, e.Column = Place(text, min(max(detail.Position.Start, 0), len(text)))
		if detail.Position.Line > 0 && e.Line != detail.Position.Line {
			e.Line, e.Column = detail.Position.Line, 1
		}
		e.What = "something is wrong with the TOML here"
	}
	return e
}

type tomlText struct {
	order   map[string]int // of the names, by path
	headers map[string]int // where a table begins, by path
}

func pathKey(path []string) string { return fmt.Sprintf("%q", path) }

func (t tomlText) table(path []string, table map[string]any, at int) hujson.Value {
	if header, is := t.headers[pathKey(path)]; is {
		at = header
	}
	type place struct {
		path  []string
		order int
	}
	places := make([]place, 0, len(table))
	for name := range table {
		inner := append(slices.Clone(path), name)
		places = append(places, place{inner, t.order[pathKey(inner)]})
	}
	slices.SortFunc(places, func(a, b place) int { return a.order - b.order })
	var members []hujson.ObjectMember
	for _, p := range places {
		name := p.path[len(path)]
		members = append(members, MemberValue(name, t.value(p.path, table[name], at)))
	}
	return ObjectValue(members, at)
}

func (t tomlText) value(path []string, value any, at int) hujson.Value {
	switch x := value.(type) {
	case map[string]any:
		return t.table(path, x, at)
	case []map[string]any:
		var elements []hujson.Value
		for _, one := range x {
			elements = append(elements, t.table(path, one, at))
		}
		return ListValue(elements, at)
	case []any:
		var elements []hujson.Value
		for _, one := range x {
			elements = append(elements, t.value(path, one, at))
		}
		return ListValue(elements, at)
	case bool:
		return LiteralValue(strconv.FormatBool(x), at)
	case int64:
		return LiteralValue(strconv.FormatInt(x, 10), at)
	case float64:
		if math.IsNaN(x) || math.IsInf(x, 0) {
			break
		}
		return LiteralValue(strconv.FormatFloat(x, 'g', -1, 64), at)
	case string:
		return TextValue(x, at)
	case time.Time:
		return TextValue(x.Format(time.RFC3339), at)
	}
	return TextValue(fmt.Sprint(value), at)
}

// headersOf finds where tables begin. It reads only the header lines, which hold nothing but names.
func headersOf(text []byte) map[string]int {
	headers := map[string]int{}
	for at := 0; at < len(text); {
		end := len(text)
		if next := bytes.IndexByte(text[at:], '\n'); next >= 0 {
			end = at + next
		}
		line := bytes.TrimSpace(text[at:end])
		if bytes.HasPrefix(line, []byte("[")) && bytes.Count(line, []byte(".")) < MaxDeep { // it may stand within a text, where nobody looked
			var table map[string]any
			if meta, err := toml.Decode(string(line), &table); err == nil && len(meta.Keys()) > 0 {
				keys := meta.Keys()
				headers[pathKey(keys[len(keys)-1])] = at + bytes.IndexByte(text[at:end], '[')
			}
		}
		at = end + 1
	}
	return headers
}
