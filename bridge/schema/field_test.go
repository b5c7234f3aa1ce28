package schema

import (
	"slices"
	"strings"
	"testing"
)

// one gives the field of a single property x, with the rest of the document after it.
func one(t *testing.T, property, rest string) (Form, Field) {
	t.Helper()
	form := Parse([]byte(`{"type":"object","properties":{"x":` + property + `}` + rest + `}`))
	if len(form.Fields) != 1 || form.Fields[0].Key != "x" {
		t.Fatalf("%s: fields %+v", property, form.Fields)
	}
	return form, form.Fields[0]
}

const defs = `,"$defs":{
	"Level":{"type":"string","enum":["low","high"],"title":"Level","description":"Shared"},
	"Text":{"type":"string","minLength":2},
	"Chain":{"$ref":"#/$defs/Text"},
	"Point":{"type":"object","properties":{"x":{"type":"number"}}},
	"Anchored":{"$anchor":"here","type":"boolean"},
	"a/b~c":{"type":"integer"},
	"Loop":{"$ref":"#/$defs/Loop"}
},"definitions":{"Old":{"type":"integer","minimum":3}}`

func TestEachShapeOfPropertyGetsItsEntry(t *testing.T) {
	for _, c := range []struct {
		property string
		kind     Kind
		nullable bool
	}{
		{`{"type":"string"}`, Text, false},
		{`{"type":"string","format":"whatever"}`, Text, false},
		{`{"type":"integer"}`, Integer, false},
		{`{"type":"number"}`, Number, false},
		{`{"type":"boolean"}`, Boolean, false},
		{`{"type":"object"}`, JSON, false},
		{`{"type":"array"}`, JSON, false},
		{`{"type":"array","items":true}`, JSON, false},
		{`{"type":"array","items":{}}`, JSON, false},
		{`{"type":"array","items":{"type":"integer"}}`, JSON, false},
		{`{"type":"array","items":{"type":"object"}}`, JSON, false},
		{`{"type":"array","items":[{"type":"string"}]}`, JSON, false},
		{`{"type":"array","prefixItems":[{"type":"string"}],"items":{"type":"string"}}`, JSON, false},
		{`{"type":"array","items":{"type":"string"}}`, List, false},
		{`{"type":"array","items":{"$ref":"#/$defs/Text"}}`, List, false},
		{`{"type":"array","items":{"type":"string","enum":["a"]}}`, Choices, false},
		{`{"type":"array","items":{"enum":[1,"1"]}}`, Choices, false},
		{`{"type":"array","items":{"$ref":"#/$defs/Level"}}`, Choices, false},
		{`{"type":"array","items":{"anyOf":[{"const":"a","title":"A"},{"const":"b"}]}}`, Choices, false},
		{`{"type":"array","items":{"oneOf":[{"const":"a","title":"A"},{"const":"b"}]}}`, Choices, false},
		{`{"items":{"enum":["a"]}}`, Choices, false},
		{`{"type":["array","null"],"items":{"enum":["a"]}}`, Choices, true},
		{`{"type":"string","enum":["a","b"]}`, Choice, false},
		{`{"enum":["a",1,null,true]}`, Choice, false},
		{`{"type":"boolean","enum":[true]}`, Boolean, false},
		{`{"oneOf":[{"const":true,"title":"On"},{"const":false,"title":"Off"}]}`, Choice, false},
		{`{"anyOf":[{"const":"a"},{"const":"b"}]}`, Choice, false},
		{`{"anyOf":[{"enum":["a","b"]},{"const":"c"}]}`, Choice, false},
		{`{"oneOf":[{"const":"a","title":"A"}]}`, Choice, false},
		{`{"anyOf":[{"const":"a"},{"const":"b"},{"type":"null"}]}`, Choice, true},
		{`{"$ref":"#/$defs/Level"}`, Choice, false},
		{`{"allOf":[{"$ref":"#/$defs/Level"}]}`, Choice, false},
		{`{"anyOf":[{"$ref":"#/$defs/Level"},{"type":"null"}]}`, Choice, true},
		{`{"oneOf":[{"type":"null"},{"$ref":"#/$defs/Level"}]}`, Choice, true},
		{`{"const":"a"}`, Choice, false}, // may be left out
		{`{"const":"a","default":"a"}`, Fixed, false},
		{`{"const":1,"default":1.0}`, Fixed, false},
		{`{"type":"STRING"}`, Text, false},
		{`{"type":["Integer","NULL"]}`, Integer, true},
		{`{"anyOf":[{"type":"NUMBER"},{"type":"INTEGER"},{"type":"Null"}]}`, Number, true},
		{`{"type":["string","null"]}`, Text, true},
		{`{"type":["null","integer"]}`, Integer, true},
		{`{"type":["integer","number"]}`, Number, false},
		{`{"type":["string"]}`, Text, false},
		{`{"type":["string","integer"]}`, JSON, false},
		{`{"type":["string","boolean","null"]}`, JSON, true},
		{`{"type":[]}`, JSON, false},
		{`{"type":"str"}`, JSON, false},
		{`{"type":"file"}`, JSON, false},
		{`{"type":7}`, JSON, false},
		{`{"anyOf":[{"type":"string"},{"type":"null"}]}`, Text, true},
		{`{"anyOf":[{"type":"null"},{"type":"boolean"}]}`, Boolean, true},
		{`{"anyOf":[{"type":"integer"},{"type":"number"}]}`, Number, false},
		{`{"anyOf":[{"type":"number"},{"type":"integer"},{"type":"null"}]}`, Number, true},
		{`{"anyOf":[{"type":"string"}]}`, Text, false},
		{`{"oneOf":[{"type":"number","minimum":3}]}`, Number, false},
		{`{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"null"}]}`, List, true},
		{`{"anyOf":[{"type":"string"},{"type":"integer"}]}`, JSON, false},
		{`{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}]}`, JSON, false},
		{`{"anyOf":[{"enum":["auto"]},{"type":"string"}]}`, JSON, false},
		{`{"anyOf":[true,{"type":"string"}]}`, JSON, false},
		{`{"oneOf":[{"type":"object"},{"type":"object"}]}`, JSON, false},
		{`{"nullable":true,"type":"string"}`, Text, true},
		{`{"$ref":"#/$defs/Text"}`, Text, false},
		{`{"$ref":"#/$defs/Chain"}`, Text, false},
		{`{"$ref":"#/$defs/Point"}`, JSON, false},
		{`{"$ref":"#/$defs/a~1b~0c"}`, Integer, false},
		{`{"$ref":"#/%24defs/Text"}`, Text, false},
		{`{"$ref":"#/definitions/Old"}`, Integer, false},
		{`{"$ref":"#here"}`, Boolean, false},
		{`{"$ref":"#"}`, JSON, false},
		{`{"$ref":"#/$defs/Loop"}`, JSON, false},
		{`{"$ref":"#/properties/x"}`, JSON, false},
		{`{"$ref":"#/$defs/Missing"}`, JSON, false},
		{`{"$ref":"#nowhere"}`, JSON, false},
		{`{"$ref":"other.json"}`, JSON, false},
		{`{"$ref":"https://example.org/a.json","type":"string"}`, JSON, false},
		{`{"$ref":7}`, JSON, false},
		{`{"$dynamicRef":"#here"}`, JSON, false},
		{`{"allOf":[{"type":"string"},{"minLength":3}]}`, Text, false},
		{`{"type":"integer","allOf":[{"minimum":1},{"maximum":3}]}`, Integer, false},
		{`{"allOf":[{"minLength":1},{"minLength":2}],"type":"string"}`, JSON, false},
		{`{"allOf":[{"type":"string"},{"type":"integer"}]}`, JSON, false},
		{`{"minLength":3}`, Text, false},
		{`{"pattern":"^a"}`, Text, false},
		{`{"format":"date"}`, Text, false},
		{`{"format":"uuid"}`, JSON, false},
		{`{"minimum":3}`, Number, false},
		{`{"multipleOf":3}`, Number, false},
		{`{"minItems":3}`, JSON, false},
		{`{"properties":{}}`, JSON, false},
		{`{"minLength":3,"minimum":3}`, JSON, false},
		{`{"default":"a"}`, JSON, false},
		{`{"title":"a","description":"b"}`, JSON, false},
		{`{}`, JSON, false},
		{`true`, JSON, false},
		{`false`, JSON, false},
		{`null`, JSON, false},
		{`"string"`, JSON, false},
		{`[]`, JSON, false},
		{`["string"]`, JSON, false},
		{`{"type":"null"}`, Choice, false},
		{`{"enum":[],"type":"string"}`, Text, false},
		{`{"enum":"a","type":"string"}`, Text, false},
		{`{"oneOf":[],"type":"string"}`, Text, false},
		{`{"oneOf":"x","type":"string"}`, Text, false},
	} {
		_, f := one(t, c.property, defs)
		if f.Kind != c.kind || f.Nullable != c.nullable {
			t.Errorf("%s: kind %d nullable %v, want %d %v", c.property, f.Kind, f.Nullable, c.kind, c.nullable)
		}
		if f.HasDefault && f.Kind != JSON {
			t.Errorf("%s: a default from nowhere: %+v", c.property, f.Start)
		}
	}
}

