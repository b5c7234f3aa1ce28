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

// Fingerprint stands for what the entry runs: its program, arguments, folder and environment. It stays the same when only the value of
// a secret that the entry refers to changes, and changes when anything changes that the person is shown before the first start.
func (s Server) Fingerprint() string {
	shown := s.AsWritten()
	runs := shown
	if w := s.written; w != nil {
		// A reference in the command or the folder is what decides which program runs; only what the person enters is left out.
		w.apply(&runs, func(_ spot, text string, m mode) string {
			return putIn(w.known, w.syntax, text, m, func(ref reference) (string, bool) {
				value, ok := w.known[ref.text]
				return value, ok
			})
		})
		for name := range w.fromFile {
			if _, said := w.env[name]; !said {
				// Of an env file only the names are shown, and its secrets change. What has other files run than the command says is no secret.
				if !steers(name) {
					shown.Env[name] = ""
				}
			}
		}
	}
	raw, err := json.Marshal([]any{runs.Command, runs.Cwd, shown.URL, shown.Env, s.Unset, s.OnlySafeEnv})
	if err != nil {
		return "" // cannot be: it is text alone
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// steers tells whether a variable decides what a program loads or runs besides itself. The file of a project may change it with the
// next update, and nobody would be asked.
func steers(variable string) bool {
	name := strings.ToUpper(variable)
	for _, start := range []string{"LD_", "DYLD_", "PYTHON", "NODE_", "NPM_CONFIG_", "PIP_", "UV_", "RUBY", "PERL5", "GIT_", "BUN_", "DENO_", "DOTNET_", "CORECLR_", "COR_"} {
		if strings.HasPrefix(name, start) {
			return !secretName.MatchString(name)
		}
	}
	return slices.Contains([]string{"PATH", "PATHEXT", "COMSPEC", "SHELL", "ENV", "BASH_ENV", "ZDOTDIR", "IFS", "CLASSPATH", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS",
		"JDK_JAVA_OPTIONS", "GCONV_PATH", "DOCKER_HOST", "DOCKER_CONTEXT", "EDITOR", "PAGER", "BROWSER"}, name)
}

// secretName is of variables such as UV_INDEX_PASSWORD, which are renewed without anything else being run.
var secretName = regexp.MustCompile(`TOKEN|PASSWORD|SECRET|_KEY$|CREDENTIAL|_AUTH$`)

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
