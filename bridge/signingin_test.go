package bridge

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/bridge/config"
	"parley/bridge/signin/signintest"
	"parley/bridge/vault"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// lockedHost is a host and the server that wants its person to sign in.
type lockedHost struct {
	*host
	issuer *signintest.Issuer
	locked *signintest.Server
	vault  *vault.Memory
}

func newLocked(t *testing.T, habits func(*signintest.Habits), change func(*config.Server, *Options)) *lockedHost {
	t.Helper()
	l := &lockedHost{issuer: signintest.NewIssuer(), vault: &vault.Memory{}}
	if habits != nil {
		l.issuer.Change(habits)
	}
	l.locked = signintest.NewServer(l.issuer)
	t.Cleanup(l.issuer.Close)
	t.Cleanup(l.locked.Close)
	l.start(t, change)
	return l
}

// start starts Parley anew with the same vault.
func (l *lockedHost) start(t *testing.T, change func(*config.Server, *Options)) {
	l.host = startHost(t, nil, func(e *config.Server, o *Options) {
		e.Name, e.URL, o.Dial, o.Secrets = "Locked lab", l.locked.URL, nil, l.vault
		if change != nil {
			change(e, o)
		}
	})
}

// signIn does what the person does: opens the link, and is done when the browser is back.
func (l *lockedHost) signIn() asked {
	l.t.Helper()
	a := l.person.next()
	l.visit(a)
	a.answer <- Answer{OK: true}
	return a
}

func (l *lockedHost) visit(a asked) {
	l.t.Helper()
	if _, _, err := signintest.Visit(l.t.Context(), a.Request.URL); err != nil {
		l.t.Fatal(err)
	}
	select {
	case <-a.Completed:
	case <-time.After(patience):
		l.t.Fatal("the browser came back and the request does not know")
	}
}

func TestServerThatWantsASignInAsksThroughTheLinkModal(t *testing.T) {
	l := newLocked(t, nil, nil)
	a := l.person.next()
	if a.Request.Kind != KindAuthorization || a.Server != "Locked lab" || a.Call != nil || a.AnswerWithin != 0 || a.AnswerOnOpen || !a.SigningIn ||
		!strings.HasPrefix(a.Request.URL, l.issuer.URL+"/authorize?") || a.Completed == nil {
		t.Errorf("asked %+v", a.Suspension)
	}
	if state := l.State(); state.Phase != Starting || state.Open != 1 || state.SignedIn {
		t.Errorf("meanwhile %+v", state)
	}
	l.visit(a)
	a.answer <- Answer{OK: true}
	l.ready()
	if state := l.State(); !state.SignedIn || state.Open != 0 {
		t.Errorf("then %+v", state)
	}
	if r := l.receipt(); r.Ending != EndSent || r.Suspension.Request.ID != a.Request.ID {
		t.Errorf("receipt %+v", r)
	}
	if state := wait(t, l.Call(l.tool(t, "whoami"), nil)); state.Phase != Finished {
		t.Errorf("call %+v", state)
	}
	l.person.none()
}

func TestStartOfParleyNeedsNoSignInAgain(t *testing.T) {
	l := newLocked(t, nil, nil)
	l.signIn()
	l.ready()
	l.close()
	l.start(t, nil)
	l.ready()
	l.person.none()
	if !l.State().SignedIn {
		t.Error("not signed in")
	}
}

// The person may take a day for it; no limit of the connection runs meanwhile (contract T5).
func TestSigningInTakesAsLongAsItTakes(t *testing.T) {
	l := newLocked(t, nil, func(e *config.Server, _ *Options) { e.Timeout = time.Second })
	a := l.person.next()
	l.clock.Advance(24 * time.Hour)
	if state := l.State(); state.Phase != Starting {
		t.Fatalf("a day later %+v", state)
	}
	l.visit(a)
	a.answer <- Answer{OK: true}
	l.ready()
}

