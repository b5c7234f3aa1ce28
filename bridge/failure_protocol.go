package bridge

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/bridge/program/lastwords"
	"parley/bridge/program/launcher"
	"parley/bridge/text"
)

// maxErrorWords bounds what an error answer puts into a sentence of ours. All of it is in the evidence.
const maxErrorWords = 300

// protocolFailure is an error answer of the server, told apart from a tool's own failure (case result-protocol-error-distinct).
func (s *Server) protocolFailure(wire *jsonrpc.Error) *Failure {
	words, cut := errorWords(wire.Message)
	f := &Failure{What: "The server refused the call: " + strings.TrimSuffix(words, ".") + ".", Detail: errorDetail(wire), Err: wire}
	if words == "" {
		f.What = fmt.Sprintf("The server refused the call, and did not say why (error %d).", wire.Code)
	}
	between, address := launcher.GoBetween(s.entry.AsWritten().Command)
	switch {
	case wire.Code == jsonrpc.CodeInvalidParams:
		f.Do = "Check what you entered; the server's exact words are below."
	case wire.Code == jsonrpc.CodeMethodNotFound && address != "":
		f.Do = fmt.Sprintf("A tool that asks you something does not work through %s, which answers in your place. Write %s as the url of its entry (Edit) instead of the command.", between, address)
	case wire.Code == jsonrpc.CodeMethodNotFound:
		f.Do = "The server does not know this tool any more, or something in between does not pass on what the tool asks. Start the server again to see its tools; if this one is still there, connect to the server without what is in between."
	case wire.Code == mcp.CodeURLElicitationRequired:
		f.Do = "It wants you to open a link first, but did not say which one. Tell the people who made the server."
	case lastwords.Unreached(wire.Message):
		f.Do = "It could not reach something that it needs. Check your connection, and the addresses in its entry (Edit)."
	case cut:
		f.Do = "The server's exact words are below."
	}
	return f
}

// errorDetail is all that an error answer says.
func errorDetail(wire *jsonrpc.Error) string {
	detail := fmt.Sprintf("%d %s", wire.Code, wire.Message)
	if len(wire.Data) > 0 {
		detail += "\n" + string(wire.Data)
	}
	return detail
}

// named is what the TypeScript library and JavaScript put before the words of an error: its kind and its number.
var named = regexp.MustCompile(`^(?:(?:McpError|ProtocolError|SdkError|AbortError|TimeoutError|Error): |MCP error -?\d+: )+`)

// errorWords is what an error says without its kind and number: its first line, and whether there is more.
func errorWords(message string) (words string, cut bool) {
	words, rest, _ := strings.Cut(strings.TrimSpace(named.ReplaceAllString(strings.TrimSpace(message), "")), "\n")
	words = strings.TrimRight(words, " \r:[{(")
	short := text.Shorten(words, maxErrorWords)
	return short, short != words || strings.TrimSpace(rest) != ""
}

// overtime is how servers say that they would not wait any longer: those of the TypeScript library after a minute, for one.
var overtime = regexp.MustCompile(`(?i)\btime[ds]?[ -]?out\b|deadline exceeded`)
