package bridge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"

	"parley/bridge/config"
	"parley/bridge/signin"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/auth"
	"golang.org/x/oauth2"
)

// signingIn is the sign-in of a server together with the connection that needs it. The sign-in outlives its connections; a
// question to the person belongs to one of them.
type signingIn struct {
	*signin.SignIn // nil for a key of the person's own: nobody signs in over it
	known          config.SignIn
	url            string
	conn           *conn
}

var _ auth.OAuthHandler = signingIn{}

// signer gives the sign-in for a connection; nil when the entry says that nobody signs in. Without a connection it is the one that there
// may have been before the entry said so.
func (s *Server) signer(c *conn, entry config.Server) *signingIn {
	if entry.URL == "" || c != nil && entry.SignIn.Off {
		return nil
	}
	if c != nil && hasKey(entry) {
		return &signingIn{url: entry.URL, conn: c}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.signing == nil || s.signing.url != entry.URL || !reflect.DeepEqual(s.signing.known, entry.SignIn) {
		in := signin.New(signin.Options{
			Server:  s.entry.Name,
			URL:     entry.URL,
			Known:   entry.SignIn,
			Secrets: s.opts.Secrets,
			Ask:     s.askToSignIn,
			Now:     s.opts.Clock.Now,
		})
		s.signing = &signingIn{SignIn: in, known: entry.SignIn, url: entry.URL}
		s.signed.Store(in)
	}
	if c != nil {
		s.signing = &signingIn{SignIn: s.signing.SignIn, known: entry.SignIn, url: entry.URL, conn: c}
	}
	return s.signing
}

// hasKey tells whether the entry holds what its server is to let the person in for: a key in a header, or a name and password in the
// address. Then nobody is sent to sign in (netclaw#1357, cline#8309), unless the entry says what is known for that as well.
func hasKey(entry config.Server) bool {
	for name := range entry.Headers {
		if strings.EqualFold(name, "Authorization") {
			return true
		}
	}
	if !reflect.DeepEqual(entry.SignIn, config.SignIn{}) {
		return false
	}
	for name := range entry.Headers {
		if namesKey(name) {
			return true
		}
	}
	u, err := url.Parse(entry.URL)
	return err == nil && u.User != nil
}

// namesKey tells whether a header of this name holds a key for its server. What a gate in front of it wants is another matter.
func namesKey(header string) bool {
	name := strings.ToLower(header)
	if strings.HasPrefix(name, "cf-access-") || strings.HasPrefix(name, "proxy-") {
		return false
	}
	for _, word := range strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || r == '.' }) {
		switch word {
		case "key", "apikey", "token", "secret", "auth", "authorization", "authentication", "password", "cookie", "jwt", "pat", "bearer":
			return true
		}
	}
	return false
}

// refusedForGood is the error of a server that refuses a request for a reason that signing in does not help against: it does not take
// the key in its entry, or does not let in who the person is.
type refusedForGood struct{ failure *Failure }

// Error is for logs.
func (r refusedForGood) Error() string { return r.failure.What }

// refused gives the words for that.
func (in signingIn) refused(resp *http.Response) error {
	host, said := in.conn.server.host(nil), in.conn.web.lastSaid()
	if said.status != resp.StatusCode {
		body, _ := io.ReadAll(io.LimitReader(resp.Body, maxFailureBody))
		said = refusal{status: resp.StatusCode, page: mediaType(resp) == "text/html", body: in.conn.web.hush(strings.TrimSpace(string(body)))}
	}
	_ = resp.Body.Close()
	f := &Failure{Status: resp.StatusCode, Detail: said.body}
	f.refused(host, in.url, said)
	if resp.StatusCode == http.StatusUnauthorized {
		f.What = fmt.Sprintf("%s does not accept the key in its entry (status 401).", host)
		f.Do = "Press Enter its key on its page to give another, or mend its entry."
		if words := said.words(); words != "" {
			f.What += " It says: " + words
		}
	}
	return refusedForGood{f}
}

// TokenSource implements [auth.OAuthHandler]. A renewal ends with the connection: the SDK would have closing wait for it.
func (in signingIn) TokenSource(context.Context) (oauth2.TokenSource, error) {
	if in.SignIn == nil {
		return nil, nil
	}
	return in.SignIn.TokenSource(in.conn.ctx)
}

// Authorize implements [auth.OAuthHandler]. Every time limit of the connection stands still meanwhile: a person is at work. Where
// nobody can be asked, nothing is begun that only a person can end.
func (in signingIn) Authorize(ctx context.Context, req *http.Request, resp *http.Response) error {
	if in.SignIn == nil || resp.StatusCode == http.StatusForbidden && !signin.WantsMore(resp) {
		return in.refused(resp) // the SDK would send the request once more if there were no error
	}
	s := in.conn.server
	if s.opts.WaitFor == nil && resp.StatusCode == http.StatusUnauthorized {
		if err := in.Look(ctx, resp); err != nil {
			return err
		}
		return &signin.Failure{What: s.entry.Name + " wants you to sign in.", Do: "You will be asked to when you start it.", Err: ErrWantsSignIn}
	}
	if wantsNoAnswer(req) {
		return in.SignIn.Refresh(ctx, req, resp)
	}
	in.conn.standStill(1)
	defer func() {
		in.conn.standStill(-1)
		s.notify(Event{Server: s})
	}()
	err := in.SignIn.Authorize(ctx, req, resp)
	if ctx.Err() != nil {
		// The SDK would give up the whole connection (go-sdk#882), so that its word that the call is stopped does not ask the person
		// again. Notifications ask nobody here, and the call fails by its own end.
		return nil
	}
	return err
}

