package schema

import (
	"strings"
	"testing"
)

func TestJSONBoxKeepsEveryDigitAndKey(t *testing.T) {
	for typed, want := range map[string]string{
		`{"id": 7960607143101464576, "f": 1.10}`: `{"id":7960607143101464576,"f":1.10}`,
		"[\n  1e400,\n  -0.0\n]":                 `[1e400,-0.0]`,
		`"plain"`:                                `"plain"`,
		` null `:                                 `null`,
		`0.30000000000000000000001`:              `0.30000000000000000000001`,
		`{"b":1,"a":{"d":2,"c":3}}`:              `{"b":1,"a":{"d":2,"c":3}}`,
		`"\u00e9\ud83d\ude00 <&>"`:               `"\u00e9\ud83d\ude00 <&>"`,
		`{"a":{"x":1},"b":{"x":1}}`:              `{"a":{"x":1},"b":{"x":1}}`,
		"\ufefftrue":                             `true`,
	} {
		entry{`{}`, Input{Text: typed}, want}.check(t, true)
		entry{`true`, Input{Text: typed}, want}.check(t, false)
	}
}

func TestBrokenJSONSaysWhereAndWhatToDo(t *testing.T) {
	for typed, words := range map[string]string{
		`{bad}`:                           "not valid JSON: “b” does not fit at line 1, column 2",
		`{"street":`:                      "not complete JSON: it ends too early, at line 1, column 11",
		`{"a":1`:                          "ends too early",
		`"abc`:                            "ends too early",
		`[1,2`:                            "ends too early",
		`tru`:                             "ends too early",
		"{\n  \"a\": 1,\n}":               "“}” does not fit at line 3, column 1. Take out the comma",
		`[1,]`:                            "Take out the comma",
		`{'a':1}`:                         "straight double quotes",
		`{“a”:1}`:                         "straight double quotes",
		`{"a":1} x`:                       "“x” does not fit at line 1, column 9",
		`{"a":1}{"b":2}`:                  "“{” does not fit",
		`// comment`:                      "Comments are not allowed",
		`{"a":1 /* x */}`:                 "Comments",
		`# x`:                             "Comments",
		`hello`:                           "JSON",
		`True`:                            "“T”",
		`NaN`:                             "JSON",
		`undefined`:                       "“u”",
		`01`:                              "“1” does not fit at line 1, column 2",
		`+1`:                              "“+”",
		`.5`:                              "“.”",
		`1.`:                              "JSON",
		"\"a\nb\"":                        "the line break does not fit",
		"\"a\tb\"":                        "the tab",
		"\u200b{}":                        "U+200B",
		`"\x"`:                            "“x”",
		`{"ä":1,"ö":2 "ü":3}`:             "column 14",
		`{"a":1,"a":2}`:                   "name “a” twice, the second time at line 1, column 8",
		"{\"x\":[\n{\"k\":1,\n\"k\":1}]}": "twice, the second time at line 3, column 1",
		`{"a":1,"\u0061":2}`:              "twice",
		strings.Repeat("[", 20000):        "This JSON is too deep",
		strings.Repeat("[", 1001) + "1" + strings.Repeat("]", 1001): "This JSON is too deep: more than 1000 lists",
	} {
		entry{`{}`, Input{Text: typed}, "!" + words}.check(t, false)
		entry{`{"type":"object"}`, Input{Text: typed}, "!JSON"}.check(t, true)
	}
}

