package signintest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Server is an MCP server that lets in who brings a token of its issuer. It has two tools: whoami, and deep, for which the scope
// "deep" is needed.
type Server struct {
	URL string

	web     *httptest.Server
	mu      sync.Mutex
	issuer  *Issuer
	named   string // the address that it gives for its issuer
	deaf    bool
	calls   string // the address that it says it is; "" for the right one
	refused int
	bearers []string
}

// NewServer starts an MCP server that belongs to an issuer.
func NewServer(issuer *Issuer) *Server {
	s := &Server{issuer: issuer, named: issuer.URL}
	server := mcp.NewServer(&mcp.Implementation{Name: "locked lab", Version: "1"}, nil)
	for _, name := range []string{"whoami", "deep"} {
		mcp.AddTool(server, &mcp.Tool{Name: name}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: name}}}, nil, nil
		})
	}
	inside := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true})
	mux := http.NewServeMux()
	mux.HandleFunc("GET /.well-known/oauth-protected-resource/mcp", s.metadata)
	mux.Handle("/mcp", s.guard(inside))
	s.web = httptest.NewServer(mux)
	s.URL = s.web.URL + "/mcp"
	return s
}

// Close ends it.
func (s *Server) Close() {
	s.web.CloseClientConnections()
	s.web.Close()
}

// Move has it belong to another issuer from now on; at is the address that it gives for it, "" for the right one.
func (s *Server) Move(issuer *Issuer, at string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.issuer, s.named = issuer, at
	if at == "" {
		s.named = issuer.URL
	}
}

// CallItself has it say that it is at another address.
func (s *Server) CallItself(address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = address
}

// TurnDeaf has it accept no token at all.
func (s *Server) TurnDeaf() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deaf = true
}

// Refused is how many requests it did not let in. Bearers are the tokens that it was brought.
func (s *Server) Refused() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.refused
}

// Bearers is described at Refused.
func (s *Server) Bearers() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.bearers...)
}

func (s *Server) metadata(out http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	address := s.URL
	if s.calls != "" {
		address = s.calls
	}
	write(out, http.StatusOK, map[string]any{
		"resource":              address,
		"authorization_servers": []string{s.named},
		"scopes_supported":      []string{"base"},
	})
}

// guard is the bearer check (RFC 6750).
func (s *Server) guard(inside http.Handler) http.Handler {
	return http.HandlerFunc(func(out http.ResponseWriter, req *http.Request) {
		bearer := strings.TrimPrefix(req.Header.Get("Authorization"), "Bearer ")
		body, _ := io.ReadAll(req.Body)
		req.Body = io.NopCloser(bytes.NewReader(body))
		s.mu.Lock()
		scope, ok := s.issuer.Scope(bearer, s.URL)
		ok = ok && !s.deaf
		if bearer != "" {
			s.bearers = append(s.bearers, bearer)
		}
		if !ok {
			s.refused++
		}
		s.mu.Unlock()
		where := fmt.Sprintf("resource_metadata=%q", s.web.URL+"/.well-known/oauth-protected-resource/mcp")
		switch {
		case !ok && bearer == "":
			out.Header().Set("WWW-Authenticate", "Bearer "+where)
			http.Error(out, "sign in", http.StatusUnauthorized)
		case !ok:
			out.Header().Set("WWW-Authenticate", `Bearer error="invalid_token", `+where)
			http.Error(out, "sign in", http.StatusUnauthorized)
		case bytes.Contains(body, []byte(`"name":"deep"`)) && bytes.Contains(body, []byte("tools/call")) && !hasScope(scope, "deep"):
			out.Header().Set("WWW-Authenticate", `Bearer error="insufficient_scope", scope="deep", `+where)
			http.Error(out, "more rights", http.StatusForbidden)
		default:
			inside.ServeHTTP(out, req)
		}
	})
}
