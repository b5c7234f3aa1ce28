package terminal

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"parley/bridge"
	"parley/bridge/link"
)

// asking answers the requests of a server: from the file of answers, else by asking the person, else by closing them.
type asking struct {
	command Command
	rules   *rules
	noInput bool
	lines   *lines
	keeping string // where what is entered for a server is kept, when that is not the keyring

	turn sync.Mutex // one request is in front of the person at a time
}

// waitFor is the [bridge.WaitFor] of a terminal.
func (a *asking) waitFor(ctx context.Context, s bridge.Suspension) bridge.Answer {
	id := s.Request.ID
	cancelled := bridge.Answer{ID: id, Reason: bridge.ReasonCancelled}
	if s.Again != nil && s.Again.Err != nil {
		a.say("The answer to %s did not fit: %s", saying(s), plain(s.Again.Err.Error()))
		if a.noInput {
			return cancelled
		}
	} else if one := a.rules.take(s.Request); one != nil {
		switch one.Answer.Action {
		case "accept":
			return bridge.Answer{ID: id, OK: true, Data: one.data()}
		case "decline":
			return bridge.Answer{ID: id, Reason: bridge.ReasonDeclined}
		case "expire":
			<-ctx.Done()
			return bridge.AnswerAtEnd(ctx, id)
		}
		return cancelled
	}
	if a.noInput {
		a.say("%s Nothing answers that, so it was closed without deciding.", asks(s))
		return cancelled
	}
	a.turn.Lock()
	defer a.turn.Unlock()
	if ctx.Err() != nil {
		return bridge.AnswerAtEnd(ctx, id)
	}
	answer, err := a.ask(ctx, s)
	switch {
	case ctx.Err() != nil:
		a.say("%s", endWords(context.Cause(ctx)))
		return bridge.AnswerAtEnd(ctx, id)
	case errors.Is(err, errNobody):
		a.say("There is nobody to type an answer, so it was closed without deciding.")
		return cancelled
	}
	answer.ID = id
	return answer
}

func (a *asking) say(format string, args ...any) {
	fmt.Fprintf(a.command.Problems, format+"\n", args...)
}

// asks says who asks what.
func asks(s bridge.Suspension) string {
	return fmt.Sprintf("%s asks: %s", line(s.Server), line(s.Request.Prompt))
}

func saying(s bridge.Suspension) string {
	if s.Request.Prompt == "" {
		return "the request"
	}
	return "“" + line(s.Request.Prompt) + "”"
}

// endWords says why nobody waits for an answer any more.
func endWords(cause error) string {
	switch {
	case errors.Is(cause, bridge.ErrWithdrawn):
		return "The server took the question back."
	case errors.Is(cause, bridge.ErrServerGone):
		return "The server is gone, and its question with it."
	case errors.Is(cause, bridge.ErrStopped), errors.Is(cause, bridge.ErrClosing):
		return "It was closed without deciding."
	}
	return "The time to answer was over."
}

// What a person can type in place of a value.
const (
	wordDecline = "!no"
	wordCancel  = "!close"
	wordBack    = "!back"
)

// errNobody is for an input that has ended.
var errNobody = errors.New("there is nothing more to read")

// choice is what a person typed in place of a value.
type choice string

func (c choice) Error() string { return string(c) }

// read reads one line; the words above are a choice.
func (a *asking) read(ctx context.Context) (string, error) {
	text, ok := a.lines.next(ctx)
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case !ok:
		return "", errNobody
	}
	switch word := strings.TrimSpace(text); word {
	case wordDecline, wordCancel, wordBack:
		return "", choice(word)
	}
	return text, nil
}

// ask puts a request to the person.
func (a *asking) ask(ctx context.Context, s bridge.Suspension) (bridge.Answer, error) {
	a.say("")
	a.say("%s asks:", line(s.Server))
	if s.Request.Prompt != "" {
		a.say("%s", plain(s.Request.Prompt))
	}
	if s.Note != "" {
		a.say("%s", plain(s.Note))
	}
	if s.Own && a.keeping != "" {
		a.say("%s", plain(a.keeping))
	}
	var answer bridge.Answer
	var err error
	switch s.Request.Kind {
	case bridge.KindInput:
		answer, err = a.form(ctx, s)
	case bridge.KindAuthorization:
		answer, err = a.link(ctx, s)
	default:
		answer, err = a.yesNo(ctx, s)
	}
	switch {
	case err == choice(wordDecline):
		return bridge.Answer{Reason: bridge.ReasonDeclined}, nil
	case err == choice(wordCancel):
		return bridge.Answer{Reason: bridge.ReasonCancelled}, nil
	}
	return answer, err
}

// link shows an address. It is opened by the person, never from here.
func (a *asking) link(ctx context.Context, s bridge.Suspension) (bridge.Answer, error) {
	screened, err := link.Screen(s.Request.URL, s.ServerAddress)
	if err != nil || !screened.Openable {
		a.say("This address cannot be opened: %s", line(s.Request.URL))
	} else {
		a.say("It wants you to open this address, which leads to %s:", screened.Host)
		a.say("  %s", screened.Before+screened.Shown+screened.After)
	}
	for _, remark := range screened.Remarks {
		a.say("%s", plain(remark.Text))
	}
	a.say("Press Enter when you are done there. %s refuses, %s closes this without deciding.", wordDecline, wordCancel)
	done, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if s.Completed != nil {
		go func() {
			select {
			case <-s.Completed:
				cancel(errDone)
			case <-done.Done():
			}
		}()
	}
	if _, err := a.read(done); err != nil && !errors.Is(err, errDone) {
		return bridge.Answer{}, err
	}
	return bridge.Answer{OK: true}, nil
}

// errDone is the cause when the server reports that the errand is done.
var errDone = errors.New("it is done")

// yesNo asks for consent to what has no form.
func (a *asking) yesNo(ctx context.Context, s bridge.Suspension) (bridge.Answer, error) {
	if s.Data != nil {
		a.say("%s", plain(string(s.Data)))
	}
	for {
		a.say("Allow it? yes, or %s, or %s", wordDecline, wordCancel)
		text, err := a.read(ctx)
		if err != nil {
			return bridge.Answer{}, err
		}
		switch strings.ToLower(strings.TrimSpace(text)) {
		case "yes", "y":
			return bridge.Answer{OK: true}, nil
		case "no", "n":
			return bridge.Answer{}, choice(wordDecline)
		}
	}
}
