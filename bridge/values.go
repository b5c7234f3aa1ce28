package bridge

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/google/uuid"

	"parley/bridge/config"
	"parley/bridge/vault"
)

// ErrNotGiven is wrapped by the Failure of a server that was not started, for a value that the person is asked for was not given. Nothing
// is wrong with the server.
var ErrNotGiven = errors.New("a value that the server needs was not given")

// filled gives the entry with everything in it that the person is asked for before the server starts (VS Code's inputs). What was
// given is kept among the secrets, so that it is asked for once.
func (s *Server) filled(ctx context.Context) (config.Server, *Failure) {
	if len(s.entry.Inputs) == 0 {
		return s.entry, nil
	}
	values := map[string]string{}
	var missing []config.Input
	for _, in := range s.entry.Inputs {
		value, err := s.opts.Secrets.Get(valueKey(s.entry, in))
		if err != nil {
			missing = append(missing, in)
			continue
		}
		values[in.ID] = value
		s.keepValueQuiet(in, value)
	}
	if len(missing) > 0 {
		if failure := s.askValues(ctx, missing, values); failure != nil {
			return s.entry, failure
		}
	}
	entry, err := s.entry.Fill(values)
	if err != nil {
		_ = s.forgetValues() // so that it is asked for again
		return s.entry, &Failure{What: fmt.Sprintf("%s was not started: %v.", s.entry.Name, err), Do: "Start it again to be asked again.", Err: err}
	}
	return entry, nil
}

// valueKey is where a value is kept. Two servers never share one, whatever they call it, and neither does a server whose address
// or program was changed under its name: a value given for one must not reach another.
func valueKey(entry config.Server, in config.Input) string {
	written := entry.AsWritten()
	to := sha256.Sum256([]byte(written.URL + "\x00" + strings.Join(written.Command, "\x00")))
	return fmt.Sprintf("value/%s/%s/%x", url.PathEscape(entry.Name), url.PathEscape(in.ID), to[:6])
}

// askValues asks the person and keeps what was given.
func (s *Server) askValues(ctx context.Context, missing []config.Input, values map[string]string) *Failure {
	notStarted := &Failure{
		What: fmt.Sprintf("%s was not started: it needs %s.", s.entry.Name, inputNames(missing)),
		Do:   "Press Enter its values on its page to be asked again.",
		Err:  ErrNotGiven,
	}
	if s.opts.WaitFor == nil {
		return notStarted
	}
	s.set(func() { s.asking++ })
	defer s.set(func() { s.asking-- })
	request, raw := valuesRequest(s.entry.Name, missing)
	answer := s.wait(ctx, Suspension{
		Request: request, Server: s.entry.Name, Arrived: s.arrival(), Schema: raw, Index: 1, Total: 1, ServerAddress: s.entry.URL, Own: true,
	})
	if !answer.OK {
		return notStarted
	}
	for _, in := range missing {
		value := answeredText(answer.Data[in.ID])
		values[in.ID] = value
		s.keepValueQuiet(in, value)
		if err := s.opts.Secrets.Set(valueKey(s.entry, in), value); err != nil {
			s.opts.Log.Warn("a value could not be kept", "server", s.entry.Name, "error", err)
		}
	}
	return nil
}

// answeredText is a text that was answered; the window keeps values as they go over the wire.
func answeredText(value any) string {
	text, _ := value.(string)
	if raw, is := value.(json.RawMessage); is {
		_ = json.Unmarshal(raw, &text)
	}
	return text
}

// forgetValues drops what was given for this server.
func (s *Server) forgetValues() error { return s.forgetValuesBut(nil) }

func (s *Server) forgetValuesBut(used map[string]bool) error {
	var failed []error
	for _, in := range s.entry.Inputs {
		key := valueKey(s.entry, in)
		if used[key] {
			continue
		}
		if err := s.opts.Secrets.Delete(key); err != nil && !errors.Is(err, vault.ErrNotFound) {
			s.opts.Log.Warn("a value could not be forgotten", "server", s.entry.Name, "error", err)
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// Leave is for a server whose entry is gone, or became another: it forgets what the person entered for it and how they signed in, as far
// as none of the entries that there are now would use it, and ends its connection. The error tells what could not be forgotten.
func (s *Server) Leave(ctx context.Context, now []config.Server) error {
	used := make(map[string]bool)
	reached := false
	for _, entry := range now {
		for _, in := range entry.Inputs {
			used[valueKey(entry, in)] = true
		}
		reached = reached || entry.URL != "" && entry.URL == s.entry.URL
	}
	err := s.forgetValuesBut(used) // before all that may take its time: somebody may undo this
	_ = s.Close(ctx)               // it ends its program too when the time is over
	if reached {
		return err
	}
	return errors.Join(err, s.signOut(ctx))
}

// valuesRequest is the form for values, in the order of the entry.
func valuesRequest(server string, inputs []config.Input) (Request, []byte) {
	var properties, required []string
	for _, in := range inputs {
		field := []member{{"type", quote("string")}, {"title", quote(inputName(in))}}
		if in.Description != "" && in.Description != inputName(in) {
			field = append(field, member{"description", quote(in.Description)})
		}
		if in.Password {
			field = append(field, member{"format", quote("password")})
		}
		if len(in.Options) > 0 {
			options := make([]string, len(in.Options))
			for i, option := range in.Options {
				options[i] = string(quote(option))
			}
			field = append(field, member{"enum", []byte("[" + strings.Join(options, ",") + "]")})
		}
		if in.Default != "" {
			field = append(field, member{"default", quote(in.Default)})
		}
		properties = append(properties, string(quote(in.ID))+":"+string(object(field)))
		required = append(required, string(quote(in.ID)))
	}
	raw := []byte(`{"type":"object","properties":{` + strings.Join(properties, ",") + `},"required":[` + strings.Join(required, ",") + `]}`)
	return Request{
		ID:     "val-" + uuid.NewString(),
		Kind:   KindInput,
		Prompt: fmt.Sprintf("%s needs this before it starts. Parley asks only once, and gives it to %s alone.", server, server),
		Data:   map[string]any{"schema": raw},
	}, raw
}

// inputName is what a sentence calls an input: a short description is a name already.
func inputName(in config.Input) string {
	if in.Description != "" && len(in.Description) <= 40 {
		return in.Description
	}
	return in.ID
}

func inputNames(inputs []config.Input) string {
	names := make([]string, len(inputs))
	for i, in := range inputs {
		names[i] = inputName(in)
	}
	return strings.Join(names, ", ")
}
