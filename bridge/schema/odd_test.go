package schema

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// oddSchemas are what broken servers, hostile servers and servers in a hurry send.
func oddSchemas() []string {
	return []string{
		``, ` `, `null`, `true`, `false`, `0`, `"x"`, `[]`, `[1]`, `[{"name":"a"}]`, `{`, `{"a"`, `{"type":"object"`, `nul`, `{}{}`, `{} x`, "\xff", "\xef\xbb\xbf{}",
		`{}`, `{"type":"object"}`, `{"type":"string"}`, `{"type":["object","null"]}`, `{"type":[]}`, `{"type":7}`, `{"type":null}`, `{"type":"objekt"}`, `{"type":{}}`,
		`{"properties":[]}`, `{"properties":[1]}`, `{"properties":null}`, `{"properties":"x"}`, `{"properties":7}`, `{"properties":true}`,
		`{"properties":{"":{}}}`, `{"properties":{" ":{"title":" "}}}`, `{"properties":{"x":null}}`, `{"properties":{"x":[]}}`, `{"properties":{"x":[1]}}`,
		`{"properties":{"x":"string"}}`, `{"properties":{"x":5}}`, `{"properties":{"x":true}}`, `{"properties":{"x":false}}`, `{"properties":{"x":{}}}`,
		`{"properties":{"x":{}},"required":"x"}`, `{"properties":{"x":{}},"required":{"x":true}}`, `{"properties":{"x":{}},"required":[1,null,"x","x"]}`,
		`{"properties":{"x":{}},"required":["ghost"]}`, `{"required":["ghost"]}`, `{"required":true}`, `{"properties":{"x":{"required":true}}}`, `{"required":["n"],"additionalProperties":{"type":"integer"}}`,
		`{"properties":{"x":false},"required":["x"]}`, `{"properties":{"x":{"not":{}}}}`, `{"properties":{"x":{"type":"string","not":{"const":"12"}}}}`,
		`{"properties":{"x":{"type":"string","minLength":"3","maxLength":-1,"pattern":7,"format":[],"default":{}}}}`,
		`{"properties":{"x":{"type":"string","minLength":5,"maxLength":3}}}`, `{"properties":{"x":{"type":"string","minLength":1e999999999}}}`,
		`{"properties":{"x":{"type":"string","pattern":"["}}}`, `{"properties":{"x":{"type":"string","pattern":"(a+)+$"}}}`, `{"properties":{"x":{"type":"string","pattern":"^(?=(a+)+b)"}}}`,
		`{"properties":{"x":{"type":"integer","minimum":"1","maximum":[],"multipleOf":0}}}`, `{"properties":{"x":{"type":"integer","minimum":1e999999999}}}`,
		`{"properties":{"x":{"type":"integer","default":1e999999999}}}`, `{"properties":{"x":{"type":"number","multipleOf":1e-999999999,"default":7}}}`,
		`{"properties":{"x":{"type":"integer","minimum":5,"exclusiveMinimum":true,"maximum":9,"exclusiveMaximum":false}}}`, `{"properties":{"x":{"type":"integer","exclusiveMinimum":5,"minimum":7}}}`,
		`{"properties":{"x":{"type":"integer","default":"5"},"y":{"type":"integer","default":3.5},"z":{"type":"boolean","default":1}}}`,
		`{"properties":{"x":{"enum":[]}}}`, `{"properties":{"x":{"enum":"a"}}}`, `{"properties":{"x":{"enum":{}}}}`, `{"properties":{"x":{"enum":[null]}}}`, `{"properties":{"x":{"enum":[""," ","\u200b","a","a",1,1.0,"1",true,"true",null,[],{},{"a":1}]}}}`,
		`{"properties":{"x":{"type":"string","enum":[1,2],"default":1}}}`, `{"properties":{"x":{"type":["string","null"],"enum":["a",null],"default":null}}}`, `{"properties":{"x":{"enum":["a"],"enumNames":[1,"b","c"]}}}`,
		`{"properties":{"x":{"enum":["a","b"],"enumNames":"x"}}}`, `{"properties":{"x":{"const":null}},"required":["x"]}`, `{"properties":{"x":{"const":{"a":[1e5]}}},"required":["x"]}`, `{"properties":{"x":{"const":1,"default":2}}}`,
		`{"properties":{"x":{"oneOf":[]}}}`, `{"properties":{"x":{"oneOf":"y"}}}`, `{"properties":{"x":{"oneOf":[{"const":"a","title":"A"},{"const":"b"}]}}}`, `{"properties":{"x":{"oneOf":[{"const":"a"},{"enum":["b","c"]},{"type":"null"}]}}}`,
		`{"properties":{"x":{"anyOf":[{"const":"auto"},{"type":"integer"}]}}}`, `{"properties":{"x":{"anyOf":[{"type":"null"}]}}}`, `{"properties":{"x":{"anyOf":[{"type":"null"},{"type":"null"}]}},"required":["x"]}`, `{"properties":{"x":{"anyOf":[true,false]}}}`,
		`{"properties":{"x":{"oneOf":[{"const":"a"}],"anyOf":[{"const":"b"}]}}}`, `{"properties":{"x":{"allOf":[{"type":"string"},{"minLength":2}]}}}`, `{"properties":{"x":{"allOf":[{"type":"string"},{"type":"integer"}]}}}`,
		`{"properties":{"x":{"type":"array"}}}`, `{"properties":{"x":{"type":"array","items":true}}}`, `{"properties":{"x":{"type":"array","items":[{"type":"string"}]}}}`, `{"properties":{"x":{"type":"array","items":{"type":"array","items":{"type":"number"}}}}}`,
		`{"properties":{"x":{"type":"array","items":{"enum":["a","b"]},"default":["b","zzz"]}}}`, `{"properties":{"x":{"type":"array","items":{"enum":["a","b"]},"minItems":1,"default":["b"]}}}`, `{"properties":{"x":{"type":"array","items":{"type":"string"},"uniqueItems":true,"maxItems":1}}}`,
		`{"properties":{"x":{"type":"array","items":{"type":"string"},"contains":{"const":"12"}}}}`, `{"properties":{"x":{"type":"array","enum":[["a"],["b"]]}}}`, `{"properties":{"x":{"type":"array","items":{"type":["string","null"]}}}}`,
		`{"properties":{"x":{"$ref":"#/properties/x"}}}`, `{"properties":{"x":{"$ref":"#"}}}`, `{"$ref":"#"}`, `{"properties":{"x":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}}}`,
		`{"properties":{"x":{"$ref":"https://example.org/schema.json"}}}`, `{"properties":{"x":{"$ref":"#/nowhere"}}}`, `{"properties":{"x":{"$ref":7}}}`, `{"properties":{"x":{"$ref":"#/%zz"}}}`, `{"properties":{"x":{"$ref":"#/required/0"}},"required":["x"]}`,
		`{"properties":{"x":{"$ref":"#name"}},"$defs":{"n":{"$anchor":"name","type":"integer"}}}`, `{"properties":{"x":{"$dynamicRef":"#name"}}}`, `{"properties":{"x":{"$ref":"#/$defs/a~1b%20c"}},"$defs":{"a/b c":{"type":"boolean"}}}`,
		`{"properties":{"x":{"type":"string"},"x":{"type":"integer"}}}`, `{"type":"object","type":"string"}`, `{"properties":{"a":{}},"properties":{"b":{}}}`,
		`{"allOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"b":{"type":"integer"},"a":{"minLength":2}}}]}`, `{"anyOf":[{"required":["a"]},{"required":["b"]}],"properties":{"a":{"type":"string"},"b":{"type":"string"}}}`,
		`{"oneOf":[{"properties":{"a":{}}},{"properties":{"b":{}}}]}`, `{"if":{"properties":{"a":{"const":"12"}}},"then":{"required":["b"]},"properties":{"a":{"type":"string"},"b":{"type":"string"}}}`,
		`{"properties":{"a":{"type":"string"}},"patternProperties":{"^x":{"type":"integer"}},"additionalProperties":false}`, `{"additionalProperties":{"type":"integer"}}`, `{"properties":{},"additionalProperties":true}`, `{"additionalProperties":false}`, `{"unevaluatedProperties":false,"properties":{"a":{"type":"string"}}}`,
		`{"minProperties":1,"properties":{"a":{"type":"string"}}}`, `{"maxProperties":0,"properties":{"a":{"type":"string","default":"x"}}}`, `{"propertyNames":{"pattern":"^b"},"properties":{"a":{"type":"string"}}}`, `{"dependentRequired":{"a":["b"]},"properties":{"a":{"type":"string"},"b":{"type":"string"}}}`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"a":{"type":"object","dependencies":{"x":["y"]}}}}`, `{"$schema":"http://json-schema.org/draft-04/schema#","properties":{"a":{"type":"integer","minimum":0,"exclusiveMinimum":true}}}`, `{"$schema":"https://example.org/mine","properties":{"a":{"type":"string"}}}`, `{"$schema":7}`,
		`{"properties":{"a\ud800":{"type":"string"}}}`, `{"properties":{"a":{"enum":["\ud800","\udc00"]}}}`, `{"properties":{"a":{"type":"string","title":7,"description":["x"]}}}`, `{"properties":{"\u0000":{"type":"string"}}}`,
		`{"properties":{"a":{"type":"object","properties":{"b":{"$ref":"#/properties/a"}},"default":{"b":{"b":{"b":7}}}}}}`, `{"properties":{"a":{"type":"object","default":{"x":1,"x":2}}}}`,
		`{"properties":{"a":{"nullable":true,"type":"string"},"b":{"nullable":true,"type":"object"}}}`, `{"properties":{"a":{"type":"null"},"b":{"type":["null"]}},"required":["b"]}`, `{"properties":{"a":{"type":["string","integer"]},"b":{"type":["integer","number","null"]}}}`,
		"{\"properties\":{\"a\u202e\":{\"title\":\"x\\u202e\\u0007\",\"type\":\"string\",\"pattern\":\"^\u202e$\",\"default\":7,\"examples\":[\"\u202ex\"]},\"b\":{\"enum\":[\"\u202e\"],\"type\":\"object\",\"required\":[\"\u202e\"]}},\"required\":[\"\u2066\"],\"additionalProperties\":false}",
		`{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"toString":{"type":"integer"}},"required":["__proto__"]}`,
	}
}

func TestNoSchemaPanicsAndEachOneCanBeAnsweredOrExplained(t *testing.T) {
	for _, raw := range oddSchemas() {
		form := Parse([]byte(raw))
		checkForm(t, form)
		_, problems := form.Content(form.Inputs())
		checkProblems(t, form, problems)
		form.Content(nil)
		form.Validate([]byte(`{"x":1,"a":"y"}`))
		form.InputsFor([]byte(`{"x":[1],"a":"y"}`))
	}
}

func TestTruncatedSchemasNeverPanic(t *testing.T) {
	whole := string(manyProperties(16))
	for i := range len(whole) {
		form := Parse([]byte(whole[:i]))
		if i > 0 && (len(form.Fields) != 1 || form.Fields[0].Kind != JSON || form.Note == "") {
			t.Fatalf("cut at %d: %+v", i, form)
		}
	}
}

func TestUnreadableSchemaBecomesABoxForTheWholeAnswer(t *testing.T) {
	for _, raw := range []string{`{"type":`, `"form"`, `5`, `[1]`, `true`, `false`, `{"type":"string"}`, `{"properties":"x"}`, `{"properties":[{"name":"a"}]}`,
		`{"anyOf":[{"properties":{"a":{}}},{"properties":{"b":{}}}]}`} {
		form := Parse([]byte(raw))
		if len(form.Fields) != 1 || form.Fields[0].Kind != JSON || form.Fields[0].Required || form.Note == "" {
			t.Errorf("%s: %+v", raw, form)
			continue
		}
		if content, problems := form.Content(form.Inputs()); string(content) != "{}" || problems != nil {
			t.Errorf("%s: left empty it gives %s %v", raw, content, problems)
		}
		if raw == "false" || raw == `{"type":"string"}` {
			continue
		}
		content, problems := form.Content([]Input{{Text: ` { "b" : [1.0] } `, Touched: true}})
		if string(content) != `{"b":[1.0]}` || problems != nil {
			t.Errorf("%s: filled in it gives %s %v", raw, content, problems)
		}
		if _, problems := form.Content([]Input{{Text: `[1]`}}); problems == nil || !strings.Contains(problems[0].Message, "JSON object") {
			t.Errorf("%s: a list passes: %v", raw, problems)
		}
	}
}

func TestSchemaWithoutPropertiesIsAConfirmation(t *testing.T) {
	for raw, note := range map[string]bool{
		``: true, `null`: true, ` null `: true, `{}`: false, `[]`: false, `{"type":"object"}`: false, `{"type":"object","properties":{}}`: false,
		`{"type":"object","properties":[],"required":[]}`: false, `{"properties":{},"additionalProperties":true}`: false,
		`{"type":"object","additionalProperties":false}`: false, `{"type":["object","null"]}`: false, `{"description":"x","title":"y","$schema":"https://json-schema.org/draft/2020-12/schema"}`: false,
	} {
		form := Parse([]byte(raw))
		if len(form.Fields) != 0 || (form.Note != "") != note {
			t.Errorf("%q: %+v", raw, form)
		}
		if content, problems := form.Content(nil); string(content) != "{}" || problems != nil {
			t.Errorf("%q: %s %v", raw, content, problems)
		}
	}
}

func TestNotesSayWhatIsWrongWithTheSchema(t *testing.T) {
	for raw, words := range map[string]string{
		`{"properties":{"x":{}},"required":"x"}`:                                               "must be filled in",
		`{"properties":{"x":{}},"required":["x",1]}`:                                           "must be filled in",
		`{"properties":{"x":{"type":"string"},"x":{"type":"integer"}}}`:                        "twice (“x”)",
		`{"properties":{"n":{"type":"integer","default":"5"}}}`:                                "suggested a default for “N”",
		`{"properties":{"n":{"type":"boolean","default":"true"}}}`:                             "suggested",
		`{"properties":{"n":{"enum":["a"],"default":"b"}}}`:                                    "suggested",
		`{"properties":{"n":{"type":"array","items":{"enum":["a"]},"default":["a","b"]}}}`:     "suggested",
		`{"$schema":"https://example.org/x","properties":{"n":{"type":"string"}}}`:             "only partly checked",
		`{"properties":{"a":{"default":1,"type":"string"},"b":{"default":1,"type":"string"}}}`: "“A” and “B”",
	} {
		if note := Parse([]byte(raw)).Note; !strings.Contains(note, words) {
			t.Errorf("%s: note %q does not say %q", raw, note, words)
		}
	}
	for _, raw := range []string{
		`{"properties":{"n":{"enum":["a"],"default":null}}}`, `{"properties":{"n":{"anyOf":[{"type":"string"},{"type":"null"}],"default":null}}}`,
		`{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"n":{"type":"string"}}}`, `{"$schema":"https://json-schema.org/draft/2020-12/schema"}`,
		`{"properties":{"n":{"type":"integer","minimum":10,"default":5}}}`,
	} {
		if note := Parse([]byte(raw)).Note; note != "" {
			t.Errorf("%s: note %q", raw, note)
		}
	}
}

func TestNotesStayShort(t *testing.T) {
	var out strings.Builder
	for i := range 500 {
		fmt.Fprintf(&out, `,"%s%d":{"type":"integer","default":"x"}`, strings.Repeat("k", 300), i)
	}
	form := Parse([]byte(`{"properties":{` + out.String()[1:] + `}}`))
	if !strings.Contains(form.Note, "497 more") || len(form.Note) > 600 {
		t.Errorf("note of %d bytes: %s", len(form.Note), form.Note)
	}
}

func TestFiveThousandPropertiesAreAllKeptInOrder(t *testing.T) {
	started := time.Now()
	form := Parse(manyProperties(5000))
	if len(form.Fields) != 5000 {
		t.Fatalf("%d fields", len(form.Fields))
	}
	for i, f := range form.Fields {
		if f.Key != fmt.Sprintf("property_%d", i) {
			t.Fatalf("field %d is %s", i, f.Key)
		}
	}
	content, problems := form.Content(form.Inputs())
	if problems != nil || strings.Count(string(content), "property_") != 4375 {
		t.Fatalf("%d keys sent, problems %v", strings.Count(string(content), "property_"), problems)
	}
	if took := time.Since(started); took > 60*time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestMegabyteStringsAreKeptWhole(t *testing.T) {
	long := strings.Repeat("ä", 1<<19)
	form := Parse(fmt.Appendf(nil, `{"properties":{"%s":{"type":"string","title":"%s","description":"%s","default":"%s"},"b":{"enum":["%s"]}}}`, long, long, long, long, long))
	f := form.Fields[0]
	if f.Key != long || f.Label != long || f.Description != long || f.Start.Text != long || form.Fields[1].Options[0].Label != long {
		t.Error("something was cut")
	}
	content, problems := form.Content(form.Inputs())
	if want := `{"` + long + `":"` + long + `"}`; problems != nil || string(content) != want {
		t.Errorf("sent %d bytes, want %d", len(content), len(want))
	}
}

func TestHostileSchemasAreReadQuickly(t *testing.T) {
	deep := strings.Repeat(`{"type":"object","properties":{"a":`, 3000) + `{}` + strings.Repeat(`}}`, 3000)
	tooDeep := strings.Repeat(`[`, 20000) + strings.Repeat(`]`, 20000)
	var laughs strings.Builder
	for i := range 60 {
		fmt.Fprintf(&laughs, `"d%d":{"allOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]},`, i, i+1, i+1)
	}
	var choices strings.Builder
	for i := range 60 {
		fmt.Fprintf(&choices, `"d%d":{"anyOf":[{"$ref":"#/$defs/d%d"},{"$ref":"#/$defs/d%d"}]},`, i, i+1, i+1)
	}
	var values, titled, users, big, boxes strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&values, `,"v%d"`, i)
		fmt.Fprintf(&titled, `,{"const":"v%d","title":"T%d"}`, i, i)
		fmt.Fprintf(&users, `,"f%d":{"$ref":"#/$defs/E","default":"v%d"}`, i, i)
		fmt.Fprintf(&big, `,"k%d":{"type":"string"}`, i)
		fmt.Fprintf(&boxes, `,"f%d":{"$ref":"#/$defs/E","default":{"k1":"x"}}`, i)
	}
	for name, raw := range map[string]string{
		"shared enum":   `{"properties":{` + users.String()[1:] + `},"$defs":{"E":{"enum":[` + values.String()[1:] + `]}}}`,
		"shared oneOf":  `{"properties":{` + users.String()[1:] + `},"$defs":{"E":{"oneOf":[` + titled.String()[1:] + `]}}}`,
		"shared box":    `{"properties":{` + boxes.String()[1:] + `},"$defs":{"E":{"type":"object","properties":{` + big.String()[1:] + `}}}}`,
		"many laughs":   `{"properties":{` + boxes.String()[1:] + `},"$defs":{` + strings.ReplaceAll(laughs.String(), `"d0"`, `"E"`) + `"d60":{"type":"object"}}}`,
		"many words":    `{"properties":{` + boxes.String()[1:] + `},"$defs":{"E":{"allOf":[{"$ref":"#/$defs/F"},{"$ref":"#/$defs/F"}]},"F":{` + big.String()[1:] + `}}}`,
		"deep":          deep,
		"too deep":      tooDeep,
		"deep property": `{"properties":{"x":` + deep + `}}`,
		"deep default":  `{"properties":{"x":{"default":` + strings.Repeat(`{"a":`, 5000) + `1` + strings.Repeat(`}`, 5000) + `}}}`,
		"laughs":        `{"properties":{"x":{"$ref":"#/$defs/d0"},"y":{"type":"object","$ref":"#/$defs/d0"}},"$defs":{` + laughs.String() + `"d60":{"type":"string"}}}`,
		"choices":       `{"properties":{"x":{"$ref":"#/$defs/d0","default":{"a":1}}},"$defs":{` + choices.String() + `"d60":{"type":"string"}}}`,
		"twins": `{"properties":{"x":{"$ref":"#/$defs/t","default":` + strings.Repeat(`{"a":`, 60) + `1` + strings.Repeat(`}`, 60) + `}},
			"$defs":{"t":{"allOf":[{"properties":{"a":{"$ref":"#/$defs/t"}}},{"properties":{"a":{"$ref":"#/$defs/t"}}}],"type":["object","string"]}}}`,
		"long chain": `{"properties":{"x":` + strings.Repeat(`{"allOf":[`, 3000) + `{"type":"string"}` + strings.Repeat(`]}`, 3000) + `}}`,
		"root ring":  `{"allOf":[{"$ref":"#"},{"$ref":"#"},{"$ref":"#"}],"properties":{"a":{"type":"string"}}}`,
	} {
		started := time.Now()
		form := Parse([]byte(raw))
		form.Content(form.Inputs())
		form.Validate([]byte(`{"x":{"a":{"a":{"a":5}}},"y":{}}`))
		took := time.Since(started)
		t.Logf("%s: %v", name, took)
		if took > 60*time.Second { // far less on an idle machine; without bounds, minutes
			t.Errorf("%s took %v", name, took)
		}
	}
}

func TestManyHostilePatternsDoNotFreezeTheForm(t *testing.T) {
	var out strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&out, `,"p%d":{"type":"string","pattern":"^(?=(a|a?)+$)(a+a+)+b$","default":"%s"}`, i, strings.Repeat("a", 40))
	}
	form := Parse([]byte(`{"properties":{` + out.String()[1:] + `}}`))
	started := time.Now()
	content, problems := form.Content(form.Inputs())
	if problems != nil || len(content) == 0 {
		t.Errorf("a pattern that takes too long blocks: %v", problems[:1])
	}
	if took := time.Since(started); took > 60*time.Second {
		t.Errorf("it took %v", took)
	}
}
