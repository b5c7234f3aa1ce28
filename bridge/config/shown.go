package config

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// AsWritten is the entry for screens and logs, with references such as ${env:TOKEN} and ${input:id} as they are written instead of
// what they stand for. What is written out in the file stays: values of Env and Headers are still secrets.
func (s Server) AsWritten() Server {
	if s.written == nil {
		return s
	}
	s.written.apply(&s, asWritten)
	return s
}

// Fingerprint stands for what the entry runs: its program, arguments, folder and environment; or what it reaches, and what of this
// computer goes there. It stays the same when only the value of a secret that the entry refers to changes, and changes when anything
// changes that the person is shown before the first start.
func (s Server) Fingerprint() string {
	shown := s.AsWritten()
	runs := s.unasked()
	if w := s.written; w != nil {
		for name := range w.fromFile {
			if _, said := w.env[name]; !said {
				// The secrets of an env file are renewed. All else in it counts: the file of a project may change with its next update, and any
				// variable may decide what a program loads or where it connects.
				if plainlySecret(name) {
					shown.Env[name] = ""
				}
			}
		}
	}
	parts := []any{runs.Command, runs.Cwd, shown.URL, shown.Env, s.Unset, s.OnlySafeEnv}
	if s.URL != "" {
		parts = append(parts, s.Origin(), sentAlong(shown.Headers), s.DrawsOn())
	}
	raw, err := json.Marshal(parts)
	if err != nil {
		return "" // cannot be: it is text alone
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// unasked is the entry with what its references stand for, but for what the person enters: a reference in the command or the folder is
// what decides which program runs, and one in the address where it leads.
func (s Server) unasked() Server {
	w := s.written
	if w == nil {
		return s
	}
	w.apply(&s, func(_ spot, text string, m mode) string {
		return putIn(w.known, w.syntax, text, m, func(ref reference) (string, bool) {
			value, ok := w.known[ref.text]
			return value, ok
		})
	})
	return s
}

// Origin is where an address leads: scheme, host and port. "" for a program, and where the person enters that.
func (s Server) Origin() string {
	u, err := url.Parse(s.unasked().URL)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// sentAlong are the names of headers, with the values of those that refer to something: another literal key is sent to the same place.
func sentAlong(headers map[string]string) map[string]string {
	named := map[string]string{}
	for name, value := range headers {
		named[name] = ""
		if anyReference.MatchString(value) {
			named[name] = value
		}
	}
	return named
}

// DrawsOn are the references of an entry that put something of this computer, or of what the person enters, into what is sent to its
// address: as they are written, each once. None for a program: it has all of that anyway.
func (s Server) DrawsOn() []string {
	w := s.written
	if w == nil || w.url == "" {
		return nil
	}
	var list []string
	shown := s
	w.apply(&shown, func(at spot, text string, m mode) string {
		if at.member == "url" || at.member == "headers" || at.member == "oauth" {
			w.syntax.replace(text, m, func(ref reference) (string, bool) {
				if !slices.Contains(list, ref.text) {
					list = append(list, ref.text)
				}
				return "", false
			})
		}
		return text
	})
	return list
}

// plainlySecret tells variables such as UV_INDEX_PASSWORD, which are renewed without anything else being run. SSH_ASKPASS is a program.
func plainlySecret(variable string) bool {
	name := strings.ToUpper(variable)
	return secretName.MatchString(name) && !strings.Contains(name, "ASKPASS")
}

var secretName = regexp.MustCompile(`TOKEN|PASSWORD|PASSWD|PASSPHRASE|SECRET|(?:^|_)(?:API|ACCESS|PRIVATE)?_?KEY$|CREDENTIALS?$|_AUTH$|_PAT$|_PASS$`)

// String describes the entry in one line without values of environment, headers and inputs. So do Format, GoString and LogValue: no
// way of printing or logging a Server shows a secret.
func (s Server) String() string {
	shown := s.AsWritten()
	parts := []string{fmt.Sprintf("%q", s.Name)}
	add := func(name string, values ...string) {
		if len(values) > 0 {
			parts = append(parts, name+" "+strings.Join(values, " "))
		}
	}
	var words []string
	for _, word := range shown.Command {
		words = append(words, fmt.Sprintf("%q", word))
	}
	add("runs", words...)
	if shown.Cwd != "" {
		add("in", fmt.Sprintf("%q", shown.Cwd))
	}
	if shown.URL != "" {
		add("at", withoutSecrets(shown.URL))
	}
	add("with environment", slices.Sorted(maps.Keys(shown.Env))...)
	add("with headers", slices.Sorted(maps.Keys(shown.Headers))...)
	for _, in := range s.Inputs {
		add("asks for", in.ID)
	}
	if s.Disabled {
		parts = append(parts, "disabled")
	}
	if s.Problem != nil {
		add("unusable:", s.Problem.Error())
	}
	return strings.Join(parts, ", ")
}

// withoutSecrets hides the password and the values of the query of an address: many hosts' keys stand there.
func withoutSecrets(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "an address that cannot be read"
	}
	query := u.Query()
	for name := range query {
		query.Set(name, "xxxxx")
	}
	u.RawQuery, u.Fragment = query.Encode(), ""
	return u.Redacted()
}

var (
	anyReference = regexp.MustCompile(`\$\{(?:env:|input:)?[A-Za-z0-9_.-]+\}|\{(?:env|file):[^{}$]+\}`)
	schemes      = regexp.MustCompile(`(?i)^(?:bearer|basic|token|apikey)?$`)
)

// OnlyRefers reports whether a value of the environment or of a header may be on a screen as it is written: it holds references, and
// besides them nothing but the word before a credential, as in "Bearer ${env:TOKEN}" (case config-env-variable-in-header).
func OnlyRefers(value string) bool {
	rest := anyReference.ReplaceAllString(value, "")
	return rest != value && schemes.MatchString(strings.TrimSpace(rest))
}

// GoString is String.
func (s Server) GoString() string { return s.String() }

// Format is String for every verb.
func (s Server) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, s.String()) }

// LogValue is String for [slog].
func (s Server) LogValue() slog.Value { return slog.StringValue(s.String()) }
