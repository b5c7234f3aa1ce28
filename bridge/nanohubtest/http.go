package nanohubtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"unicode/utf8"
)

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodGet:
		s.get(w, r)
	case http.MethodPost:
		s.post(w, r)
	case http.MethodOptions:
		w.Header().Set("Access-Control-Allow-Origin", "*")
		w.Header().Set("Access-Control-Allow-Methods", "GET, POST, OPTIONS")
		w.Header().Set("Access-Control-Allow-Headers", "Content-Type, Authorization, Mcp-Session-Id")
	default:
		// DELETE too: the end of a session is ignored (contract N8).
		page(w, http.StatusNotImplemented, fmt.Sprintf("Unsupported method ('%s')", r.Method))
	}
}

// page is an error as Python's http.server words it.
func page(w http.ResponseWriter, status int, words string) {
	w.Header().Set("Connection", "close")
	w.Header().Set("Content-Type", "text/html;charset=utf-8")
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, "<!DOCTYPE HTML>\n<html lang=\"en\">\n    <head>\n        <meta charset=\"utf-8\">\n        <title>Error response</title>\n    </head>\n    <body>\n        <h1>Error response</h1>\n        <p>Error code: %d</p>\n        <p>Message: %s.</p>\n    </body>\n</html>\n", status, words)
}

func (s *Server) get(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/mcp", "/mcp/":
		s.serveStream(w, r, "/mcp")
	case "/sse", "/sse/":
		s.serveStream(w, r, "/")
	case "/openapi.json":
		s.openAPI(w)
	default:
		page(w, http.StatusNotFound, "No GET endpoint at "+r.URL.Path)
	}
}

// post is a message, or a tool by plain REST.
func (s *Server) post(w http.ResponseWriter, r *http.Request) {
	rest, isTool := strings.CutPrefix(r.URL.Path, "/tools/")
	if !isTool && r.URL.Path != "/" && r.URL.Path != "/mcp" && r.URL.Path != "/mcp/" {
		page(w, http.StatusNotFound, "No JSON-RPC endpoint at "+r.URL.Path)
		return
	}
	if r.ContentLength > s.Limit {
		page(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("Request body exceeds %d bytes", s.Limit))
		return
	}
	var raw []byte
	if r.ContentLength > 0 { // a body without a length is none
		var err error
		if raw, err = io.ReadAll(r.Body); err != nil {
			return
		}
	}
	if !utf8.Valid(raw) || !json.Valid(raw) {
		page(w, http.StatusBadRequest, "Malformed JSON")
		return
	}
	p := Post{Header: r.Header.Clone(), Session: s.sessionOf(r), Body: string(raw)}
	raw = []byte(strings.TrimSpace(string(raw)))
	if isTool {
		tl, known := s.tool(rest)
		if !known {
			page(w, http.StatusNotFound, "Tool not found: "+rest)
			return
		}
		p.Status, p.Reply = s.direct(tl, raw)
		s.reply(w, p)
		return
	}
	if r.URL.Path != "/" && s.accepted(w, p, raw) {
		return
	}
	p.Status, p.Reply = http.StatusAccepted, `{"status":"accepted"}`
	reply, then := s.payload(raw, p.Session)
	defer then()
	if reply != "" {
		p.Status, p.Reply = http.StatusOK, reply
		s.mu.Lock()
		s.broadcast(p.Session, reply) // and once more as the body (contract N5)
		s.mu.Unlock()
	}
	s.reply(w, p)
}

// accepted handles the call of an async tool in a session: 202, and the response on the stream alone (contract J2).
func (s *Server) accepted(w http.ResponseWriter, p Post, raw json.RawMessage) bool {
	var msg message
	if p.Session == "" || !isObject(raw) || json.Unmarshal(raw, &msg) != nil || textOf(msg.Method) != "tools/call" {
		return false
	}
	name, _, _ := called(msg)
	if tl, _ := s.tool(name); !tl.async {
		return false
	}
	answer := func() {
		reply, then := s.handle(raw, p.Session)
		defer then()
		s.mu.Lock()
		defer s.mu.Unlock()
		if reply != "" {
			s.broadcast(p.Session, reply)
		}
	}
	p.Status, p.Reply = http.StatusAccepted, `{"status":"accepted"}`
	if s.StreamFirst {
		answer()
		s.reply(w, p)
		return true
	}
	s.reply(w, p)
	w.(http.Flusher).Flush()
	answer()
	return true
}

// reply says what a POST is answered with. No POST ever names a session (contract 0.1, N3). The server speaks HTTP/1.0: a
// connection carries one request.
func (s *Server) reply(w http.ResponseWriter, p Post) {
	s.mu.Lock()
	s.heard = append(s.heard, p)
	s.mu.Unlock()
	header := w.Header()
	header.Set("Access-Control-Allow-Origin", "*")
	header.Set("Connection", "close")
	header.Set("Content-Type", "application/json")
	header.Set("Content-Length", fmt.Sprint(len(p.Reply)))
	w.WriteHeader(p.Status)
	_, _ = io.WriteString(w, p.Reply)
}

// direct runs a tool by plain REST: there is no session in which it could ask (contract N2).
func (s *Server) direct(tl tool, raw json.RawMessage) (status int, reply string) {
	var arguments map[string]json.RawMessage
	if !isObject(raw) || json.Unmarshal(raw, &arguments) != nil {
		return http.StatusBadRequest, refusal("Request body must be a JSON object of tool arguments")
	}
	if tl.asks {
		return http.StatusConflict, refusal(fmt.Sprintf("Tool '%s' requires an MCP session. Call it via POST /mcp with an active SSE connection instead of /tools/%s.", tl.name, tl.name))
	}
	got, err := tl.run(caller{server: s}, arguments)
	switch {
	case errors.Is(err, errRefused):
		return http.StatusUnprocessableEntity, dumps(fmt.Sprintf(`{"error":%s,"details":{"content":[{"type":"text","text":%s}],"isError":true}}`, quote(err.Error()), quote(err.Error())))
	case errors.As(err, &badArguments{}):
		return http.StatusBadRequest, refusal(err.Error())
	case err != nil:
		return http.StatusInternalServerError, refusal(err.Error())
	case got.dict != "":
		return http.StatusOK, dumps(got.dict)
	}
	return http.StatusOK, dumps(fmt.Sprintf(`{"result":%s}`, quote(got.text)))
}

func refusal(words string) string { return fmt.Sprintf(`{"error": %s}`, quote(words)) }

// openAPI lists the tools that plain REST may run.
func (s *Server) openAPI(w http.ResponseWriter) {
	var paths []string
	for _, tl := range s.tools {
		if !tl.asks {
			paths = append(paths, fmt.Sprintf(`"/tools/%s":{"post":{"operationId":%q,"summary":%s}}`, tl.name, tl.name, quote(tl.description)))
		}
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, dumps(fmt.Sprintf(`{"openapi":"3.1.0","info":{"title":"elicit-lab","version":"1.0.0"},"paths":{%s}}`, strings.Join(paths, ","))))
}
