package demo

import "context"

func confirmDeletion() tool {
	return tool{
		name:        "confirm_deletion",
		title:       "Confirm deletion",
		description: "Acts out deleting old results for good. It asks first, with nothing to fill in: only yes or no.",
		arguments: `{
			"type": "object",
			"properties": {
				"folder": {
					"type": "string",
					"title": "Folder",
					"description": "What to delete. Nothing real is touched.",
					"minLength": 1,
					"maxLength": 80,
					"default": "results-2019"
				}
			},
			"required": ["folder"]
		}`,
		hints: changing(true),
		run:   runConfirmDeletion,
	}
}

func runConfirmDeletion(ctx context.Context, c *call) (outcome, error) {
	args := struct {
		Folder string `json:"folder"`
	}{Folder: "results-2019"}
	if err := c.read(&args); err != nil {
		return outcome{}, err
	}
	answers, err := c.ask(ctx, question{
		key:     "delete",
		message: "Delete the folder " + args.Folder + " with 1,204 files? This cannot be undone.",
		form:    `{"type": "object", "properties": {}}`,
	})
	if err != nil {
		return outcome{}, err
	}
	if done, refused := answers[0].refusal("The folder " + args.Folder + " is still there."); refused {
		return done, nil
	}
	return outcome{say: "The folder " + args.Folder + " would be gone now. This was only the demo.", facts: struct {
		facts
		Folder string `json:"folder"`
	}{facts{"deleted"}, args.Folder}}, nil
}
