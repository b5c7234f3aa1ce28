// Package signintest is, for tests, a server that wants people to sign in: an authorization server and an MCP server behind it, both over
// real HTTP on this computer, with every habit that such servers have, good and bad. [Visit] stands in for the browser.
//
// It is not for anything but tests: it lets everybody in. Begin reading at issuer.go.
package signintest
