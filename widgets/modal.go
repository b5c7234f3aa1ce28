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

	Deadline time.Time        // zero: none
	Usually  time.Duration    // "usually waits 60 s"; 0: not known
	Arrives  bool             // it appears by itself: nothing is accepted in the first 400 ms
	Now      func() time.Time // nil: time.Now

	Go func(func()) // runs something off Fyne's goroutine, for texts of many megabytes; nil: at once
	Do func(func()) // brings it back onto Fyne's goroutine; nil: at once
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

// armingTime is how long a modal that appeared by itself accepts nothing, so that a key meant for something else does
// nothing (case form-enter-key-does-not-answer-on-arrival).
const armingTime = 400 * time.Millisecond

// Modal is one request in front of the person.
type Modal struct {
	canvas  fyne.Canvas
	ask     Ask
	done    func(Result)
	frame   *frame
	layer   *modalLayer
	form    *Form // nil when there is nothing to fill in
	shownAt time.Time
	shown   bool
	ended   bool
	keysOf  func(*fyne.KeyEvent) // the window's own key handler while the modal is up
}

// NewModal makes a modal over the given window's canvas. done is called once, on Fyne's goroutine, unless Close comes
// first.
func NewModal(canvas fyne.Canvas, ask Ask, done func(Result)) *Modal {
	if ask.Now == nil {
		ask.Now = time.Now
	}
	m := &Modal{canvas: canvas, ask: ask, done: done}
	m.frame = &frame{
		armed:    m.armed,
		escape:   m.escape,
		submit:   m.send,
		shortcut: func(fyne.Shortcut) {}, // the window's shortcuts rest while a request is open
	}
	m.layer = newModalLayer(m)
	return m
}

// Show puts it in front of everything else and sets the focus.
func (m *Modal) Show() {
	if m.shown || m.ended {
		return
	}
	m.shown = true
	m.shownAt = m.ask.Now()
	m.layer.header.tick(m.shownAt)
	m.canvas.Overlays().Add(m.layer)
	m.keysOf = m.canvas.OnTypedKey()
	m.canvas.SetOnTypedKey(m.layer.TypedKey)
	if m.form != nil && len(m.form.views) > 0 {
		m.form.Focus(0)
	}
	if m.canvas.Focused() == nil {
		m.canvas.Focus(m.layer)
	}
}

// Close takes it away without an outcome and gives what was typed.
func (m *Modal) Close() (draft []schema.Input) {
	draft = m.draft()
	m.ended = true
	m.hide()
	return draft
}

func (m *Modal) hide() {
	if !m.shown {
		return
	}
	m.shown = false
	m.canvas.Overlays().Remove(m.layer)
	m.canvas.SetOnTypedKey(m.keysOf)
}

// Tick redraws what depends on the time: the countdown, armed buttons, "started … ago". cause replaces Ask.Cause.
func (m *Modal) Tick(cause string) {
	m.ask.Cause = cause
	m.layer.header.setCause(cause)
	m.layer.header.tick(m.ask.Now())
}

// SetPosition changes "1 of 2" while it is open.
func (m *Modal) SetPosition(position string) {
	m.ask.Position = position
	m.layer.header.tick(m.ask.Now())
}

// Completed says that the server reports the link's errand done. It finishes the modal if the link was opened or copied.
func (m *Modal) Completed() {}

// armed says whether keys and clicks count yet.
func (m *Modal) armed() bool {
	return !m.ask.Arrives || m.ask.Now().Sub(m.shownAt) >= armingTime
}

// draft is what stands in the form, without the secrets.
func (m *Modal) draft() []schema.Input {
	if m.form == nil {
		return nil
	}
	inputs := m.form.Inputs()
	for i, field := range m.ask.Form.Fields {
		if field.Secret {
			inputs[i] = schema.Input{}
		}
	}
	return inputs
}

// end gives the one result.
func (m *Modal) end(outcome Outcome, content json.RawMessage) {
	if m.ended {
		return
	}
	result := Result{Outcome: outcome, Content: content, Draft: m.draft()}
	m.ended = true
	m.hide()
	if m.done != nil {
		m.done(result)
	}
}

// send checks everything and gives the answer, or shows what is wrong.
func (m *Modal) send() {
	if m.ended || !m.armed() {
		return
	}
	content, ok := m.content()
	if !ok {
		return
	}
	m.end(Accepted, content)
}

// content is the answer, or false after the problems were shown.
func (m *Modal) content() (json.RawMessage, bool) {
	if m.form == nil {
		return json.RawMessage("{}"), true
	}
	content, problems := m.form.Content()
	return content, len(problems) == 0
}

func (m *Modal) decline() {
	if m.armed() {
		m.end(Declined, nil)
	}
}

func (m *Modal) notNow() {
	if m.armed() {
		m.end(Dismissed, nil)
	}
}

func (m *Modal) putAside() {
	if m.armed() {
		m.end(PutAside, nil)
	}
}

// escape is Not now, but asks first when something was entered.
func (m *Modal) escape() {
	m.notNow()
}
