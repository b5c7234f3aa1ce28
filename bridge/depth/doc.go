// Package depth looks whether a text may be given to a parser at all.
//
// Parsers go a level deeper for each bracket and take memory for each value. A few kilobytes, packed, are enough brackets to overflow the
// stack, which ends the whole program and cannot be caught; a file full of commas takes a hundred times its own size. So a look from
// outside comes first: [Limits.Check] goes over the text once, without recursion and without taking memory, and says [ErrDeep], [ErrLong] or
// [ErrMany]. Every text that a server, a file or the person brings passes it before the first parser sees it.
//
// It knows brackets, text in quotation marks, and the comments of hujson. It is no parser: it does not say whether the text is JSON. For
// TOML and YAML, whose quotation marks and comments are others, see what bridge/config does.
package depth
