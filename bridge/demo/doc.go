// Package demo is the built-in demonstration server: a real MCP server that the app runs as a child process
// (parley demo-server) and whose tools show everything that a server can ask of a person.
//
// It is for newcomers and for tests. It acts out its errands and changes nothing on the machine. It opens one port, on
// loopback, only while a link needs it. It keeps nothing between two calls.
//
// It asks in whichever way the client's protocol has: up to 2025-11-25 the server sends a request in the middle of the
// call, from 2026-07-28 on the call returns with its questions and is made again with the answers. A tool does not
// notice: it calls [call.ask] and reads on.
//
// Start reading at [Serve], then batch.go for a short tool, then ask.go.
package demo
