package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"

	"parley/bridge/depth"
	"parley/bridge/schema"
	"parley/widgets"
)

// arguments asks for the arguments of a tool.
type arguments interface {
	object() fyne.CanvasObject
	// content gives the checked arguments; or it shows what is wrong, takes the keyboard there, and ok is false.
	content() (raw json.RawMessage, ok bool)
	// keepable is what may be remembered: as content, but unchecked and without secrets; nil when there is nothing.
	keepable() json.RawMessage
	fill(json.RawMessage)
	brief(json.RawMessage) string // names what a run had, for a line
	says(json.RawMessage) bool    // reports whether it would run with just that
	focus(fyne.Canvas) bool       // false when there is nothing to fill in
}

// readArguments is an input schema made ready for a page. It may take long, so it is made off Fyne's goroutine.
type readArguments struct {
	form  schema.Form
	whole bool // one box for all of it
	none  bool // the tool takes no arguments
	deep  bool // a secret may be asked for inside a box of JSON
}

// readSchema decides how the arguments of a tool are asked for: fields for an object whose properties say it all, one
// checked box for everything else.
func readSchema(raw json.RawMessage) readArguments {
	if len(raw) == 0 {
		raw = json.RawMessage(`{"type":"object"}`)
	}
	read := readArguments{form: schema.Parse(raw), deep: secretInside(raw, 0)}
	var root map[string]json.RawMessage
	if json.Unmarshal(raw, &root) != nil {
		read.whole = true
		return read
	}
	read.whole = !flat(root)
	read.none = !read.whole && len(read.form.Fields) == 0
	return read
}

// flat reports whether an object's properties say everything about it.
func flat(root map[string]json.RawMessage) bool {
	for _, rule := range []string{"allOf", "anyOf", "oneOf", "not", "if", "$ref", "$dynamicRef", "patternProperties",
		"dependentRequired", "dependentSchemas", "dependencies", "propertyNames", "minProperties", "maxProperties"} {
		if _, has := root[rule]; has {
			return false
		}
	}
	if extra := bytes.TrimSpace(root["additionalProperties"]); len(extra) > 2 && extra[0] == '{' {
		return false // a map of anything: its keys are the person's
	}
	kind := bytes.TrimSpace(root["type"])
	return len(kind) == 0 || string(kind) == `"object"`
}

// newArguments makes the part of a page that asks for the arguments.
func newArguments(read readArguments, opts widgets.FormOptions) arguments {
	if read.whole {
		a := newJSONArguments(read.form, opts)
		a.secret = read.deep || slices.ContainsFunc(read.form.Fields, func(f schema.Field) bool { return f.Secret })
		return a
	}
	return &formArguments{form: read.form, deep: read.deep, view: widgets.NewForm(read.form, opts)}
}

// formArguments asks field by field.
type formArguments struct {
	form schema.Form
	deep bool
	view *widgets.Form
}

func (a *formArguments) object() fyne.CanvasObject { return a.view }

func (a *formArguments) content() (json.RawMessage, bool) {
	raw, problems := a.view.Content()
	return raw, len(problems) == 0
}

func (a *formArguments) keepable() json.RawMessage {
	var members []string
	for i, in := range a.view.Inputs() {
		field := a.form.Fields[i]
		if field.Secret || field.Kind == schema.JSON && a.deep {
			continue
		}
		value, message := a.form.Check(i, in)
		if value == nil || message != "" {
			continue
		}
		key, err := json.Marshal(field.Key)
		if err == nil {
			members = append(members, string(key)+":"+string(value))
		}
	}
	return json.RawMessage("{" + strings.Join(members, ",") + "}")
}

func (a *formArguments) fill(raw json.RawMessage) {
	if inputs := a.form.InputsFor(raw); inputs != nil {
		a.view.SetInputs(inputs)
	}
}

func (a *formArguments) focus(fyne.Canvas) bool {
	if len(a.form.Fields) == 0 {
		return false
	}
	a.view.Focus(0)
	return true
}

// jsonArguments asks for the whole object as JSON.
type jsonArguments struct {
	form    schema.Form
	box     *keyEntry
	problem *widgets.Copyable
	column  *flow
	secret  bool // nothing of it is remembered
}

