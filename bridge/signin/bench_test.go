package signin_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/bridge/config"
	"parley/bridge/signin"
	"parley/bridge/signin/signintest"
	"parley/bridge/vault"
	"parley/bridge/wiretest"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestMain(m *testing.M) { wiretest.Main(m) }

var errNo = errors.New("no")

// bench is a server that wants people to sign in, and one who does.
type bench struct {
	*signin.SignIn
	t      *testing.T
	issuer *signintest.Issuer
	server *signintest.Server
	vault  *vault.Memory
	known  config.SignIn
	limit  time.Duration

	mu    sync.Mutex
	now   time.Time
	links []string
	pages []string
	asked chan struct{}                                        // gets one for each window, before the person does anything
	act   func(ctx context.Context, link string) error         // what the person does; nil: signs in
	ask   func(context.Context, string, <-chan struct{}) error // instead of all that
}

func newBench(t *testing.T, habits func(*signintest.Habits)) *bench {
	t.Helper()
	b := &bench{t: t, issuer: signintest.NewIssuer(), vault: &vault.Memory{}, now: time.Now(), asked: make(chan struct{}, 100), limit: 5 * time.Second}
	if habits != nil {
		b.issuer.Change(habits)
	}
	b.server = signintest.NewServer(b.issuer)
	t.Cleanup(b.issuer.Close)
	t.Cleanup(b.server.Close)
	b.restart()
	return b
}

// restart is what a new start of Parley has: the vault, and nothing else.
func (b *bench) restart() {
	b.SignIn = signin.New(signin.Options{
		Server: "Locked lab", URL: b.server.URL, Known: b.known, Secrets: b.vault, Ask: b.person, Now: b.clock, Limit: b.limit,
	})
}

func (b *bench) clock() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.now
}

func (b *bench) later(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.now = b.now.Add(d)
}

func (b *bench) person(ctx context.Context, link string, arrived <-chan struct{}) error {
	b.mu.Lock()
	b.links = append(b.links, link)
	act, ask := b.act, b.ask
	b.mu.Unlock()
	b.asked <- struct{}{}
	if ask != nil {
		return ask(ctx, link, arrived)
	}
	if act == nil {
		act = b.visit
	}
	if err := act(ctx, link); err != nil {
		return err
	}
	select {
	case <-arrived:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (b *bench) visit(ctx context.Context, link string) error {
	_, page, err := signintest.Visit(ctx, link)
	b.mu.Lock()
	b.pages = append(b.pages, page)
	b.mu.Unlock()
	return err
}

// page is the last one that the person saw.
func (b *bench) page() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.pages) == 0 {
		return ""
	}
	return b.pages[len(b.pages)-1]
}

func (b *bench) windows() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.links)
}

// connect connects as go-sdk does.
func (b *bench) connect() (*mcp.ClientSession, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	b.t.Cleanup(cancel)
	return b.connectWith(ctx)
}

func (b *bench) connectWith(ctx context.Context) (*mcp.ClientSession, error) {
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.DisableKeepAlives = true
	client := mcp.NewClient(&mcp.Implementation{Name: "parley", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: b.server.URL, OAuthHandler: b.SignIn, HTTPClient: &http.Client{Transport: base}}, nil)
	if err == nil {
		b.t.Cleanup(func() { _ = session.Close() })
	}
	return session, err
}

func (b *bench) mustConnect() *mcp.ClientSession {
	b.t.Helper()
	session, err := b.connect()
	if err != nil {
		b.t.Fatalf("connecting: %v", err)
	}
	return session
}

func (b *bench) call(session *mcp.ClientSession, tool string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	_, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: map[string]any{}})
	return err
}

func (b *bench) mustCall(session *mcp.ClientSession, tool string) {
	b.t.Helper()
	if err := b.call(session, tool); err != nil {
		b.t.Fatalf("calling %s: %v", tool, err)
	}
}

// eventually waits until something becomes true that another goroutine makes true without a word.
func (b *bench) eventually(what string, want func() bool) {
	b.t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !want(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			b.t.Fatalf("never came to be: %s", what)
		}
	}
}

// failure is the Failure of an error; it must be there and hold no secret.
func (b *bench) failure(err error) *signin.Failure {
	b.t.Helper()
	var f *signin.Failure
	if !errors.As(err, &f) {
		b.t.Fatalf("no failure in %v", err)
	}
	b.tellsNothing(err)
	if f.What == "" || f.Do == "" || !strings.HasSuffix(f.What, ".") || !strings.HasSuffix(f.Do, ".") {
		b.t.Errorf("not two sentences: %q %q", f.What, f.Do)
	}
	return f
}

// tellsNothing fails when an error or one that it wraps holds a secret.
func (b *bench) tellsNothing(err error) {
	b.t.Helper()
	words := everyWord(err)
	for _, secret := range b.issuer.Secrets() {
		if strings.Contains(words, core(secret)) {
			b.t.Errorf("the error tells %q: %s", secret, words)
		}
	}
}

// core is the part of a secret that stays the same however it is written.
func core(secret string) string { return strings.TrimRight(secret, `/+=:&"<`) }

func everyWord(err error) string {
	if err == nil {
		return ""
	}
	words := err.Error() + "\n"
	var f *signin.Failure
	if errors.As(err, &f) {
		words += f.What + f.Do + f.Detail
	}
	switch wrapped := err.(type) {
	case interface{ Unwrap() error }:
		words += everyWord(wrapped.Unwrap())
	case interface{ Unwrap() []error }:
		for _, one := range wrapped.Unwrap() {
			words += everyWord(one)
		}
	}
	return words
}

func mention(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q does not mention %q", text, part)
		}
	}
}
