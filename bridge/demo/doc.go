// Package demo is the built-in demonstration server: a real MCP server over stdio, run by the app as a child process
// (parley demo-server), whose tools show everything that a server can ask.
//
// It is for newcomers and for tests. It keeps no state and opens one port, on loopback, only while a tool needs it.
package demo
