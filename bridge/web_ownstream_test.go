package bridge

import (
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestOwnStreamOfAServerMayDoAsItLikes(t *testing.T) {
	ask := `{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":` + formParams + `}`
	for name, get := range map[string]func(n int, w http.ResponseWriter, r *http.Request){
		"ends at once": func(n int, w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			if n == 3 {
				_, _ = io.WriteString(w, "data: "+ask+"\n\n")
			}
		},
		"refused when it is come back to": func(n int, w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			if n == 1 {
				_, _ = io.WriteString(w, "data: "+ask+"\n\n")
				return
			}
			w.WriteHeader(http.StatusBadRequest)
		},
		"begins late": func(n int, w http.ResponseWriter, r *http.Request) {
			select {
			case <-time.After(3 * time.Second):
			case <-r.Context().Done():
				return
			}
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, "data: "+ask+"\n\n")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		},
		"is another page": func(n int, w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = io.WriteString(w, "<html>")
		},
		"is broken": func(n int, w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			w.WriteHeader(http.StatusInternalServerError)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := 0
			var mu sync.Mutex
			o := &oddWeb{session: "s", calls: say("application/json", hit)}
			o.get = func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				n++
				nth := n
				mu.Unlock()
				get(nth, w, r)
			}
			h := newWeb(t, o, nil)
			h.ready()
			if name != "is another page" && name != "is broken" {
				q := h.person.next()
				if n := o.count("initialize"); n != 1 {
					t.Errorf("connected %d times", n)
				}
				q.answer <- Answer{Reason: ReasonDeclined}
				h.receipt()
			}
			if state := wait(t, h.call(`{}`)); state.Result == nil || state.Result.Text != "hit" {
				t.Errorf("%+v %+v", state, state.Failure)
			}
			if n := o.count("initialize"); n != 1 || h.State().Phase != Ready {
				t.Errorf("connected %d times, %+v", n, h.State())
			}
		})
	}
}

// A page without an end where the stream was costs no connection for as long as the server is up.
func TestPageWhereTheStreamWasIsLetGo(t *testing.T) {
	left := make(chan struct{})
	var once sync.Once
	o := &oddWeb{session: "s", calls: say("application/json", hit)}
	o.get = func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Last-Event-Id") == "" {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, "id: 1\nretry: 10\n\n")
			return
		}
		w.Header().Set("Content-Type", "text/html")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		once.Do(func() { close(left) })
	}
	h := newWeb(t, o, nil)
	h.ready()
	select {
	case <-left:
	case <-time.After(patience):
		t.Error("the page is still being read")
	}
	if state := wait(t, h.call(`{}`)); state.Result == nil || state.Result.Text != "hit" {
		t.Errorf("%+v %+v", state, state.Failure)
	}
}

func TestResponseMayComeOnTheOwnStream(t *testing.T) {
	ids, ready := make(chan string, 1), make(chan struct{})
	o := &oddWeb{session: "s", calls: func(w http.ResponseWriter, _ *http.Request, id string) {
		w.WriteHeader(http.StatusAccepted)
		w.(http.Flusher).Flush()
		ids <- id
	}}
	o.get = func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, ": hello\n\n")
		w.(http.Flusher).Flush()
		close(ready)
		for {
			select {
			case id := <-ids:
				_, _ = io.WriteString(w, "data: "+strings.ReplaceAll(hit, "ID", id)+"\n\n")
				w.(http.Flusher).Flush()
			case <-r.Context().Done():
				return
			}
		}
	}
	h := newWeb(t, o, nil)
	h.ready()
	<-ready
	eventually(t, "hears", func() bool { return h.connection().web.hears() })
	for range 3 {
		if state := wait(t, h.call(`{}`)); state.Result == nil || state.Result.Text != "hit" {
			t.Fatalf("%+v %+v", state, state.Failure)
		}
	}
}

func TestBrokenStreamIsGoneOnWithFromItsLastEvent(t *testing.T) {
	ask := `{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":` + formParams + `}`
	var mu sync.Mutex
	id := ""
	o := &oddWeb{session: "s"}
	o.calls = func(w http.ResponseWriter, _ *http.Request, own string) {
		mu.Lock()
		id = own
		mu.Unlock()
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "id: e-1\nretry: 10\ndata: \n\n")
		w.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
	answered := make(chan struct{})
	o.other = func(w http.ResponseWriter, _ *http.Request, msg envelope) bool {
		if msg.Method == "" && string(msg.ID) == `"q"` {
			close(answered)
		}
		return false
	}
	resumed := 0
	o.get = func(w http.ResponseWriter, r *http.Request) {
		last := r.Header.Get("Last-Event-Id")
		if last == "" {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		mu.Lock()
		resumed++
		n, own := resumed, id
		mu.Unlock()
		w.Header().Set("Content-Type", "text/event-stream")
		switch {
		case n <= 8 && last != "e-1":
			t.Errorf("gone on with from %q", last)
		case n < 8: // more often than the SDK bears
			_, _ = io.WriteString(w, "retry: 10\n\n")
		case n == 8:
			_, _ = io.WriteString(w, "id: e-2\nretry: 10\ndata: "+ask+"\n\n")
			w.(http.Flusher).Flush()
			<-answered
		default:
			if last != "e-2" {
				t.Errorf("gone on with from %q", last)
			}
			_, _ = io.WriteString(w, "data: "+strings.ReplaceAll(hit, "ID", own)+"\n\n")
		}
	}
	h := newWeb(t, o, nil)
	h.ready()
	call := h.call(`{}`)
	q := h.person.next()
	if q.Call != call {
		t.Error("the question lost its call")
	}
	q.answer <- Answer{Reason: ReasonDeclined}
	if state := wait(t, call); state.Result == nil || state.Result.Text != "hit" {
		t.Errorf("%+v %+v", state, state.Failure)
	}
	if n := o.count("initialize"); n != 1 {
		t.Errorf("connected %d times", n)
	}
}
