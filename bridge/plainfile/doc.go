// Package plainfile reads files of which somebody else may have made something else.
//
// A pipe in the place of a file waits for ever, a device never ends, and what says that it is short need not be. [Read] takes ordinary
// files alone, and no more of them than is asked for. [Open] is for those who read on by
// themselves. Everything that Parley reads by itself is read so.
package plainfile
