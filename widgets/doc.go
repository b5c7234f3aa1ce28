// Package widgets draws values and asks for them: the form made from a schema, the request modal, the link card, and
// the viewer for long text.
//
// A widget here gets data and callbacks and nothing else. It knows a form, a value or a link, and never a server.
// Everything runs on Fyne's goroutine; nothing here starts another one or waits. Work that grows with the size of a text
// goes through the Go and Do that a widget is given, and the time comes from its Now.
//
// Start reading at [Modal], then [Form], which must stand in a [Body]; [Viewer] shows text of any size. Every text
// from a server goes through [Plain] or [PlainLine] before it is drawn, inside this package and outside. [Gallery] is
// every widget in every state. The sentences of packages schema and link are put into the person's language by package language.
//
// Fyne gives a key to the focused widget alone. So everything that can have the keyboard is a type of this package, and
// hands Esc, Ctrl/Cmd+Enter and the window's shortcuts to its frame; that is also where the first 400 ms of a modal that
// appeared by itself are guarded. [Copyable] words, which a click gives the keyboard so that Ctrl/Cmd+C copies, hand on all other keys as if
// nothing had it.
package widgets
