package signintest

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"time"
)

// token gives tokens for codes and refresh tokens.
func (i *Issuer) token(out http.ResponseWriter, req *http.Request) {
	if req.ParseForm() != nil {
		http.Error(out, "bad form", http.StatusBadRequest)
		return
	}
	form := req.PostForm
	i.mu.Lock()
	defer i.mu.Unlock()
	i.forms = append(i.forms, form)
	id, ok := i.known(req, form)
	if i.habits.SendsOn != "" {
		http.Redirect(out, req, i.habits.SendsOn, http.StatusTemporaryRedirect)
		return
	}
	if i.habits.Echoes {
		status := i.habits.EchoStatus
		if status == 0 {
			status = http.StatusBadRequest
		}
		write(out, status, map[string]any{"error": "invalid_request", "error_description": "cannot use " + form.Encode() + " " + req.Header.Get("Authorization")})
		return
	}
	if !ok {
		write(out, http.StatusUnauthorized, map[string]any{"error": "invalid_client"})
		return
	}
	var given token
	switch form.Get("grant_type") {
	case "authorization_code":
		i.counts.Exchanges++
		given, ok = i.redeem(id, form)
	case "refresh_token":
		i.counts.Renewals++
		given, ok = i.renew(id, form)
	default:
		write(out, http.StatusBadRequest, map[string]any{"error": "unsupported_grant_type"})
		return
	}
	if !ok {
		write(out, http.StatusBadRequest, map[string]any{"error": "invalid_grant"})
		return
	}
	i.give(out, given, form.Get("refresh_token"))
}

// known checks who asks: by the Basic header, or in the form.
func (i *Issuer) known(req *http.Request, form url.Values) (id string, ok bool) {
	id, secret, basic := req.BasicAuth()
	if !basic {
		id, secret = form.Get("client_id"), form.Get("client_secret")
	} else {
		id, _ = url.QueryUnescape(id)
		secret, _ = url.QueryUnescape(secret) // RFC 6749, 2.3.1
	}
	if i.habits.ForgetsClients {
		return id, false
	}
	if wanted, given := i.habits.Clients[id]; given {
		return id, wanted == secret
	}
	c, ok := i.ids[id]
	return id, ok && c.secret == secret && (c.secret == "" && !basic || c.secret != "" && basic != i.habits.OnlyForm)
}

func (i *Issuer) redeem(id string, form url.Values) (token, bool) {
	c, ok := i.codes[form.Get("code")]
	delete(i.codes, form.Get("code"))
	sum := sha256.Sum256([]byte(form.Get("code_verifier")))
	ok = ok && c.client == id && c.redirect == form.Get("redirect_uri") && c.resource == form.Get("resource") &&
		c.challenge == base64.RawURLEncoding.EncodeToString(sum[:])
	return token{client: id, resource: c.resource, scope: c.scope}, ok
}

func (i *Issuer) renew(id string, form url.Values) (token, bool) {
	value := form.Get("refresh_token")
	t, ok := i.fresh[value]
	ok = ok && t.client == id && t.resource == form.Get("resource") && time.Now().Before(t.until)
	if ok && !i.habits.KeepsTokens {
		used := t
		used.until = time.Time{}
		i.fresh[value] = used // rotated: it works once
	}
	return t, ok
}

func (i *Issuer) give(out http.ResponseWriter, t token, used string) {
	ttl := i.habits.TTL
	if ttl == 0 {
		ttl = time.Hour
	}
	access := "access-" + rand.Text() + "/+=="
	t.until = time.Now().Add(ttl)
	i.tokens[access] = t
	answer := map[string]any{"access_token": access, "token_type": "Bearer", "expires_in": int(ttl.Seconds()), "scope": t.scope}
	if !i.habits.NoRefresh && (used == "" || !i.habits.KeepsTokens) {
		refresh := "refresh-" + rand.Text() + `/+=&"<`
		t.until = time.Now().Add(24 * time.Hour)
		i.fresh[refresh] = t
		answer["refresh_token"] = refresh
	}
	if i.habits.Given != nil {
		i.habits.Given(answer)
	}
	out.Header().Set("Cache-Control", "no-store")
	write(out, http.StatusOK, answer)
}

func (i *Issuer) revoke(out http.ResponseWriter, req *http.Request) {
	if req.ParseForm() != nil {
		http.Error(out, "bad form", http.StatusBadRequest)
		return
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if _, ok := i.known(req, req.PostForm); !ok || i.habits.RevokeFails {
		http.Error(out, "not now", http.StatusServiceUnavailable)
		return
	}
	value := req.PostForm.Get("token")
	i.counts.Revoked = append(i.counts.Revoked, value)
	for _, list := range []map[string]token{i.tokens, i.fresh} {
		if t, ok := list[value]; ok {
			t.until = time.Time{}
			list[value] = t
		}
	}
}
