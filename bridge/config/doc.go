// Package config reads the files in which people keep their servers.
//
// [Load] reads a servers.json in the mcpServers form and gives a [File]: the servers in the order of the file, each either ready to
// use or with the [Server.Problem] that keeps it from being used. One bad entry never takes the others down; only text
// that is no JSON at all fails as a whole, with the line and the column. Comments and trailing commas are welcome.
//
// It knows files, not connections: it starts nothing and opens no address. What it read from headers and variables may be secret
// and is in no error and no note.
package config
