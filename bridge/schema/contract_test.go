package schema

import (
	"slices"
	"testing"
)

const batchRun = `{"type": "object", "properties": {"queue": {"type": "string", "enum": ["standby", "long"], "default": "standby"}, "notify": {"type": "boolean", "default": true}}, "required": ["queue"]}`

func TestContractF1DefaultsPrefillAndAreSentUntouched(t *testing.T) {
	form := Parse([]byte(batchRun))
	if form.Fields[0].Kind != Choice || !form.Fields[0].Required || form.Fields[1].Kind != Boolean || form.Fields[1].Required {
		t.Errorf("%+v", form.Fields)
	}
	if content, problems := form.Content(form.Inputs()); string(content) != `{"queue":"standby","notify":true}` || problems != nil {
		t.Errorf("%s %v", content, problems)
	}
}

// everything is the form of npm server-everything, as it comes over the wire.
const everything = `{"type":"object","properties":{"name":{"title":"String","type":"string","description":"Your full, legal name"},"check":{"title":"Boolean","type":"boolean","description":"Agree to the terms and conditions"},"firstLine":{"title":"String with default","type":"string","description":"Favorite first line of a story","default":"It was a dark and stormy night."},"email":{"title":"String with email format","type":"string","format":"email","description":"Your email address (will be verified, and never shared with anyone else)"},"homepage":{"type":"string","format":"uri","title":"String with uri format","description":"Portfolio / personal website"},"birthdate":{"title":"String with date format","type":"string","format":"date","description":"Your date of birth"},"integer":{"title":"Integer","type":"integer","description":"Your favorite integer (do not give us your phone number, pin, or other sensitive info)","minimum":1,"maximum":100,"default":42},"number":{"title":"Number in range 1-1000","type":"number","description":"Favorite number (there are no wrong answers)","minimum":0,"maximum":1000,"default":3.14},"untitledSingleSelectEnum":{"type":"string","title":"Untitled Single Select Enum","description":"Choose your favorite friend","enum":["Monica","Rachel","Joey","Chandler","Ross","Phoebe"],"default":"Monica"},"untitledMultipleSelectEnum":{"type":"array","title":"Untitled Multiple Select Enum","description":"Choose your favorite instruments","minItems":1,"maxItems":3,"items":{"type":"string","enum":["Guitar","Piano","Violin","Drums","Bass"]},"default":["Guitar"]},"titledSingleSelectEnum":{"type":"string","title":"Titled Single Select Enum","description":"Choose your favorite hero","oneOf":[{"const":"hero-1","title":"Superman"},{"const":"hero-2","title":"Green Lantern"},{"const":"hero-3","title":"Wonder Woman"}],"default":"hero-1"},"titledMultipleSelectEnum":{"type":"array","title":"Titled Multiple Select Enum","description":"Choose your favorite types of fish","minItems":1,"maxItems":3,"items":{"anyOf":[{"const":"fish-1","title":"Tuna"},{"const":"fish-2","title":"Salmon"},{"const":"fish-3","title":"Trout"}]},"default":["fish-1"]},"legacyTitledEnum":{"type":"string","title":"Legacy Titled Single Select Enum","description":"Choose your favorite type of pet","enum":["pet-1","pet-2","pet-3","pet-4","pet-5"],"enumNames":["Cats","Dogs","Birds","Fish","Reptiles"],"default":"pet-1"}},"required":["name"]}`

func TestContractF2EachKeywordYieldsItsEntryAndTypedJSON(t *testing.T) {
	form := Parse([]byte(everything))
	var kinds []Kind
	for _, f := range form.Fields {
		kinds = append(kinds, f.Kind)
		if f.Secret {
			t.Errorf("%s is taken for a secret", f.Key)
		}
	}
	if want := []Kind{Text, Boolean, Text, Text, Text, Text, Integer, Number, Choice, Choices, Choice, Choices, Choice}; !slices.Equal(kinds, want) {
		t.Errorf("kinds %v, want %v", kinds, want)
	}
	inputs := form.Inputs()
	inputs[0].Text = "Kim"
	want := `{"name":"Kim","firstLine":"It was a dark and stormy night.","integer":42,"number":3.14,"untitledSingleSelectEnum":"Monica","untitledMultipleSelectEnum":["Guitar"],"titledSingleSelectEnum":"hero-1","titledMultipleSelectEnum":["fish-1"],"legacyTitledEnum":"pet-1"}`
	if content, problems := form.Content(inputs); string(content) != want || problems != nil || form.Note != "" {
		t.Errorf("%s %v %q", content, problems, form.Note)
	}
}

func TestContractF3NothingIsSentBeforeItIsRight(t *testing.T) {
	form := Parse([]byte(everything))
	content, problems := form.Content(form.Inputs())
	if content != nil || len(problems) != 1 || problems[0].Field != 0 {
		t.Errorf("%s %v", content, problems)
	}
}

func TestContractF4BlankedDefaultStaysBlank(t *testing.T) {
	form := Parse([]byte(batchRun))
	inputs := form.Inputs()
	inputs[1] = Input{Touched: true}
	if content, problems := form.Content(inputs); string(content) != `{"queue":"standby"}` || problems != nil {
		t.Errorf("%s %v", content, problems)
	}
}

func TestContractF5WhatIsNotFlatIsAskedForAsJSON(t *testing.T) {
	form := Parse([]byte(`{"properties":{"name":{"type":"string"},"address":{"type":"object","properties":{"street":{"type":"string"}}}}}`))
	if form.Fields[0].Kind != Text || form.Fields[1].Kind != JSON {
		t.Errorf("%+v", form.Fields)
	}
	content, problems := form.Content([]Input{{}, {Text: `{"street":"Main"}`}})
	if string(content) != `{"address":{"street":"Main"}}` || problems != nil {
		t.Errorf("%s %v", content, problems)
	}
}

func TestContractF6NoPropertiesIsAConfirmation(t *testing.T) {
	form := Parse([]byte(`{"type":"object","properties":{},"required":[]}`))
	if content, problems := form.Content(form.Inputs()); len(form.Fields) != 0 || string(content) != `{}` || problems != nil {
		t.Errorf("%+v %s %v", form, content, problems)
	}
}