func TestJSONBoxIsHeldToItsOwnSchema(t *testing.T) {
	address := `{"type":"object","properties":{"street":{"type":"string","minLength":2},"n":{"type":"array","items":{"type":"integer","minimum":0.5}},"due":{"type":"string","format":"date"},"kind":{"enum":["home","work"]},"up":{"$ref":"#/$defs/Up"}},"required":["street"],"additionalProperties":false}`
	for _, e := range []entry{
		{address, Input{Text: `{"street":"Main"}`}, `{"street":"Main"}`},
		{address, Input{Text: `{}`}, `!“street” is missing`},
		{address, Input{Text: `[]`}, `!must be an object in braces { }, not a list`},
		{address, Input{Text: `"x"`}, `!must be an object in braces { }, not a text`},
		{address, Input{Text: `{"street":"M"}`}, `!At “street”: this needs at least 2 characters`},
		{address, Input{Text: `{"street":7}`}, `!At “street”: this must be a text in quotes, not a number`},
		{address, Input{Text: `{"street":"Main","stret":1}`}, `!no entry called “stret”`},
		{address, Input{Text: `{"street":"Main","n":[1,"2"]}`}, `!At “n”, entry 2: this must be a whole number`},
		{address, Input{Text: `{"street":"Main","n":[0]}`}, `!at least 0.5`},
		{address, Input{Text: `{"street":"Main","n":[1.0]}`}, `{"street":"Main","n":[1.0]}`},
		{address, Input{Text: `{"street":"Main","due":"31.12.2026"}`}, `!At “due”: enter a date as YYYY-MM-DD`},
		{address, Input{Text: `{"street":"Main","kind":"office"}`}, `!one of "home", "work"`},
		{address, Input{Text: `{"street":"Main","up":{"up":{"up":{}}}}`}, `{"street":"Main","up":{"up":{"up":{}}}}`},
		{address, Input{Text: `{"street":"Main","up":{"up":{"up":5}}}`}, `!At “up”, “up”, “up”: this must be an object`},
		{`{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"string"},{"type":"null"}]}`, Input{Text: `["a"]`}, `["a"]`},
		{`{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"string"},{"type":"null"}]}`, Input{Text: `null`}, `null`},
		{`{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"string"},{"type":"null"}]}`, Input{Text: `5`}, `!a list in square brackets [ ], a text in quotes or null`},
		{`{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"string"},{"type":"null"}]}`, Input{Text: `["a",1]`}, `!entry 2: this must be a text`},
		{`{"type":"array","items":{"type":"array","items":{"type":"number"}}}`, Input{Text: `[[1,2.5],[3]]`}, `[[1,2.5],[3]]`},
		{`{"type":"array","items":{"type":"array","items":{"type":"number"}}}`, Input{Text: `[[1],["x"]]`}, `!At entry 2, entry 1`},
		{`{"type":"array","minItems":2}`, Input{Text: `[1]`}, `!at least 2 entries`},
		{`{"type":"array","maxItems":1}`, Input{Text: `[1,2]`}, `!at most 1 entry`},
		{`{"type":"array","uniqueItems":true}`, Input{Text: `[1,2,1.0]`}, `!entries 1 and 3 are the same`},
		{`{"type":"array","prefixItems":[{"type":"string"}],"items":false}`, Input{Text: `["a",1]`}, `!`},
		{`{"type":"array","items":[{"type":"string"},{"type":"integer"}],"additionalItems":false}`, Input{Text: `["a",1,2]`}, `!`},
		{`{"type":"array","items":[{"type":"string"},{"type":"integer"}]}`, Input{Text: `["a","b"]`}, `!entry 2`},
		{`{"type":"object","patternProperties":{"^x(?=y)":{"type":"integer"}}}`, Input{Text: `{"xy":"a"}`}, `!At “xy”`},
		{`{"type":"object","propertyNames":{"pattern":"^[a-z]+$"}}`, Input{Text: `{"A":1}`}, `!the name “A” is not allowed`},
		{`{"type":"object","minProperties":1}`, Input{Text: `{}`}, `!at least 1 entry`},
		{`{"type":"object","dependentRequired":{"a":["b"]}}`, Input{Text: `{"a":1}`}, `!with “a”, “b” is missing`},
		{`{"type":"object","dependencies":{"a":["b"]}}`, Input{Text: `{"a":1}`}, `!with “a”, “b” is missing`},
		{`{"type":"object","dependencies":{"a":{"required":["b"]}}}`, Input{Text: `{"a":1}`}, `!“b” is missing`},
		{`{"type":"object","if":{"required":["a"]},"then":{"required":["b"]}}`, Input{Text: `{"a":1}`}, `!“b” is missing`},
		{`{"type":"object","not":{"required":["a"]}}`, Input{Text: `{"a":1}`}, `!not allowed`},
		{`{"oneOf":[{"type":"object","required":["id"]},{"type":"object","required":["name"]}]}`, Input{Text: `{"id":1,"name":2}`}, `!more than one`},
		{`{"oneOf":[{"type":"object","required":["id"]},{"type":"object","required":["name"]}]}`, Input{Text: `{}`}, `!one of these is needed: “id”, “name”`},
		{`{"oneOf":[{"type":"object","required":["id"]},{"type":"array"}]}`, Input{Text: `{}`}, `!“id” is missing`},
		{`{"type":["string","integer"]}`, Input{Text: `true`}, `!a whole number or a text in quotes`},
		{`{"type":["string","integer"],"maximum":3}`, Input{Text: `4`}, `!at most 3`},
		{`{"type":["string","object"],"multipleOf":0.01,"maxLength":1}`, Input{Text: `"ab"`}, `!at most 1 character`},
		{`{"type":"object","properties":{"n":{"multipleOf":0.01,"maximum":9007199254740992}}}`, Input{Text: `{"n":0.07}`}, `{"n":0.07}`},
		{`{"type":"object","properties":{"n":{"multipleOf":0.01,"maximum":9007199254740992}}}`, Input{Text: `{"n":9007199254740993}`}, `!at most 9007199254740992`},
		{`{"type":"object","properties":{"n":{"minimum":5,"exclusiveMinimum":true}}}`, Input{Text: `{"n":5}`}, `!greater than 5`},
		{`{"nullable":true,"type":"object"}`, Input{Text: `null`}, `null`},
		{`{"type":"object","properties":{"a":{"nullable":true,"type":"string"}}}`, Input{Text: `{"a":null}`}, `{"a":null}`},
		{`{"type":"string","not":{"const":"no"}}`, Input{Text: `no`}, `!not allowed`},
		{`{"type":"string","not":{"const":"no"}}`, Input{Text: `yes`}, `"yes"`},
		{`{"type":"integer","not":{"enum":[7]}}`, Input{Text: `7`}, `!not allowed`},
		{`{"type":"string","minLength":3,"allOf":[{"minLength":3,"maxLength":9}]}`, Input{Text: `ab`}, `!from 3 to 9`},
		{`false`, Input{Text: `1`}, `!no value here`},
	} {
		e.checkWith(t, `,"$defs":{"Up":{"type":"object","properties":{"up":{"$ref":"#/$defs/Up"}}}}`)
	}
}

