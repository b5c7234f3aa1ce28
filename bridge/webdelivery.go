package bridge

import (
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
)

// delivery watches whether a message went out. What did not can be sent again; what did may have been read and acted upon, whatever
// became of the answer.
type delivery struct{ begun, wrote atomic.Bool }

// watch gives the request by which it is known.
func (d *delivery) watch(req *http.Request) *http.Request {
	return req.WithContext(httptrace.WithClientTrace(req.Context(), &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { d.begun.Store(true) },
		WroteRequest: func(info httptrace.WroteRequestInfo) {
			if info.Err == nil {
				d.wrote.Store(true)
			}
		},
	}))
}

// whole reports whether the message went out to its end.
func (d *delivery) whole() bool { return d.wrote.Load() }

// sentNothing reports that no part of the message went out, or will. The zero exchange had nobody to send it.
func (x *exchange) sentNothing() bool {
	d := x.delivery.Load()
	return d == nil || !d.begun.Load()
}