// wantsNoAnswer tells messages that nobody waits for, as notifications and the SDK's own answers are: they are no reason to disturb a
// person.
func wantsNoAnswer(req *http.Request) bool {
	if req.GetBody == nil {
		return false
	}
	body, err := req.GetBody()
	if err != nil {
		return false
	}
	defer func() { _ = body.Close() }()
	var msg envelope
	raw, err := io.ReadAll(body)
	return err == nil && readJSON(raw, &msg) == nil && !msg.isCall()
}

// token is the access token that there is, for messages that the SDK knows nothing of; "" when there is none.
func (in *signingIn) token(ctx context.Context) string {
	if in == nil || in.SignIn == nil {
		return ""
	}
	source, err := in.SignIn.TokenSource(ctx)
	if err != nil {
		return ""
	}
	var token *oauth2.Token
	if token, err = source.Token(); err != nil || token == nil {
		return ""
	}
	return token.AccessToken
}

// ErrWantsSignIn is wrapped by the Failure of a server that works as far as can be told without signing in, where there is nobody to
// sign in: it was made without a WaitFor.
var ErrWantsSignIn = errors.New("the server wants the person to sign in")

// The reasons for which the person may not have signed in.
var (
	errSignInDeclined  = errors.New("declined")
	errSignInDismissed = errors.New("closed without deciding")
)

// askToSignIn shows the link as every other link is shown.
func (s *Server) askToSignIn(ctx context.Context, link string, arrived <-chan struct{}) error {
	s.mu.Lock()
	c := s.signing.conn
	s.mu.Unlock()
	id := "sgn-" + uuid.NewString()
	a, _ := c.open(id, nil) // with the calls on the wire as its owners: their time limits stand still
	if a == nil {
		return context.Canceled
	}
	defer c.close(a)
	defer context.AfterFunc(ctx, func() { a.cancel(ErrStopped) })()
	if s.connection() != c { // a connection that is being made is not counted yet
		s.set(func() { s.asking++ })
		defer s.set(func() { s.asking-- })
	}
	q := question{request: Request{ID: id, Kind: KindAuthorization, Prompt: "Sign in to use " + s.entry.Name + ".", URL: link}}
	susp := s.suspension(a, q)
	susp.Completed, susp.SigningIn = arrived, true
	susp.AnswerWithin, susp.UsuallyWaits, susp.AnswerOnOpen = 0, 0, false
	answer, ending, err := s.put(a, q, susp, func(answer Answer) error { return s.awaitBack(a.ctx, answer, arrived) })
	over := context.Cause(a.ctx)
	r := s.newReceipt(a, susp, answer, ending)
	if errors.Is(over, ErrStopped) || errors.Is(over, ErrClosing) {
		r.Ending = EndStopped
	}
	s.handOut(r)
	switch {
	case err == nil && answer.OK:
		return nil
	case over != nil:
		return context.Canceled // nobody waits for it any more; that is no refusal
	case err != nil:
		return err
	case ending == EndDeclined:
		return errSignInDeclined
	}
	return errSignInDismissed
}

// backPatience is how much later than the person the browser may be.
const backPatience = 3 * time.Second

// errNotBack is why the link is shown once more to a person who said to be done.
var errNotBack = errors.New("the browser has not come back yet: finish signing in there first")

// awaitBack makes sure that a person who says to be done with signing in is.
func (s *Server) awaitBack(ctx context.Context, answer Answer, arrived <-chan struct{}) error {
	if !answer.OK {
		return nil
	}
	late := make(chan struct{})
	defer s.opts.Clock.AfterFunc(backPatience, func() { close(late) })()
	select {
	case <-arrived:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-late:
		return errNotBack
	}
}

// signOut forgets how the person signed in.
func (s *Server) signOut(ctx context.Context) error {
	s.mu.Lock()
	in := s.signing // made from the entry with its values filled in
	s.mu.Unlock()
	if in == nil {
		in = s.signer(nil, s.entry)
	}
	if in == nil {
		return nil
	}
	return in.SignOut(ctx)
}

// signInFailure gives the words of a sign-in that did not work; nil when it was something else.
func signInFailure(err error) *Failure {
	var refused refusedForGood
	if errors.As(err, &refused) {
		return refused.failure
	}
	var failed *signin.Failure
	if !errors.As(err, &failed) {
		return nil
	}
	return &Failure{What: failed.What, Do: failed.Do, Detail: failed.Detail, Err: failed, Status: http.StatusUnauthorized}
}

// phase is a time limit of connecting. It stands still while the person signs in.
func (c *conn) phase(limit time.Duration, over func()) (stop func()) {
	watch := newStopwatch(c.server.opts.Clock, limit, over)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.phases = append(c.phases, watch)
	if c.still == 0 {
		watch.run()
	}
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		watch.pause()
		c.phases = slices.DeleteFunc(c.phases, func(other *stopwatch) bool { return other == watch })
	}
}

// standStill counts what the phases stand still for.
func (c *conn) standStill(change int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.still += change
	for _, watch := range c.phases {
		if c.still > 0 {
			watch.pause()
		} else {
			watch.run()
		}
	}
}