func TestSchemasThatCannotBeJudgedBlockNothing(t *testing.T) {
	for _, property := range []string{
		`{"$ref":"https://example.org/x.json"}`, `{"$ref":"file:///etc/passwd"}`, `{"$ref":"#/$defs/Missing"}`, `{"$ref":"other.json#/a"}`, `{"$dynamicRef":"#x"}`,
		`{"oneOf":[{"$ref":"https://example.org/x.json"},{"type":"object"}]}`, `{"type":"object","not":{"$ref":"https://example.org/x.json"}}`,
		`{"type":"object","if":{"$ref":"https://example.org/x.json"},"then":false}`, `{"type":"object","properties":{"a":{"pattern":"["}}}`, `{"type":"object","properties":{"a":{"type":"wat"}}}`,
		`{"type":"object","properties":{"a":{"enum":[]}}}`, `{"type":"object","required":"a"}`, `{"type":"object","properties":[]}`, `{"type":"object","additionalProperties":"no"}`, `{"type":"object","allOf":{}}`,
		`{"type":"object","anyOf":[]}`, `{"type":"object","minProperties":"2"}`, `{"type":"object","$id":"https://example.org/a"}`, `{"type":"object","$schema":"https://example.org/mine"}`, `{"type":"object","$id":":::"}`,
		`{"type":"object","properties":{"a":{"$ref":"#/properties/x/properties/a"}}}`, `{"type":"object","format":"parley-step"}`, `{"type":"object","properties":{"a":{"minimum":1e999999}}}`, `{"type":"object","properties":{"a":{"multipleOf":0}}}`,
		`{"type":"object","properties":{"a":{"const":1e99999999}}}`, `{"type":"object","dependentRequired":{"a":"b"}}`, `{"type":"object","contentSchema":7}`, `{"type":"object","$defs":{"a":{"type":7}}}`, `{"type":["object",7]}`, `{"type":"object","$vocabulary":{"https://example.org/v":true}}`,
	} {
		entry{property, Input{Text: `{"a":"b"}`}, `{"a":"b"}`}.check(t, true)
	}
	for _, typed := range []string{`{"n":1e999999999}`, `{"n":-1e-999999999}`, `{"n":` + strings.Repeat("9", 100000) + `}`} {
		entry{`{"type":"object","properties":{"n":{"maximum":5}}}`, Input{Text: typed}, typed}.check(t, true)
	}
}

func (e entry) checkWith(t *testing.T, rest string) {
	t.Helper()
	form, _ := one(t, e.property, rest)
	value, message := form.Check(0, e.in)
	words, isError := strings.CutPrefix(e.want, "!")
	switch {
	case isError && (message == "" || !strings.Contains(strings.ToLower(message), strings.ToLower(words))):
		t.Errorf("%s %s: %s %q, want a message about %q", e.property, e.in.Text, value, message, words)
	case !isError && (message != "" || string(value) != e.want):
		t.Errorf("%s %s: %s %q, want %s", e.property, e.in.Text, value, message, e.want)
	}
}

func TestABareWordIsToldItsQuotes(t *testing.T) {
	for _, c := range []struct{ property, text, words string }{
		{`{}`, "north", `A text stands in double quotes: "north"`},
		{`true`, " two words ", `"two words"`},
		{`{"type":["string","integer"]}`, "über", `"über"`},
	} {
		form, _ := one(t, c.property, "")
		if _, message := form.Check(0, Input{Text: c.text}); !strings.Contains(message, c.words) {
			t.Errorf("%s: %q gives %q", c.property, c.text, message)
		}
	}
	for property, text := range map[string]string{`{"type":"object"}`: "north", `{}`: "{north}", `{"type":"array"}`: "a, b", `{"title":"Token"}`: "hush"} {
		form, _ := one(t, property, "")
		if _, message := form.Check(0, Input{Text: text}); message == "" || strings.Contains(message, "A text stands") {
			t.Errorf("%s: %q gives %q", property, text, message)
		}
	}
}
