package terminal

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"parley/app/call"
	"parley/bridge"
)

// runner runs tools of a session.
type runner struct{ *session }

func (r runner) Call(tool bridge.Tool, arguments json.RawMessage) call.Live {
	return call.Of(r.Server.Call(tool, arguments))
}

// call runs a tool. With --json the object goes out whatever came of it, unless the command line is wrong.
func (c Command) call(ctx context.Context, o Options) (int, error) {
	rules, err := readRules(o.answers)
	if err != nil {
		return 0, err
	}
	given, err := readGiven(o)
	if err != nil {
		return 0, err
	}
	report := &report{Server: o.words[0], Tool: o.words[1], Started: c.now()}
	asking := &asking{command: c, rules: rules, noInput: o.noInput, lines: readLines(c.In)}
	defer asking.lines.end()
	s, err := c.connect(ctx, o.words[0], o, asking, report.ended)
	if s != nil {
		defer s.close()
	}
	var wrong usageError
	if errors.As(err, &wrong) {
		return 0, err
	}
	if err != nil {
		return c.failed(ctx, report, o, err)
	}
	tool, err := tool(s.State().Tools, quoted(s.Name()), o.words[1])
	if err != nil {
		return 0, err
	}
	if tool.OnlyAsJob {
		return c.failed(ctx, report, o, errors.New("this tool only runs as a job in the background. Parley cannot follow such jobs yet"))
	}
	arguments, err := given.forTool(tool)
	if err != nil {
		return 0, err
	}
	report.Started = c.now()
	end := s.run(ctx, tool, arguments)
	s.closeServer() // what is still open is answered, and its receipts come
	report.take(end)
	if o.json {
		return report.code(), report.print(c.Out)
	}
	return report.code(), c.tell(end)
}

func (c Command) now() time.Time {
	if c.Clock != nil {
		return c.Clock.Now()
	}
	return time.Now()
}

// failed is how a call ends that could not begin.
func (c Command) failed(ctx context.Context, report *report, o Options, err error) (int, error) {
	report.Ended, report.Outcome = c.now(), "failed"
	if ctx.Err() != nil {
		report.Outcome = "stopped"
	}
	report.Failure = &failure{What: err.Error()}
	var f failureError
	if errors.As(err, &f) {
		report.Failure = failureOf(f.Failure)
	}
	if o.json {
		if err := report.print(c.Out); err != nil {
			return ExitFailed, err
		}
		return report.code(), nil
	}
	return 0, err
}

// run begins the call, follows it, and gives its end. When ctx ends it is stopped as in the window: open requests are answered first.
func (s *session) run(ctx context.Context, tool bridge.Tool, arguments json.RawMessage) call.Snapshot {
	var calls call.Owner
	key := call.Key{Server: s.Name(), Tool: tool.Name}
	now := calls.Run(key, runner{s}, tool, arguments)
	stop := ctx.Done()
	said := ""
	for {
		now = calls.Get(now.ID)
		if !now.Running() {
			return now
		}
		if words := progressWords(now.Progress); words != said {
			said = words
			fmt.Fprintln(s.command.Problems, words)
		}
		select {
		case <-s.changed:
		case <-stop:
			stop = nil
			fmt.Fprintln(s.command.Problems, "Stopping …")
			calls.Stop(now.ID)
		}
	}
}

// progressWords say how far a call is.
func progressWords(p bridge.Progress) string {
	words := line(p.Message)
	switch {
	case p.Total > 0:
		percent := fmt.Sprintf("%d %%", int(100*min(max(p.Done/p.Total, 0), 1)))
		if words == "" {
			return percent
		}
		return percent + " · " + words
	case words == "" && p.Done != 0:
		return fmt.Sprintf("%v …", p.Done)
	}
	return words
}

// closeServer ends the server; [session.close] may be called afterwards.
func (s *session) closeServer() {
	ctx, cancel := context.WithTimeout(context.Background(), endLimit)
	defer cancel()
	_ = s.Close(ctx)
}

// tell prints what came of a call for a person.
func (c Command) tell(end call.Snapshot) error {
	switch {
	case end.Failure != nil:
		_, err := fmt.Fprintln(c.Problems, "parley:", plain(failureError{end.Failure}.Error()))
		return err
	case end.Result == nil:
		_, err := fmt.Fprintln(c.Problems, "Stopped.")
		return err
	}
	words := plain(end.Result.Text)
	for _, block := range end.Result.Blocks {
		if block.Type != "text" {
			words = plain(string(end.Result.Raw)) // pictures and the like: all of it, as it came
		}
	}
	if words == "" {
		words = plain(string(end.Result.Raw))
	}
	if end.Result.IsError {
		fmt.Fprintln(c.Problems, "The tool reports an error:")
	}
	_, err := fmt.Fprintln(c.Out, words)
	return err
}