func TestRefusingToSignInIsSaidAndNotAskedAgain(t *testing.T) {
	for _, reason := range []Reason{ReasonDeclined, ReasonCancelled} {
		l := newLocked(t, nil, nil)
		l.person.next().answer <- Answer{Reason: reason}
		f := l.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
		if !strings.Contains(f.What, "You did not sign in to Locked lab") || f.Do == "" || f.Status != http.StatusUnauthorized {
			t.Errorf("%+v", f)
		}
		l.clock.Advance(time.Hour) // it is not tried again by itself
		l.person.none()
		if r := l.receipt(); r.Told || (reason == ReasonDeclined) != (r.Ending == EndDeclined) {
			t.Errorf("receipt %+v", r)
		}
		l.Start()
		l.signIn()
		l.ready()
	}
}

func TestDoneBeforeTheBrowserIsBackIsAskedAgain(t *testing.T) {
	l := newLocked(t, nil, nil)
	first := l.person.next()
	first.answer <- Answer{OK: true}
	var again asked
	eventually(t, "asked again", func() bool {
		l.clock.Advance(backPatience)
		select {
		case again = <-l.person.asked:
			return true
		default:
			return false
		}
	})
	if again.Request.URL != first.Request.URL || again.Again == nil || !strings.Contains(again.Again.Err.Error(), "not come back") {
		t.Errorf("again %+v", again.Suspension)
	}
	l.visit(again)
	again.answer <- Answer{OK: true}
	l.ready()
	l.person.none()
}

func TestClosingEndsTheQuestionToSignIn(t *testing.T) {
	l := newLocked(t, nil, nil)
	a := l.person.next()
	l.close()
	if a.ctx.Err() == nil {
		t.Error("the question is still open")
	}
	if state := l.State(); state.Phase != Off || state.Failure != nil {
		t.Errorf("%+v", state)
	}
	if r := l.receipt(); r.Ending != EndStopped {
		t.Errorf("receipt %+v", r)
	}
	l.Start()
	l.signIn() // closing was no refusal
	l.ready()
}

func TestCallsThatNeedASignInWaitForOne(t *testing.T) {
	l := newLocked(t, nil, func(e *config.Server, _ *Options) { e.Timeout = time.Minute })
	l.signIn()
	l.ready()
	l.issuer.EndAll()
	l.clock.Advance(30 * time.Minute)
	var calls []*Call
	for range 3 {
		calls = append(calls, l.Call(l.tool(t, "whoami"), nil))
	}
	a := l.person.next()
	eventually(t, "waiting for the person", func() bool { return calls[0].State().Phase == Waiting })
	l.clock.Advance(time.Hour)
	l.visit(a)
	a.answer <- Answer{OK: true}
	for _, call := range calls {
		if state := wait(t, call); state.Phase != Finished {
			t.Errorf("%+v %+v", state, state.Failure)
		}
	}
	l.person.none()
}

func TestToolThatNeedsMoreRightsAsksForThem(t *testing.T) {
	l := newLocked(t, nil, nil)
	l.signIn()
	l.ready()
	call := l.Call(l.tool(t, "deep"), nil)
	a := l.signIn()
	if !strings.Contains(a.Request.URL, "deep") {
		t.Errorf("asked for %s", a.Request.URL)
	}
	if state := wait(t, call); state.Phase != Finished {
		t.Errorf("%+v %+v", state, state.Failure)
	}
}

func TestToolThatIsRefusedMoreRightsFailsAlone(t *testing.T) {
	l := newLocked(t, nil, nil)
	l.signIn()
	l.ready()
	call := l.Call(l.tool(t, "deep"), nil)
	l.person.next().answer <- Answer{Reason: ReasonDeclined}
	if state := wait(t, call); state.Phase != Broken || !strings.Contains(state.Failure.What, "You did not allow Locked lab") {
		t.Errorf("%+v %+v", state, state.Failure)
	}
	if state := wait(t, l.Call(l.tool(t, "whoami"), nil)); state.Phase != Finished {
		t.Errorf("the next call: %+v %+v", state, state.Failure)
	}
	l.clock.Advance(time.Minute)
	call = l.Call(l.tool(t, "deep"), nil)
	l.signIn()
	if state := wait(t, call); state.Phase != Finished {
		t.Errorf("when the person wants it after all: %+v %+v", state, state.Failure)
	}
}

