package demo

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// batchForm is the form of the nanoHUB guide, word for word.
const batchForm = `{
	"type": "object",
	"properties": {
		"queue": {"type": "string", "enum": ["standby", "long"], "default": "standby"},
		"notify": {"type": "boolean", "default": true}
	},
	"required": ["queue"]
}`

// batchWithin is how long the tool waits for the decision.
const batchWithin = 5 * time.Minute

func submitBatch() tool {
	return tool{
		name:        "submit_batch",
		title:       "Submit batch run",
		description: "Acts out sending a long calculation to a computing cluster. Before it does, it asks which queue to use.",
		arguments: `{
			"type": "object",
			"properties": {
				"run_handle": {
					"type": "string",
					"title": "Run handle",
					"description": "The name of the prepared run to submit. Any name will do here.",
					"minLength": 1,
					"maxLength": 80,
					"default": "bridge-span-7"
				}
			},
			"required": ["run_handle"]
		}`,
		hints: changing(false),
		run:   runSubmitBatch,
	}
}

func runSubmitBatch(ctx context.Context, c *call) (outcome, error) {
	args := struct {
		RunHandle string `json:"run_handle"`
	}{RunHandle: "bridge-span-7"}
	if err := c.read(&args); err != nil {
		return outcome{}, err
	}
	ask := question{key: "batch", message: "Submit this 4-hour batch run?", form: batchForm, within: batchWithin}
	nothing := "The run " + args.RunHandle + " was not submitted."
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
	var chosen struct {
		Queue  string `json:"queue"`
		Notify *bool  `json:"notify"`
	}
	if err := ask.check(answers[0], &chosen); err != nil {
		return outcome{}, err
	}
	say := "The run " + args.RunHandle + " is in the queue " + chosen.Queue + "."
	if chosen.Notify != nil && *chosen.Notify {
		say += " You will be told when it is done."
	}
	return outcome{say: say, facts: struct {
		facts
		RunHandle string          `json:"run_handle"`
		Answer    json.RawMessage `json:"answer"`
	}{facts{"submitted"}, args.RunHandle, answers[0].Content}}, nil
}
