package schema

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func problemText(form Form, problems []Problem) string {
	var out []string
	for _, p := range problems {
		key := "*"
		if p.Field >= 0 {
			key = form.Fields[p.Field].Key
		}
		out = append(out, key+": "+p.Message)
	}
	return strings.Join(out, "; ")
}

func TestFinishedObjectsAreHeldToTheSchema(t *testing.T) {
	const visit = `{"type":"object","properties":{"name":{"type":"string","minLength":2},"n":{"type":"integer","minimum":1,"maximum":64},"ok":{"type":"boolean"},"plan":{"enum":["a",1]},"days":{"type":"array","items":{"enum":["mon","tue"]},"minItems":1},
		"tags":{"type":"array","items":{"type":"string"}},"box":{"type":"object"},"alias":{"type":["string","null"]},"k":{"const":"v"}},"required":["name","k"],"additionalProperties":false}`
	for _, c := range []struct{ schema, content, want string }{
		{visit, `{"name":"Kim","k":"v"}`, ""},
		{visit, `{"name":"Kim","k":"v","n":3.0,"ok":false,"plan":1,"days":["tue","mon"],"tags":[],"box":{},"alias":null}`, ""},
		{visit, `{}`, "name: This is required.; k: This is required."},
		{visit, `{"name":"K","k":"v"}`, "name: Enter at least 2 characters. You have 1."},
		{visit, `{"name":null,"k":"v"}`, "name: Enter a text here."},
		{visit, `{"name":5,"k":"w"}`, `name: Enter a text here.; k: Only "v" is allowed here.`},
		{visit, `{"name":"Kim","k":"v","n":"3"}`, "n: Enter a whole number from 1 to 64."},
		{visit, `{"name":"Kim","k":"v","n":65}`, "n: Enter a whole number from 1 to 64."},
		{visit, `{"name":"Kim","k":"v","n":1e99999999999}`, "n: Enter a whole number from 1 to 64."},
		{visit, `{"name":"Kim","k":"v","ok":"true"}`, "ok: Choose yes or no."},
		{visit, `{"name":"Kim","k":"v","plan":"1"}`, "plan: Choose one of the options."},
		{visit, `{"name":"Kim","k":"v","days":[]}`, "days: Choose at least 1."},
		{visit, `{"name":"Kim","k":"v","days":"mon"}`, "days: Choose among the options."},
		{visit, `{"name":"Kim","k":"v","tags":["a",1]}`, "tags: Row 2 must be a text."},
		{visit, `{"name":"Kim","k":"v","tags":"a"}`, "tags: Enter a list of texts here."},
		{visit, `{"name":"Kim","k":"v","box":[]}`, "box: This must be an object in braces { }, not a list in square brackets [ ]."},
		{visit, `{"name":"Kim","k":"v","lines":5}`, "*: There is no entry called “lines” here."},
		{visit, `{"name":"Kim","k":"v","b":5,"a":6}`, "*: There are no entries called “b” and “a” here."},
		{visit, `{"lines":5,"n":0}`, "name: This is required.; n: Enter a whole number from 1 to 64.; k: This is required.; *: There is no entry called “lines” here."},
		{visit, `[]`, "*: The answer must be a JSON object, in braces { }."},
		{visit, `null`, "*: The answer must be a JSON object, in braces { }."},
		{visit, `{"name":`, "*: This is not complete JSON: it ends too early, at line 1, column 9."},
		{visit, `{"name":"Kim","k":"v","k":"v"}`, "*: This JSON has the name “k” twice, the second time at line 1, column 23. Keep one of them."},
		{`{"properties":{"a":{"type":"string"}}}`, `{"a":"x","other":[1]}`, ""},
		{`{"properties":{"a":{"type":"string"}},"patternProperties":{"^x-":{"type":"integer"}},"additionalProperties":false}`, `{"x-1":1}`, ""},
		{`{"properties":{"a":{"type":"string"}},"patternProperties":{"^x-":{"type":"integer"}},"additionalProperties":false}`, `{"x-1":"1"}`, "*: At “x-1”: this must be a whole number, not a text in quotes."},
		{`{"properties":{"a":{"type":"string"}},"patternProperties":{"^x-":{"type":"integer"}},"additionalProperties":false}`, `{"y":1}`, "*: There is no entry called “y” here."},
		{`{"properties":{"a":{"type":"string"}},"additionalProperties":{"type":"integer"}}`, `{"b":"x"}`, "*: At “b”: this must be a whole number, not a text in quotes."},
		{`{"properties":{"a":{"type":"string"}},"unevaluatedProperties":false}`, `{"a":"x","b":1}`, "*: At “b”: no value is allowed here."},
		{`{"properties":{"a":{"type":"string"}},"minProperties":1}`, `{}`, "*: This needs at least 1 entry."},
		{`{"properties":{"a":{"type":"string"}},"maxProperties":0}`, `{"a":"x"}`, "*: This may have at most 0 entries."},
		{`{"properties":{"a":{"title":"Aa"},"b":{"title":"Bb"}},"dependentRequired":{"a":["b"]}}`, `{"a":1}`, "b: This is required together with “Aa”."},
		{`{"properties":{"a":{"title":"Aa"},"b":{"title":"Bb"}},"anyOf":[{"required":["a"]},{"required":["b"]}]}`, `{}`, "*: One of these is needed: “Aa”, “Bb”."},
		{`{"properties":{"a":{},"b":{}},"oneOf":[{"required":["a"]},{"required":["b"]}]}`, `{"a":1,"b":2}`, "*: This fits more than one of the forms that the server tells apart."},
		{`{"properties":{"a":{"type":"string"},"b":{"type":"string"}},"if":{"properties":{"a":{"const":"x"}},"required":["a"]},"then":{"required":["b"]}}`, `{"a":"x"}`, "b: This is required."},
		{`{"properties":{"a":{"type":"string"},"b":{"type":"string"}},"if":{"properties":{"a":{"const":"x"}},"required":["a"]},"then":{"properties":{"b":{"minLength":3}}}}`, `{"a":"x","b":"y"}`, "b: This needs at least 3 characters."},
		{`{"properties":{"a":{"type":"string"}},"not":{"required":["a"]}}`, `{"a":"x"}`, "*: This value is not allowed."},
		{`{"allOf":[{"properties":{"a":{"type":"string"}},"required":["a"]},{"properties":{"b":{"type":"integer"}},"required":["b"]}]}`, `{"a":1}`, "a: Enter a text here.; b: This is required."},
		{`{"$ref":"#/$defs/F","$defs":{"F":{"properties":{"a":{"type":"integer"}},"required":["a"]}}}`, `{}`, "a: This is required."},
		{`{"properties":{"a":{"type":"integer"}},"$ref":"https://example.org/x.json"}`, `{"a":1}`, ""},
		{`{"anyOf":[{"properties":{"a":{"type":"integer"}},"required":["a"]},{"properties":{"b":{}},"required":["b"]}]}`, `{"c":1}`, ": One of these is needed: “a”, “b”."},
		{``, `{"x":1}`, ""},
		{`{"type":"object"}`, `{"x":1}`, ""},
		{`{"type":"object","additionalProperties":false}`, `{"x":1}`, "*: There is no entry called “x” here."},
	} {
		form := Parse([]byte(c.schema))
		if got := problemText(form, form.Validate([]byte(c.content))); got != c.want {
			t.Errorf("%.200s\n with %s\n says %s\n want %s", c.schema, c.content, got, c.want)
		}
	}
}

