package widgets

import (
	"encoding/json"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"parley/bridge/schema"
)

// FormOptions are what a [Form] tells and asks. The zero value works.
type FormOptions struct {
	Now       func() time.Time // what the calendar calls today, and the zone of times; nil: time.Now
	OnChanged func()           // the person changed something
	OnSubmit  func()           // Ctrl/Cmd+Enter, and Enter in a line unless OnEnter takes it
	OnEnter   func()           // Enter in a line; nil: as OnSubmit
	OnEscape  func()           // Esc
	Explicit  bool             // offers to send an empty text, an empty list or null on purpose
	trusted   bool             // secrets may be entered
	frame     *frame           // of the modal around it
}

// Form asks for the values of a [schema.Form]. It holds them as [schema.Input] by position; keys and labels may
// repeat. It must stand directly in a [Body] and then builds only what can be seen, so a form of thousands of fields
// costs no more than one screen of them.
type Form struct {
	widget.BaseWidget
	form     schema.Form
	leads    []string
	opts     FormOptions
	frame    *frame
	body     *Body
	start    []schema.Input // as it was before the person came
	inputs   []schema.Input
	problems []string
	views    []*fieldView // nil: not built yet
	notices  []*Notice    // above the fields
	general  *Notice      // what is wrong with the answer as a whole; nil when nothing is

	rows     []formRow
	width    float32 // that the rows are made for
	fields   float32 // where the fields begin, below the notices
	high     float32
	seenFrom float32
	seenTo   float32
	inTree   []fyne.CanvasObject
	above    *edge
	below    *edge
	focused  int  // the field that has the keyboard, -1 for none
	lastLeft int  // the field that lost it last while nothing outside the form got it, -1 for none
	leaving  int  // the field that had it last and is not checked yet, -1 for none
	filling  bool // values are put in; heights are looked at afterwards
	built    int  // how many fields were built, for tests
}

// formRow is one field, or two short ones side by side.
type formRow struct {
	first, count int
	top, high    float32
	exact        bool // high was measured, not guessed
}

const (
	rowGap       = 10  // between rows; the last line of each field adds to it
	columnGap    = 12  // between two fields side by side
	twoColumns   = 440 // from this width on short fields stand side by side
	firstScreen  = 900 // that much is built before anything is shown, so that a small form knows its exact height
	seeAround    = 90  // that much is built above and below the visible part
	guessedField = 84  // a field that was not built yet
)

// NewForm makes the form with its defaults filled in.
func NewForm(form schema.Form, opts FormOptions) *Form { return newForm(form, nil, opts) }

// newForm also takes sentences that stand between label and entry, one for each field.
func newForm(form schema.Form, leads []string, opts FormOptions) *Form {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	f := &Form{form: form, leads: leads, opts: opts, frame: opts.frame, focused: -1, lastLeft: -1, leaving: -1}
	if f.frame == nil {
		f.frame = &frame{escape: opts.OnEscape, submit: opts.OnSubmit, line: opts.OnEnter}
	}
	f.inputs = f.padded(form.Inputs())
	f.start = copyInputs(f.inputs)
	f.problems = make([]string, len(form.Fields))
	f.views = make([]*fieldView, len(form.Fields))
	f.above = newEdge(func() { f.enterAt(-1, 0) })
	f.below = newEdge(func() { f.enterAt(1, len(f.views)-1) })
	if form.Note != "" {
		f.notices = append(f.notices, newNotice(f.frame, Info, own(form.Note)))
	}
	if !opts.trusted && slices.ContainsFunc(form.Fields, func(field schema.Field) bool { return field.Secret }) {
		f.notices = append(f.notices, newNotice(f.frame, Warning, secretWarning()))
	}
	f.ExtendBaseWidget(f)
	return f
}

// padded makes sure that there is one input for each field.
func (f *Form) padded(inputs []schema.Input) []schema.Input {
	out := copyInputs(inputs)
	for len(out) < len(f.form.Fields) {
		out = append(out, f.form.Fields[len(out)].Start)
	}
	return out[:len(f.form.Fields)]
}

func copyInputs(in []schema.Input) []schema.Input {
	out := slices.Clone(in)
	for i := range out {
		out[i].Chosen, out[i].Items = slices.Clone(out[i].Chosen), slices.Clone(out[i].Items)
	}
	return out
}

// adopt is called by the Body that the form stands in.
func (f *Form) adopt(b *Body) {
	f.body = b
	if f.frame.canvas == nil {
		f.frame.canvas = func() fyne.Canvas { return canvasOf(b) }
	}
	if f.frame.reveal == nil {
		f.frame.reveal = b.Reveal
	}
	if f.frame.wheel == nil {
		f.frame.wheel = b.scroll.Scrolled
	}
	if f.frame.relayout == nil {
		f.frame.relayout = b.Relayout
	}
}

