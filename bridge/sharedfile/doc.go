// Package sharedfile reads and replaces files that people and other programs write, too: their rights, owner and links stay, and what
// somebody else wrote meanwhile is not lost.
//
// [Take] reads a file and remembers it, [Snapshot.Replace] gives it a new content in one step, or says [ErrChanged] when it is not what it
// was by then. [Lock] keeps several Parleys from changing files of one folder at the same moment, [BehindLinks] finds the file that a link
// stands for, and [Sum] tells one content from another. What is in a file it does not know. For files of Parley's own see bridge/ownfile.
//
// Start reading at replace.go.
package sharedfile
