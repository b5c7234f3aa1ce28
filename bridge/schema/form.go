package schema

import (
	"encoding/json"
	"slices"
)

// Kind says which entry a field needs. The widget is chosen by it, in one table.
type Kind int

const (
	Text    Kind = iota // one line or several
	Integer             // a whole number of any size
	Number              // a JSON number
	Boolean             // yes, no, or not answered
	Choice              // one of Options
	Choices             // any number of Options
	List                // rows of free text
	JSON                // a checked JSON box, for whatever has no better entry
	Fixed               // a constant: sent as it is, nothing to enter
)

// Field is one property of the schema. All text in it comes from a server and is untrusted.
type Field struct {
	Key         string // as in the document; the key of the answer
	Label       string // the title, else the key made readable; never empty
	Description string
	Kind        Kind
	Required    bool
	Nullable    bool     // null is an answer too: Input.Null
	Format      string   // email, uri, date, date-time, or any other word the schema says; only for Text
	Multiline   bool     // for Text: several lines
	Secret      bool     // asks for a password, key or token, by its name or format
	Hint        string   // the limits in plain words, such as "A whole number from 1 to 64"; may be ""
	Options     []Option // for Choice and Choices, in document order; shared, not to be changed
	Start       Input    // what the entry shows at first: the default, or nothing
	HasDefault  bool     // Start comes from a default of the schema

	rules *rules // what the schema checks; nil in a field made by hand
}

// Option is one value that may be chosen. It is known by its position; labels may repeat.
type Option struct {
	Label       string          // never empty
	Description string          // what the option means; may be ""
	Value       json.RawMessage // sent as it stands
}

// Input is what a person entered in one field. The zero Input is an untouched, empty entry.
//
// Empty and Null are for forms that offer them as buttons of their own; see also [Field.CanBeEmpty]. They count only while nothing else was entered,
// so a widget that does not know them need not clear them.
type Input struct {
	Text    string   // Text, Integer, Number, JSON: what stands in the box, unchanged
	Chosen  []int    // Choice, Choices: positions in Options; Boolean: 0 is yes, 1 is no
	Items   []string // List: the rows
	Touched bool     // the person changed the entry, even if it looks as before
	Empty   bool     // Text, List, Choices: the person asked to send the empty text or the empty list
	Null    bool     // the person asked to send null; only where Field.Nullable
}

// Form is a schema made ready for a person. Its methods are safe for concurrent use.
type Form struct {
	Fields []Field
	Note   string // what the person should know about the schema itself, in plain words, a sentence a line; usually ""

	budget *budget // nil in a form made by hand
	closed bool    // no other keys than those of Fields are allowed
	judge  *judge  // for rules that concern the answer as a whole; nil when there are none
}

// Problem is why one field cannot be sent as it is. Field is a position in Form.Fields, or -1 for the form as a whole.
type Problem struct {
	Field   int
	Message string // plain words, ready to show under the field: names of the server's in it have no hidden characters
}

// Inputs are the entries as they stand before the person touches them: one Input per field.
func (f Form) Inputs() []Input {
	inputs := make([]Input, len(f.Fields))
	for i := range f.Fields {
		inputs[i] = f.Fields[i].Start.clone()
	}
	return inputs
}

// clone gives a copy that shares nothing, so that a widget may change it.
func (in Input) clone() Input {
	in.Chosen = slices.Clone(in.Chosen)
	in.Items = slices.Clone(in.Items)
	return in
}

// Check gives the value of one field as JSON, nil when the field is left out, or the message of what is wrong. Optional
// and unanswered is left out: never "", null, [] or {} that the person did not ask for.
func (f Form) Check(field int, in Input) (value json.RawMessage, message string) {
	if field < 0 || field >= len(f.Fields) {
		return nil, ""
	}
	f.budget.renew()
	return f.Fields[field].check(in)
}
