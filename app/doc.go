// Package app is what the person sees and does: the window, its pages, the waiting line of requests, the receipts, the
// theme and the words.
//
// It owns the one [bridge.WaitFor] of a running Parley ([Inbox]) and the one door into Fyne's goroutine ([Door]). Pages
// read snapshots of servers and calls when they draw; they keep no copies and never wait. Nothing in the package
// imports Fyne's app package, so all of it runs in tests without a screen.
//
// It is not the protocol (that is package bridge) and it draws no values itself (that is package widgets).
//
// Start reading at [App], then [Inbox].
package app
