// Package lastwords is what the words mean that a program prints before it ends: npx, Python, Docker and the servers themselves.
//
// In go the words, as text, and the system that they were said on; out come the line that says why ([Cause]), what is worth reading of
// them ([Evidence]), and for what is known the sentences for the person ([Understand], a [Meaning]). The words are untrusted and of any
// length; what is quoted of them is bounded. No program, server or call is known here. Begin reading at meaning.go: known.go is the table
// of what well-known programs say, wants.go and settings.go what a server says that it lacks, cause.go tells words from traces.
package lastwords