// Inputs is what stands in the form.
func (f *Form) Inputs() []schema.Input { return copyInputs(f.inputs) }

// SetInputs puts other values in, one for each field in order. Fields that inputs has none for keep their defaults.
func (f *Form) SetInputs(inputs []schema.Input) {
	f.inputs = f.padded(inputs)
	f.filling = true
	for i, v := range f.views {
		f.problems[i] = ""
		if v != nil {
			v.show(f.inputs[i])
			v.setProblem("")
			f.unmeasured(i)
		}
	}
	f.filling = false
	f.remeasure()
}

// Dirty says whether anything differs from how the form was at first.
func (f *Form) Dirty() bool {
	return !slices.EqualFunc(f.inputs, f.start, func(a, b schema.Input) bool {
		return a.Text == b.Text && slices.Equal(a.Chosen, b.Chosen) && slices.Equal(a.Items, b.Items) &&
			a.Empty == b.Empty && a.Null == b.Null
	})
}

// Peek is Content without showing the problems.
func (f *Form) Peek() (json.RawMessage, []schema.Problem) { return f.form.Content(f.inputs) }

// Content checks everything. It gives the object to send; or it shows what is wrong under each field, takes the
// keyboard to the first one, and gives the problems.
func (f *Form) Content() (json.RawMessage, []schema.Problem) {
	content, problems := f.Peek()
	f.ShowProblems(problems)
	return content, problems
}

// ShowProblems writes problems under their fields, in place of those that stood there, and takes the keyboard to the
// first one.
func (f *Form) ShowProblems(problems []schema.Problem) {
	messages := make([]string, len(f.problems))
	general := ""
	for _, p := range problems {
		switch {
		case p.Field < 0 || p.Field >= len(messages):
			general = own(p.Message)
		case messages[p.Field] == "":
			messages[p.Field] = own(p.Message)
		}
	}
	changed := false
	for i, message := range messages {
		if f.problems[i] != message {
			f.setProblem(i, message)
			f.unmeasured(i)
			changed = true
		}
	}
	if general != "" || f.general != nil {
		f.setGeneral(general)
		changed = true
	}
	if changed { // a form that is sent as it stands is not drawn anew
		f.remeasure()
	}
	for i, message := range messages {
		if message != "" {
			f.Focus(i)
			return
		}
	}
	if general != "" && f.body != nil {
		f.body.revealRange(f.Position().Y, f.Position().Y+40)
	}
}

// unmeasured has the row of a field measured again.
func (f *Form) unmeasured(i int) {
	if r := f.rowOf(i); r < len(f.rows) {
		f.rows[r].exact = false
	}
}

func (f *Form) setGeneral(message string) {
	f.general = nil
	if message != "" {
		f.general = newNotice(f.frame, Failure, message)
	}
	f.place()
}

func (f *Form) setProblem(i int, message string) {
	f.problems[i] = message
	if f.views[i] != nil {
		f.views[i].setProblem(message)
	}
}

// Focus takes the keyboard to a field and brings it into view.
func (f *Form) Focus(i int) {
	if i < 0 || i >= len(f.views) {
		return
	}
	step := 1
	if i == len(f.views)-1 {
		step = -1
	}
	for ; i >= 0 && i < len(f.views); i += step { // a constant has nothing to operate
		o := f.view(i).control.first()
		if o == nil {
			continue
		}
		f.remeasure()
		if f.body != nil {
			row := f.rows[f.rowOf(i)]
			f.body.revealRange(f.Position().Y+row.top, f.Position().Y+row.top+row.high)
		}
		f.frame.focus(o)
		return
	}
}

// view gives the view of a field, building it when it was not yet.
func (f *Form) view(i int) *fieldView {
	if v := f.views[i]; v != nil {
		return v
	}
	lead := ""
	if i < len(f.leads) {
		lead = f.leads[i]
	}
	v := newFieldView(setting{
		lead: lead, explicit: f.opts.Explicit,
		field: f.form.Fields[i], frame: f.frame, now: f.opts.Now,
		changed: func(in schema.Input) { f.changed(i, in) },
		gained:  func(part fyne.CanvasObject) { f.gainedPart(i, part) },
		left:    func() { f.left(i) },
		resized: func() { f.resized(i) },
	})
	v.show(f.inputs[i])
	v.setProblem(f.problems[i])
	f.views[i] = v
	f.built++
	f.unmeasured(i)
	return v
}

func (f *Form) changed(i int, in schema.Input) {
	in.Touched = true
	f.inputs[i] = in
	f.views[i].changed(in)
	if f.problems[i] != "" {
		f.check(i)
	}
	if f.opts.OnChanged != nil {
		f.opts.OnChanged()
	}
}

