// Package nanohubtest is a server for tests that has the habits of a real nanohub-mcp server, each of which has broken a
// client: it never names a session on a POST, says every response twice, answers calls of its async tools with 202 and
// the real response on the stream alone, keeps what a client can do only as long as its stream, and gives up on
// questions without a word. The habits were observed on nanohub-mcp 0.3.3; the lines named in comments are those of the
// contract's sections N, J and T.
//
// Time stands still in it: heartbeats are sent and questions time out when a test lets time [Server.Pass].
//
// It is no example of a good server, and speaks no more of the protocol than nanohub-mcp does.
//
// Start reading at [New], then lab.go for its tools.
package nanohubtest
