// Package schema turns a JSON Schema into fields a person can fill in, and what the person filled in into values that
// the schema allows.
//
// [Parse] reads any schema, good or bad, and always gives a [Form]: the fields in the order of the document, each with
// the one [Kind] of entry that suits it. [Form.Content] checks a person's [Input] and gives either the JSON object to
// send, every digit kept, or the [Problem] of each field in plain words.
//
// It draws nothing and knows no server. It reads no address: only references inside the document are followed. Whatever a
// server sends, the work is bounded, nothing panics, and what cannot be understood becomes a JSON box with a note; a
// rule that cannot be checked never blocks an answer.
//
// Start reading at [Parse]; then builder in field.go, which chooses the entries, Field.check in check.go, which makes
// values of them, and Field.problem in problem.go, which says what is wrong with one.
package schema