func newJSONArguments(form schema.Form, opts widgets.FormOptions) *jsonArguments {
	a := &jsonArguments{form: form}
	a.box = newKeyEntry(func(key fyne.KeyName) bool {
		if key == fyne.KeyEscape && opts.OnEscape != nil {
			opts.OnEscape()
			return true
		}
		return false
	})
	a.box.MultiLine = true
	a.box.Wrapping = fyne.TextWrapBreak
	a.box.TextStyle.Monospace = true
	a.box.SetMinRowsVisible(8)
	a.box.SetText("{}")
	a.box.OnChanged = func(string) {
		a.say("")
		if opts.OnChanged != nil {
			opts.OnChanged()
		}
	}
	hint := caption(lang.L("These arguments are more than a form can show: write them as JSON. They are checked before they are sent."))
	a.problem = advice("", theme.ColorNameError)
	a.problem.Hide()
	a.column = newFlow(6, hint, a.box, a.problem)
	if form.Note != "" {
		a.column.set(hint, widgets.NewNotice(widgets.Info, own(form.Note)), a.box, a.problem)
	}
	return a
}

func (a *jsonArguments) object() fyne.CanvasObject { return a.column }

func (a *jsonArguments) content() (json.RawMessage, bool) {
	raw := json.RawMessage(strings.TrimSpace(a.box.Text))
	if message := objectProblem(raw); message != "" {
		a.say(message)
		return nil, false
	}
	problems := a.form.Validate(raw)
	if len(problems) == 0 {
		a.say("")
		return raw, true
	}
	var lines []string
	for _, p := range problems[:min(len(problems), 8)] {
		line := own(p.Message)
		if p.Field >= 0 && p.Field < len(a.form.Fields) {
			line = a.form.Fields[p.Field].Label + ": " + line
		}
		lines = append(lines, oneLine(line, 300))
	}
	a.say(strings.Join(lines, "\n"))
	return nil, false
}

// say shows what is wrong under the box, or that nothing is, and takes the keyboard there.
func (a *jsonArguments) say(message string) {
	if message == a.problem.Text() {
		return
	}
	a.problem.SetText(message)
	a.problem.Hidden = message == ""
	a.column.Refresh()
	if message == "" {
		return
	}
	if c := fyne.CurrentApp().Driver().CanvasForObject(a.box); c != nil {
		c.Focus(a.box)
	}
}

func (a *jsonArguments) keepable() json.RawMessage {
	raw := json.RawMessage(strings.TrimSpace(a.box.Text))
	if a.secret || objectProblem(raw) != "" {
		return nil
	}
	return raw
}

func (a *jsonArguments) fill(raw json.RawMessage) { a.box.SetText(prettyJSON(raw)) }

func (a *jsonArguments) focus(c fyne.Canvas) bool {
	c.Focus(a.box)
	return true
}

// deepestArguments is how many lists and objects may stand one in the other in what goes over the wire.
const deepestArguments = 1000

// objectProblem says in plain words why text is no JSON object; "" when it is one.
func objectProblem(raw json.RawMessage) string {
	var object map[string]json.RawMessage
	err := json.Unmarshal(raw, &object)
	var syntax *json.SyntaxError
	if (depth.Limits{Deep: deepestArguments}).Check(raw) != nil {
		return lang.L("This is too deep: more than {{.Levels}} lists and objects stand one in the other.", map[string]any{"Levels": deepestArguments})
	}
	if err == nil && object != nil {
		return ""
	}
	if !errors.As(err, &syntax) {
		return lang.L("The arguments must be an object in braces: { … }.")
	}
	line, column := position(raw, syntax.Offset)
	return lang.L("This is not JSON yet: look at line {{.Line}}, character {{.Column}}.", map[string]any{"Line": line, "Column": column})
}

// position turns an offset into a line and a character, both from 1.
func position(raw []byte, offset int64) (line, column int) {
	before := string(raw[:min(max(int(offset)-1, 0), len(raw))])
	start := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, len([]rune(before[start:])) + 1
}

// maxDepth bounds how deep a schema is searched.
const maxDepth = 40

// secretInside reports whether a schema has, below its own properties, one that asks for a secret by the form's own rule.
func secretInside(raw json.RawMessage, depth int) bool {
	if depth > maxDepth {
		return true // nobody can tell
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) == nil {
		return slices.ContainsFunc(list, func(item json.RawMessage) bool { return secretInside(item, depth+1) })
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(raw, &object) != nil {
		return false
	}
	if _, has := object["properties"]; has && depth > 0 {
		form := schema.Parse(raw)
		if slices.ContainsFunc(form.Fields, func(f schema.Field) bool { return f.Secret }) {
			return true
		}
	}
	for _, value := range object {
		if secretInside(value, depth+1) {
			return true
		}
	}
	return false
}
