package config

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"

	"parley/bridge/config/tree"
)

// signIn reads what is known beforehand for signing in, under the names that hosts give it: "oauth" in Claude Code, opencode, Gemini CLI
// and VS Code, "auth" in Cursor, whose members are in capitals. FastMCP writes "auth" as text: the word oauth, or a token.
func (r *reader) signIn(members tree.Object, w *written) SignIn {
	var beside SignIn
	if scopes, some := members.Get("oauthScopes"); some { // Kiro
		beside.Scopes = r.scopes(scopes)
	}
	m, ok := members.Get("oauth", "auth", "authentication")
	if !ok {
		return beside
	}
	r.at, r.places["oauth"] = m.At, m.At
	if text, is := m.Text(); is {
		if text != "" && !strings.EqualFold(text, "oauth") && !hasHeader(w.headers, "Authorization") {
			w.headers = with(w.headers, "Authorization", "Bearer "+text)
			r.places["headers/Authorization"] = m.At
		}
		return SignIn{}
	}
	switch string(m.Raw()) {
	case "false":
		return SignIn{Off: true}
	case "true":
		return beside
	}
	all, ok := tree.ObjectOf(m.Value)
	if !ok {
		r.fail("%q must be an object, as in {\"clientId\": \"…\"}, or false.", m.Name)
		return SignIn{}
	}
	in := beside
	for _, one := range all {
		text, _ := one.Scalar()
		switch strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(one.Name)) {
		case "clientid":
			in.ClientID = text
		case "clientsecret":
			in.ClientSecret = text
		case "clientmetadataurl", "clientidmetadataurl", "clientmetadatauri":
			in.MetadataURL = text
		case "scope", "scopes", "oauthscopes":
			in.Scopes = r.scopes(one)
		case "callbackport", "redirectport":
			in.Port = r.port(one)
		case "redirecturi", "redirecturl", "callbackurl":
			if port := portOf(text); port != 0 && (in.Port == 0 || in.Port == port) {
				in.Port = port
				if strings.Contains(text, "://") {
					in.Redirect = text
				}
			}
		case "enabled":
			in.Off = string(one.Raw()) == "false"
		}
	}
	return in
}

func hasHeader(headers map[string]string, name string) bool {
	for header := range headers {
		if strings.EqualFold(header, name) {
			return true
		}
	}
	return false
}

// scopes are a list, or text with blanks or commas between them.
func (r *reader) scopes(m tree.Member) []string {
	if text, ok := m.Text(); ok {
		return strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == ',' })
	}
	var scopes []string
	if json.Unmarshal(m.Raw(), &scopes) != nil {
		r.failAt(m.At, "The scopes must be a list of texts.")
	}
	return scopes
}

func (r *reader) port(m tree.Member) int {
	text, _ := m.Scalar()
	port, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		r.failAt(m.At, "The port of the redirect must be a number up to 65535.")
	}
	return int(port)
}

// portOf is the port of an address on this machine, 0 for any other: a redirect to another machine is no use here.
func portOf(address string) int {
	if !strings.Contains(address, "://") { // as Kiro has it
		address = "http://" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" || u.Hostname() != "localhost" && u.Hostname() != "127.0.0.1" && u.Hostname() != "::1" {
		return 0
	}
	port, _ := strconv.ParseUint(u.Port(), 10, 16)
	return int(port)
}
