package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func longJob() tool {
	return tool{
		name:        "long_job",
		title:       "Long job",
		description: "Works for a while and tells how far it is. You can stop it at any time.",
		arguments: `{
			"type": "object",
			"properties": {
				"seconds": {
					"type": "integer",
					"title": "Length",
					"description": "How many seconds the work takes.",
					"minimum": 1,
					"maximum": 600,
					"default": 10
				}
			}
		}`,
		hints: harmless(),
		run:   runLongJob,
	}
}

// jobBeat is the time between two reports of a job.
const jobBeat = 250 * time.Millisecond

func runLongJob(ctx context.Context, c *call) (outcome, error) {
	args := struct {
		Seconds int `json:"seconds"`
	}{Seconds: 10}
	if err := c.read(&args); err != nil {
		return outcome{}, err
	}
	if args.Seconds < 1 || args.Seconds > 600 {
		return outcome{}, errors.New("the length must be from 1 to 600 seconds")
	}
	length := time.Duration(args.Seconds) * time.Second
	steps := int(length / jobBeat)
	stages := []string{"Counting the samples", "Warming up the oven", "Measuring", "Writing down the results"}

	beat := time.NewTicker(jobBeat)
	defer beat.Stop()
	for step := range steps {
		c.report(ctx, float64(step), float64(steps), stages[step*len(stages)/steps])
		select {
		case <-beat.C:
		case <-ctx.Done():
			return outcome{}, ctx.Err()
		}
	}
	c.report(ctx, float64(steps), float64(steps), "Done")
	return outcome{say: fmt.Sprintf("The job is done. It took %s and %d steps.", inWords(length), steps), facts: struct {
		facts
		Steps int `json:"steps"`
	}{facts{"done"}, steps}}, nil
}

// report tells the client how far the call is, if it wants to know. total is 0 when nobody knows.
func (c *call) report(ctx context.Context, done, total float64, message string) {
	token := c.req.Params.GetProgressToken()
	if token == nil {
		return
	}
	// A report that does not arrive is no reason to stop working: a broken connection ends ctx.
	_ = c.req.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{
		ProgressToken: token, Progress: done, Total: total, Message: message,
	})
}
