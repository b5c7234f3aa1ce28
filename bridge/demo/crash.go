package demo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"
)

// crashAfter is the time from the question to the crash, enough to start typing.
const crashAfter = 5 * time.Second

func crash() tool {
	return tool{
		name:  "crash",
		title: "Crash",
		description: "Asks a question, and five seconds later the whole server crashes while you answer. " +
			"What you typed is kept, and the server can be started again.",
		hints: harmless(),
		run:   runCrash,
	}
}

func runCrash(ctx context.Context, c *call) (outcome, error) {
	calm := make(chan struct{})
	c.lab.tasks.Go(func() {
		fuse := time.NewTimer(crashAfter)
		defer fuse.Stop()
		select {
		case <-fuse.C:
			c.lab.crash()
		case <-calm:
		case <-c.lab.life.Done():
		}
	})

	_, err := c.ask(ctx, question{key: "crash", message: "Start typing. In five seconds this server will crash.", form: `{
		"type": "object",
		"properties": {"text": {"type": "string", "title": "Something worth keeping", "maxLength": 500}},
		"required": ["text"]
	}`})
	var questions *pause
	if errors.As(err, &questions) {
		return outcome{}, err // the fuse burns on while the client asks
	}
	close(calm)
	if err != nil {
		return outcome{}, err
	}
	c.lab.crash()
	return outcome{}, errors.New("the server has crashed")
}

// crashProcess ends the process as a program with a fault would, with last words for its maintainer.
func crashProcess() {
	fmt.Fprintln(os.Stderr, "demo: this server crashes because the tool Crash was run")
	os.Exit(3)
}
