package demo

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

const surveyForm = `{
	"type": "object",
	"properties": {
		"mood": {
			"type": "string",
			"title": "How is your day?",
			"enum": ["good", "so-so", "bad"]
		},
		"story": {
			"type": "string",
			"title": "Tell us more",
			"description": "Type something long here and wait: what you typed is not lost when the server stops waiting.",
			"maxLength": 2000
		}
	},
	"required": ["mood"]
}`

func slowSurvey() tool {
	return tool{
		name:  "slow_survey",
		title: "Slow survey",
		description: "Asks two questions but has little patience: after 20 seconds it stops waiting, and does not say so beforehand. " +
			"See what happens when you are slow.",
		arguments: `{
			"type": "object",
			"properties": {
				"seconds": {
					"type": "integer",
					"title": "Patience",
					"description": "How many seconds the server waits for your answer.",
					"minimum": 1,
					"maximum": 600,
					"default": 20
				}
			}
		}`,
		hints: harmless(),
		run:   runSlowSurvey,
	}
}

func runSlowSurvey(ctx context.Context, c *call) (outcome, error) {
	args := struct {
		Seconds int `json:"seconds"`
	}{Seconds: 20}
	if err := c.read(&args); err != nil {
		return outcome{}, err
	}
	if args.Seconds < 1 || args.Seconds > 600 {
		return outcome{}, errors.New("the patience must be from 1 to 600 seconds")
	}
	ask := question{key: "survey", message: "A short survey. Take your time. (The server will not.)", form: surveyForm,
		within: time.Duration(args.Seconds) * time.Second}
	const nothing = "Your survey was not counted."
	answers, err := c.ask(ctx, ask)
	if errors.Is(err, errNoAnswer) {
		return tooLate(ask.within, nothing), nil
	}
	if err != nil {
		return outcome{}, err
	}
	if done, refused := answers[0].refusal(nothing); refused {
		return done, nil
	}
	var survey struct{ Mood string }
	if err := ask.check(answers[0], &survey); err != nil {
		return outcome{}, err
	}
	return outcome{say: "Thank you. You were quick, and your day is " + survey.Mood + ".", facts: struct {
		facts
		Answer json.RawMessage `json:"answer"`
	}{facts{"counted"}, answers[0].Content}}, nil
}
