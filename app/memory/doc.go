// Package memory has what survives a restart: the window's size and place, the programs that the person let start, the last tool and the
// last arguments of each tool. It is one file in Parley's folder, memory.json, replaced as a whole; two Parleys on one folder lose nothing
// of each other. Nothing secret is in it.
//
// Begin reading at [Store].
package memory
