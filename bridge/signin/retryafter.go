package signin

import (
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// RetryAfter is how long an answer asks to be left alone (RFC 9110, 10.2.3): a number of seconds, or a date; 0 when it does not say.
func RetryAfter(resp *http.Response, now time.Time) time.Duration {
	text := resp.Header.Get("Retry-After")
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		return min(time.Duration(n), 365*24*3600) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil && at.After(now) {
		return at.Sub(now).Round(time.Second)
	}
	return 0
}

// later is what to do about an answer that only means not now.
func (s *SignIn) later(resp *http.Response) string {
	if wait := RetryAfter(resp, s.opts.Now()); wait > 0 {
		return fmt.Sprintf("It asks to be left alone for %s; start the server again then.", wait)
	}
	return "Wait a little, then start the server again."
}
