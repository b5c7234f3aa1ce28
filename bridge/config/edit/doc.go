// Package edit changes a servers file and leaves the rest of it as it is, byte for byte: comments, order, unknown members, indentation, line
// ends and encoding.
//
// In goes a path and a function; [Edit] gives it an [Editor] of what the file holds, on which it says what is to change, and replaces the
// file as a whole, whoever else writes it meanwhile. Its errors are plain sentences, and then nothing is written. Files in YAML and TOML
// are never written. What an entry means is bridge/config, where it stands bridge/config/outline.
//
// Start reading at edit.go, then editor.go below it; splice.go is where text changes.
package edit
