package demo

import (
	"context"
	"fmt"
)

func askTwice() tool {
	return tool{
		name:        "ask_twice",
		title:       "Ask twice",
		description: "Asks two questions at the same time, so that one of them has to wait in line.",
		hints:       harmless(),
		run:         runAskTwice,
	}
}

func runAskTwice(ctx context.Context, c *call) (outcome, error) {
	questions := []question{
		{key: "1-drink", message: "What would you like to drink?", form: `{
			"type": "object",
			"properties": {"drink": {"type": "string", "title": "Drink", "enum": ["water", "coffee", "tea"]}},
			"required": ["drink"]
		}`},
		{key: "2-seat", message: "Where would you like to sit?", form: `{
			"type": "object",
			"properties": {"seat": {"type": "string", "title": "Seat", "enum": ["window", "aisle"], "default": "window"}},
			"required": ["seat"]
		}`},
	}
	answers, err := c.ask(ctx, questions...)
	if err != nil {
		return outcome{}, err
	}
	drink, err := heard(questions[0], answers[0], "drink", "You get a glass of %s.", "You get no drink.")
	if err != nil {
		return outcome{}, err
	}
	seat, err := heard(questions[1], answers[1], "seat", "You sit at the %s.", "You get no seat.")
	if err != nil {
		return outcome{}, err
	}
	return outcome{say: drink + " " + seat, facts: struct {
		facts
		First  answer `json:"first"`
		Second answer `json:"second"`
	}{facts{"answered"}, answers[0], answers[1]}}, nil
}

// heard puts one answer into a sentence: yes with the value of a field, or why not and what follows.
func heard(q question, a answer, field, yes, no string) (string, error) {
	if done, refused := a.refusal(no); refused {
		return done.say, nil
	}
	content := map[string]string{}
	if err := q.check(a, &content); err != nil {
		return "", err
	}
	return fmt.Sprintf(yes, content[field]), nil
}
