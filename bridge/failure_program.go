package bridge

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/bridge/program"
	"parley/bridge/program/lastwords"
	"parley/bridge/program/launcher"
)

// startFailure explains why a server was not begun that needs no program of its own.
func startFailure(name string, err error) *Failure {
	return &Failure{What: fmt.Sprintf("The program %s could not be started.", name), Detail: err.Error(), Err: err}
}

// failureOf is what the search for a program or its start says, as a failure of its server.
func failureOf(f *program.Failure) *Failure {
	return &Failure{What: f.What, Do: f.Do, Detail: f.Detail, Err: f.Err}
}

// programFailure explains why a running or ended program is no connection.
func (s *Server) programFailure(err error, p *program.Process) *Failure {
	if p.Ended() {
		p.AwaitOutput()
	}
	said := p.Said()
	f := &Failure{Err: err, Detail: evidence(said, err)}
	if errors.Is(err, errLineTooLong) {
		f.What = fmt.Sprintf("The program %s sent a message that is too long: more than %d MB.", p.Name(), maxLine>>20)
		f.Do = "Start it again, and ask it for less at a time. Tell the people who made it."
		return f
	}
	// One whose time was over ends as soon as it is let go.
	if p.Ended() && !errors.Is(err, context.DeadlineExceeded) {
		f.What = fmt.Sprintf("The program %s ended%s.", p.Name(), p.HowItEnded())
		f.Do = "Look at its last words below, mend the cause, then start it again."
		if said == "" {
			f.Do = "It said nothing about why. Try its command in a terminal, then start it again."
			if p.GOOS() == "darwin" && p.ExitCode() < 0 {
				f.Do = "macOS may have ended it because it does not trust it. Look at System Settings, Privacy & Security; then start it again."
			}
		}
		if p.Stopped() {
			f.What = fmt.Sprintf("The program %s stopped talking, though it still ran. Parley has ended it.", p.Name())
			f.Do = "Start it again. If it stays like this, tell the people who made it."
		}
		f.tellRefusal(p.Name(), err)
		if !f.explain(p.Understand(said)) {
			f.quote(said, err)
		}
		return f
	}
	f.What = fmt.Sprintf("The program %s runs, but does not answer as a server.", p.Name())
	f.Do = "Check that it is a server for this kind of app, and its arguments."
	f.tellRefusal(p.Name(), err)
	if errors.Is(err, context.DeadlineExceeded) {
		f.What = fmt.Sprintf("The program %s did not answer within %s.", p.Name(), inWords(s.startLimit()))
		f.Do = "If it is slow to start, give it more time in its entry (Edit, timeout); then start it again."
		if launcher.Fetches(s.entry.Command) {
			f.Do = "It may still have been fetching the server. Start it again; if it stays like this, give it more time in its entry (Edit, timeout)."
		}
	}
	if errors.Is(err, program.ErrUnreached) || errors.Is(err, context.DeadlineExceeded) && lastwords.ReachesNothing(said) && !lastwords.WaitsForSignIn(said) {
		f.What += " It could not reach what it needs on the network."
		f.Do = "Check your connection and proxy, and the addresses in its entry (Edit); then start it again."
		if errors.Is(err, program.ErrUnreached) {
			f.What = fmt.Sprintf("The program %s could not reach what it needs on the network.", p.Name())
		}
		if !f.explain(p.Sure(said)) {
			f.quote(said, err)
		}
		return f
	}
	if errors.Is(err, program.ErrFramed) {
		f.What += " It frames its messages as language servers do (Content-Length), and servers of this kind write one message a line."
		f.Do = "Look in its instructions for how it is started as an MCP server, or for a newer version of it. Tell the people who made it."
		return f
	}
	if p.Babbles() {
		f.What += " It writes things that are no messages of a server."
		if !launcher.Fetches(s.entry.Command) {
			f.Do = "Check that it is a server for this kind of app, and its arguments. What it wrote is below."
		}
	}
	if lastwords.WaitsForSignIn(said) {
		f.What += " It waits for you to sign in, in the browser."
		f.Do = "Start it again, and sign in before its time is over."
		if _, address := launcher.GoBetween(s.entry.AsWritten().Command); address != "" {
			f.Do += fmt.Sprintf(" Or write %s as the url of its entry (Edit) instead of the command: then Parley itself lets you sign in.", address)
		}
		return f
	}
	if address := lastwords.Address(said); address != "" {
		f.Do = fmt.Sprintf("It seems to wait for calls at %s. Write that as the url of its entry instead of the command, or change its args so that it talks over its standard input and output.", address)
	}
	f.explain(p.Sure(said))
	return f
}

// tellRefusal quotes a program that answered the introduction with an error. Whether it has ended by now says less.
func (f *Failure) tellRefusal(name string, err error) {
	wire, ok := asWireError(err)
	if !ok || isTransportError(wire) {
		return
	}
	if words, _ := errorWords(wire.Message); words != "" {
		f.What = fmt.Sprintf("The program %s refused to begin: %s.", name, strings.TrimSuffix(words, "."))
		f.Do = "Check its arguments and its settings, then start it again. All that it said is below."
	}
}

// explain adds what the words of a program mean, and reports whether that is known.
func (f *Failure) explain(m lastwords.Meaning, known bool) bool {
	if known {
		f.What += " " + m.What
		f.Do = m.Do
	}
	return known
}

// quote adds the one line of a program that says why it ended, unless the sentence quotes it already.
func (f *Failure) quote(said string, err error) {
	if wire, ok := asWireError(err); ok && !isTransportError(wire) {
		return
	}
	if cause := lastwords.Cause(said); cause != "" {
		f.What += " It says: " + strings.TrimSuffix(cause, ".") + "."
	}
}

// evidence is what a program said, and what else is known of why it is no connection. That it hung up, or that its time was over,
// stands in the sentence above already.
func evidence(said string, err error) string {
	words := lastwords.Evidence(said)
	if !hungUp(err) && !errors.Is(err, context.DeadlineExceeded) && !program.GivenUp(err) {
		words += "\n\n" + err.Error()
	}
	return strings.TrimSpace(words)
}

// inWords writes a time limit.
func inWords(limit time.Duration) string {
	if minutes := limit / time.Minute; minutes > 1 && limit%time.Minute == 0 {
		return fmt.Sprintf("%d minutes", minutes)
	}
	return limit.String()
}

// hungUp reports whether a program closed one of its ends. The SDK says of its output that it did in two ways.
func hungUp(err error) bool {
	return program.HungUp(err) || errors.Is(err, mcp.ErrConnectionClosed)
}
