package wiretest

import (
	"net/http"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Streamable serves a server of the SDK over streamable HTTP. When the test ends it closes the sessions that are left: a client that was
// cut off, or made to forget its session, does not, and the SDK keeps goroutines for each. Make it before the web server that it
// stands in, so that it goes after that.
func Streamable(t testing.TB, server *mcp.Server, opts *mcp.StreamableHTTPOptions) http.Handler {
	t.Cleanup(func() {
		for session := range server.Sessions() {
			_ = session.Close()
		}
	})
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, opts)
}