func TestRequiredConstantsAreFixed(t *testing.T) {
	for property, want := range map[string]string{
		`{"const":"report"}`:              `{"x":"report"}`,
		`{"const":null}`:                  `{"x":null}`,
		`{"type":"null"}`:                 `{"x":null}`,
		`{"const":1.50}`:                  `{"x":1.50}`,
		`{"const":{"a":[1]}}`:             `{"x":{"a":[1]}}`,
		`{"type":"string","const":"a"}`:   `{"x":"a"}`,
		`{"$ref":"#/$defs/K"}`:            `{"x":"k"}`,
		`{"const":"a","default":"other"}`: `{"x":"a"}`,
	} {
		form, f := one(t, property, `,"required":["x"],"$defs":{"K":{"const":"k"}}`)
		content, problems := form.Content(form.Inputs())
		if f.Kind != Fixed || string(content) != want || problems != nil {
			t.Errorf("%s: kind %d, %s %v", property, f.Kind, content, problems)
		}
	}
	form, _ := one(t, `{"const":"a"}`, "")
	if content, _ := form.Content(form.Inputs()); string(content) != "{}" {
		t.Errorf("an optional constant nobody chose is sent: %s", content)
	}
	if content, _ := form.Content([]Input{{Chosen: []int{0}}}); string(content) != `{"x":"a"}` {
		t.Errorf("a chosen constant is not sent: %s", content)
	}
}

