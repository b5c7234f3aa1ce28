package demo

import (
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"
)

// pageFor is how long a page stays open when nobody closes it.
const pageFor = 10 * time.Minute

// page is a small web page on loopback with one button.
type page struct {
	token   string // part of the address, so that only who was given the link finds the page
	url     string
	clicked chan struct{} // closed by the first press of the button
	closed  chan struct{} // closed when the page is being closed
	click   func()
	close   func() // returns at once; Serve waits for the rest
}

// openPage serves a page until it is closed, pageFor is over or the demo ends.
func (l *lab) openPage() (*page, error) {
	listener, err := l.listen()
	if err != nil {
		return nil, fmt.Errorf("the demo cannot show its page on this computer: %w", err)
	}
	p := &page{token: uuid.NewString(), clicked: make(chan struct{}), closed: make(chan struct{})}
	p.url = "http://" + listener.Addr().String() + "/connect/" + p.token
	p.click = sync.OnceFunc(func() { close(p.clicked) })
	p.close = sync.OnceFunc(func() { close(p.closed) })
	server := &http.Server{Handler: p.handler(listener.Addr().String()), ReadHeaderTimeout: 5 * time.Second}

	l.mu.Lock()
	l.pages[p.token] = p
	l.mu.Unlock()
	l.tasks.Go(func() { _ = server.Serve(listener) }) // it always ends with ErrServerClosed
	l.tasks.Go(func() {
		limit := time.NewTimer(pageFor)
		defer limit.Stop()
		select {
		case <-p.closed:
		case <-limit.C:
		case <-l.life.Done():
		}
		p.close()
		l.mu.Lock()
		delete(l.pages, p.token)
		l.mu.Unlock()
		// The browser that pressed the button should still see what the page says to that.
		grace, cancel := context.WithTimeout(context.WithoutCancel(l.life), time.Second)
		defer cancel()
		if server.Shutdown(grace) != nil {
			_ = server.Close()
		}
	})
	return p, nil
}

func listenOnLoopback() (net.Listener, error) { return net.Listen("tcp", "127.0.0.1:0") }

//go:embed page.html
var pageText string

func (p *page) handler(host string) http.Handler {
	view := template.Must(template.New("page").Parse(pageText))
	show := func(w http.ResponseWriter, connected bool) {
		header := w.Header()
		header.Set("Content-Type", "text/html; charset=utf-8")
		header.Set("Cache-Control", "no-store")
		header.Set("Referrer-Policy", "no-referrer")
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'")
		_ = view.Execute(w, struct{ Connected bool }{connected}) // a browser that went away is no fault
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /connect/"+p.token, func(w http.ResponseWriter, _ *http.Request) { show(w, p.isClicked()) })
	mux.HandleFunc("POST /connect/"+p.token, func(w http.ResponseWriter, _ *http.Request) {
		show(w, true)
		p.click()
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Host != host { // another name that leads to this machine, as in DNS rebinding
			http.NotFound(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

func (p *page) isClicked() bool {
	select {
	case <-p.clicked:
		return true
	default:
		return false
	}
}
