// Package widgets draws values and asks for them: the form made from a schema, the request modal, the link card, and
// the viewer for long text.
//
// A widget here gets data and callbacks and nothing else. It knows a form, a value or a link, and never a server.
// Everything runs on Fyne's goroutine; nothing here starts one, waits, or reads a clock of its own.
//
// Start reading at [Modal], then [Form].
package widgets