func TestStoppedCallTakesItsSignInAway(t *testing.T) {
	l := newLocked(t, nil, nil)
	l.signIn()
	l.ready()
	call := l.Call(l.tool(t, "deep"), nil)
	a := l.person.next()
	call.Stop()
	if state := wait(t, call); state.Phase != Stopped {
		t.Errorf("%+v", state)
	}
	select {
	case <-a.ctx.Done():
	case <-time.After(patience):
		t.Error("the question stayed")
	}
	l.clock.Advance(time.Minute)
	call = l.Call(l.tool(t, "whoami"), nil)
	if state := wait(t, call); state.Phase != Finished || l.State().Phase != Ready {
		t.Errorf("the connection did not outlive it: %+v %+v", state, state.Failure)
	}
	l.person.none()
}

// Renewing a token has no end of its own in the SDK. Closing must not wait for an authorization server that does not answer.
func TestClosingDoesNotWaitForARenewal(t *testing.T) {
	l := newLocked(t, func(h *signintest.Habits) { h.TTL = time.Minute }, nil)
	l.signIn()
	l.ready()
	l.close()
	began := l.issuer.Counts().Hung
	l.issuer.Change(func(h *signintest.Habits) { h.Hangs = "/token" })
	l.start(t, func(_ *config.Server, o *Options) {
		clock := newFakeClock()
		clock.Advance(time.Hour)
		o.Clock = clock
	})
	eventually(t, "renewing", func() bool { return l.issuer.Counts().Hung > began })
	before := time.Now()
	l.close()
	if took := time.Since(before); took > 10*time.Second {
		t.Errorf("closing took %s", took)
	}
}

func TestSigningOutForgetsAndCloses(t *testing.T) {
	l := newLocked(t, nil, nil)
	l.signIn()
	l.ready()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := l.SignOut(ctx); err != nil {
		t.Error(err)
	}
	if state := l.State(); state.Phase != Off || state.SignedIn || l.vault.Len() != 0 {
		t.Errorf("%+v, %d secrets", state, l.vault.Len())
	}
	if len(l.issuer.Counts().Revoked) != 2 {
		t.Errorf("%+v", l.issuer.Counts())
	}
	l.Start()
	l.signIn()
	l.ready()
}

// A sign-in goes with the last entry that has its address, also when that says by now that nobody signs in.
func TestSignInGoesWithTheLastEntryOfItsAddress(t *testing.T) {
	l := newLocked(t, nil, nil)
	l.signIn()
	l.ready()
	kept := l.vault.Len()
	renamed := config.Server{Name: "Another", URL: l.locked.URL}
	if err := l.Leave(t.Context(), []config.Server{renamed}); err != nil || l.vault.Len() != kept || len(l.issuer.Counts().Revoked) != 0 {
		t.Errorf("%v, %d secrets of %d, revoked %v", err, l.vault.Len(), kept, l.issuer.Counts().Revoked)
	}
	l.start(t, func(e *config.Server, _ *Options) {
		e.Headers, e.Disabled = map[string]string{"Authorization": "key"}, true
	})
	if err := l.Leave(t.Context(), []config.Server{{Name: "Locked lab", URL: "https://elsewhere.example/mcp"}}); err != nil || l.vault.Len() != 0 || len(l.issuer.Counts().Revoked) != 2 {
		t.Errorf("%v, %d secrets, revoked %v", err, l.vault.Len(), l.issuer.Counts().Revoked)
	}
}

// fullVault is a vault that keeps nothing.
type fullVault struct{ vault.Memory }

func (*fullVault) Set(string, string) error { return errors.New("the disk is full") }

