// Package ospath takes paths apart and puts them together as a system does, whichever this one is: a servers file may come from another,
// and tests look at all of them on one. [System] is all of it; nothing here looks at a disk.
package ospath
