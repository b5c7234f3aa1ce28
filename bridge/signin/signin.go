package signin

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"parley/bridge/config"
	"parley/bridge/vault"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"golang.org/x/oauth2"
)

// Options are what signing in to one server needs. Server, URL and Ask must be set.
type Options struct {
	Server  string            // the name that the person gave the server
	URL     string            // its address
	Known   config.SignIn     // what its entry says about signing in
	Base    http.RoundTripper // carries the requests; nil: the system's way. It must not add headers of the server's entry
	Secrets vault.Store       // where tokens and client ids stay; nil: they are forgotten at the end

	// Ask shows the link to the person and waits. It returns nil soon after arrived is closed: the browser came back. It returns an
	// error, which is remembered and found by [errors.Is], when the person declined or closed it; and [context.Cause] when ctx ended.
	Ask func(ctx context.Context, link string, arrived <-chan struct{}) error

	Now   func() time.Time // nil: [time.Now]
	Limit time.Duration    // of each request that has no person in it; 0: 20 seconds
}

// defaultLimit bounds each request to the places where one signs in.
const defaultLimit = 20 * time.Second

// SignIn is the sign-in to one server. It is the [auth.OAuthHandler] of its connections and outlives them. Its methods are safe for
// concurrent use.
type SignIn struct {
	opts Options
	url  string // the server's address without what is only for it or for nobody: a name and password, and a fragment

	mu      sync.Mutex
	loading chan struct{} // closed when the vault was read; nil before anybody asked for it
	loaded  bool
	grant   grant   // what was given; zero when nobody is signed in
	flight  *flight // the sign-in that is going on
	unkept  bool    // the vault did not take it
	refusal *memory // why the next one is not even tried
	note    string

	issued   string    // the access token that came out of the last window
	issuedAt time.Time // and when
	renewed  string    // the access token that came of a renewal because the one before was refused

	renewing sync.Mutex // held while tokens are renewed
	secrets  secrets
}

var _ auth.OAuthHandler = (*SignIn)(nil)

// New makes a SignIn. It asks nobody and nothing yet.
func New(opts Options) *SignIn {
	if opts.Base == nil {
		base := http.DefaultTransport.(*http.Transport).Clone()
		base.DisableKeepAlives = true // a sign-in is a handful of requests, to several places
		opts.Base = base
	}
	if opts.Secrets == nil {
		opts.Secrets = &vault.Memory{}
	}
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Limit <= 0 {
		opts.Limit = defaultLimit
	}
	s := &SignIn{opts: opts, url: bare(opts.URL)}
	s.secrets.add(opts.Known.ClientSecret)
	return s
}

// The reasons that a [Failure] may wrap.
var (
	ErrRefused   = errors.New("the person did not sign in")
	ErrDenied    = errors.New("the sign-in was refused at the server")
	ErrSignedOut = errors.New("the person signed out")
)

// SignedIn tells whether there is something to sign in with, as far as it is known: what the vault holds is known after the first
// request, or after [SignIn.Load].
func (s *SignIn) SignedIn() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.grant.usable(s.opts.Now())
}

// Note is what the person should know although signing in worked, in plain words; usually "".
func (s *SignIn) Note() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.note
}

// Load reads the vault, once. A keyring may take its time.
func (s *SignIn) Load() { <-s.load() }

// load begins to read the vault, when nobody has yet, and tells when it was read. The goroutine ends when the vault answers or gives up.
func (s *SignIn) load() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.loading != nil {
		return s.loading
	}
	s.loading = make(chan struct{})
	go func() {
		defer close(s.loading)
		kept := s.kept()
		s.mu.Lock()
		defer s.mu.Unlock()
		if !s.loaded {
			s.loaded, s.grant = true, kept
		}
	}()
	return s.loading
}

// loadWithin is [SignIn.Load] for as long as ctx lasts.
func (s *SignIn) loadWithin(ctx context.Context) error {
	select {
	case <-s.load():
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Retry forgets a refusal: the person started the server again.
func (s *SignIn) Retry() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refusal = nil
}

// TokenSource implements [auth.OAuthHandler].
func (s *SignIn) TokenSource(ctx context.Context) (oauth2.TokenSource, error) {
	return source{ctx, s}, nil
}

// source gives the access token of its SignIn, renewed when it has run out; nil when there is none: then the server asks for it.
type source struct {
	ctx context.Context
	s   *SignIn
}

// Token implements [oauth2.TokenSource].
func (t source) Token() (*oauth2.Token, error) { return t.s.token(t.ctx) }
