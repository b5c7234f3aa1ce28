package signin

import (
	"context"
	"crypto/subtle"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"time"

	"parley/bridge/config"
)

// callbackPath is where the browser comes back to on this computer.
const callbackPath = "/callback"

// RedirectURL is the address on this computer that has to be registered for a client id whose entry gives a port. It is the one that
// Claude Code uses, so that a client id from there works here.
func RedirectURL(port int) string { return "http://localhost:" + strconv.Itoa(port) + callbackPath }

// portOf is the port of an address; 0 when it names none.
func portOf(address string) int {
	u, err := url.Parse(address)
	if err != nil {
		return 0
	}
	port, err := strconv.ParseUint(u.Port(), 10, 16)
	if err != nil {
		return 0
	}
	return int(port)
}

// redirect is the page on this computer that the browser comes back to (RFC 8252, 7.3). It takes one visit with the right state and
// shows no word of what it was called with.
type redirect struct {
	url       string
	path      string
	listeners []net.Listener
	server    *http.Server
	serving   sync.WaitGroup
	arrived   chan struct{} // closed when the right visit came

	mu    sync.Mutex
	state string // expected; "" before the link is shown
	came  url.Values
}

// listen opens the page. What the entry gives was registered by a person and is kept to the letter; a port alone is called localhost.
// Otherwise it is the preferred port when it is free, or any, at the address itself (RFC 8252, 8.3).
func listen(known config.SignIn, preferred int) (*redirect, error) {
	given := known.Port
	address := func(host string, port int) string { return net.JoinHostPort(host, strconv.Itoa(port)) }
	var first net.Listener
	var err error
	if given == 0 && preferred != 0 {
		first, _ = net.Listen("tcp", address("127.0.0.1", preferred))
	}
	if first == nil {
		if first, err = net.Listen("tcp", address("127.0.0.1", given)); err != nil {
			return nil, fmt.Errorf("port %d on this computer: %w", given, err)
		}
	}
	r := &redirect{listeners: []net.Listener{first}, arrived: make(chan struct{}), path: callbackPath}
	r.url = "http://" + first.Addr().String() + callbackPath
	if given != 0 {
		r.url = RedirectURL(given)
		if u, err := url.Parse(known.Redirect); err == nil && u.Host != "" {
			r.url, r.path = known.Redirect, u.Path
			if r.path == "" {
				r.path = "/" // what a browser asks for then
			}
		}
		if second, err := net.Listen("tcp", address("::1", given)); err == nil { // the other address of localhost
			r.listeners = append(r.listeners, second)
		}
	}
	r.server = &http.Server{
		Handler:           r,
		ReadHeaderTimeout: 10 * time.Second,
		WriteTimeout:      10 * time.Second,
		IdleTimeout:       10 * time.Second,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          log.New(io.Discard, "", 0), // it would quote what was sent
	}
	r.server.SetKeepAlivesEnabled(false)
	for _, listener := range r.listeners {
		r.serving.Go(func() { _ = r.server.Serve(listener) })
	}
	return r, nil
}

// isHere tells whether a visit calls this page by one of its own names, and not by one that leads here from a web page elsewhere.
func (r *redirect) isHere(host string) bool {
	name, port, err := net.SplitHostPort(host)
	_, ours, _ := net.SplitHostPort(r.listeners[0].Addr().String())
	return err == nil && port == ours && (name == "127.0.0.1" || name == "localhost" || name == "::1")
}

// expect says which state the right visit has.
func (r *redirect) expect(state string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state = state
}

// values is what the right visit brought.
func (r *redirect) values() url.Values {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.came
}

// close ends the page. A visit that is being answered gets its answer.
func (r *redirect) close() {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	_ = r.server.Shutdown(ctx)
	_ = r.server.Close()
	for _, listener := range r.listeners {
		_ = listener.Close() // one that was not served yet is not known to the server
	}
	r.serving.Wait()
}

// ServeHTTP implements [http.Handler].
func (r *redirect) ServeHTTP(out http.ResponseWriter, req *http.Request) {
	header := out.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
	header.Set("Referrer-Policy", "no-referrer") // the address holds the code
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	status, text := r.take(req)
	out.WriteHeader(status)
	_, _ = io.WriteString(out, fmt.Sprintf(page, text))
}

// take looks at a visit.
func (r *redirect) take(req *http.Request) (status int, text string) {
	const elsewhere = "This page is only for coming back from signing in."
	if req.URL.Path != r.path || !r.isHere(req.Host) {
		return http.StatusNotFound, elsewhere
	}
	if req.Method != http.MethodGet {
		return http.StatusMethodNotAllowed, elsewhere
	}
	query, err := url.ParseQuery(req.URL.RawQuery)
	if err != nil {
		return http.StatusBadRequest, elsewhere
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for name := range query {
		if len(query[name]) > 1 { // RFC 6749, 3.1: no parameter twice
			return http.StatusBadRequest, elsewhere
		}
	}
	switch {
	case r.state == "" || subtle.ConstantTimeCompare([]byte(query.Get("state")), []byte(r.state)) != 1:
		return http.StatusBadRequest, "This is not the sign-in that Parley is waiting for. Nothing was done."
	case r.came != nil:
		return http.StatusGone, "This sign-in was taken already. You can close this window."
	case !query.Has("code") && !query.Has("error"):
		return http.StatusBadRequest, elsewhere
	}
	r.came = query
	close(r.arrived)
	if query.Has("error") {
		return http.StatusOK, "You were not signed in. You can close this window; Parley says more."
	}
	return http.StatusOK, "That is all here. You can close this window and go back to Parley."
}

// page is what the person sees; %s is one of the sentences above.
const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parley</title>
<style>
:root { color-scheme: light dark }
body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1.5rem }
h1 { font-size: 1.4rem }
</style>
<h1>Parley</h1>
<p>%s</p>
</html>
`
