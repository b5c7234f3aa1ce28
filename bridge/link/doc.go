// Package link says what is notable about an address before a person opens it.
//
// [Screen] takes the text a server sent and gives a [Link] with the host as a person should read it, the address in
// parts to draw, whether it may be opened at all, and the remarks. What readers of addresses disagree about is refused
// with [ErrNoAddress]. It never opens or fetches anything, and it knows no list of good or bad places.
//
// Start reading at [Screen]; then readHost in host.go, which finds out where a browser would go.
package link
