package widgets

import (
	"encoding/json"
	"time"

	"fyne.io/fyne/v2"

	"parley/bridge/link"
	"parley/bridge/schema"
)

// Ask is everything that one request modal shows.
type Ask struct {
	Title    string // "Demo lab asks"
	Cause    string // "while running Submit batch run, started 12 s ago"; may be ""
	Position string // "1 of 2"; may be ""
	Message  string // the server's words, untrusted; "" shows a sentence saying that it gave none
	Note     string // a remark of Parley's own above the body, such as why the request comes again; may be ""

	Form      *schema.Form // a form; one without fields is a confirmation
	Link      *link.Link   // a link card
	Questions []Question   // one block each
	Data      string       // pretty-printed data to look at, for approvals and unknown kinds; may be ""
	FreeJSON  bool         // an optional JSON answer, for kinds nobody knows

	SendLabel    string         // "Send answer", "Allow", …; "" takes the usual word for the body
	Draft        []schema.Input // what was typed before; nil starts with the defaults
	OnOpen       func() error   // opens the link in the browser
	AnswerOnOpen bool           // opening the link is the answer already
	Back         func()         // goes back to the question before; nil when there is none

	Deadline time.Time     // zero: none
	Usually  time.Duration // "usually waits 60 s"; 0: not known
	Arrives  bool          // it appears by itself: nothing is accepted in the first 400 ms
	Now      func() time.Time
}

// Question is one block of a request of kind question.
type Question struct {
	Header, Text string
	Options      []string
	Multiple     bool
}

// Outcome is how the person ended a modal.
type Outcome int

const (
	Accepted  Outcome = iota // sent, allowed, or done with the link
	Declined                 // pressed Decline
	Dismissed                // Not now, ×, Esc
	PutAside                 // −: the request stays open
)

// Result is what came of a modal. It is given exactly once.
type Result struct {
	Outcome Outcome
	Content json.RawMessage // for Accepted: the JSON object; nil for a link
	Draft   []schema.Input  // what stood in the form, whatever the outcome; Secret fields are empty in it
}

// Modal is one request in front of the person.
type Modal struct{}

// NewModal makes a modal over the given window's canvas. done is called once, on Fyne's goroutine, unless Close comes
// first.
func NewModal(canvas fyne.Canvas, ask Ask, done func(Result)) *Modal { return nil }

// Show puts it in front of everything else and sets the focus.
func (m *Modal) Show() {}

// Close takes it away without an outcome and gives what was typed.
func (m *Modal) Close() (draft []schema.Input) { return nil }

// Tick redraws what depends on the time: the countdown, armed buttons, "started … ago". cause replaces Ask.Cause.
func (m *Modal) Tick(cause string) {}

// Completed says that the server reports the link's errand done. It finishes the modal if the link was opened or copied.
func (m *Modal) Completed() {}

// SetPosition changes "1 of 2" while it is open.
func (m *Modal) SetPosition(position string) {}
