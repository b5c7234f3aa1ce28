package schema

import "testing"

func TestOptionsKeepTheirExplanations(t *testing.T) {
	for name, property := range map[string]string{
		"titled":        `{"oneOf":[{"const":"a","title":"A","description":"the first"},{"const":"b","title":"B","description":"the second"}]}`,
		"untitled":      `{"type":"string","anyOf":[{"const":"a","description":"the first"},{"const":"b","description":"the second"}]}`,
		"several":       `{"type":"array","items":{"anyOf":[{"const":"a","description":"the first"},{"const":"b","description":"the second"}]}}`,
		"beside enum":   `{"type":"string","enum":["a","b"],"enumDescriptions":["the first","the second"]}`,
		"VS Code":       `{"type":"string","enum":["a","b"],"markdownEnumDescriptions":["the first","the second"]}`,
		"OpenAPI":       `{"type":"array","items":{"type":"string","enum":["a","b"],"x-enum-descriptions":["the first","the second"]}}`,
		"by reference":  `{"oneOf":[{"$ref":"#/$defs/a"},{"const":"b","description":"the second"}]}`,
		"yes or no":     `{"type":"boolean","oneOf":[{"const":true,"description":"the first"},{"const":false,"description":"the second"}]}`,
		"nothing named": `{"oneOf":[{"const":null,"description":"the first"},{"const":"b","description":"the second"}]}`,
	} {
		form := Parse([]byte(`{"$defs":{"a":{"const":"a","description":"the first"}},"properties":{"x":` + property + `}}`))
		options := form.Fields[0].Options
		if len(options) != 2 || options[0].Description != "the first" || options[1].Description != "the second" {
			t.Errorf("%s: %+v", name, options)
		}
	}
	form := Parse([]byte(`{"properties":{"x":{"oneOf":[{"const":"a","title":"A","description":"A"},{"const":"b","title":"B","description":" \u200b"}]}}}`))
	for _, o := range form.Fields[0].Options {
		if o.Description != "" {
			t.Errorf("an explanation that says nothing is kept: %q", o.Description)
		}
	}
}

func TestARequiredListCanBeEmptyOnPurpose(t *testing.T) {
	none := Input{Empty: true, Touched: true}
	schema := func(list string) string { return `{"type":"array","items":{"type":"string"` + list + `}` }
	for property, ok := range map[string]bool{
		schema(`,"enum":["a","b"]}`):              true,
		schema(`,"enum":["a","b"]},"minItems":0`): true,
		schema(`,"enum":["a","b"]},"minItems":1`): false,
		schema(`}`):              true,
		schema(`},"minItems":2`): false,
	} {
		form := Parse([]byte(`{"properties":{"x":` + property + `},"required":["x"]}`))
		if got := form.Fields[0].CanBeEmpty(); got != ok {
			t.Errorf("%s: can be empty %v", property, got)
		}
		if content, problems := form.Content([]Input{none}); ok && (problems != nil || string(content) != `{"x":[]}`) || !ok && problems == nil {
			t.Errorf("%s: %s %v", property, content, problems)
		}
		if _, problems := form.Content(form.Inputs()); problems == nil {
			t.Errorf("%s: an untouched list is sent", property)
		}
	}
	form := Parse([]byte(`{"properties":{"x":{"type":"array","items":{"type":"string"},"default":[]}},"required":["x"]}`))
	if content, problems := form.Content(form.Inputs()); problems != nil || string(content) != `{"x":[]}` {
		t.Errorf("a required list whose default is empty: %s %v", content, problems)
	}
}
