package depth_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/tailscale/hujson"

	"parley/bridge/depth"
)

func TestWhatPassesALimitIsSaid(t *testing.T) {
	limits := depth.Limits{Long: 200, Deep: 3, Many: 10}
	for name, c := range map[string]struct {
		text string
		want error
	}{
		"nothing":                         {"", nil},
		"a value":                         {`{"a":[{"b":1}]}`, nil},
		"one bracket too deep":            {`{"a":[{"b":[]}]}`, depth.ErrDeep},
		"never closed":                    {"[[[[", depth.ErrDeep},
		"side by side":                    {"[[],[],[],[]]", nil},
		"brackets in text":                {`["[[[[[[[[[[{{{{"]`, nil},
		"a quotation mark in text":        {`["\"[[[[\\\"[[[["]`, nil},
		"behind a backslash that is text": {`["\\",[[[1]]]]`, depth.ErrDeep},
		"an open quotation mark":          {`["[[[[`, nil},
		"a comment":                       {"[ // [[[[ \"\n 1]", nil},
		"behind a comment":                {"// \"\n[[[[1]]]]", depth.ErrDeep},
		"a long comment":                  {`/* [[[[ " */ [[1]]`, nil},
		"behind a long comment":           {`/* " */ [[[[1]]]]`, depth.ErrDeep},
		"a comment that ends at once":     {`/**/[[[[1]]]]`, depth.ErrDeep},
		"a comment that is none":          {`[/[[[[1]]]]`, depth.ErrDeep},
		"a comment that never ends":       {`[ /* [[[[`, nil},
		"closed more than opened":         {"]]]]]][[[[", depth.ErrDeep},
		"several behind one another":      {"[[[1]]][[[2]]]", nil},
		"full":                            {`[1,2,3,4,5,6,7,8,9,10]`, nil},
		"one too many":                    {`[1,2,3,4,5,6,7,8,9,10,11]`, depth.ErrMany},
		"commas in text":                  {`",,,,,,,,,,,,,,,,,,,,"`, nil},
		"long":                            {`"` + strings.Repeat("x", 199) + `"`, depth.ErrLong},
	} {
		t.Run(name, func(t *testing.T) {
			if got := limits.Check([]byte(c.text)); !errors.Is(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
			if got := (depth.Limits{}).Check([]byte(c.text)); got != nil {
				t.Errorf("without limits %v", got)
			}
		})
	}
}

func TestMillionsOfBracketsAreNoEffort(t *testing.T) {
	text := bytes.Repeat([]byte{'['}, 64<<20)
	if got := (depth.Limits{Long: len(text)}).Check(text); got != nil {
		t.Error(got)
	}
	if took := testing.AllocsPerRun(1, func() { _ = depth.Limits{Deep: 1 << 30}.Check(text) }); took > 0 {
		t.Errorf("%v pieces of memory", took)
	}
}

// FuzzDepth holds the look against parsers: what one of them accepts is as deep as the look says.
func FuzzDepth(f *testing.F) {
	for _, seed := range []string{`{"a":[{"b":"\"[\\"}]}`, "// \"\n[/* [ */[1,],]", `["/*",[]]`, "[[[", `]"`, `{"[":{}}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 10_000 {
			return
		}
		got := 1 // the lowest limit that it keeps
		for errors.Is(depth.Limits{Deep: got}.Check(text), depth.ErrDeep) {
			got++
		}
		if json.Valid(text) {
			if want := deepest(json.NewDecoder(bytes.NewReader(text))); max(want, 1) != got {
				t.Errorf("JSON is %d deep, the look says %d", want, got)
			}
		}
		if v, err := hujson.Parse(bytes.Clone(text)); err == nil {
			if want := deep(v); want > got {
				t.Errorf("hujson is %d deep, the look says %d", want, got)
			}
		}
	})
}

func deepest(tokens *json.Decoder) (most int) {
	for now := 0; ; {
		token, err := tokens.Token()
		if err != nil {
			return most
		}
		switch token {
		case json.Delim('['), json.Delim('{'):
			now++
		case json.Delim(']'), json.Delim('}'):
			now--
		}
		most = max(most, now)
	}
}

func deep(v hujson.Value) (most int) {
	switch x := v.Value.(type) {
	case *hujson.Array:
		for _, e := range x.Elements {
			most = max(most, deep(e))
		}
		return most + 1
	case *hujson.Object:
		for _, m := range x.Members {
			most = max(most, deep(m.Value))
		}
		return most + 1
	}
	return 0
}