func TestContentObeysTheRulesOfTheWhole(t *testing.T) {
	form := Parse([]byte(`{"properties":{"a":{"type":"string","title":"First"},"b":{"type":"string","title":"Second"}},"dependentRequired":{"a":["b"]}}`))
	if _, problems := form.Content([]Input{{Text: "x"}, {}}); problemText(form, problems) != "b: This is required together with “First”." {
		t.Errorf("%v", problems)
	}
	if content, problems := form.Content([]Input{{Text: "x"}, {Text: "y"}}); string(content) != `{"a":"x","b":"y"}` || problems != nil {
		t.Errorf("%s %v", content, problems)
	}
	if content, problems := form.Content(nil); string(content) != `{}` || problems != nil {
		t.Errorf("%s %v", content, problems)
	}
}

func TestInputsForFillTheFormAgain(t *testing.T) {
	form := Parse([]byte(`{"properties":{"s":{"type":"string","default":"d"},"n":{"type":"integer","default":5},"b":{"type":"boolean","default":true},"e":{"enum":[1,"1",null],"default":1},"m":{"type":"array","items":{"enum":["x","y"]},"default":["x"]},
		"l":{"type":"array","items":{"type":"string"},"default":["r"]},"o":{"type":"object","default":{"a":1}},"z":{"type":["string","null"]}}}`))
	for _, content := range []string{
		`{}`,
		`{"s":"","n":18446744073709551617,"b":false,"e":"1","m":[],"l":[],"o":{"b":[1.10]},"z":null}`,
		`{"s":" x ","n":0,"b":true,"e":null,"m":["x","y"],"l":["",""],"o":{},"z":""}`,
		`{"e":1,"o":{"deep":{"er":1e400}}}`,
	} {
		again, problems := form.Content(form.InputsFor([]byte(content)))
		if string(again) != content || problems != nil {
			t.Errorf("%s comes back as %s %v", content, again, problems)
		}
	}
	whole := Parse([]byte(`5`))
	for _, content := range []string{`{}`, `{"a":[1.0]}`} {
		if again, _ := whole.Content(whole.InputsFor([]byte(content))); string(again) != content {
			t.Errorf("%s comes back as %s", content, again)
		}
	}
}

