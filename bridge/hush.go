package bridge

import (
	"net/url"
	"slices"
	"strings"
)

// plainWord is the length up to which the value of a header is a word and no secret.
const plainWord = 5

// hush gives a text, such as an error or what a server answered, without what the entry holds for its server: the values of its headers,
// and of its address what comes after the question mark, where many want a key, and the password.
func (w *webTap) hush(text string) string {
	if w == nil {
		return text
	}
	var secrets []string
	for _, value := range w.headers {
		secrets = append(secrets, value)
		if _, key, ok := strings.Cut(value, " "); ok { // what comes after Bearer
			secrets = append(secrets, key)
		}
	}
	if u, err := url.Parse(w.url); err == nil {
		password, _ := u.User.Password()
		secrets = append(secrets, password, u.RawQuery)
		for _, values := range u.Query() {
			secrets = append(secrets, values...)
		}
	}
	slices.SortFunc(secrets, func(a, b string) int { return len(b) - len(a) }) // one may be a part of another
	for _, secret := range secrets {
		if len(secret) > plainWord {
			text = strings.ReplaceAll(text, secret, "…")
		}
	}
	return text
}

// hush is [webTap.hush] where there may be no connection, or none over the web.
func (c *conn) hush(text string) string {
	if c == nil {
		return text
	}
	return c.web.hush(text)
}