func TestWhatIsNearerWins(t *testing.T) {
	for property, want := range map[string]string{
		`{"$ref":"#/$defs/Level"}`:                                                               "Level|Shared|",
		`{"$ref":"#/$defs/Level","title":"Mine"}`:                                                "Mine|Shared|",
		`{"$ref":"#/$defs/Level","description":"Local","default":"high"}`:                        "Level|Local|high",
		`{"allOf":[{"$ref":"#/$defs/Level"}],"title":"Mine","default":"low"}`:                    "Mine|Shared|low",
		`{"anyOf":[{"$ref":"#/$defs/Level"},{"type":"null"}],"title":"Mine","default":null}`:     "Mine|Shared|",
		`{"anyOf":[{"type":"string","title":"In","description":"Inner"},{"type":"null"}]}`:       "In|Inner|",
		`{"title":"Out","anyOf":[{"type":"string","title":"In","default":"d"},{"type":"null"}]}`: "Out||d",
		`{"title":7,"description":["x"],"type":"string"}`:                                        "X||",
		`{"title":" ","type":"string"}`:                                                          "X||",
		`{"title":" Padded ","type":"string"}`:                                                   "Padded||",
	} {
		_, f := one(t, property, defs)
		start := f.Start.Text
		for _, i := range f.Start.Chosen {
			start += f.Options[i].Label
		}
		if got := f.Label + "|" + f.Description + "|" + start; got != want {
			t.Errorf("%s: %s, want %s", property, got, want)
		}
	}
}

