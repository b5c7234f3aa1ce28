// Package schema turns a JSON Schema into fields a person can fill in, and what the person filled in into values that
// the schema allows.
//
// [Parse] reads any schema, good or bad, and always gives a [Form]: the fields in the order of the document, each with
// the one [Kind] of entry that suits it. [Form.Content] checks a person's [Input] and gives either the JSON object to
// send, every digit kept, or the [Problem] of each field in plain words.
//
// It draws nothing and knows no server. It reads no address: only references inside the document are followed.
package schema
