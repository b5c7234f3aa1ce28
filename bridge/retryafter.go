package bridge

import (
	"net/http"
	"strconv"
	"time"
)

// retryAfter is how long an answer asks to be left alone (RFC 9110, 10.2.3): a number of seconds, or a date; 0 when it does not say.
func retryAfter(resp *http.Response, now time.Time) time.Duration {
	text := resp.Header.Get("Retry-After")
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		return min(time.Duration(n), 365*24*3600) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil && at.After(now) {
		return at.Sub(now).Round(time.Second)
	}
	return 0
}