func TestTwoFieldsOfOneTypeAreToldApart(t *testing.T) {
	form := Parse([]byte(`{"properties":{"start":{"$ref":"#/$defs/P"},"end":{"$ref":"#/$defs/P"},"via":{"title":"Via","$ref":"#/$defs/P"},"only":{"$ref":"#/$defs/Q"},
		"a":{"title":"Same","type":"string"},"b":{"title":"Same","type":"string"}},"$defs":{"P":{"title":"Point","type":"string"},"Q":{"title":"Queue","type":"string"}}}`))
	var labels []string
	for _, f := range form.Fields {
		labels = append(labels, f.Label)
	}
	if want := []string{"Start", "End", "Via", "Queue", "Same", "Same"}; !slices.Equal(labels, want) {
		t.Errorf("labels %q, want %q", labels, want)
	}
}

func TestOptionsCanBeSeenAndKeepTheirValues(t *testing.T) {
	for _, c := range []struct{ property, labels, values string }{
		{`{"enum":["a","b"]}`, "a|b", `"a"|"b"`},
		{`{"enum":["","  ","\u200b"]}`, "(empty)|(blank)|(blank)", `""|"  "|"\u200b"`},
		{`{"enum":[true,"true",1,1.0,"1"]}`, "true|true|1|1.0|1", `true|"true"|1|1.0|"1"`},
		{`{"enum":[1e3,12345678901234567890,0.10]}`, "1e3|12345678901234567890|0.10", `1e3|12345678901234567890|0.10`},
		{`{"enum":[{"a": 1},[1, 2],null]}`, `{"a":1}|[1,2]|(none)`, `{"a": 1}|[1, 2]|null`},
		{`{"enum":["en","sv","de"],"enumNames":["English","Svenska"]}`, "English|Svenska|de", `"en"|"sv"|"de"`},
		{`{"enum":["en","sv"],"enumNames":["","Svenska","more"]}`, "en|Svenska", `"en"|"sv"`},
		{`{"enum":["en"],"enumNames":[7]}`, "en", `"en"`},
		{`{"enum":["en"],"enumNames":"x"}`, "en", `"en"`},
		{`{"oneOf":[{"const":"a","title":"A"},{"const":"b","title":""},{"const":"c"},{"const":"","title":"None"}]}`, "A|b|c|None", `"a"|"b"|"c"|""`},
		{`{"oneOf":[{"const":null,"title":"No preference"},{"const":"a"}]}`, "No preference|a", `null|"a"`},
		{`{"anyOf":[{"enum":["a","b"],"title":"Letters"},{"enum":["c"],"title":"See"}]}`, "a|b|See", `"a"|"b"|"c"`},
		{`{"type":["string","null"],"enum":["a",null]}`, "a", `"a"`},
		{`{"anyOf":[{"enum":["a",null]},{"type":"null"}]}`, "a", `"a"`},
		{`{"type":"array","items":{"enum":["x","y"],"enumNames":["Ex","Why"]}}`, "Ex|Why", `"x"|"y"`},
		{`{"type":"array","items":{"anyOf":[{"const":"d1","title":"Monday"},{"const":"d2"}]}}`, "Monday|d2", `"d1"|"d2"`},
		{`{"enum":["<b>&amp;</b>","\u00e9"]}`, "<b>&amp;</b>|é", `"<b>&amp;</b>"|"\u00e9"`},
	} {
		form, f := one(t, c.property, "")
		var labels, values []string
		for _, o := range f.Options {
			labels, values = append(labels, o.Label), append(values, string(o.Value))
		}
		if got := strings.Join(labels, "|"); got != c.labels {
			t.Errorf("%s: labels %s, want %s", c.property, got, c.labels)
		}
		if got := strings.Join(values, "|"); got != c.values {
			t.Errorf("%s: values %s, want %s", c.property, got, c.values)
		}
		for i := range f.Options {
			value, message := form.Check(0, Input{Chosen: []int{i}})
			want := values[i]
			if f.Kind == Choices {
				want = "[" + want + "]"
			}
			if string(value) != want || message != "" {
				t.Errorf("%s: option %d gives %s %s, want %s", c.property, i, value, message, want)
			}
		}
	}
}

