package terminal

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"parley/bridge"
	"parley/bridge/schema"
)

// form asks for one field after the other, shows what would be sent, and sends it only after a yes.
func (a *asking) form(ctx context.Context, s bridge.Suspension) (bridge.Answer, error) {
	form := schema.Parse(s.Schema)
	if form.Note != "" {
		a.say("%s", plain(form.Note))
	}
	inputs := form.Inputs()
	if s.Again != nil && len(s.Again.Answer.Data) > 0 {
		if raw, err := bridge.EncodeJSON(s.Again.Answer.Data); err == nil {
			inputs = form.InputsFor(raw)
		}
	}
	a.say("Enter takes what is in brackets, or leaves a field out. %s goes back, %s refuses, %s closes this without deciding.", wordBack, wordDecline, wordCancel)
	for {
		if err := a.fields(ctx, form, inputs); err != nil {
			return bridge.Answer{}, err
		}
		content, problems := form.Content(inputs)
		if problems != nil {
			for _, p := range problems {
				a.say("  %s", plain(p.Message))
			}
			continue
		}
		a.say("This is sent: %s", plain(string(masked(form, content))))
		again, err := a.confirm(ctx)
		if err != nil {
			return bridge.Answer{}, err
		}
		if !again {
			return bridge.Answer{OK: true, Data: members(content)}, nil
		}
	}
}

// confirm asks whether it is to be sent; again goes through the fields once more.
func (a *asking) confirm(ctx context.Context) (again bool, err error) {
	for {
		a.say("Send it? yes, or %s, %s, %s", wordBack, wordDecline, wordCancel)
		text, err := a.read(ctx)
		if err == choice(wordBack) {
			return true, nil
		}
		if err != nil {
			return false, err
		}
		switch strings.ToLower(strings.TrimSpace(text)) {
		case "yes", "y":
			return false, nil
		case "no", "n":
			return false, choice(wordDecline)
		}
	}
}

// fields goes through the fields.
func (a *asking) fields(ctx context.Context, form schema.Form, inputs []schema.Input) error {
	for i := 0; i < len(form.Fields); {
		if form.Fields[i].Kind == schema.Fixed {
			a.say("%s: %s", line(form.Fields[i].Label), line(valueWords(form, i, inputs[i])))
			i++
			continue
		}
		err := a.field(ctx, form, i, inputs)
		if err == choice(wordBack) {
			i = max(i-1, 0)
			for i > 0 && form.Fields[i].Kind == schema.Fixed {
				i--
			}
			continue
		}
		if err != nil {
			return err
		}
		i++
	}
	return nil
}

// field asks for one field until what is there fits.
func (a *asking) field(ctx context.Context, form schema.Form, i int, inputs []schema.Input) error {
	field := form.Fields[i]
	words := line(field.Label)
	if field.Required {
		words += " (needed)"
	}
	a.say("")
	a.say("%s", words)
	for _, more := range []string{field.Description, field.Hint} {
		if more != "" {
			a.say("  %s", strings.ReplaceAll(plain(more), "\n", "\n  "))
		}
	}
	for n, option := range field.Options {
		text := fmt.Sprintf("  %d  %s", n+1, line(option.Label))
		if option.Description != "" {
			text += ": " + line(option.Description)
		}
		a.say("%s", text)
	}
	switch field.Kind {
	case schema.Boolean:
		a.say("  yes or no")
	case schema.Choices, schema.List:
		a.say("  several are divided by commas")
	}
	for {
		now := valueWords(form, i, inputs[i])
		if field.Secret && now != "" {
			now = "•••"
		}
		fmt.Fprintf(a.command.Problems, "[%s] > ", line(now))
		text, err := a.read(ctx)
		if err != nil {
			return err
		}
		in := inputs[i]
		if text != "" {
			if in, err = inputOf(field, text); err != nil {
				a.say("  %s", plain(err.Error()))
				continue
			}
		}
		if _, message := form.Check(i, in); message != "" {
			a.say("  %s", plain(message))
			continue
		}
		inputs[i] = in
		return nil
	}
}

// valueWords is what a field would send now; "" when it is left out.
func valueWords(form schema.Form, i int, in schema.Input) string {
	raw, message := form.Check(i, in)
	if message != "" {
		return ""
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}

// masked is a content to be shown, with dots for secrets.
func masked(form schema.Form, content json.RawMessage) json.RawMessage {
	data := members(content)
	var out strings.Builder
	out.WriteByte('{')
	for _, field := range form.Fields {
		value, has := data[field.Key].(json.RawMessage)
		if !has {
			continue
		}
		if field.Secret {
			value = dots
		}
		if out.Len() > 1 {
			out.WriteString(", ")
		}
		key, _ := bridge.EncodeJSON(field.Key)
		out.Write(key)
		out.WriteString(": ")
		out.Write(value)
	}
	if out.Len() == 1 && len(data) > 0 { // one box for the whole answer
		return content
	}
	return json.RawMessage(out.String() + "}")
}

// members are those of an object, their values byte for byte; nil for an empty one.
func members(content json.RawMessage) map[string]any {
	var object map[string]json.RawMessage
	if json.Unmarshal(content, &object) != nil || len(object) == 0 {
		return nil
	}
	data := make(map[string]any, len(object))
	for key, value := range object {
		data[key] = value
	}
	return data
}
