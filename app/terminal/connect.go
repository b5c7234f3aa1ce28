package terminal

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"parley/app/memory"
	"parley/app/servers"
	"parley/bridge"
	"parley/bridge/config"
	"parley/bridge/hush"
	"parley/bridge/program"
	"parley/bridge/vault"
)

// endLimit bounds how long a server may take to go away.
const endLimit = 5 * time.Second

// session is one server, started for one command.
type session struct {
	*bridge.Server
	command Command
	kept    *memory.Store
	changed chan struct{} // has something in it when something changed
	ended   func(*bridge.Receipt)
}

// connect starts the server of a name and waits until it is ready. ask answers what it asks; ended is told what became of each request. The
// session is there, to be closed, even when there is an error.
func (c Command) connect(ctx context.Context, name string, o Options, ask *asking, ended func(*bridge.Receipt)) (*session, error) {
	kept, err := memory.Open(c.Home)
	if err != nil {
		fmt.Fprintln(c.Problems, "parley:", plain(err.Error()))
	}
	entries, err := c.entries(kept, os.Getenv)
	if err != nil {
		return nil, err
	}
	entry, err := named(entries, name)
	switch {
	case err != nil:
		return nil, err
	case entry.Problem != nil:
		return nil, fmt.Errorf("the entry of %s cannot be used: %w", quoted(name), entry.Problem)
	case entry.Disabled:
		return nil, fmt.Errorf("%s is switched off in the servers file. Switch it on there, or in the window", quoted(name))
	}
	if o.timeout > 0 {
		entry.Timeout = o.timeout
	}
	trust := &servers.Trust{Memory: kept, Demo: c.Demo, Known: c.trust}
	if view := trust.ViewOf(entry); view != servers.Seen {
		if !o.trust {
			return nil, errors.New(lookWords(entry, view))
		}
		trust.See(entry, "")
	}
	secrets := c.Secrets
	if secrets == nil {
		secrets, ask.keeping = vault.Open(c.Home)
	}
	s := &session{command: c, kept: kept, changed: make(chan struct{}, 1), ended: ended}
	s.Server = bridge.NewServer(entry, bridge.Options{
		WaitFor: ask.waitFor, Notify: s.notify, Clock: c.Clock, Log: c.Log, Secrets: secrets, Version: c.Version,
		Approve: func(entry config.Server, found program.Found) *bridge.Failure {
			return approve(trust, entry, found, o.trust)
		},
	})
	s.Start()
	return s, s.untilReady(ctx)
}

// approve lets a program start that is the file that was seen, or any with --trust.
func approve(trust *servers.Trust, entry config.Server, found program.Found, any bool) *bridge.Failure {
	moved := trust.Approve(entry, found.Path)
	if moved != nil && any {
		trust.See(entry, found.Path)
		moved = trust.Approve(entry, found.Path)
	}
	if moved == nil {
		return nil
	}
	return &bridge.Failure{
		What:   fmt.Sprintf("The program %s is another file now than the one that was let start.", quoted(moved.Program)),
		Do:     "Look at it, and add --trust if you know why.",
		Detail: strings.TrimSpace(moved.Before + "\n" + moved.Now),
	}
}

// lookWords shows what would be started or reached, and says how to.
func lookWords(entry config.Server, view servers.View) string {
	var words strings.Builder
	before := "has never been started by Parley"
	if entry.URL != "" {
		before = "has never been connected by Parley, and its entry draws on this computer or on you"
	}
	if view == servers.Changed {
		before = "is not what was let start under this name before"
	}
	fmt.Fprintf(&words, "%s %s. Nothing was started. It would be:\n", quoted(entry.Name), before)
	shown := entry.AsWritten()
	row := func(what, value string) {
		if value != "" {
			fmt.Fprintf(&words, "  %-10s %s\n", what, line(value))
		}
	}
	var parts []string
	for _, word := range shown.Command {
		parts = append(parts, quoted(word))
	}
	row("program", strings.Join(parts, " "))
	row("folder", shown.Cwd)
	row("settings", strings.Join(sorted(shown.Env), ", "))
	row("address", hush.Address(shown.URL))
	row("sends", strings.Join(sorted(shown.Headers), ", "))
	if entry.URL != "" {
		row("from", strings.Join(entry.DrawsOn(), ", "))
	}
	words.WriteString("Add --trust to start it, if you know where it comes from.")
	return words.String()
}

func sorted(table map[string]string) []string {
	var names []string
	for name := range table {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (s *session) notify(e bridge.Event) {
	if e.Receipt != nil {
		s.ended(e.Receipt)
	}
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// untilReady waits until the server is ready and its tools are read, says what happens meanwhile, and gives the reason when it does not become so.
func (s *session) untilReady(ctx context.Context) error {
	for {
		state := s.State()
		switch {
		case state.Phase == bridge.Ready && state.ToolsFailure != nil:
			return failureError{state.ToolsFailure}
		case state.Phase == bridge.Ready && state.Tools != nil: // they were read, and may be none
			return nil
		case state.Phase == bridge.Failed, state.Failure != nil && !state.RetryAt.IsZero():
			return failureError{state.Failure}
		}
		select {
		case <-s.changed:
		case <-ctx.Done():
			return errors.New("stopped")
		}
	}
}

// close ends the server and keeps what was learnt.
func (s *session) close() {
	ctx, cancel := context.WithTimeout(context.Background(), endLimit)
	defer cancel()
	_ = s.Close(ctx)
	if err := s.kept.Save(); err != nil {
		fmt.Fprintln(s.command.Problems, "parley:", plain(err.Error()))
	}
}

// failureError is a failure of a server, in all its words.
type failureError struct{ *bridge.Failure }

func (f failureError) Error() string {
	words := f.What
	if f.Do != "" {
		words += "\n" + f.Do
	}
	if f.PointsAtDetail() {
		words += "\n\n" + f.Detail
	}
	return words
}