func TestDefaultsAreShownOnlyWhenTheyFit(t *testing.T) {
	for _, c := range []struct {
		property string
		want     string // what is sent untouched; "" when nothing is there at first
	}{
		{`{"type":"string","default":"a"}`, `"a"`},
		{`{"type":"string","default":7}`, ``},
		{`{"type":"string","default":null}`, ``},
		{`{"type":"string","default":["a"]}`, ``},
		{`{"type":"integer","default":4}`, `4`},
		{`{"type":"integer","default":4.0}`, `4`},
		{`{"type":"integer","default":1e3}`, `1000`},
		{`{"type":"integer","default":"4"}`, ``},
		{`{"type":"integer","default":true}`, ``},
		{`{"type":"integer","default":18446744073709551617}`, `18446744073709551617`},
		{`{"type":"number","default":0.10}`, `0.10`},
		{`{"type":"number","default":-1.5e-300}`, `-1.5e-300`},
		{`{"type":"boolean","default":true}`, `true`},
		{`{"type":"boolean","default":false}`, `false`},
		{`{"type":"boolean","default":"false"}`, ``},
		{`{"type":"boolean","default":0}`, ``},
		{`{"enum":["a","b"],"default":"b"}`, `"b"`},
		{`{"enum":[1,2],"default":2.0}`, `2`},
		{`{"enum":[1,2],"default":"2"}`, ``},
		{`{"enum":["a"],"enumNames":["A"],"default":"A"}`, ``},
		{`{"enum":[{"a":1,"b":2}],"default":{"b":2,"a":1.0}}`, `{"a":1,"b":2}`},
		{`{"oneOf":[{"const":"a","title":"A"}],"default":"a"}`, `"a"`},
		{`{"type":"array","items":{"enum":["a","b"]},"default":["b","a"]}`, `["a","b"]`},
		{`{"type":"array","items":{"enum":["a","b"]},"default":["b","b"]}`, `["b"]`},
		{`{"type":"array","items":{"enum":["a","b"]},"default":["c"]}`, ``},
		{`{"type":"array","items":{"enum":["a","b"]},"default":["a","c"]}`, ``},
		{`{"type":"array","items":{"enum":["a","b"]},"default":"a"}`, ``},
		{`{"type":"array","items":{"enum":["a","b"]},"default":[]}`, ``},
		{`{"type":"array","items":{"type":"string"},"default":["x",""]}`, `["x",""]`},
		{`{"type":"array","items":{"type":"string"},"default":["x",1]}`, ``},
		{`{"type":"object","default":{"depth": 2, "f":1.10}}`, `{"depth":2,"f":1.10}`},
		{`{"type":"array","default":[]}`, `[]`},
		{`{"default":"plain"}`, `"plain"`},
		{`{"anyOf":[{"type":"string"},{"type":"integer"}],"default":7}`, `7`},
		{`{"type":"object","default":null}`, ``},
	} {
		form, f := one(t, c.property, "")
		content, problems := form.Content(form.Inputs())
		want := `{"x":` + c.want + `}`
		if c.want == "" {
			want = "{}"
		}
		if string(content) != want || problems != nil {
			t.Errorf("%s: untouched it sends %s %v, want %s", c.property, content, problems, want)
		}
		if c.want != "" && !f.HasDefault {
			t.Errorf("%s: the default is not marked", c.property)
		}
	}
}

