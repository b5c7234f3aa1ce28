package widgets

import (
	"encoding/json"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"

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
	Own          bool           // Parley itself asks: secrets are welcome, and there is nobody to decline to
	DeclineAll   func()         // declines everything that this server waits with; offered when that is more, see [Modal.SetCrowd]
	AnswerOnOpen bool           // opening the link is the answer already
	Back         func()         // goes back to the question before; nil when there is none

	Deadline time.Time        // zero: none
	Usually  time.Duration    // "usually waits 60 s"; 0: not known
	Arrives  bool             // it appears by itself: nothing is accepted in the first 400 ms
	After    time.Time        // when the request in whose place it appears went: nothing ends it for a second; zero: none
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

// Modal is one request in front of the person.
type Modal struct {
	canvas    fyne.Canvas
	ask       Ask
	done      func(Result)
	frame     *frame
	layer     *modalLayer
	message   *Viewer
	note      *Notice   // nil without one
	card      *linkCard // nil without an address
	data      *Viewer   // nil without data
	form      *Form     // nil when there is nothing to fill in
	preview   *Body     // what is sent; nil while the body is shown
	previewed *Viewer   // the answer in it; nil when there are problems
	arming    *arming
	visible   bool // it has been drawn
	shown     bool
	asking    bool // "Close without answering?" is shown
	crowd     int  // how many requests of this server wait
	completed bool // the server reports the link's errand done
	ended     bool
	keysOf    windowKeys     // the window's own key handlers while the modal is up
	returnTo  fyne.Focusable // what had the keyboard before the question
}

// NewModal makes a modal over the given window's canvas. done is called once, on Fyne's goroutine, unless Close comes
// first.
func NewModal(canvas fyne.Canvas, ask Ask, done func(Result)) *Modal {
	if ask.Now == nil {
		ask.Now = time.Now
	}
	m := &Modal{canvas: canvas, ask: ask, done: done}
	m.arming = &arming{now: ask.Now, arrives: ask.Arrives, after: ask.After}
	m.frame = &frame{
		arming:   m.arming,
		escape:   m.escape,
		submit:   m.send,
		help:     m.help,
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
	m.arming.shown = m.ask.Now()
	m.layer.header.tick(m.arming.shown)
	m.canvas.Overlays().Add(m.layer)
	m.keysOf.take(m.canvas, m.layer)
	m.refreshDone()
	m.focusBody()
}

// Close takes it away without an outcome and gives what was typed.
func (m *Modal) Close() (draft []schema.Input) {
	draft = m.draft()
	m.finish()
	return draft
}

func (m *Modal) hide() {
	if !m.shown {
		return
	}
	m.shown = false
	takeAway(m.canvas, m.layer)
	m.keysOf.giveBack(m.canvas)
}

// help hands a key to the window below.
func (m *Modal) help(ev *fyne.KeyEvent) {
	m.keysOf.help(ev)
}

// Tick redraws what depends on the time: the countdown, armed buttons, "started … ago". cause replaces Ask.Cause.
func (m *Modal) Tick(cause string) {
	m.ask.Cause = cause
	m.layer.header.setCause(cause)
	m.tick()
}

// tick writes the clock, and makes room when its line needs another height.
func (m *Modal) tick() {
	h := m.layer.header
	before := h.HeightFor(h.Size().Width)
	h.tick(m.ask.Now())
	if m.shown && h.HeightFor(h.Size().Width) != before {
		m.layer.show()
	}
}

// SetPosition changes "1 of 2" while it is open.
func (m *Modal) SetPosition(position string) {
	m.ask.Position = position
	m.tick()
}

// SetCrowd tells how many requests of this server wait, this one included. From two on, all can be declined at once.
func (m *Modal) SetCrowd(requests int) {
	if m.crowd == requests {
		return
	}
	few := m.crowd < 2 && requests < 2
	m.crowd = requests
	if few || m.asking || m.ended {
		return // the question in the footer goes back to the usual buttons by itself
	}
	f := m.layer.footer
	inner := m.layer.panel.Width - 2*panelPad
	before := f.HeightFor(inner)
	f.usual(m)
	m.refreshDone()
	if more := f.HeightFor(inner) - before; m.shown && more != 0 {
		m.layer.grow(more)
	}
}

// becameVisible is told when the request is drawn. The first moments count from the first time: on a busy machine that is
// later than Show, and keys pressed in between were not meant for what nobody could see.
func (m *Modal) becameVisible() {
	if !m.visible {
		m.visible, m.arming.shown = true, m.ask.Now()
	}
}

// armed says whether keys and clicks that end it count: not yet in the first moments, and no more after the end.
func (m *Modal) armed() bool { return m.arming.ends() }

// draft is what stands in the form, without the secrets.
func (m *Modal) draft() []schema.Input {
	if m.form == nil {
		return nil
	}
	inputs := m.form.Inputs()
	for i, field := range m.form.form.Fields {
		if field.Secret {
			inputs[i] = schema.Input{}
		}
	}
	return inputs
}

// finish lets nothing more in.
func (m *Modal) finish() {
	m.ended, m.arming.over = true, true
	m.hide()
}

// end gives the one result.
func (m *Modal) end(outcome Outcome, content json.RawMessage) {
	if m.ended {
		return
	}
	result := Result{Outcome: outcome, Content: content, Draft: m.draft()}
	m.finish()
	if m.done != nil {
		m.done(result)
	}
}

// send checks everything and gives the answer, or shows what is wrong.
func (m *Modal) send() {
	switch {
	case m.ended || !m.armed() || m.asking:
		return
	case m.linkOnly() && !m.card.opened:
		m.refreshDone()
		return
	case m.late():
		m.layer.footer.say(lang.L("The time to answer is over."), theme.ColorNameError)
		return
	}
	content, problems := m.peek()
	if len(problems) > 0 {
		m.closePreview()
		m.showProblems(problems)
		return
	}
	m.end(Accepted, content)
}

// late says whether the deadline has passed; nothing is sent then (contract R7).
func (m *Modal) late() bool {
	return !m.ask.Deadline.IsZero() && !m.ask.Now().Before(m.ask.Deadline)
}

func (m *Modal) showProblems(problems []schema.Problem) {
	m.form.ShowProblems(problems)
}

func (m *Modal) decline() {
	if m.armed() {
		m.end(Declined, nil)
	}
}

func (m *Modal) declineAll() {
	if m.armed() && !m.ended && m.ask.DeclineAll != nil {
		m.ask.DeclineAll()
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

func (m *Modal) goBack() {
	if m.armed() && !m.ended && m.ask.Back != nil {
		m.ask.Back()
	}
}

// escape leaves what is on top: the question, what is sent, the modal itself. The last asks first when something was
// entered.
func (m *Modal) escape() {
	switch {
	case m.asking:
		m.keepEditing()
	case m.preview != nil:
		m.togglePreview()
	case m.form != nil && m.form.Dirty():
		m.asking = true
		m.returnTo = m.canvas.Focused()
		m.layer.footer.ask(lang.L("Close without answering?"))
		m.canvas.Focus(m.layer.footer.keep)
	default:
		m.notNow()
	}
}

// keepEditing goes back to where the person was.
func (m *Modal) keepEditing() {
	m.asking = false
	m.layer.footer.usual(m)
	m.refreshDone()
	if m.returnTo != nil {
		m.canvas.Focus(m.returnTo)
	}
	if m.canvas.Focused() == nil {
		m.focusBody()
	}
}

// focusBody gives the keyboard to the first field, or to the modal itself: never to a button that ends it.
func (m *Modal) focusBody() {
	if m.form != nil {
		m.form.Focus(0)
	}
	if m.canvas.Focused() == nil || m.form == nil {
		m.layer.takeFocus()
	}
}
