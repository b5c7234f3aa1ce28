package demo

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
)

// destination is a place that the trip may go to.
type destination struct {
	code, name string
	ways       []way
}

type way struct{ code, name string }

func destinations() []destination {
	return []destination{
		{"vie", "Vienna", []way{{"night-train", "Night train"}, {"plane", "Plane"}}},
		{"lis", "Lisbon", []way{{"plane", "Plane"}, {"train", "Train, two days"}}},
		{"tos", "Tromsø", []way{{"ship", "Mail ship"}, {"plane", "Plane"}, {"train-bus", "Train and bus"}}},
	}
}

func planTrip() tool {
	return tool{
		name:        "plan_trip",
		title:       "Plan a trip",
		description: "Acts out planning a trip. It asks three times in a row; the second question depends on the first answer.",
		hints:       changing(false),
		run:         runPlanTrip,
	}
}

func runPlanTrip(ctx context.Context, c *call) (outcome, error) {
	const nothing = "No trip was planned."
	var places []way
	for _, d := range destinations() {
		places = append(places, way{d.code, d.name})
	}

	where := question{key: "1-where", message: "Where should the trip go?", form: `{
		"type": "object",
		"properties": {
			"destination": {"type": "string", "title": "Destination", "oneOf": ` + titled(places) + `},
			"nights": {"type": "integer", "title": "Nights", "minimum": 1, "maximum": 14, "default": 3}
		},
		"required": ["destination", "nights"]
	}`}
	first, err := c.ask(ctx, where)
	if err != nil {
		return outcome{}, err
	}
	if done, refused := first[0].refusal(nothing); refused {
		return done, nil
	}
	var trip struct {
		Destination string
		Nights      json.Number
		Way         string
		Note        string
	}
	if err := where.check(first[0], &trip); err != nil {
		return outcome{}, err
	}
	all := destinations()
	goal := all[slices.IndexFunc(all, func(d destination) bool { return d.code == trip.Destination })]

	how := question{key: "2-how", message: "How would you like to get to " + goal.name + "?", form: `{
		"type": "object",
		"properties": {"way": {"type": "string", "title": "Way to travel", "oneOf": ` + titled(goal.ways) + `}},
		"required": ["way"]
	}`}
	second, err := c.ask(ctx, how)
	if err != nil {
		return outcome{}, err
	}
	if done, refused := second[0].refusal(nothing); refused {
		return done, nil
	}
	if err := how.check(second[0], &trip); err != nil {
		return outcome{}, err
	}
	chosen := goal.ways[slices.IndexFunc(goal.ways, func(w way) bool { return w.code == trip.Way })]

	plan := fmt.Sprintf("%s, %s nights, by %s", goal.name, trip.Nights, chosen.name)
	last := question{key: "3-book", message: "Book this trip?\n\n" + plan, form: `{
		"type": "object",
		"properties": {"note": {"type": "string", "title": "Note for the travel office", "maxLength": 200}}
	}`}
	third, err := c.ask(ctx, last)
	if err != nil {
		return outcome{}, err
	}
	if done, refused := third[0].refusal("The trip was planned, but not booked: " + plan + "."); refused {
		return done, nil
	}
	if err := last.check(third[0], &trip); err != nil {
		return outcome{}, err
	}
	return outcome{say: "The trip is booked: " + plan + ".", facts: struct {
		facts
		Answers []json.RawMessage `json:"answers"`
	}{facts{"booked"}, []json.RawMessage{first[0].Content, second[0].Content, third[0].Content}}}, nil
}

// titled writes choices as a JSON Schema oneOf.
func titled(choices []way) string {
	type choice struct {
		Const string `json:"const"`
		Title string `json:"title"`
	}
	var list []choice
	for _, w := range choices {
		list = append(list, choice{w.code, w.name})
	}
	text, err := json.Marshal(list)
	if err != nil {
		return "[]"
	}
	return string(text)
}