func TestForbiddenDefaultIsShownWithItsError(t *testing.T) {
	for property, mention := range map[string]string{
		`{"type":"integer","minimum":10,"default":5}`:                                   "10",
		`{"type":"integer","default":3.5}`:                                              "whole number",
		`{"type":"string","maxLength":2,"default":"abc"}`:                               "at most 2",
		`{"type":"string","pattern":"^[0-9]$","default":"abc"}`:                         "format",
		`{"type":"string","format":"date","default":"today"}`:                           "YYYY-MM-DD",
		`{"type":"array","items":{"enum":["a","b"]},"maxItems":1,"default":["a","b"]}`:  "at most 1",
		`{"type":"array","items":{"type":"string","maxLength":1},"default":["a","bb"]}`: "Row 2",
		`{"type":"object","required":["a"],"default":{}}`:                               "“a” is missing",
		`{"type":"object","default":{"a":1,"a":2}}`:                                     "twice",
	} {
		form, f := one(t, property, "")
		_, problems := form.Content(form.Inputs())
		if !f.HasDefault || len(problems) != 1 || !strings.Contains(problems[0].Message, mention) {
			t.Errorf("%s: default %v, problems %v", property, f.Start, problems)
		}
	}
}

func TestLongTextGetsSeveralLines(t *testing.T) {
	for property, want := range map[string]bool{
		`{"type":"string"}`:                                             false,
		`{"type":"string","maxLength":120}`:                             false,
		`{"type":"string","maxLength":121}`:                             true,
		`{"type":"string","maxLength":2000}`:                            true,
		`{"type":"string","maxLength":1e400}`:                           true,
		`{"type":"string","maxLength":"2000"}`:                          false,
		`{"type":"string","default":"a\nb"}`:                            true,
		`{"type":"string","default":"a\r\nb","maxLength":50}`:           true,
		`{"type":"string","maxLength":2000,"format":"email"}`:           false,
		`{"type":"string","format":"textarea"}`:                         true,
		`{"type":"array","items":{"type":"string"},"default":["a\nb"]}`: false,
	} {
		if _, f := one(t, property, ""); f.Multiline != want {
			t.Errorf("%s: several lines %v", property, f.Multiline)
		}
	}
}

func TestRequiredIsReadWhereverItStands(t *testing.T) {
	form := Parse([]byte(`{"properties":{"a":{"type":"string"},"b":{"type":"string","required":true},"c":{"type":"string","required":false}},"required":["a","ghost","a"],"additionalProperties":{"type":"integer"}}`))
	var got []string
	for _, f := range form.Fields {
		if f.Required {
			got = append(got, f.Key)
		}
	}
	if !slices.Equal(got, []string{"a", "b", "ghost"}) {
		t.Errorf("required are %q", got)
	}
	if last := form.Fields[3]; last.Key != "ghost" || last.Kind != Integer {
		t.Errorf("a required name without description becomes %+v", last)
	}
}

func TestDoubledPropertyKeepsItsPlaceAndItsLastMeaning(t *testing.T) {
	form := Parse([]byte(`{"properties":{"a":{"type":"string"},"b":{"type":"string"},"a":{"type":"integer"}}}`))
	if len(form.Fields) != 2 || form.Fields[0].Key != "a" || form.Fields[0].Kind != Integer || form.Fields[1].Key != "b" {
		t.Errorf("%+v", form.Fields)
	}
}

