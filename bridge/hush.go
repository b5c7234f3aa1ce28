package bridge

import (
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"parley/bridge/config"
	"parley/bridge/hush"
	"parley/bridge/program"
	"parley/bridge/schema"
)

// hush gives words of the server, or about it, without the secrets that it was given: whoever complains repeats what they were sent.
func (s *Server) hush(text string) string {
	if text == "" {
		return ""
	}
	text = s.secrets.Hide(text)
	if in := s.signed.Load(); in != nil {
		text = in.Hide(text)
	}
	return text
}

// quiet is a failure as it may be shown: without secrets, and its evidence without the queries of addresses.
func (s *Server) quiet(f *Failure) *Failure {
	if f == nil {
		return nil
	}
	said := *f
	said.What, said.Do, said.Detail = s.hush(f.What), s.hush(f.Do), hush.Addresses(s.hush(f.Detail))
	return &said
}

// keepQuiet learns what must not be said of an entry: the values of its headers, but for those about the form of messages; what stands
// behind the question mark of its address, where many want a key, but for what is written in words there under a harmless name; and what
// its environment and arguments hold under the names of secrets.
func (s *Server) keepQuiet(entry config.Server) {
	for name, value := range entry.Headers {
		if !isAboutForm(name) {
			s.secrets.Add(headerSecrets(value)...)
		}
	}
	s.secrets.Add(addressSecrets(entry.URL)...)
	for name, value := range entry.Env {
		s.secrets.Add(variableSecrets(name, value)...)
	}
	if len(entry.Command) > 0 {
		s.secrets.Add(argumentSecrets(entry.Command[1:])...)
	}
}

// keepEnvironQuiet is keepQuiet for everything that a program gets.
func (s *Server) keepEnvironQuiet(pairs []string) {
	for _, pair := range pairs {
		if name := program.VariableName(pair); len(pair) > len(name) && schema.NamesSecret(name) {
			s.secrets.Add(variableSecrets(name, pair[len(name)+1:])...)
		}
	}
}

// keepValueQuiet is keepQuiet for a value that the person entered before a start.
func (s *Server) keepValueQuiet(in config.Input, value string) {
	if in.Password || schema.NamesSecret(in.ID) || schema.NamesSecret(in.Description) {
		s.secrets.Add(value)
	}
}

// isAboutForm tells headers that say how messages are written, which is no secret: application/json would be missing wherever the server
// speaks of it.
func isAboutForm(header string) bool {
	switch strings.ToLower(header) {
	case "accept", "accept-charset", "accept-encoding", "accept-language", "cache-control", "connection", "content-type", "user-agent":
		return true
	}
	return false
}

// headerSecrets are the value of a header, and what comes after Bearer.
func headerSecrets(value string) []string {
	_, key, _ := strings.Cut(value, " ")
	return slices.DeleteFunc([]string{value, key}, isPlaceholder)
}

// isPlaceholder tells a name that another app puts a value in place of ({{USER_ID}}, ${TOKEN}) from a secret: the person has to read it.
func isPlaceholder(value string) bool {
	if i := strings.LastIndexByte(value, ' '); i >= 0 {
		value = value[i+1:]
	}
	return strings.HasSuffix(value, "}") && (strings.HasPrefix(value, "{{") || strings.HasPrefix(value, "${"))
}

func addressSecrets(address string) []string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil
	}
	password, _ := u.User.Password()
	secrets := []string{password, u.RawQuery}
	for name, values := range u.Query() {
		for _, value := range values {
			if namesKey(name) || schema.NamesSecret(name) || !readsAsWords(value) {
				secrets = append(secrets, value)
			}
		}
	}
	return secrets
}

// longestWord is from how many letters on a run of them is taken for a key.
const longestWord = 16

// readsAsWords tells what is written in words of a language, such as features=database: hidden, it would be missing in every question and
// description of the server that speaks of it.
func readsAsWords(value string) bool {
	for _, word := range strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(" ,;/-_+*.", r) }) {
		if len(word) > longestWord || strings.Trim(word[1:], "abcdefghijklmnopqrstuvwxyz") != "" || !unicode.IsLetter(rune(word[0])) {
			return false
		}
	}
	return true
}

// variableSecrets are what is secret about a variable: all of it when its name says so or it looks like a key, else the password of an
// address in it. Paths are none, such as that of SSH_AUTH_SOCK.
func variableSecrets(name, value string) []string {
	if filepath.IsAbs(value) {
		return nil
	}
	if schema.NamesSecret(name) || looksLikeKey(value) {
		return headerSecrets(value)
	}
	if u, err := url.Parse(value); err == nil && u.User != nil {
		password, _ := u.User.Password()
		return []string{password}
	}
	return nil
}

// argumentSecrets are the values of arguments whose names say that they are secret: --token x, --api-key=x, --header "Authorization: x".
func argumentSecrets(arguments []string) (secrets []string) {
	for i, argument := range arguments {
		if name, value, given := strings.Cut(argument, "="); given && schema.NamesSecret(name) {
			secrets = append(secrets, value)
		}
		if name, value, given := strings.Cut(argument, ":"); given && schema.NamesSecret(name) {
			secrets = append(secrets, headerSecrets(strings.TrimSpace(value))...)
		}
		if strings.HasPrefix(argument, "-") && schema.NamesSecret(argument) && i+1 < len(arguments) && !strings.HasPrefix(arguments[i+1], "-") {
			secrets = append(secrets, arguments[i+1])
		}
		secrets = append(secrets, addressSecrets(argument)...)
	}
	return secrets
}

// shortestKey is from how many characters on letters and digits without a name are taken for a key.
const shortestKey = 16

// looksLikeKey recognises one by itself: long, in one word, of letters and digits in disorder.
func looksLikeKey(value string) bool {
	if len(value) < shortestKey || strings.ContainsAny(value, " /\\:,;") {
		return false
	}
	letters, digits := 0, 0
	for _, r := range value {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r):
			letters++
		}
	}
	return letters >= 4 && digits >= 3
}

// hush is [Server.hush] where there may be no connection.
func (c *conn) hush(text string) string {
	if c == nil {
		return text
	}
	return hush.Addresses(c.server.hush(text))
}

// hush gives a text, such as an error or what a server answered, without what the entry holds for its server.
func (w *webTap) hush(text string) string {
	if w == nil || w.secrets == nil {
		return text
	}
	return w.secrets.Hide(text)
}
