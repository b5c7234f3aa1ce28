package signin

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"time"

	"parley/bridge/vault"

	"golang.org/x/oauth2"
)

// grant is what an authorization server gave for one server, with all that is needed to renew and revoke it. It is kept as JSON.
type grant struct {
	Issuer        string           `json:"issuer"`
	Resource      string           `json:"resource,omitempty"`
	TokenURL      string           `json:"tokenUrl"`
	RevocationURL string           `json:"revocationUrl,omitempty"`
	ClientID      string           `json:"clientId"`
	ClientSecret  string           `json:"clientSecret,omitempty"`
	AuthStyle     oauth2.AuthStyle `json:"authStyle"`
	Scopes        []string         `json:"scopes,omitempty"`
	Access        string           `json:"access,omitempty"`
	Refresh       string           `json:"refresh,omitempty"`
	Expiry        time.Time        `json:"expiry,omitzero"`
}

// earlier is how long before its end an access token counts as run out: a request is on its way for a while.
const earlier = 10 * time.Second

func (g grant) fresh(now time.Time) bool {
	return g.Access != "" && (g.Expiry.IsZero() || now.Before(g.Expiry.Add(-earlier)))
}

func (g grant) usable(now time.Time) bool { return g.Refresh != "" || g.fresh(now) }

// config is how the token endpoint is spoken to.
func (g grant) config() *oauth2.Config {
	return &oauth2.Config{ClientID: g.ClientID, ClientSecret: g.ClientSecret, Endpoint: oauth2.Endpoint{TokenURL: g.TokenURL, AuthStyle: g.AuthStyle}}
}

// registration is how the app is known to an authorization server: the answer to its registration, word for word, and the address on
// this computer that it was made for.
type registration struct {
	Redirect string          `json:"redirect"`
	Answer   json.RawMessage `json:"answer"`
	Asked    []string        `json:"asked,omitempty"` // the rights that it was made for
}

// The keys of the vault. Tokens are kept by issuer and server, so that those of one issuer never go to another one that a server
// names later (specification, basic/authorization: token audience and authorization server binding).
func issuerKey(server string) string        { return "issuer of " + server }
func grantKey(issuer, server string) string { return "sign-in at " + issuer + " for " + server }
func clientKey(issuer string) string        { return "client at " + issuer }

// address is the server's address as it stands in keys.
func (s *SignIn) address() string {
	u, err := url.Parse(s.url)
	if err != nil {
		return s.url
	}
	u.Scheme, u.Host = strings.ToLower(u.Scheme), strings.ToLower(u.Host)
	return u.String()
}

// kept reads what the vault holds for this server. What cannot be read is as if it were not there: the person signs in again.
func (s *SignIn) kept() grant {
	issuer, err := s.opts.Secrets.Get(issuerKey(s.address()))
	if err != nil {
		if !errors.Is(err, vault.ErrNotFound) {
			s.tell("Your sign-in could not be looked up: " + s.secrets.hide(err.Error()) + ".")
		}
		return grant{}
	}
	text, err := s.opts.Secrets.Get(grantKey(issuer, s.address()))
	if err != nil {
		return grant{}
	}
	var g grant
	if json.Unmarshal([]byte(text), &g) != nil || g.Issuer != issuer {
		return grant{}
	}
	// A client id that the person has put into the entry since then counts, not the one that was used before.
	if known := s.opts.Known.ClientID; known != "" && known != g.ClientID {
		return grant{}
	}
	s.secrets.add(g.Access, g.Refresh, g.ClientSecret)
	return g
}

// keep makes a grant the one that is used, and puts it into the vault.
func (s *SignIn) keep(g grant) {
	s.secrets.add(g.Access, g.Refresh, g.ClientSecret)
	s.mu.Lock()
	before := s.grant
	s.loaded, s.grant = true, g
	s.mu.Unlock()
	if before.Issuer != "" && before.Issuer != g.Issuer {
		_ = s.opts.Secrets.Delete(grantKey(before.Issuer, s.address()))
	}
	text, err := json.Marshal(g)
	if err == nil {
		err = s.opts.Secrets.Set(grantKey(g.Issuer, s.address()), string(text))
	}
	if err == nil {
		err = s.opts.Secrets.Set(issuerKey(s.address()), g.Issuer)
	}
	s.mu.Lock()
	s.unkept = err != nil
	s.mu.Unlock()
	if err != nil {
		s.tell("You are signed in, but only until Parley ends: " + s.secrets.hide(err.Error()) + ".")
		return
	}
	s.tell(noticeOf(s.opts.Secrets))
}

// noticeOf is what a vault has to say about where it keeps things; "" when it has nothing to say.
func noticeOf(store vault.Store) string {
	if talks, ok := store.(interface{ Notice() string }); ok {
		return talks.Notice()
	}
	return ""
}

// drop forgets the tokens of a grant that is worth nothing any more. Its issuer and scopes are remembered while Parley runs.
func (s *SignIn) drop(g grant) {
	s.mu.Lock()
	if s.grant.Access == g.Access && s.grant.Refresh == g.Refresh {
		s.grant.Access, s.grant.Refresh = "", ""
	}
	s.mu.Unlock()
	if text, err := s.opts.Secrets.Get(grantKey(g.Issuer, s.address())); err == nil {
		var kept grant
		if json.Unmarshal([]byte(text), &kept) == nil && kept.Refresh != g.Refresh {
			return // it is another Parley's, and good
		}
	}
	_ = s.opts.Secrets.Delete(grantKey(g.Issuer, s.address()))
}

// current is the grant that is used now.
func (s *SignIn) current() grant {
	s.Load()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.grant
}

func (s *SignIn) tell(note string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.note = note
}

// knownAt gives the registration at an issuer, when there is one.
func (s *SignIn) knownAt(issuer string) (registration, bool) {
	var r registration
	text, err := s.opts.Secrets.Get(clientKey(issuer))
	if err != nil || json.Unmarshal([]byte(text), &r) != nil {
		return registration{}, false
	}
	var answer struct {
		Secret  string  `json:"client_secret"`
		Expires float64 `json:"client_secret_expires_at"`
	}
	if json.Unmarshal(r.Answer, &answer) != nil {
		return registration{}, false
	}
	s.secrets.add(answer.Secret)
	if answer.Expires > 0 && s.opts.Now().Add(time.Minute).Unix() > int64(answer.Expires) {
		return registration{}, false
	}
	return r, true
}

// register keeps how the app is known at an issuer.
func (s *SignIn) register(issuer string, r registration) {
	text, err := json.Marshal(r)
	if err != nil {
		return
	}
	_ = s.opts.Secrets.Set(clientKey(issuer), string(text))
}