func TestRootMayBeBuiltOfParts(t *testing.T) {
	for raw, want := range map[string]string{
		`{"$ref":"#/$defs/F","$defs":{"F":{"type":"object","properties":{"b":{},"a":{}}}}}`:                          "b a",
		`{"allOf":[{"properties":{"b":{"type":"string"}}},{"properties":{"a":{"type":"string"}}}]}`:                  "b a",
		`{"properties":{"z":{}},"allOf":[{"properties":{"b":{}}}]}`:                                                  "z b",
		`{"anyOf":[{"properties":{"b":{},"a":{}}},{"type":"null"}]}`:                                                 "b a",
		`{"oneOf":[{"properties":{"b":{}}}]}`:                                                                        "b",
		`{"properties":{"a":{},"b":{}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`:                             "a b",
		`{"properties":{"a":{},"b":{}},"oneOf":[{"properties":{"a":{"const":1}}},{"properties":{"b":{"const":1}}}]}`: "a b",
		`{"allOf":[{"$ref":"#"}],"properties":{"a":{}}}`:                                                             "a",
		`{"if":{"required":["a"]},"then":{"required":["b"]},"properties":{"a":{},"b":{}}}`:                           "a b",
		`{"anyOf":[{"required":["a"]},{"required":["b"]}],"properties":{"a":{},"b":{}}}`:                             "a b",
		`{"oneOf":[{"properties":{"a":{"const":1}}},{"properties":{"b":{"const":1}}}],"properties":{"a":{},"b":{}}}`: "a b",
	} {
		var keys []string
		for _, f := range Parse([]byte(raw)).Fields {
			keys = append(keys, f.Key)
		}
		if got := strings.Join(keys, " "); got != want {
			t.Errorf("%s: fields %q, want %q", raw, got, want)
		}
	}
}

func TestPropertyInTwoPartsObeysBoth(t *testing.T) {
	form := Parse([]byte(`{"allOf":[{"properties":{"a":{"type":"string","minLength":2}}},{"properties":{"a":{"maxLength":3}}}]}`))
	for text, want := range map[string]bool{"a": false, "ab": true, "abcd": false} {
		if _, message := form.Check(0, Input{Text: text}); (message == "") != want {
			t.Errorf("%q: %q", text, message)
		}
	}
}

func TestHintsSayTheLimits(t *testing.T) {
	for property, want := range map[string]string{
		`{"type":"integer"}`:                                                       "A whole number",
		`{"type":"integer","minimum":1,"maximum":64}`:                              "A whole number from 1 to 64",
		`{"type":"integer","minimum":10}`:                                          "A whole number of at least 10",
		`{"type":"number","maximum":0.5}`:                                          "A number of at most 0.5",
		`{"type":"number","exclusiveMinimum":0}`:                                   "A number greater than 0",
		`{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1}`:              "A number greater than 0 and less than 1",
		`{"type":"number","minimum":0,"exclusiveMaximum":1}`:                       "A number of at least 0 and less than 1",
		`{"type":"number","minimum":5,"exclusiveMinimum":true}`:                    "A number greater than 5",
		`{"type":"number","minimum":5,"exclusiveMinimum":3}`:                       "A number of at least 5",
		`{"type":"number","exclusiveMinimum":0,"multipleOf":0.1}`:                  "A number greater than 0, a multiple of 0.1",
		`{"type":"integer","multipleOf":1}`:                                        "A whole number",
		`{"type":"integer","multipleOf":5}`:                                        "A whole number, a multiple of 5",
		`{"type":"integer","minimum":1e3,"maximum":1e300}`:                         "A whole number from 1000 to 1e300",
		`{"type":"string"}`:                                                        "",
		`{"type":"string","maxLength":5}`:                                          "At most 5 characters",
		`{"type":"string","minLength":1}`:                                          "",
		`{"type":"string","minLength":3,"maxLength":3}`:                            "Exactly 3 characters",
		`{"type":"string","minLength":3,"maxLength":16}`:                           "From 3 to 16 characters",
		`{"type":"string","format":"email"}`:                                       "An email address",
		`{"type":"string","format":"date"}`:                                        "A date as YYYY-MM-DD",
		`{"type":"string","pattern":"^[0-9]{5}$"}`:                                 "5 digits",
		`{"type":"string","pattern":"(?=x)"}`:                                      "",
		`{"type":"string","examples":["ABC-1"]}`:                                   "For example ABC-1",
		`{"type":"integer","examples":[7]}`:                                        "A whole number; for example 7",
		`{"type":"string","examples":["a\nb"]}`:                                    "",
		`{"type":"array","items":{"enum":["a","b"]},"minItems":1,"maxItems":3}`:    "Choose from 1 to 3",
		`{"type":"array","items":{"enum":["a","b"]},"maxItems":2}`:                 "Choose at most 2",
		`{"type":"array","items":{"enum":["a","b"]}}`:                              "",
		`{"type":"array","items":{"type":"string"},"maxItems":1}`:                  "At most 1 row",
		`{"type":"array","items":{"type":"string","format":"email"},"minItems":2}`: "At least 2 rows; each row: an email address",
		`{"type":"boolean"}`:                                                       "",
		`{"enum":["a"]}`:                                                           "",
		`{"type":"object"}`:                                                        "A JSON object, in braces { }",
		`{"type":"array"}`:                                                         "A JSON list, in square brackets [ ]",
		`{}`:                                                                       "A JSON value",
		`false`:                                                                    "The server allows no value here",
	} {
		if _, f := one(t, property, ""); f.Hint != want {
			t.Errorf("%s: hint %q, want %q", property, f.Hint, want)
		}
	}
}

