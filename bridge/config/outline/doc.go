// Package outline says where in a servers file things stand: which list is the one of the servers ([ListPath]), which of its members are
// servers ([IsServer]), what leaves one out ([Switches] in an entry, [SwitchLists] beside the list), and the inputs ([InputsBeside]). It
// knows the names for these that hosts use, and works on the tree of a file (bridge/config/tree). What an entry says beyond that it does
// not know; bridge/config reads it, bridge/config/edit changes it.
//
// Start reading at list.go.
package outline
