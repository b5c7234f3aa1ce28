package schema

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// publicCase is a file of testdata/cases, as far as this package can follow it: what a person does to entries, and
// what may be sent.
type publicCase struct {
	Name  string
	Kind  string
	Input struct {
		RequestedSchema json.RawMessage
		Tool            *struct{ InputSchema json.RawMessage }
		Tools           []struct{ InputSchema json.RawMessage }
	}
	User   []map[string]json.RawMessage
	Expect struct {
		Action           string
		Content          json.RawMessage
		ContentJSON      string `json:"content_json"`
		Arguments        json.RawMessage
		ArgumentsJSON    string          `json:"arguments_json"`
		ArgumentsContain string          `json:"arguments_json_contains"`
		ErrorOn          json.RawMessage `json:"error_on"`
		MessageMentions  string          `json:"message_mentions"`
		Renders          map[string]string
		Order            []string
		Labels           map[string]string
		Descriptions     map[string]string
		OptionsShown     map[string][]string `json:"options_shown"`
		Shown            map[string]any
	}
}

// beyondFields are cases whose steps reach inside a field: groups, maps, rows and variants are built from JSON boxes by
// another layer.
var beyondFields = []string{
	"tool-array-of-objects-rows", "tool-map-additionalproperties-typed", "tool-object-sent-as-object", "tool-oneof-variants",
	"tool-alternatives-told-by-a-constant",
}

func TestPublicCases(t *testing.T) {
	files, err := filepath.Glob("../../testdata/cases/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases found: %v", err)
	}
	run := 0
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var c publicCase
		if err := json.Unmarshal(raw, &c); err != nil {
			continue // a case of another kind, with another form of input
		}
		if c.Kind != "form-elicitation" && c.Kind != "tool-schema" {
			continue
		}
		run++
		t.Run(c.Name, func(t *testing.T) { c.run(t) })
	}
	if run < 100 {
		t.Errorf("only %d cases of forms and tools were found", run)
	}
}

func (c *publicCase) run(t *testing.T) {
	schema := c.Input.RequestedSchema
	if c.Input.Tool != nil {
		schema = c.Input.Tool.InputSchema
	}
	for _, tool := range c.Input.Tools {
		Parse(tool.InputSchema) // no bad schema of a tool may panic
	}
	form := Parse(schema)
	person := &person{form: form, inputs: form.Inputs()}
	c.checkLook(t, person)
	if slices.Contains(beyondFields, c.Name) {
		return
	}
	for _, step := range c.User {
		person.do(t, step)
	}
	c.checkAnswer(t, person)
}

// person fills in a form the way the steps of a case say.
type person struct {
	form   Form
	inputs []Input
	whole  json.RawMessage // typed for the whole object
}

func (p *person) at(t *testing.T, key string) (int, *Input) {
	t.Helper()
	i := slices.IndexFunc(p.form.Fields, func(f Field) bool { return f.Key == key })
	if i < 0 {
		t.Fatalf("there is no field %q", key)
	}
	p.inputs[i].Touched = true
	return i, &p.inputs[i]
}

func (p *person) do(t *testing.T, step map[string]json.RawMessage) {
	t.Helper()
	for verb, raw := range step {
		var a struct {
			Field       string
			Text        string
			Value       bool
			Option      string
			OptionIndex *int `json:"option_index"`
			Options     []string
			Index       int
		}
		if verb == "press" || verb == "at" || verb == "expect_now" || json.Unmarshal(raw, &a) != nil {
			continue
		}
		if a.Field == "*" {
			p.whole = json.RawMessage(a.Text)
			continue
		}
		i, in := p.at(t, a.Field)
		field := p.form.Fields[i]
		switch verb {
		case "set", "set_json":
			in.Text = a.Text
		case "type_more":
			in.Text += a.Text
		case "clear":
			*in = Input{Touched: true}
		case "check":
			in.Chosen = []int{map[bool]int{true: 0, false: 1}[a.Value]}
		case "choose":
			if a.OptionIndex != nil {
				in.Chosen = []int{*a.OptionIndex}
				continue
			}
			in.Chosen = []int{optionIndex(t, field, a.Option)}
		case "pick":
			in.Chosen = nil
			for _, label := range a.Options {
				in.Chosen = append(in.Chosen, optionIndex(t, field, label))
			}
		case "add_item":
			in.Items = append(in.Items, a.Text)
		case "remove_item":
			in.Items = slices.Delete(in.Items, a.Index, a.Index+1)
		case "send_empty":
			in.Empty = true
		case "choose_null":
			in.Null = true
		default:
			t.Fatalf("unknown step %q", verb)
		}
	}
}

func optionIndex(t *testing.T, f Field, label string) int {
	t.Helper()
	i := slices.IndexFunc(f.Options, func(o Option) bool { return o.Label == label })
	if i < 0 {
		t.Fatalf("%q has no option %q", f.Key, label)
	}
	return i
}

