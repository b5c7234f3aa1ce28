package nanohubtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// message is one JSON-RPC message of a client.
type message struct {
	ID     json.RawMessage
	Method json.RawMessage
	Params json.RawMessage
	Result json.RawMessage
	Error  json.RawMessage
}

// supported are the protocols that nanohub-mcp knows, its favourite first: that is no version of the specification (contract N7).
func supported() []string { return []string{"2026-01-26", "2025-11-25", "2025-06-18", "2024-11-05"} }

// The JSON-RPC errors.
const (
	invalidRequest = -32600
	noSuchMethod   = -32601
	invalidParams  = -32602
)

// payload handles a body: a message or a batch. The reply is "" when there is none; then must be called once it is said.
func (s *Server) payload(raw json.RawMessage, session string) (reply string, then func()) {
	var batch []json.RawMessage
	if json.Unmarshal(raw, &batch) != nil {
		return s.handle(raw, session)
	}
	if len(batch) == 0 {
		return failed(nil, invalidRequest, "JSON-RPC batch must not be empty"), nothing
	}
	var replies []string
	var after []func()
	for _, one := range batch {
		reply, then := s.handle(one, session)
		if after = append(after, then); reply != "" {
			replies = append(replies, reply)
		}
	}
	if reply = "[" + strings.Join(replies, ", ") + "]"; len(replies) == 0 {
		reply = ""
	}
	return reply, func() {
		for _, f := range after {
			f()
		}
	}
}

func nothing() {}

// handle handles one message.
func (s *Server) handle(raw json.RawMessage, session string) (reply string, then func()) {
	var msg message
	if isObject(raw) && json.Unmarshal(raw, &msg) == nil && textOf(msg.Method) == "tools/call" && !isNone(msg.ID) {
		return s.callTool(msg, session)
	}
	return s.handleQuick(raw, session), nothing
}

// handleQuick handles every message but a call of a tool.
func (s *Server) handleQuick(raw json.RawMessage, session string) string {
	var msg message
	if !isObject(raw) || json.Unmarshal(raw, &msg) != nil {
		return failed(nil, invalidRequest, "JSON-RPC message must be an object")
	}
	method := textOf(msg.Method)
	if method == "" && s.receive(session, msg) {
		return ""
	}
	if isNone(msg.ID) {
		return "" // a notification: nanohub-mcp ignores them all, notifications/cancelled too (contract T6)
	}
	if !isNone(msg.Params) && !isObject(msg.Params) {
		return failed(msg.ID, invalidParams, "params must be a JSON object")
	}
	if method == "" {
		return failed(msg.ID, invalidRequest, "Missing or empty method")
	}
	switch method {
	case "initialize":
		return done(msg.ID, s.initialize(msg, session))
	case "ping", "logging/setLevel":
		return done(msg.ID, `{}`)
	case "tools/list":
		return done(msg.ID, s.listTools())
	case "resources/list":
		return done(msg.ID, `{"resources":[]}`)
	case "prompts/list":
		return done(msg.ID, `{"prompts":[]}`)
	}
	return failed(msg.ID, noSuchMethod, "Method not found: "+method)
}

func done(id json.RawMessage, result string) string {
	return dumps(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, id, result))
}

func failed(id json.RawMessage, code int, words string) string {
	if id == nil {
		id = json.RawMessage("null")
	}
	return dumps(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`, id, code, quote(words)))
}

// initialize remembers what the client can do, when there is a session to remember it for (contract 0.1).
func (s *Server) initialize(msg message, session string) string {
	var params struct {
		ProtocolVersion string
		Capabilities    json.RawMessage
	}
	_ = json.Unmarshal(msg.Params, &params)
	if session != "" {
		s.mu.Lock()
		s.capabilities[session] = params.Capabilities
		s.mu.Unlock()
	}
	version := params.ProtocolVersion
	if !slices.Contains(supported(), version) {
		version = supported()[0]
	}
	return fmt.Sprintf(`{"protocolVersion":%q,"serverInfo":{"name":"elicit-lab","version":"1.0.0"},"capabilities":{"tools":{"listChanged":false},"logging":{"listChanged":false},"extensions":{"io.modelcontextprotocol/tasks":{}}}}`, version)
}

func (s *Server) listTools() string {
	var list []string
	for _, tl := range s.tools {
		input := tl.input
		if input == "" {
			input = `{"type":"object","properties":{}}`
		}
		list = append(list, fmt.Sprintf(`{"name":%q,"description":%s,"inputSchema":%s}`, tl.name, quote(tl.description), input))
	}
	return `{"tools":[` + strings.Join(list, ",") + `]}`
}

func (s *Server) tool(name string) (tool, bool) {
	i := slices.IndexFunc(s.tools, func(tl tool) bool { return tl.name == name })
	if i < 0 {
		return tool{}, false
	}
	return s.tools[i], true
}

// called reads what a tools/call asks for.
func called(msg message) (name string, arguments, token json.RawMessage) {
	params := struct {
		Name      string
		Arguments json.RawMessage
		Meta      struct{ ProgressToken json.RawMessage } `json:"_meta"`
	}{Arguments: json.RawMessage("{}")}
	_ = json.Unmarshal(msg.Params, &params)
	return params.Name, params.Arguments, params.Meta.ProgressToken
}

// callTool runs a tool to its end, or starts the job of an async one.
func (s *Server) callTool(msg message, session string) (reply string, then func()) {
	if !isNone(msg.Params) && !isObject(msg.Params) {
		return failed(msg.ID, invalidParams, "params must be a JSON object"), nothing
	}
	name, raw, token := called(msg)
	var arguments map[string]json.RawMessage
	if !isObject(raw) || json.Unmarshal(raw, &arguments) != nil {
		return failed(msg.ID, invalidParams, "tools/call arguments must be a JSON object"), nothing // null too (contract N8)
	}
	tl, known := s.tool(name)
	if !known {
		return failed(msg.ID, noSuchMethod, "Tool not found: "+name), nothing
	}
	c := caller{server: s, session: session, token: token}
	if tl.async {
		response, then := s.startJob(tl, c, arguments)
		return done(msg.ID, response.result()), then
	}
	got, err := tl.run(c, arguments)
	if err != nil {
		return done(msg.ID, fmt.Sprintf(`{"content":[{"type":"text","text":%s}],"isError":true}`, quote(err.Error()))), nothing
	}
	return done(msg.ID, got.result()), nothing
}
