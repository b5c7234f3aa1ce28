// Package signin signs a person in to a server, as the MCP authorization specification wants it (OAuth 2.1): it finds out where, makes
// the app known there, has a link opened in the browser, waits for the browser to come back to this computer, and keeps and renews
// what it got.
//
// The protocol itself is go-sdk's handler. This package gives it what a desktop app needs around it: the place where one signs in, found
// also where servers differ from the letter of the standards (find.go), answers in the form that the standards give them
// (registration.go, tokenanswer.go), a page on this computer to come back to, a vault that outlives the program, one window however
// many calls need it, a refusal that is remembered, an end to every wait, words for the person, and no secret in any of them. It knows
// neither the screen nor the connection: the link is shown by whoever gave [Options].Ask.
//
// The names to know are [New], [SignIn] and [Failure]; begin reading at signin.go.
package signin