func TestInputsForKeepWhatDoesNotFit(t *testing.T) {
	form := Parse([]byte(`{"properties":{"n":{"type":"integer"},"s":{"type":"string"},"e":{"enum":["a"]},"b":{"type":"boolean"},"m":{"type":"array","items":{"enum":["x"]}},"l":{"type":"array","items":{"type":"string"}}}}`))
	inputs := form.InputsFor([]byte(`{"n":"three","s":{"a":1},"e":"zzz","b":"yes","m":["x","q"],"l":[1],"other":1}`))
	if inputs[0].Text != "three" || inputs[1].Text != `{"a":1}` {
		t.Errorf("text is lost: %+v", inputs[:2])
	}
	for i, in := range inputs[2:] {
		if len(in.Chosen) > 0 || len(in.Items) > 0 {
			t.Errorf("field %d was given %+v", i+2, in)
		}
	}
	for _, garbage := range []string{``, `null`, `[]`, `{"n":`, `5`} {
		if inputs := form.InputsFor([]byte(garbage)); len(inputs) != len(form.Fields) {
			t.Errorf("%q gives %d inputs", garbage, len(inputs))
		}
	}
}

func TestOlderDialectsJustWork(t *testing.T) {
	for _, dialect := range []string{"http://json-schema.org/draft-04/schema#", "http://json-schema.org/draft-06/schema", "http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft/2019-09/schema", "https://json-schema.org/draft/2020-12/schema"} {
		form := Parse(fmt.Appendf(nil, `{"$schema":%q,"type":"object","definitions":{"p":{"type":"object","properties":{"a":{"type":"integer"}},"required":["a"]}},"properties":{"q":{"type":"string"},"p":{"$ref":"#/definitions/p"}},"required":["q"]}`, dialect))
		if form.Note != "" || form.Fields[0].Kind != Text || form.Fields[1].Kind != JSON {
			t.Errorf("%s: %+v", dialect, form)
		}
		if content, problems := form.Content([]Input{{Text: "x"}, {Text: `{"a":1}`}}); string(content) != `{"q":"x","p":{"a":1}}` || problems != nil {
			t.Errorf("%s: %s %v", dialect, content, problems)
		}
		if _, problems := form.Content([]Input{{Text: "x"}, {Text: `{"a":"1"}`}}); len(problems) != 1 {
			t.Errorf("%s: %v", dialect, problems)
		}
	}
}

// A message names values as the server wrote them.
func TestMessageNamesValuesWithTheirSigns(t *testing.T) {
	form := Parse(json.RawMessage(`{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"enum":["a<b","c&d"]}}}}}`))
	problems := form.Validate(json.RawMessage(`{"a":{"b":"x"}}`))
	if len(problems) != 1 || !strings.Contains(problems[0].Message, `"a<b", "c&d"`) {
		t.Errorf("%+v", problems)
	}
}