func TestSignInThatCannotBeKeptIsSaid(t *testing.T) {
	l := newLocked(t, nil, func(_ *config.Server, o *Options) { o.Secrets = &fullVault{} })
	l.signIn()
	l.ready()
	if notes := strings.Join(l.State().Notes, " "); !strings.Contains(notes, "until Parley ends") || !strings.Contains(notes, "the disk is full") {
		t.Errorf("notes %q", notes)
	}
}

// A key that the person gave is said to be refused. Nobody is sent to sign in over it, whatever the server offers.
func TestKeyOfTheEntryIsUsedInsteadOfASignIn(t *testing.T) {
	for name, change := range map[string]func(*config.Server){
		"a header":       func(e *config.Server) { e.Headers = map[string]string{"authorization": "Bearer canary-key"} },
		"another header": func(e *config.Server) { e.Headers = map[string]string{"X-API-Key": "canary-key"} },
		"a cookie":       func(e *config.Server) { e.Headers = map[string]string{"Cookie": "session=canary-key"} },
		"a password":     func(e *config.Server) { e.URL = strings.Replace(e.URL, "//", "//me:canary-key@", 1) },
		"a header of the old": func(e *config.Server) {
			e.Headers, e.Transport = map[string]string{"X-Auth-Token": "canary-key"}, config.SSE
		},
		"beside a known sign-in": func(e *config.Server) {
			e.Headers, e.SignIn.ClientID = map[string]string{"Authorization": "canary-key"}, "id"
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLocked(t, nil, func(e *config.Server, _ *Options) { change(e) })
			f := l.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
			if !strings.Contains(f.What, "does not accept the key") || !strings.Contains(f.What, "It says: sign in.") || f.Status != http.StatusUnauthorized {
				t.Errorf("%+v", f)
			}
			if strings.Contains(f.What+f.Do+f.Detail+everyError(f), "canary-key") {
				t.Errorf("it tells the key: %+v", f)
			}
			if l.issuer.Counts().Registrations != 0 || len(l.issuer.Paths()) != 0 {
				t.Errorf("the place to sign in was asked for %v", l.issuer.Paths())
			}
			l.person.none()
		})
	}
}

func everyError(err error) string {
	if err == nil {
		return ""
	}
	return err.Error() + "\n" + everyError(errors.Unwrap(err))
}

// Other headers say nothing of who the person is.
func TestOtherHeadersAreNoKey(t *testing.T) {
	for _, header := range []string{"X-Tenant", "User-Agent", "CF-Access-Client-Secret", "X-Keyboard", "X-Author", "Proxy-Authorization"} {
		l := newLocked(t, nil, func(e *config.Server, _ *Options) { e.Headers = map[string]string{header: "x"} })
		l.signIn()
		l.ready()
	}
}

// A server that knows who the person is and does not let them do something gets the request once, not twice, and nobody is asked to sign
// in for it.
func TestForbiddenIsNotSentTwice(t *testing.T) {
	for name, headers := range map[string]map[string]string{"with a key": {"X-Api-Key": "k"}, "with a sign-in": nil} {
		for _, challenge := range []string{"", "Bearer", `Bearer error="access_denied", scope="admin"`} {
			var mu sync.Mutex
			posted := 0
			refuses := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
				mu.Lock()
				defer mu.Unlock()
				if posted++; req.Method != http.MethodPost {
					t.Errorf("%s was asked for", req.URL)
				}
				w.Header().Set("WWW-Authenticate", challenge)
				http.Error(w, "not for you", http.StatusForbidden)
			}))
			t.Cleanup(refuses.Close)
			h := startHost(t, nil, func(e *config.Server, o *Options) {
				e.URL, e.Protocol, e.Headers, o.Dial = refuses.URL+"/mcp", "2025-11-25", headers, nil
			})
			f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
			mu.Lock()
			if posted != 1 || f.Status != http.StatusForbidden || !strings.Contains(f.What, "not for you") {
				t.Errorf("%s, %s: posted %d times, %+v", name, challenge, posted, f)
			}
			mu.Unlock()
			h.person.none()
		}
	}
}

