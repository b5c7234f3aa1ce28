package bridge

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/url"
	"time"

	"parley/bridge/config"
)

// Waiting to connect again after a connection to an address was lost: at once, then after a second, and each time twice as long.
const (
	firstWait   = time.Second
	longestWait = time.Minute
	maxTries    = 10          // over about six minutes; then it is up to the person
	steady      = time.Minute // a connection that lived so long begins with the first wait when it is lost
)

// waitBefore is how long to wait before the given try, from 0.
func waitBefore(try int) time.Duration {
	if try == 0 {
		return 0
	}
	wait := firstWait
	for range try - 1 {
		wait = min(2*wait, longestWait)
	}
	return wait
}

// reconnect tries to connect again until it works, or there is no sense in it any more. lost is why; nil when the connection was
// only to be made anew. tries counts on from one loss to the next.
func (s *Server) reconnect(ctx context.Context, entry config.Server, lost *Failure, tries *int) (*wired, *Failure) {
	for ; *tries < maxTries; *tries++ {
		alive, listens := s.rest(ctx, waitBefore(*tries), lost, s.address(entry.URL))
		if !alive {
			return nil, lost
		}
		if listens {
			*tries = 0
		}
		wire, failure := s.connect(ctx, entry)
		if failure == nil {
			*tries++
			return wire, nil
		}
		lost = failure
		if ctx.Err() != nil || !failure.mayPass() {
			break
		}
	}
	if lost == nil {
		lost = &Failure{What: s.entry.Name + " keeps ending the connection.", Do: "Start it again later, or tell the people who run it."}
	}
	return nil, lost
}

// rest waits before a try. alive is false when the server was closed meanwhile; listens says that somebody began to listen where nobody
// did, which ends the wait.
func (s *Server) rest(ctx context.Context, wait time.Duration, why *Failure, address string) (alive, listens bool) {
	why = s.quiet(why)
	if wait == 0 {
		s.set(func() { s.phase, s.failure = Starting, why })
		return ctx.Err() == nil, false
	}
	knocking, stop := context.WithCancel(ctx)
	defer stop()
	back := s.knock(knocking, why, address)
	s.mu.Lock()
	now := s.run.now
	s.mu.Unlock()
	over := make(chan struct{})
	defer s.opts.Clock.AfterFunc(wait, func() { close(over) })()
	s.set(func() { s.phase, s.failure, s.retryAt = Starting, why, s.opts.Clock.Now().Add(wait) })
	defer s.set(func() { s.retryAt = time.Time{} })
	select {
	case <-over:
	case <-now:
	case <-back:
		return ctx.Err() == nil, true
	case <-ctx.Done():
	}
	return ctx.Err() == nil, false
}

// knockPause is how often it is looked whether somebody listens at an address again.
const knockPause = time.Second

// knock gives what is closed when somebody listens at an address where nobody did: a server that was started again is not waited for any
// longer than that takes.
func (s *Server) knock(ctx context.Context, why *Failure, address string) <-chan struct{} {
	back := make(chan struct{})
	at := knockable(address, why)
	if at == "" {
		return back
	}
	var again func()
	again = func() {
		dialing, cancel := context.WithTimeout(ctx, knockPause)
		defer cancel()
		conn, err := (&net.Dialer{}).DialContext(dialing, "tcp", at)
		switch {
		case err == nil:
			_ = conn.Close()
			close(back)
		case ctx.Err() == nil:
			s.opts.Clock.AfterFunc(knockPause, again)
		}
	}
	s.opts.Clock.AfterFunc(knockPause, again)
	return back
}

// knockable is where to knock: nowhere unless nobody listened there.
func knockable(address string, why *Failure) string {
	var dns *net.DNSError
	if why == nil || errors.As(why.Err, &dns) || !isGone(why.Err) {
		return ""
	}
	return hostToKnock(address)
}

// hostToKnock is the host and port of an address; nothing when it is reached through a proxy, which always listens.
func hostToKnock(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	if proxy, err := http.ProxyFromEnvironment(&http.Request{URL: u}); err != nil || proxy != nil {
		return ""
	}
	return hostAndPort(u)
}

// hurry has a server that waits to be tried again tried now. It is called under the lock.
func (s *Server) hurry() {
	if s.retryAt.IsZero() {
		return
	}
	select {
	case s.run.now <- struct{}{}:
	default: // it is told already
	}
}

// mayPass reports whether trying again can help: not when the server refuses by a decision of its own.
func (f *Failure) mayPass() bool {
	if a := (*away)(nil); errors.As(f, &a) { // the person decides
		return false
	}
	switch f.Status {
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusNotFound: // behind a proxy, 404 is a server that starts
		return true
	}
	return f.Status < 400 || f.Status >= 500
}