func TestConsentIsNeverAConstant(t *testing.T) {
	for property, refused := range map[string]int{
		`{"type":"boolean","const":true}`:   1,
		`{"const":true,"title":"I agree"}`:  1,
		`{"type":"boolean","enum":[true]}`:  1,
		`{"type":"boolean","const":false}`:  0,
		`{"enum":[true,false]}`:             -1,
		`{"enum":[false,true,null]}`:        -1,
		`{"oneOf":[{"const":true}]}`:        1,
		`{"$ref":"#/$defs/Consent"}`:        1,
		`{"type":"boolean","enum":[false]}`: 0,
	} {
		form, f := one(t, property, `,"required":["x"],"$defs":{"Consent":{"type":"boolean","const":true}}`)
		if f.Kind != Boolean {
			t.Errorf("%s: kind %d", property, f.Kind)
			continue
		}
		if _, message := form.Check(0, Input{}); message == "" {
			t.Errorf("%s: unanswered, it is sent", property)
		}
		for option, want := range []string{"true", "false"} {
			value, message := form.Check(0, Input{Chosen: []int{option}, Touched: true})
			if bad := option == refused; (message != "") != bad || !bad && string(value) != want {
				t.Errorf("%s: option %d gives %s %q", property, option, value, message)
			}
			if problems := form.Validate([]byte(`{"x":` + want + `}`)); (problems != nil) != (option == refused) {
				t.Errorf("%s: %s is judged %v", property, want, problems)
			}
		}
	}
	if _, f := one(t, `{"oneOf":[{"const":true,"title":"Delete all"},{"const":false,"title":"Keep"}]}`, ""); f.Kind != Choice || f.Options[0].Label != "Delete all" {
		t.Errorf("titles of a yes or no are lost: %+v", f)
	}
}

func TestAConstantSaysWhatIsSent(t *testing.T) {
	for property, label := range map[string]string{
		`{"const":"report"}`: "report", `{"const":1.50}`: "1.50", `{"const":""}`: "(empty)", `{"const":{"a": [1]}}`: `{"a":[1]}`, `{"const":null}`: "(none)",
	} {
		if _, f := one(t, property, `,"required":["x"]`); f.Kind != Fixed || len(f.Options) != 1 || f.Options[0].Label != label || f.Hint == "" {
			t.Errorf("%s: %+v", property, f)
		}
	}
}
