package signin

import (
	"io"
	"net/http"
	"strings"
)

// challenge is the part of a refusing answer that matters.
type challenge struct {
	status int
	header http.Header
}

// maxDrain is how much of a refusing answer is read, to use its connection again.
const maxDrain = 64 << 10

func newChallenge(resp *http.Response) challenge {
	if resp.Body != nil {
		_, _ = io.CopyN(io.Discard, resp.Body, maxDrain)
		_ = resp.Body.Close()
	}
	return challenge{status: resp.StatusCode, header: resp.Header}
}

// response is the answer as the handler can read it: it stumbles over what servers get wrong in their challenges, and is told where
// the metadata is by whoever has found it.
func (c challenge) response(metadata string) *http.Response {
	words := "Bearer resource_metadata=" + quoted(metadata)
	for _, name := range []string{"error", "scope"} {
		if value := c.param(name); value != "" {
			words += ", " + name + "=" + quoted(value)
		}
	}
	return &http.Response{StatusCode: c.status, Header: http.Header{"Www-Authenticate": {words}}, Body: http.NoBody}
}

// WantsMore tells whether a refusal is for want of rights that a person can give by signing in again (RFC 6750, 3.1).
func WantsMore(resp *http.Response) bool {
	c := challenge{status: resp.StatusCode, header: resp.Header}
	return c.status == http.StatusForbidden && c.param("error") == "insufficient_scope"
}

// quoted is a text as a quoted string (RFC 9110, 5.6.4).
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// param reads a parameter of the Bearer challenge; "" when it is not there. Where the metadata is, any challenge may say (RFC 9728, 5.1:
// the parameter is not tied to a scheme).
func (c challenge) param(name string) string {
	for _, header := range c.header.Values("WWW-Authenticate") {
		for _, p := range challengeParams(header) {
			if p.name == name && p.value != "" && (p.scheme == "bearer" || name == "resource_metadata") {
				return p.value
			}
		}
	}
	return ""
}

type challengeParam struct{ scheme, name, value string }

// challengeParams reads a WWW-Authenticate header (RFC 9110, 11.6.1) as servers write it: with several challenges in one line, with
// blanks where commas belong, and with an end in the middle of a quoted string.
func challengeParams(header string) []challengeParam {
	var list []challengeParam
	scheme := ""
	for rest := header; ; {
		rest = strings.TrimLeft(rest, " \t,")
		if rest == "" {
			return list
		}
		end := strings.IndexAny(rest, " \t,=\"")
		if end < 0 {
			end = len(rest)
		}
		word := strings.ToLower(rest[:end])
		rest = strings.TrimLeft(rest[end:], " \t")
		switch {
		case strings.HasPrefix(rest, "="):
			value, after := challengeValue(strings.TrimLeft(rest[1:], " \t"))
			list = append(list, challengeParam{scheme, word, value})
			rest = after
		case word == "": // a quoted string that belongs to nothing
			_, rest = challengeValue(rest)
		default:
			scheme = word
		}
	}
}

// challengeValue reads a value, quoted or not, and gives what comes after it.
func challengeValue(text string) (value, after string) {
	if !strings.HasPrefix(text, `"`) {
		end := strings.IndexAny(text, " \t,")
		if end < 0 {
			end = len(text)
		}
		return text[:end], text[end:]
	}
	var words strings.Builder
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text):
			i++
			words.WriteByte(text[i])
		case text[i] == '"':
			return words.String(), text[i+1:]
		default:
			words.WriteByte(text[i])
		}
	}
	return words.String(), ""
}
