// Package assets holds the files that are built into Parley: its icon. The pictures in screenshots are for the README and are
// not built in.
//
// It knows no widget and no page; whoever needs a file asks for its bytes.
package assets