// gained is called when a field gets the keyboard; -1 is for something outside the form. What was left before is
// checked only now that it is sure that the keyboard did not just go to another part of the same field.
func (f *Form) gained(i int) {
	if last := f.leaving; last >= 0 && last != i {
		f.check(last)
	}
	f.focused, f.lastLeft, f.leaving = i, -1, -1
}

// gainedPart also brings the field into view; when it is higher than what can be seen, the part that has the keyboard.
func (f *Form) gainedPart(i int, part fyne.CanvasObject) {
	f.gained(i)
	r := f.rowOf(i)
	if f.body == nil || r >= len(f.rows) {
		return
	}
	top := f.Position().Y + f.rows[r].top
	bottom := top + f.rows[r].high - gapBelow(f.form.Fields[i])
	if part != nil && bottom-top > f.body.scroll.Size().Height-revealAround-revealBelow {
		top += f.views[i].control.Position().Y + part.Position().Y
		bottom = top + part.Size().Height
	}
	f.body.revealRange(top, bottom)
}

// left is called when a field loses the keyboard.
func (f *Form) left(i int) {
	f.focused, f.lastLeft, f.leaving = -1, i, i
	if f.views[i].control.alone() {
		f.leaving = -1
		f.check(i)
	}
}

// focusedRow is the row that has the keyboard, -1 for none.
func (f *Form) focusedRow() int {
	if f.focused < 0 {
		return -1
	}
	return f.rowOf(f.focused)
}

// check shows what is wrong with one field, or that nothing is any more.
func (f *Form) check(i int) {
	_, message := f.form.Check(i, f.inputs[i])
	if message = own(message); message == f.problems[i] {
		return
	}
	f.setProblem(i, message)
	f.resized(i)
}

// resized fits the form in again after a field changed its height.
func (f *Form) resized(i int) {
	r := f.rowOf(i)
	if f.filling || f.views[i] == nil {
		return // it is being made; whoever makes it measures afterwards
	}
	if r >= len(f.rows) || f.rowHeight(f.rows[r]) == f.rows[r].high {
		return
	}
	f.rows[r].exact = false
	f.remeasure()
}

// enterAt is called when Tab runs off the fields that are in the tree. Coming from a field it goes to the next one in
// that direction; coming from outside, to the first or the last.
func (f *Form) enterAt(step, outer int) {
	if f.lastLeft < 0 {
		f.Focus(outer)
		return
	}
	for i := f.lastLeft + step; i >= 0 && i < len(f.views); i += step {
		if f.form.Fields[i].Kind != schema.Fixed {
			f.Focus(i)
			return
		}
	}
	f.Focus(outer)
}

// edge stands in for the fields that are not in the tree, so that Tab finds its way to the first and the last one.
type edge struct {
	widget.BaseWidget
	gained func()
}

func newEdge(gained func()) *edge {
	e := &edge{gained: gained}
	e.ExtendBaseWidget(e)
	return e
}

func (e *edge) FocusGained()            { e.gained() }
func (e *edge) FocusLost()              {}
func (e *edge) TypedRune(rune)          {}
func (e *edge) TypedKey(*fyne.KeyEvent) {}

// CreateRenderer is for Fyne.
func (e *edge) CreateRenderer() fyne.WidgetRenderer {
	return (&drawn{layout: func(fyne.Size) {}, min: func() fyne.Size { return fyne.Size{} }, refresh: func() {}}).ready(e.Size())
}

// CreateRenderer is for Fyne.
func (f *Form) CreateRenderer() fyne.WidgetRenderer {
	return &formRenderer{f}
}

// formRenderer draws what of the form is in the tree at the moment.
type formRenderer struct{ f *Form }

func (r *formRenderer) Objects() []fyne.CanvasObject { return r.f.inTree }
func (r *formRenderer) Destroy()                     {}
func (r *formRenderer) Layout(size fyne.Size)        { r.f.resize(size.Width) }
func (r *formRenderer) MinSize() fyne.Size {
	width := r.f.Size().Width
	if width == 0 {
		width = twoColumns
	}
	return fyne.NewSize(160, r.f.HeightFor(width))
}
func (r *formRenderer) Refresh() {
	for i, v := range r.f.views {
		if v != nil {
			v.Refresh()
			v.control.Refresh()
		}
		r.f.unmeasured(i)
	}
	r.f.remeasure()
	canvas.Refresh(r.f)
}

// secretWarning is what stands above a form that asks for a secret (case form-secret-field-warned).
func secretWarning() string {
	return lang.L("This asks for a password or a key. Servers must not ask for secrets in a form, " +
		"because what you enter goes to the server and everything behind it. " +
		"You can still answer; Parley keeps nothing of it.")
}
