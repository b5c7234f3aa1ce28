package bridge

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"parley/bridge/signin"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// What is read of an answer that refuses, and how much of that is kept as evidence.
const (
	maxRefusal     = 1 << 20
	maxFailureBody = 4 << 10
)

// note keeps what an answer says when it is none, and reads a refusal to its end, so that nothing waits for it any more: servers and
// proxies leave such bodies open.
func (w *webTap) note(resp *http.Response) (said refusal, body []byte) {
	said = refusal{page: isPage(resp)}
	if resp.StatusCode >= 300 {
		body = w.readRefusal(resp)
		said.status, said.body = resp.StatusCode, strings.TrimSpace(string(body[:min(len(body), maxFailureBody)]))
		said.wait = signin.RetryAfter(resp, w.clock.Now())
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.said = said
	return said, body
}

func (w *webTap) readRefusal(resp *http.Response) []byte {
	stop := w.clock.AfterFunc(webPatience, func() { _ = resp.Body.Close() })
	defer stop()
	body, _ := io.ReadAll(io.LimitReader(resp.Body, maxRefusal))
	_ = resp.Body.Close()
	setAnswer(resp, resp.StatusCode, body)
	return body
}

// unsaid notes that there was no answer.
func (w *webTap) unsaid() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.said = refusal{}
}

// lastSaid is what the last answer was when it was none.
func (w *webTap) lastSaid() refusal {
	if w == nil {
		return refusal{}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	said := w.said
	said.body = w.hush(said.body)
	return said
}

// setAnswer gives an answer another status and body.
func setAnswer(resp *http.Response, status int, body []byte) {
	resp.StatusCode, resp.Status = status, fmt.Sprintf("%d %s", status, http.StatusText(status))
	resp.Body, resp.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	resp.Header.Del("Content-Length")
}

// keepSession keeps the session that the server named first. The SDK ends its connection over any other one: servers that keep no
// sessions name a new one each time.
func (w *webTap) keepSession(resp *http.Response, msg envelope) {
	id := resp.Header.Get("Mcp-Session-Id")
	if id == "" {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.session == "" && resp.StatusCode < 300 && msg.Method != "server/discover" {
		w.session = id
	}
	if w.session != id {
		resp.Header.Del("Mcp-Session-Id")
	}
}

// bear turns an answer over which the SDK would end the whole connection into one that costs no more than what it is about. body is what
// a refusal said. It does not look at [webTap.lastSaid], which may be about another call by now.
func (w *webTap) bear(req *http.Request, resp *http.Response, msg envelope, x *exchange, said refusal, body []byte) {
	status := resp.StatusCode
	switch {
	case status < 400:
		return
	case w.forgotten(req, resp, msg, body):
		setAnswer(resp, http.StatusNotFound, nil)
		return
	case status == http.StatusUnauthorized, status == http.StatusForbidden && w.in != nil, status == http.StatusProxyAuthRequired:
		return
	case !msg.isCall():
		// Nothing waits for an answer to it, and servers that do not know a notification refuse it.
		setAnswer(resp, http.StatusAccepted, nil)
		return
	case msg.Method == "initialize", w.legacy:
		return
	}
	if failure := errorIn(body); failure != nil {
		x.fail(failure)
		setAnswer(resp, status, errorMessage(msg.ID, failure))
		return
	}
	said.body = w.hush(said.body)
	x.explain(refusedCall{said})
	setAnswer(resp, status, errorMessage(msg.ID, &jsonrpc.Error{Code: codeRejected, Message: http.StatusText(status)}))
}

// codeRejected is the SDK's for a request that the transport did not get through, while the connection lives.
const codeRejected = -32005

// forgotten reports whether the server does not know the session any more, as most do after they were started again. The specification has
// 404 for that; many servers say 400 and a word about it (typescript-sdk#1476, python-sdk#1004, nelson-mcp#38). An error about the
// request itself is none of that.
func (w *webTap) forgotten(req *http.Request, resp *http.Response, msg envelope, body []byte) bool {
	if w.hub != nil || req.Header.Get("Mcp-Session-Id") == "" || msg.Method == "initialize" {
		return false
	}
	var said envelope
	own := readJSON(body, &said) == nil && !isNull(said.ID) && msg.isCall() && sameID(said.ID, msg.ID)
	switch resp.StatusCode {
	case http.StatusNotFound:
		code := int64(0)
		if !isNull(said.Error) {
			code = wireError(said.Error).Code
		}
		return !own || code != jsonrpc.CodeMethodNotFound && code != jsonrpc.CodeInvalidParams
	case http.StatusBadRequest, http.StatusConflict, http.StatusGone:
	default:
		return false
	}
	text := strings.ToLower(string(body[:min(len(body), maxFailureBody)]))
	return !own && (strings.Contains(text, "session") && containsAny(text, "valid", "found", "unknown", "expired", "missing", "exist", "terminated", "closed") ||
		strings.Contains(text, "not initialized"))
}

func containsAny(text string, words ...string) bool {
	for _, word := range words {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// errorIn is the error that a refusing answer holds; nil when it holds none.
func errorIn(body []byte) *jsonrpc.Error {
	var said envelope
	if readJSON(bytes.TrimSpace(body), &said) != nil || isNull(said.Error) {
		return nil
	}
	failure := wireError(said.Error)
	if failure.Code == 0 && said.ID == nil { // {"error":"…"} of something that is no server of ours
		return nil
	}
	return failure
}

// refusedCall is for a call that an answer refused, and that nobody but the transport knows of.
type refusedCall struct{ said refusal }

func (r refusedCall) Error() string { return fmt.Sprintf("the server said %d", r.said.status) }

// oddAnswer is for an answer that is there and no message.
type oddAnswer struct {
	what string // after "it answered the call, but"
	said string // what it was; untrusted
	page bool
	err  error
}

func (o oddAnswer) Error() string { return "the server answered, but " + o.what }

func (o oddAnswer) Unwrap() error { return o.err }

// errAnswerLost is for a call whose answer went out into a stream that was broken.
var errAnswerLost = errors.New("what the server said was lost with the stream that it said it on")

// errBrokeOff is for a stream that ended before the response that it was for.
var errBrokeOff = errors.New("the stream ended before the answer")

func isStream(resp *http.Response) bool { return mediaType(resp) == "text/event-stream" }

func isPage(resp *http.Response) bool {
	kind := mediaType(resp)
	return kind == "text/html" || kind == "application/xhtml+xml"
}

func mediaType(resp *http.Response) string {
	kind, _, _ := strings.Cut(resp.Header.Get("Content-Type"), ";")
	return strings.ToLower(strings.TrimSpace(kind))
}
