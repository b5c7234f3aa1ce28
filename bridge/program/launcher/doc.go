// Package launcher is what Parley knows by heart of the programs that servers are started with, such as npx, uvx and docker.
//
// In goes a command line, or the name of a program; out comes which program in it does the work ([Of]), whether it fetches the server
// first ([Fetches]), whether it stands between Parley and an address ([GoBetween]), and where it is to be got ([HowToGet]). Nothing is
// looked up on this machine, and nothing is started: that is the room above, bridge/program. Begin reading at names.go.
package launcher
