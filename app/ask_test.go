package app

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"parley/bridge"
	"parley/bridge/schema"
)

func suspended(kind string, data map[string]any) bridge.Suspension {
	return bridge.Suspension{Request: bridge.Request{ID: "pnd-1", Kind: kind, Prompt: "Well?", Data: data}, Server: "Demo lab"}
}

// Contract K: what each kind shows.
func TestEachKindHasItsBody(t *testing.T) {
	t.Run("input without the raw schema takes the one in its data", func(t *testing.T) {
		b := bodyOf(suspended(bridge.KindInput, map[string]any{"schema": map[string]any{"properties": map[string]any{"city": map[string]any{"type": "string"}}}}))
		if b.form == nil || len(b.form.Fields) != 1 || b.form.Fields[0].Key != "city" {
			t.Errorf("form %+v", b.form)
		}
	})
	t.Run("authorization is a link and nothing else", func(t *testing.T) {
		s := suspended(bridge.KindAuthorization, nil)
		s.Request.URL = "https://auth.example.org/x"
		b := bodyOf(s)
		if b.link == nil || b.link.Host != "auth.example.org" || b.form != nil || b.freeJSON {
			t.Errorf("body %+v", b)
		}
	})
	t.Run("authorization without an address says so", func(t *testing.T) {
		b := bodyOf(suspended(bridge.KindAuthorization, nil))
		if b.link != nil || len(b.notes) != 1 {
			t.Errorf("body %+v", b)
		}
	})
	t.Run("approval shows what is about to happen and allows it", func(t *testing.T) {
		b := bodyOf(suspended(bridge.KindApproval, map[string]any{"tool": "rm", "path": []any{"a"}}))
		if b.sendLabel != "Allow" || !strings.Contains(b.data, `"tool": "rm"`) || strings.Contains(b.data, "path") || b.path != "a" {
			t.Errorf("body %+v", b)
		}
	})
	t.Run("question", func(t *testing.T) {
		b := bodyOf(suspended(bridge.KindQuestion, map[string]any{"questions": []any{
			map[string]any{"question": "Pick a color?", "header": "Choice", "options": []any{"red", "green"}, "multiple": true},
			"no question",
			map[string]any{"question": "Confirm?"},
		}}))
		if len(b.questions) != 2 || b.questions[0].Header != "Choice" || !b.questions[0].Multiple || len(b.questions[0].Options) != 2 || b.questions[1].Text != "Confirm?" {
			t.Errorf("questions %+v", b.questions)
		}
	})
	t.Run("question without questions is shown like a kind nobody knows", func(t *testing.T) {
		b := bodyOf(suspended(bridge.KindQuestion, map[string]any{"questions": "none"}))
		if len(b.questions) != 0 || !b.freeJSON {
			t.Errorf("body %+v", b)
		}
	})
	t.Run("unknown kind: address, data, free answer (R8)", func(t *testing.T) {
		s := suspended("upload", map[string]any{"a": json.Number("1.10")})
		s.Request.URL = "https://up.example.org"
		b := bodyOf(s)
		if b.link == nil || !b.freeJSON || !strings.Contains(b.data, "1.10") {
			t.Errorf("body %+v", b)
		}
	})
	t.Run("where it comes from", func(t *testing.T) {
		b := bodyOf(suspended("upload", map[string]any{"path": []any{"booking", "pay\u202ement"}}))
		if b.path != "booking › pay⟨U+202E⟩ment" {
			t.Errorf("path %q", b.path)
		}
	})
}

// Contract K-test: two calls, one answered, one left blank.
func TestRelayAnswersEveryCall(t *testing.T) {
	b := bodyOf(suspended(bridge.KindToolCall, map[string]any{"calls": []any{
		map[string]any{"id": "c1", "name": "search", "arguments": `{"q":"go"}`},
		map[string]any{"id": json.Number("2"), "name": "fetch", "input": map[string]any{"url": "x"}},
	}}))
	if b.form == nil || len(b.form.Fields) != 4 {
		t.Fatalf("form %+v", b.form)
	}
	if !strings.Contains(b.data, "search") || !strings.Contains(b.data, `"q": "go"`) || !strings.Contains(b.data, `"url": "x"`) {
		t.Errorf("data %q", b.data)
	}
	inputs := b.form.Inputs()
	inputs[0] = schema.Input{Text: "found <it>", Touched: true}
	inputs[1] = schema.Input{Chosen: []int{0}, Touched: true} // it failed
	content, problems := b.form.Content(inputs)
	if len(problems) != 0 {
		t.Fatalf("problems %+v", problems)
	}
	raw, err := bridge.EncodeJSON(b.dataOf(content))
	want := `{"results":[{"id":"c1","output":"found <it>","isError":true},{"id":2,"output":"no result supplied on resume for fetch","isError":true}]}`
	if err != nil || string(raw) != want {
		t.Errorf("answer %s, %v", raw, err)
	}
}

func TestAskedAgainSaysWhyInPlainWords(t *testing.T) {
	s := suspended(bridge.KindInput, nil)
	s.Again = &bridge.Again{}
	if b := bodyOf(s); len(b.notes) == 0 || !strings.Contains(b.notes[0], "came back") {
		t.Errorf("notes %q", b.notes)
	}
}

// What a server wrote, and is only shown, stands there as it wrote it: its order, its digits, its signs.
func TestDataIsShownAsItCame(t *testing.T) {
	const value = `{"z":12345678901234567,"a":1.50,"t":"a<b && c>d"}`
	asItCame := func(kind, data string) bridge.Suspension {
		s := suspended(kind, nil)
		if err := json.Unmarshal([]byte(data), &s.Request.Data); err != nil {
			t.Fatal(err)
		}
		s.Data = json.RawMessage(data)
		return s
	}
	b := bodyOf(asItCame(bridge.KindToolCall, `{"path":["booking",`+value+`],"calls":[{"id":12345678901234567,"name":"pay","input":`+value+`}]}`))
	if !strings.Contains(b.data, prettyJSON(json.RawMessage(value))) {
		t.Errorf("shown: %s", b.data)
	}
	if b.path != "booking › "+oneLine(value, 40) {
		t.Errorf("path %q", b.path)
	}
	raw, err := bridge.EncodeJSON(b.dataOf(json.RawMessage(`{"output 1":"paid"}`)))
	if err != nil || string(raw) != `{"results":[{"id":12345678901234567,"output":"paid","isError":false}]}` {
		t.Errorf("answer %s, %v", raw, err)
	}
	questions := bodyOf(asItCame(bridge.KindQuestion, `{"questions":[{"question":"Which?","options":["a<b",`+value+`,7.0,null]}]}`)).questions
	if len(questions) != 1 || !slices.Equal(questions[0].Options, []string{"a<b", value, "7.0", ""}) {
		t.Errorf("asked %+v", questions)
	}
}
