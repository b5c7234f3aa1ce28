package signin

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"
)

// Failure tells the person why signing in did not work. No part of it holds a secret.
type Failure struct {
	What   string // one sentence in plain words
	Do     string // what the person can do about it
	Detail string // the evidence; untrusted; may be ""
	Err    error  // one of this package's reasons, the error of Ask or the end of a context; may be nil

	passing bool // it is about one request, and no reason not to ask the next time
}

// Error is for logs; the app shows the parts.
func (f *Failure) Error() string { return f.What }

// Unwrap gives the reason.
func (f *Failure) Unwrap() error { return f.Err }

// shortMemory is how long a failure that is nobody's decision is remembered: connecting asks twice in a row, and the second answer
// would be the same.
const shortMemory = 5 * time.Second

// memory is a failure that is not to be repeated.
type memory struct {
	failure *Failure
	until   time.Time // zero: until the person starts the server again
}

// remember keeps a failure: a decision until [SignIn.Retry], anything else for a moment.
func (s *SignIn) remember(f *Failure) {
	m := &memory{failure: f}
	switch {
	case f.passing:
		m.until = s.opts.Now().Add(shortMemory)
	case errors.Is(f, ErrRefused), errors.Is(f, ErrDenied), errors.Is(f, ErrSignedOut), errors.Is(f, errNotAccepted):
	case errors.Is(f, context.Canceled), errors.Is(f, errNothingToRenew):
		return
	default:
		m.until = s.opts.Now().Add(shortMemory)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusal = m
}

// refused is the failure that stands in the way of another try, or nil. It is called under the lock.
func (s *SignIn) refused() *Failure {
	if s.refusal == nil || !s.refusal.until.IsZero() && !s.opts.Now().Before(s.refusal.until) {
		return nil
	}
	return s.refusal.failure
}

// errNotAccepted is the reason when a server refuses the token that was made for it a moment ago.
var errNotAccepted = errors.New("the server does not accept its own sign-in")

// explain makes a Failure of any error. w is what was going on, or nil.
func (s *SignIn) explain(err error, w *wire) *Failure {
	var f *Failure
	if errors.As(err, &f) {
		f.Detail = s.secrets.evidence(f.Detail)
		return f
	}
	if errors.Is(err, context.Canceled) {
		return &Failure{What: fmt.Sprintf("Signing in to %s was stopped.", s.opts.Server), Do: "Start the server to sign in.", Err: context.Canceled}
	}
	f = &Failure{
		What:   fmt.Sprintf("Signing in to %s did not work.", s.opts.Server),
		Do:     "Start the server to try again. If it stays like this, tell the people who run it what is below.",
		Detail: s.secrets.evidence(err.Error()),
	}
	if w != nil {
		if more := w.why(); more != nil {
			if more.Detail = s.secrets.evidence(more.Detail); more.Detail == "" {
				more.Detail = f.Detail
			}
			return more
		}
	}
	return f
}

// noPlace is for a server that refuses and does not say where one signs in: most of these want a key.
func (s *SignIn) noPlace() *Failure {
	return &Failure{
		What: fmt.Sprintf("%s wants to know who you are, but does not say where to sign in.", hostOf(s.url)),
		Do:   "If you were given a key for it, press Enter its key on its page. Parley keeps it safe on this computer.",
	}
}

// hostOf is how an address is called in a sentence. It may come from anybody.
func hostOf(address string) string {
	if u, err := url.Parse(address); err == nil && u.Host != "" {
		address = u.Host
	}
	return plain(address, maxHost)
}

// maxHost is the longest name of a host (RFC 1035, 2.3.4).
const maxHost = 255

// named is how the host of an address is called in a sentence.
func named(u *url.URL) string { return plain(u.Host, maxHost) }
