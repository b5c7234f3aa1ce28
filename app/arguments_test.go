package app

import (
	"encoding/json"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"

	"parley/bridge"
	"parley/widgets"
)

func TestFieldsForWhatPropertiesSayAndOneBoxForTheRest(t *testing.T) {
	tests := []struct {
		name, schema string
		whole, none  bool
	}{
		{"nothing listed", ``, false, true},
		{"no properties", `{"type":"object"}`, false, true},
		{"flat", `{"type":"object","properties":{"a":{"type":"string"}}}`, false, false},
		{"flat with words only", `{"properties":{"a":{"type":"string"}},"title":"T","additionalProperties":false,"$schema":"x"}`, false, false},
		{"alternatives", `{"type":"object","oneOf":[{}]}`, true, false},
		{"a reference", `{"$ref":"#/$defs/a"}`, true, false},
		{"a map", `{"type":"object","additionalProperties":{"type":"string"}}`, true, false},
		{"keys by pattern", `{"type":"object","patternProperties":{"^x":{}}}`, true, false},
		{"no object", `{"type":"array"}`, true, false},
		{"no JSON", `{`, true, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			read := readSchema(json.RawMessage(tt.schema))
			if read.whole != tt.whole || read.none != tt.none {
				t.Errorf("whole %v, none %v", read.whole, read.none)
			}
		})
	}
}

func TestNothingSecretIsRemembered(t *testing.T) {
	test.NewTempApp(t)
	tests := []struct {
		name, schema, filled, want string
	}{
		{"a field", `{"type":"object","properties":{"user":{"type":"string"},"api_key":{"type":"string"}}}`,
			`{"user":"ada","api_key":"s3cret"}`, `{"user":"ada"}`},
		{"inside a box of its own", `{"type":"object","properties":{"user":{"type":"string"},"login":{"type":"object","properties":{"password":{"type":"string"}}}}}`,
			`{"user":"ada","login":{"password":"s3cret"}}`, `{"user":"ada"}`},
		{"in the one box", `{"type":"object","oneOf":[{"properties":{"token":{"type":"string"}}}]}`,
			`{"token":"s3cret"}`, ``},
		{"no secret in a box", `{"type":"object","properties":{"where":{"type":"object","properties":{"city":{"type":"string"}}}}}`,
			`{"where":{"city":"Ghent"}}`, `{"where":{"city":"Ghent"}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := newArguments(readSchema(json.RawMessage(tt.schema)), widgets.FormOptions{})
			a.fill(json.RawMessage(tt.filled))
			if got := compacted(a.keepable()); got != tt.want {
				t.Errorf("remembered %s", got)
			}
			if raw, ok := a.content(); !ok || !strings.Contains(string(raw)+tt.want, "s3cret") && tt.want != tt.filled {
				t.Errorf("would send %s, %v", raw, ok)
			}
		})
	}
}

func TestBoxSaysWhereTheJSONIsWrong(t *testing.T) {
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", bridge.Tool{Name: "raw", InputSchema: json.RawMessage(`{"type":"object","required":["a"],"anyOf":[{}]}`)})
	p := r.show("Files", "raw")
	box := p.args.(*jsonArguments)
	for text, want := range map[string]string{
		"{\n  \"a\": 1,\n}": "line 3",
		"[1]":               "an object in braces",
		"":                  "not JSON",
		"{}":                "required",
	} {
		box.box.SetText(text)
		r.press("Run")
		if len(s.calls) != 0 {
			t.Fatalf("%q was sent", text)
		}
		if !strings.Contains(box.problem.Text(), want) {
			t.Errorf("%q: it says %q", text, box.problem.Text())
		}
	}
	box.box.SetText(`{"a": 1.10}`)
	r.press("Run")
	if got := string(s.last(t).arguments); got != `{"a": 1.10}` {
		t.Errorf("sent %s", got)
	}
}
