// Package wiretest is a server for tests that says exactly the bytes a test tells it to, and remembers every byte it hears.
//
// It speaks newline-delimited JSON over pipes in this process. The handshake and the list of tools it does by itself, in
// the protocol it is told to speak; everything else is the test's. It is no example of a good server: the demo is. Where
// a test is about HTTP, [Streamable] serves a server of the SDK instead.
//
// [Main] and [Leaks] find what tests leave running.
package wiretest
