package demo

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"testing"
	"time"
)

// visit sends one request to the page and gives its status and text.
func visit(t *testing.T, method, address, host string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if host != "" {
		req.Host = host
	}
	transport := &http.Transport{DisableKeepAlives: true}
	res, err := transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(text)
}

// gone waits until nothing listens at the address any more.
func gone(t *testing.T, address string) {
	t.Helper()
	where, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	for range 500 {
		conn, err := net.Dial("tcp", where.Host)
		if err != nil {
			return
		}
		_ = conn.Close()
		runtime.Gosched()
		select {
		case <-t.Context().Done():
		case <-time.After(10 * time.Millisecond):
		}
	}
	t.Errorf("the page at %s is still served", where.Host)
}

func TestClickOnThePageConnects(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			c := start(t, version, bothKinds)
			c.call("connect_data_source", `{}`)
			q := c.question()
			if q.mode != "url" || !strings.HasPrefix(q.url, "http://127.0.0.1:") || len(q.schema) != 0 {
				t.Fatalf("question %s", q.line)
			}
			if _, text := visit(t, "GET", q.url, ""); !strings.Contains(text, `<button type="submit">Connect</button>`) {
				t.Errorf("page %s", text)
			}
			if status, text := visit(t, "POST", q.url, ""); status != http.StatusOK || !strings.Contains(text, "<h1>Connected</h1>") {
				t.Errorf("after the click: %d %s", status, text)
			}
			if !c.rounds() {
				m := c.receive()
				if m.Method != "notifications/elicitation/complete" || m.Params.ElicitationID != q.linkID || q.linkID == "" {
					t.Errorf("want the notice that %q is done, got %s", q.linkID, m.line)
				}
			}
			c.answer("connect_data_source", `{}`, q, `{"action":"accept"}`)
			if got := c.result(); got.status() != "connected" {
				t.Errorf("status %q", got.status())
			}
			gone(t, q.url)
		})
	}
}

func TestClickMayComeAfterTheAnswer(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			c := start(t, version, bothKinds)
			c.call("connect_data_source", `{}`)
			q := c.question()
			c.answer("connect_data_source", `{}`, q, `{"action":"accept"}`)
			if m := c.receive(); m.Method != "notifications/progress" || !strings.Contains(m.Params.Message, "Waiting for your click") {
				t.Errorf("want a word about the click, got %s", m.line)
			}
			visit(t, "POST", q.url, "")
			for {
				m := c.receive()
				if m.Method == "notifications/elicitation/complete" && !c.rounds() {
					continue
				}
				if m.status() != "connected" {
					t.Errorf("got %s", m.line)
				}
				return
			}
		})
	}
}

func TestNoAndNoDecisionClosePageWithoutClick(t *testing.T) {
	for _, version := range versions {
		for action, status := range map[string]string{"decline": "declined", "cancel": "cancelled"} {
			t.Run(version+" "+action, func(t *testing.T) {
				c := start(t, version, bothKinds)
				c.call("connect_data_source", `{}`)
				q := c.question()
				c.answer("connect_data_source", `{}`, q, `{"action":"`+action+`"}`)
				if got := c.result(); got.status() != status {
					t.Errorf("status %q", got.status())
				}
				gone(t, q.url)
			})
		}
	}
}

func TestPageIsClosedWhenTheDemoEnds(t *testing.T) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			c := start(t, version, bothKinds)
			c.call("connect_data_source", `{}`)
			q := c.question()
			c.hangUp()
			c.served <- <-c.served
			gone(t, q.url)
		})
	}
}

func TestPageAnswersOnlyToItsOwnAddress(t *testing.T) {
	c := start(t, "2025-11-25", bothKinds)
	c.call("connect_data_source", `{}`)
	q := c.question()
	for name, attempt := range map[string]struct{ address, host string }{
		"a name that leads here": {q.url, "evil.example"},
		"another token":          {q.url[:len(q.url)-1] + "x", ""},
		"the root":               {q.url[:strings.Index(q.url, "/connect/")] + "/", ""},
	} {
		for _, method := range []string{"GET", "POST"} {
			if status, _ := visit(t, method, attempt.address, attempt.host); status != http.StatusNotFound {
				t.Errorf("%s by %s: status %d", method, name, status)
			}
		}
	}
	c.answer("connect_data_source", `{}`, q, `{"action":"decline"}`)
	if got := c.result(); got.status() != "declined" {
		t.Errorf("status %q: a stranger pressed the button", got.status())
	}
}

func TestRoundAfterThePageIsGoneIsPutIntoWords(t *testing.T) {
	c := start(t, "2026-07-28", bothKinds)
	c.call("connect_data_source", `{}`)
	q := c.question()
	for range 2 { // the second time the same answer is played again
		c.answer("connect_data_source", `{}`, q, `{"action":"decline"}`)
		got := c.result()
		gone(t, q.url)
		if got.status() == "declined" {
			continue
		}
		if !got.Result.IsError || !strings.Contains(got.says(), "run the tool again") {
			t.Errorf("error %v, words %q", got.Result.IsError, got.says())
		}
	}
}

// nobodyComes is a listener that is never dialled. Unlike a socket it lets the time of a test's bubble pass.
type nobodyComes struct{ closed chan struct{} }

func (l nobodyComes) Accept() (net.Conn, error) { <-l.closed; return nil, net.ErrClosed }
func (l nobodyComes) Close() error              { close(l.closed); return nil }
func (l nobodyComes) Addr() net.Addr            { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 9} }

func TestDoneWithoutAClickIsNotBelieved(t *testing.T) {
	alike(t, func(t *testing.T, version string) {
		page := nobodyComes{make(chan struct{})}
		c := startWith(t, version, bothKinds, func() (net.Listener, error) { return page, nil })
		began := time.Now()
		c.call("connect_data_source", `{}`)
		c.answer("connect_data_source", `{}`, c.question(), `{"action":"accept"}`)
		got := c.result()
		if got.status() != "not_connected" || time.Since(began) != clickWithin || !strings.Contains(got.says(), "nobody pressed Connect") {
			t.Errorf("status %q after %v, words %q", got.status(), time.Since(began), got.says())
		}
		<-page.closed
	})
}

func TestForgottenPageIsClosedAfterTenMinutes(t *testing.T) {
	alike(t, func(t *testing.T, version string) {
		page := nobodyComes{make(chan struct{})}
		c := startWith(t, version, bothKinds, func() (net.Listener, error) { return page, nil })
		began := time.Now()
		c.call("connect_data_source", `{}`)
		c.question()
		if <-page.closed; time.Since(began) != 10*time.Minute {
			t.Errorf("closed after %v", time.Since(began))
		}
	})
}

func TestPageThatCannotBeServedIsPutIntoWords(t *testing.T) {
	alike(t, func(t *testing.T, version string) {
		c := startWith(t, version, bothKinds, func() (net.Listener, error) { return nil, errors.New("no loopback here") })
		c.call("connect_data_source", `{}`)
		if got := c.result(); !got.Result.IsError || !strings.Contains(got.says(), "no loopback here") {
			t.Errorf("error %v, words %q", got.Result.IsError, got.says())
		}
	})
}
