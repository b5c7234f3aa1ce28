// Package tree takes the text of a file apart, and writes values as a file has them. What a server is it does not know; only its bounds
// ([MaxSize] and its kin), and a few of its sentences, are chosen for lists of servers.
//
// In goes text in JSON with comments, YAML or TOML ([Language.Parse], and [Parse] for JSON alone), of which anybody may be the author: each
// text is held to bounds before its parser sees it. Out comes one kind of tree for all three, in which each value says where in the text
// it stands ([Place]), or a [SyntaxError] in plain words that quotes nothing of the text. Names are read as JSON readers do: the last of a
// name counts ([Lookup], [LastOf], [Object]). [Layout], [Standard] and [Ordered] are the way back to text.
//
// Start reading at value.go, then parse.go.
package tree
