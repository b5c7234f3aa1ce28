// Package call has the calls of this run of Parley and their owner. A call lives here from the moment it is run until another of the same
// tool takes its place, whoever looks at it: pages, the list of what waits, the window's title and commands without a window read snapshots
// of it and are told of changes.
//
// In go a server that runs tools, a tool and its arguments; out come [Snapshot]s. Nothing here draws, and nothing blocks. Begin reading at
// [Owner].
package call