// A tool that the person may not use fails alone; the connection stays.
func TestForbiddenToolFailsAlone(t *testing.T) {
	l := newLocked(t, nil, nil)
	l.signIn()
	l.ready()
	l.locked.Forbid("deep")
	state := wait(t, l.Call(l.tool(t, "deep"), nil))
	if state.Failure == nil || !strings.Contains(state.Failure.What, "status 403") || l.locked.Calls("deep") != 1 {
		t.Errorf("%+v %+v, %d calls", state, state.Failure, l.locked.Calls("deep"))
	}
	if state := wait(t, l.Call(l.tool(t, "whoami"), nil)); state.Phase != Finished {
		t.Errorf("the next one: %+v %+v", state, state.Failure)
	}
	l.person.none()
}

// Trying a server out must not raise a request, nor leave a trace at the server.
func TestServerThatIsOnlyTriedOutAsksNobody(t *testing.T) {
	l := newLocked(t, nil, func(_ *config.Server, o *Options) { o.WaitFor = nil })
	f := l.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
	if !errors.Is(f, ErrWantsSignIn) || l.issuer.Counts().Registrations != 0 || l.issuer.Counts().Windows != 0 {
		t.Errorf("%+v, %+v", f, l.issuer.Counts())
	}
}

// Most servers that refuse everybody want a key. Trying one out must not promise that there will be a page to sign in.
func TestServerThatWantsAKeyIsNotTakenForOneToSignInTo(t *testing.T) {
	for _, asking := range []bool{false, true} {
		var posted []string
		var mu sync.Mutex
		refuses := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			if r.Method == http.MethodPost && r.URL.Path != "/mcp" {
				posted = append(posted, r.URL.Path)
			}
			if r.URL.Path != "/mcp" {
				http.NotFound(w, r)
				return
			}
			http.Error(w, "no key", http.StatusUnauthorized)
		}))
		t.Cleanup(refuses.Close)
		h := startHost(t, nil, func(e *config.Server, o *Options) {
			e.URL, o.Dial = refuses.URL+"/mcp", nil
			if !asking {
				o.WaitFor = nil
			}
		})
		f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
		if !strings.Contains(f.What, "does not say where to sign in") || !strings.Contains(f.Do, "key") || errors.Is(f, ErrWantsSignIn) {
			t.Errorf("%+v", f)
		}
		mu.Lock()
		if !asking && len(posted) > 0 {
			t.Errorf("left a trace at %v", posted)
		}
		mu.Unlock()
		h.person.none()
	}
}

// The SDK's SSE transport takes no handler, and many servers with a sign-in speak only SSE.
func TestServerOfOldIsSignedInToAsWell(t *testing.T) {
	issuer := signintest.NewIssuer()
	t.Cleanup(issuer.Close)
	server := labServer(t.Context())
	events := mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return server }, nil)
	var mu sync.Mutex
	var address string
	locked := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		resource := address
		mu.Unlock()
		if r.URL.Path == "/.well-known/oauth-protected-resource/sse" {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"resource":"` + resource + `","authorization_servers":["` + issuer.URL + `"]}`))
			return
		}
		if _, ok := issuer.Scope(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), resource); !ok {
			w.Header().Set("WWW-Authenticate", "Bearer")
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		events.ServeHTTP(w, r)
	}))
	t.Cleanup(func() { locked.CloseClientConnections(); locked.Close() })
	mu.Lock()
	address = locked.URL + "/sse"
	mu.Unlock()
	h := startHost(t, nil, func(e *config.Server, o *Options) { e.URL, e.Transport, o.Dial = locked.URL+"/sse", config.SSE, nil })
	l := &lockedHost{host: h, issuer: issuer}
	l.signIn()
	h.ready()
	call := h.call("{}")
	q := h.person.next() // its answer is posted by the bridge itself, with the token
	q.answer <- Answer{Reason: ReasonDeclined}
	if state := wait(t, call); state.Phase != Finished {
		t.Errorf("%+v %+v", state, state.Failure)
	}
}
