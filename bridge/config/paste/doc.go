// Package paste understands what a person pastes to add a server: a command line, an address, a part of a settings file in JSON, YAML or
// TOML, a command or a link that adds a server to another app.
//
// [Understand] is all of it: text goes in, [Understood] comes out, entries with names and notes of what was decided; or an error, a sentence
// that says what is not understood and what to do. It runs nothing, also no shell, and tells no value that may be secret.
//
// Start reading at paste.go; pasted.go collects what each of the others finds.
package paste
