// Package bridge is everything of the Model Context Protocol that Parley does, without a screen.
//
// A [Server] owns one configured server: its process or its HTTP session, its tools, its state. A [Call] is
// one tool run by hand. When the server asks something back in the middle of a call, the bridge makes a
// [Suspension] of it, whatever the protocol calls it, hands that to the one [WaitFor] it was given, and
// carries the [Answer] back to the wire exactly.
//
// The bridge reads and writes such questions itself, on the raw messages, before the SDK sees them: the order
// of the fields and every digit are kept, and nothing is sent that the person did not send.
//
// It is not a screen (no import of Fyne here or below), it is not a model's tool loop, and it keeps no history.
//
// Start reading at [ElicitationToRequest] and [AnswerToElicitResult], then [Server] and [Call]. How the program of a
// server is found on a computer and started is the room below, bridge/program.
package bridge
