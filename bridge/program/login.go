package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"parley/bridge/clock"
	"parley/bridge/program/launcher"
)

// loginPatience is how long a login shell may take to say its PATH: some load a lot, some wait for an answer that nobody gives.
const loginPatience = 10 * time.Second

// loginMark stands before and after what a login shell is asked for, so that what its profile prints is not taken for it.
const loginMark = "parley-asks-for-the-path"

// maxLoginOutput bounds what is read of a login shell.
const maxLoginOutput = 1 << 20

var (
	errLoginLate   = fmt.Errorf("the login shell did not answer within %s", loginPatience)
	errLoginSilent = errors.New("the login shell did not say its PATH")
)

// loginAnswer is what the login shell said when it was asked last.
type loginAnswer struct {
	path  string    // the last PATH that was learnt; it outlives a later failure
	err   error     // why the last question was not answered
	asked time.Time // when the last question was over; zero: there was none
}

// login is what is kept of the login shell, for all searches.
type login struct {
	mu     sync.Mutex
	answer loginAnswer
	asking chan struct{} // closed when the one who asks the shell is through; nil: nobody asks
}

// shell asks the login shell for its PATH.
type shell struct {
	ask   func(context.Context) (path string, err error)
	clock clock.Clock
	kept  *login
}

// path gives the PATH of the login shell, as it was learnt at notBefore or later, and when that was. Of several that want it
// at the same time one asks, and the others wait for that.
func (s shell) path(ctx context.Context, notBefore time.Time) (path string, asked time.Time) {
	for {
		s.kept.mu.Lock()
		answer, busy := s.kept.answer, s.kept.asking
		if !answer.asked.IsZero() && !answer.asked.Before(notBefore) {
			s.kept.mu.Unlock()
			return answer.path, answer.asked
		}
		if busy == nil {
			s.kept.asking = make(chan struct{})
			s.kept.mu.Unlock()
			s.learn(ctx)
			if ctx.Err() != nil {
				return "", time.Time{}
			}
			continue
		}
		s.kept.mu.Unlock()
		select {
		case <-busy:
		case <-ctx.Done():
			return "", time.Time{}
		}
	}
}

// learn asks once, and keeps the answer unless whoever wanted it went away meanwhile.
func (s shell) learn(ctx context.Context) {
	answer, err := "", errLoginSilent
	defer func() {
		s.kept.mu.Lock()
		defer s.kept.mu.Unlock()
		close(s.kept.asking)
		s.kept.asking = nil
		if ctx.Err() != nil {
			return
		}
		s.kept.answer.err, s.kept.answer.asked = err, s.clock.Now()
		if err == nil {
			s.kept.answer.path = answer
		}
	}()
	limited, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	defer s.clock.AfterFunc(loginPatience, func() { cancel(errLoginLate) })()
	answer, err = s.ask(limited)
	if cause := context.Cause(limited); err != nil && cause != nil {
		err = cause
	}
}

// failure is why the login shell did not say its PATH, nil when it did.
func (s shell) failure() error {
	s.kept.mu.Lock()
	defer s.kept.mu.Unlock()
	return s.kept.answer.err
}

// loginCommand is how a shell is made to print its environment as it is in a terminal: as a login shell, for ~/.profile, and an
// interactive one, for ~/.bashrc and ~/.zshrc, where most installers write. It is asked for its environment instead of $PATH
// because each shell writes that in another way.
func loginCommand(shell string) []string {
	script := "/usr/bin/env echo " + loginMark + "; /usr/bin/env; /usr/bin/env echo " + loginMark
	switch name := launcher.BaseName(shell); name {
	case "csh", "tcsh":
		return []string{shell, "-ic", script} // -l must be their only flag
	case "pwsh":
		return []string{shell, "-Login", "-Command", script}
	}
	return []string{shell, "-l", "-i", "-c", script}
}

// loginShell is the person's shell.
func loginShell(environ environment) string {
	if shell, _ := environ.get("SHELL"); strings.HasPrefix(shell, "/") {
		return shell
	}
	usual := []string{"/bin/bash", "/bin/sh"}
	if environ.goos == "darwin" {
		usual = []string{"/bin/zsh", "/bin/bash"}
	}
	for _, shell := range usual {
		if _, err := os.Stat(shell); err == nil {
			return shell
		}
	}
	return ""
}

// quietProfile keeps well-known additions to shells from asking for updates or taking the terminal over.
var quietProfile = []string{"DISABLE_AUTO_UPDATE=true", "ZSH_TMUX_AUTOSTART=false", "ZSH_TMUX_AUTOSTARTED=true"}

// readLogin reads what a login shell prints up to the second mark, and gives the PATH in it. What was started by its profile may
// hold the stream open, so the end is not waited for.
func readLogin(out io.Reader) (string, error) {
	var text []byte
	buffer := make([]byte, 32<<10)
	for len(text) < maxLoginOutput {
		n, err := out.Read(buffer)
		text = append(text, buffer[:n]...)
		if path, ok := pathBetweenMarks(string(text)); ok {
			return path, nil
		}
		if err != nil {
			return "", errLoginSilent
		}
	}
	return "", errLoginSilent
}

// pathBetweenMarks finds the PATH in what a login shell printed.
func pathBetweenMarks(text string) (string, bool) {
	_, rest, begun := strings.Cut(text, loginMark+"\n")
	listing, _, ended := strings.Cut(rest, loginMark+"\n")
	if !begun || !ended {
		return "", false
	}
	for line := range strings.Lines(listing) {
		if path, ok := strings.CutPrefix(line, "PATH="); ok {
			return strings.TrimRight(path, "\n"), true
		}
	}
	return "", false
}
