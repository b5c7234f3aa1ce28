// Package link says what is notable about an address before a person opens it.
//
// [Screen] takes the text a server sent and gives a [Link] with the host as a person should read it, the address in
// parts to draw, whether it may be opened at all, and the remarks. It never opens or fetches anything.
package link