// looks are the words of the cases for kinds.
func looks(k Kind) string {
	switch k {
	case Text, Integer, Number:
		return "text"
	case Boolean:
		return "checkbox"
	case Choice:
		return "select"
	case Choices:
		return "multiselect"
	case List:
		return "list"
	case Fixed:
		return "hidden"
	}
	return "json"
}

func (c *publicCase) checkLook(t *testing.T, p *person) {
	t.Helper()
	byKey := map[string]Field{}
	var order []string
	for _, f := range p.form.Fields {
		byKey[f.Key] = f
		order = append(order, f.Key)
	}
	if c.Expect.Order != nil && !slices.Equal(order, c.Expect.Order) {
		t.Errorf("order %q, want %q", order, c.Expect.Order)
	}
	for key, want := range c.Expect.Renders {
		if slices.Contains(beyondFields, c.Name) {
			want = "json"
		}
		if got := looks(byKey[key].Kind); got != want {
			t.Errorf("%s renders as %s, want %s", key, got, want)
		}
	}
	for key, want := range c.Expect.Labels {
		if got := byKey[key].Label; got != want {
			t.Errorf("label of %s is %q, want %q", key, got, want)
		}
	}
	for key, want := range c.Expect.Descriptions {
		if got := byKey[key].Description; got != want {
			t.Errorf("description of %s is %q, want %q", key, got, want)
		}
	}
	for key, want := range c.Expect.OptionsShown {
		var got []string
		for _, o := range byKey[key].Options {
			got = append(got, o.Label)
		}
		if !slices.Equal(got, want) {
			t.Errorf("options of %s are %q, want %q", key, got, want)
		}
	}
}

func (c *publicCase) checkAnswer(t *testing.T, p *person) {
	t.Helper()
	content, problems := p.form.Content(p.inputs)
	if p.whole != nil {
		content, problems = p.whole, p.form.Validate(p.whole)
	}
	for key, want := range c.Expect.Shown {
		i, in := p.at(t, key)
		if got := shown(p.form.Fields[i], *in); got != want {
			t.Errorf("%s shows %v, want %v", key, got, want)
		}
	}
	if c.Expect.ErrorOn != nil {
		c.checkProblem(t, p, problems)
		return
	}
	want, wantText := c.Expect.Content, c.Expect.ContentJSON
	if c.Expect.Arguments != nil {
		want, wantText = c.Expect.Arguments, c.Expect.ArgumentsJSON
	}
	if want == nil {
		return
	}
	if problems != nil {
		t.Fatalf("unexpected problems: %v", problems)
	}
	if !sameJSON(t, content, want) {
		t.Errorf("content %s, want %s", content, want)
	}
	if wantText != "" && string(content) != wantText {
		t.Errorf("content %s, want exactly %s", content, wantText)
	}
	if !strings.Contains(string(content), c.Expect.ArgumentsContain) {
		t.Errorf("content %s does not contain %s", content, c.Expect.ArgumentsContain)
	}
	if again, _ := p.form.Content(p.form.InputsFor(content)); string(again) != string(content) {
		t.Errorf("filled in again it gives %s, not %s", again, content)
	}
}

func (c *publicCase) checkProblem(t *testing.T, p *person, problems []Problem) {
	t.Helper()
	var key string
	if err := json.Unmarshal(c.Expect.ErrorOn, &key); err != nil {
		t.Fatal(err)
	}
	at := slices.IndexFunc(p.form.Fields, func(f Field) bool { return f.Key == key })
	i := slices.IndexFunc(problems, func(problem Problem) bool { return problem.Field == at })
	if i < 0 {
		t.Fatalf("no problem on %s, only %v", key, problems)
	}
	if !strings.Contains(strings.ToLower(problems[i].Message), strings.ToLower(c.Expect.MessageMentions)) {
		t.Errorf("message %q does not mention %q", problems[i].Message, c.Expect.MessageMentions)
	}
}

// shown is what stands in an entry, in the words of the cases.
func shown(f Field, in Input) any {
	switch f.Kind {
	case Boolean:
		return len(in.Chosen) > 0 && in.Chosen[0] == 0
	case Choice:
		if len(in.Chosen) == 0 {
			return "nothing chosen"
		}
		return f.Options[in.Chosen[0]].Label
	case Choices:
		return strconv.Itoa(len(in.Chosen))
	}
	return in.Text
}

func sameJSON(t *testing.T, a, b json.RawMessage) bool {
	t.Helper()
	x, _, err := readJSON(a)
	if err != nil {
		t.Fatalf("%s is no JSON", a)
	}
	y, _, err := readJSON(b)
	if err != nil {
		t.Fatalf("%s is no JSON", b)
	}
	return same(x, y)
}
