// Package ownfile reads and replaces the files of Parley's own folder.
//
// [Read] gives what is in one, and never waits: what stands in its place may be a pipe, a folder, or without end. [Replace] puts new
// content in its place in one step, readable by its owner alone, whoever else has the file open. [Lock] keeps two Parleys from changing
// files of one folder at the same moment, and [Sweep] takes away what a crash left half written.
//
// It is not for servers files, which people write by hand and whose rights and links are theirs; see bridge/sharedfile.
package ownfile
