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
	good    string // what tokens must be for; "" for its address
	about   func(map[string]any)
	says    func(where string) string
	places  map[string]http.HandlerFunc
	forbids string         // a tool that nobody may use
	called  map[string]int // of each tool, let through or not
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
	s.web = httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, req *http.Request) {
		s.mu.Lock()
		instead := s.places[req.URL.Path]
		s.mu.Unlock()
		if instead != nil {
			instead(out, req)
			return
		}
		mux.ServeHTTP(out, req)
	}))
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

// Put answers requests to a path, instead of the usual where there is something. Metadata is what it says of itself.
func (s *Server) Put(path string, answer http.HandlerFunc) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.places == nil {
		s.places = map[string]http.HandlerFunc{}
	}
	s.places[path] = answer
}

// Metadata is described at Put.
func (s *Server) Metadata(out http.ResponseWriter, req *http.Request) { s.metadata(out, req) }

// Describe changes what it says of itself; tokens must be for the resource that it gives then.
func (s *Server) Describe(change func(map[string]any)) {
	about := map[string]any{"resource": s.URL}
	change(about)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.about = change
	s.good, _ = about["resource"].(string)
}

// Challenge changes what stands in WWW-Authenticate, given where its metadata is.
func (s *Server) Challenge(says func(where string) string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.says = says
}

// TurnDeaf has it accept no token at all.
func (s *Server) TurnDeaf() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deaf = true
}

// Forbid has nobody use a tool: 403 without a word of what would help. Calls is how often a tool was called, let through or not.
func (s *Server) Forbid(tool string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forbids = tool
}

// Calls is described at Forbid.
func (s *Server) Calls(tool string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.called[tool]
}

// Bearers are the tokens that it was brought.
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
	about := map[string]any{
		"resource":              address,
		"authorization_servers": []string{s.named},
		"scopes_supported":      []string{"base"},
	}
	if s.about != nil {
		s.about(about)
	}
	write(out, http.StatusOK, about)
}

// guard is the bearer check (RFC 6750).
func (s *Server) guard(inside http.Handler) http.Handler {
	return http.HandlerFunc(func(out http.ResponseWriter, req *http.Request) {
		bearer := strings.TrimPrefix(req.Header.Get("Authorization"), "Bearer ")
		body, _ := io.ReadAll(req.Body)
		req.Body = io.NopCloser(bytes.NewReader(body))
		s.mu.Lock()
		good := s.good
		if good == "" {
			good = s.URL
		}
		scope, ok := s.issuer.Scope(bearer, good)
		says := s.says
		ok = ok && !s.deaf
		if bearer != "" {
			s.bearers = append(s.bearers, bearer)
		}
		forbidden := false
		for _, tool := range []string{"whoami", "deep"} {
			if bytes.Contains(body, []byte(`"name":"`+tool+`"`)) && bytes.Contains(body, []byte("tools/call")) {
				if s.called == nil {
					s.called = map[string]int{}
				}
				s.called[tool]++
				forbidden = tool == s.forbids
			}
		}
		s.mu.Unlock()
		where := fmt.Sprintf("resource_metadata=%q", s.web.URL+"/.well-known/oauth-protected-resource/mcp")
		switch {
		case !ok && says != nil:
			out.Header().Set("WWW-Authenticate", says(s.web.URL+"/.well-known/oauth-protected-resource/mcp"))
			http.Error(out, "sign in", http.StatusUnauthorized)
		case !ok && bearer == "":
			out.Header().Set("WWW-Authenticate", "Bearer "+where)
			http.Error(out, "sign in", http.StatusUnauthorized)
		case !ok:
			out.Header().Set("WWW-Authenticate", `Bearer error="invalid_token", `+where)
			http.Error(out, "sign in", http.StatusUnauthorized)
		case forbidden:
			http.Error(out, "not for you", http.StatusForbidden)
		case bytes.Contains(body, []byte(`"name":"deep"`)) && bytes.Contains(body, []byte("tools/call")) && !hasScope(scope, "deep"):
			out.Header().Set("WWW-Authenticate", `Bearer error="insufficient_scope", scope="deep", `+where)
			http.Error(out, "more rights", http.StatusForbidden)
		default:
			inside.ServeHTTP(out, req)
		}
	})
}
