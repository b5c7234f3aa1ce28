// Package program is how a program is found, started, ended, and what it said last.
//
// In goes a [Command], as somebody wrote it down. [Finder.Find] looks for its file where a login shell would find it and gives a [Found],
// or a [Failure] that says what is missing and how to get it; [Finder.Start] starts that with everything that it starts itself tied to
// Parley, and gives a [Process]: two pipes, its words, its end. [Process.Stop] ends it, politely first. What the words mean is the room
// below, bridge/program/lastwords; what is known of npx and its kind by name is bridge/program/launcher.
//
// What is spoken over the pipes is no matter of this room: it knows no messages, no servers and no calls.
//
// The files, from the ground up: machine.go (a file system under the rules of one system), environ.go, folders.go, login.go (the PATH
// of the person's shell), search.go, finder.go; group_*.go (what ends together), output.go, words.go, watch.go, process.go, start.go.
// Begin reading at command.go, then finder.go and process.go.
package program
