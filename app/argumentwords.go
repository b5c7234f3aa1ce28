package app

import (
	"bytes"
	"encoding/json"
	"strings"

	"fyne.io/fyne/v2/lang"
)

// What a run ran with, in a line beside its end: Run again takes that, whatever the form says meanwhile.

// mostNamed is how many arguments the line names; longestCompared is up to which size it is worth a look at each letter typed whether the
// form still says the same. Of longer ones nothing is said but what the run had.
const (
	mostNamed       = 8
	longestCompared = 64 << 10
)

// brief names the arguments of a run. Secrets are dots.
func (a *formArguments) brief(raw json.RawMessage) string {
	var given map[string]json.RawMessage
	if json.Unmarshal(raw, &given) != nil {
		return ""
	}
	var words []string
	for _, field := range a.form.Fields {
		value, has := given[field.Key]
		if !has {
			continue
		}
		if len(words) == mostNamed {
			return strings.Join(words, ", ") + ", …"
		}
		shown := shortValue(value)
		if field.Secret || a.deep && len(value) > 0 && (value[0] == '{' || value[0] == '[') {
			shown = "••••••"
		}
		words = append(words, oneLine(field.Label, 40)+" "+shown)
	}
	return strings.Join(words, ", ")
}

// says reports whether the form says the same as the arguments of a run.
func (a *formArguments) says(raw json.RawMessage) bool {
	now, problems := a.view.Peek()
	return len(problems) == 0 && equalJSON(now, raw)
}

func (a *jsonArguments) brief(raw json.RawMessage) string {
	switch {
	case a.secret:
		return "••••••"
	case len(bytes.TrimSpace(raw)) <= len("{}"):
		return ""
	}
	return shortValue(raw)
}

func (a *jsonArguments) says(raw json.RawMessage) bool {
	return equalJSON(json.RawMessage(a.box.Text), raw)
}

// shortValue is a value as a person would say it, on one line.
func shortValue(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return oneLine("“"+text+"”", 60)
	}
	var short bytes.Buffer
	if json.Compact(&short, raw) != nil {
		return ""
	}
	return oneLine(short.String(), 60)
}

// briefing is what the words about a run's arguments depend on.
type briefing struct {
	call string
	args arguments
}

// sayArguments says what the shown run had, and when the form says something else by now, that Run again does not take that.
func (r *runPanel) sayArguments() {
	p := r.page
	words := ""
	if now := p.latest(); now.ID != "" && p.args != nil && r.drawn == now.ID {
		raw := now.Arguments
		if of := (briefing{now.ID, p.args}); r.briefed != of { // each letter typed comes here
			r.briefed, r.had = of, p.args.brief(raw)
		}
		data := map[string]any{"Arguments": r.had}
		switch {
		case !p.none && len(raw) <= longestCompared && !p.args.says(raw):
			words = lang.L("The form has changed. Run again takes what this run had: {{.Arguments}}", data)
		case r.had != "":
			words = lang.L("This run had: {{.Arguments}}", data)
		}
	}
	if r.with.Text() == words {
		return
	}
	fits := r.with.Hidden == (words == "")
	r.with.Hidden = words == ""
	r.with.SetText(words)
	if !fits {
		r.top.arrange(r.top.Size().Width)
		relayout(r.object)
	}
}
