package app

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/app/call"
	"parley/bridge"
	"parley/widgets"
)

// runPanel is the lower half of a tool's page: how far the run is, and then what came of it.
type runPanel struct {
	page   *toolPage
	object *fyne.Container

	meter    *meter
	word     *widgets.Words // the server's latest words
	elapsed  *widgets.Words
	asking   *widgets.Notice
	progress *flow
	top      *flow // all of it but the result

	mark    *widget.Icon
	outcome *widgets.Words
	buttons *fyne.Container
	done    *outcomeRow
	with    *textLine // what the run had

	result  *resultView
	failure *failureView
	failed  *widgets.Body // scrolls the failure
	drawn   string        // the call whose end is drawn
	briefed briefing      // what had is about
	had     string        // names the arguments of that call
}

func newRunPanel(p *toolPage) *runPanel {
	r := &runPanel{page: p}
	w := p.w
	r.meter = newMeter(w.clock, w.door)
	r.word, r.elapsed = widgets.NewWords(""), caption("")
	r.asking = widgets.NewNotice(widgets.Warning, "", w.action(lang.L("Show the request"), func() { w.showRequestOf(p) }))
	r.progress = newFlow(6, r.asking, r.meter, r.word, r.elapsed)

	r.mark, r.outcome = widget.NewIcon(nil), caption("")
	r.buttons = container.NewHBox()
	r.with = newTextLine(theme.SizeNameCaptionText)
	r.done = newOutcomeRow(r.mark, r.outcome, r.buttons)
	r.result = newResultView(w, p)
	r.failure = newFailureView(w, func() { r.failed.Relayout() })
	r.failed = widgets.NewBody(r.failure.column)
	r.failure.detail.PassWheel(r.failed.Scrolled)
	r.failed.Hide()

	line := widget.NewSeparator()
	r.top = newFlow(8, line, r.progress, r.done, r.with)
	r.top.inset = 8
	r.object = container.New(&overNotes{}, r.top, r.result.object, r.failed, p.notes)
	r.object.Hide()
	return r
}

// show draws a call as it is now; one without an ID is no call at all.
func (r *runPanel) show(s call.Snapshot) {
	r.fit(s.ID != "")
	if s.ID == "" {
		return
	}
	if s.Running() {
		r.drawn = ""
		r.showProgress(s.CallState)
		return
	}
	r.meter.stop()
	if r.drawn == s.ID {
		return // an end does not change, and drawing it may be much work
	}
	r.drawn = s.ID
	r.progress.Hide()
	r.done.Show()
	r.showEnd(s.CallState)
	r.sayArguments()
	r.object.Refresh()
}

// fit shows the panel while there is a run, or something to say about an earlier one.
func (r *runPanel) fit(run bool) {
	if !run {
		r.progress.Hide()
		r.done.Hide()
		r.with.Hide()
	}
	r.object.Hidden = !run && r.page.notes.Hidden
	r.top.arrange(r.top.Size().Width)
	relayout(r.object)
}

func (r *runPanel) showProgress(s bridge.CallState) {
	r.done.Hide()
	r.with.Hide()
	r.with.SetText("")
	r.result.hide()
	r.failed.Hide()
	r.progress.Show()

	waiting := s.Phase == bridge.Waiting
	r.asking.Hidden = !waiting
	r.asking.SetSentence(lang.L("Waiting for you: {{.Server}} asks something.", map[string]any{"Server": serverName(r.page.at.server)}))
	known := s.Progress.Total > 0
	r.meter.Hidden = waiting && !known
	switch {
	case known:
		r.meter.set(min(max(s.Progress.Done/s.Progress.Total, 0), 1))
	case waiting:
		r.meter.stop() // it is the person who is slow now
	default:
		r.meter.move()
	}
	r.word.SetText(progressWords(s.Progress))
	r.word.Hidden = r.word.Text == ""
	r.elapsed.SetText(elapsedWords(s, r.page.w.clock.Now().Sub(s.Started)))
	r.progress.arrange(r.progress.Size().Width)
	relayout(r.object)
}

// progressWords says how far a call is, in the server's latest words.
func progressWords(p bridge.Progress) string {
	message := oneLine(p.Message, 300)
	if p.Total <= 0 {
		return message
	}
	words := lang.L("{{.Percent}} %", map[string]any{"Percent": int(100 * min(max(p.Done/p.Total, 0), 1))})
	if message != "" {
		words += " · " + message
	}
	return words
}

// elapsedWords says how long a call runs already.
func elapsedWords(s bridge.CallState, since time.Duration) string {
	data := map[string]any{"Age": age(since), "Asking": age(s.Asking)}
	if s.Asking > 0 {
		return lang.L("Running for {{.Age}}, {{.Asking}} of it waiting for you", data)
	}
	return lang.L("Running for {{.Age}}", data)
}

func (r *runPanel) showEnd(s bridge.CallState) {
	p := r.page
	took := s.Ended.Sub(s.Started)
	data := map[string]any{"Span": span(took), "Asking": span(s.Asking)}
	at := " · " + s.Ended.Local().Format("15:04:05") // whoever walked away, or runs it again and again, sees which run this was
	again := p.w.runButton(lang.L("Run again"), theme.ViewRefreshIcon(), p.again)
	switch s.Phase {
	case bridge.Finished:
		words := lang.L("Finished in {{.Span}}", data)
		if s.Asking > 0 {
			words = lang.L("Finished in {{.Span}}, {{.Asking}} of it waiting for you", data)
		}
		kind := widgets.Success
		if s.Result.IsError {
			kind = widgets.Failure
			words = lang.L("The tool reports an error, after {{.Span}}", data)
		}
		r.say(kind, words+at)
		r.failed.Hide()
		r.result.show(*s.Result)
		r.setButtons(r.result.copy, r.result.save, again)
	case bridge.Stopped:
		r.say(widgets.Idle, lang.L("You stopped it after {{.Span}}", data)+at)
		r.result.hide()
		r.failed.Hide()
		r.setButtons(again)
	default:
		r.say(widgets.Failure, lang.L("It did not work, after {{.Span}}", data)+at)
		r.result.hide()
		r.failure.show(s.Failure)
		r.failed.Show()
		r.failed.Relayout()
		if s.CanContinue {
			r.setButtons(p.w.button(lang.L("Continue"), theme.MediaSkipNextIcon(), p.continueCall), again)
			return
		}
		r.setButtons(again)
	}
}

func (r *runPanel) setButtons(buttons ...fyne.CanvasObject) {
	r.buttons.Objects = buttons
	r.buttons.Refresh()
}

// say shows how the run ended, by icon, colour and word alike.
func (r *runPanel) say(kind widgets.Kind, words string) {
	icon, color := theme.InfoIcon(), widgets.ColorNameMuted
	switch kind {
	case widgets.Success:
		icon, color = theme.NewSuccessThemedResource(theme.ConfirmIcon()), theme.ColorNameSuccess
	case widgets.Failure:
		icon, color = theme.NewErrorThemedResource(theme.ErrorIcon()), theme.ColorNameError
	}
	r.mark.SetResource(icon)
	r.outcome.ColorName = color
	r.outcome.SetText(words)
	r.outcome.Refresh()
}

// outcomeRow lays out how a run ended: an icon, the words, and what can be done with it on the right. The words wrap; where they
// would be higher than the buttons, they stand above them.
type outcomeRow struct {
	widget.BaseWidget
	mark, words, buttons fyne.CanvasObject
}

func newOutcomeRow(mark, words, buttons fyne.CanvasObject) *outcomeRow {
	r := &outcomeRow{mark: mark, words: words, buttons: buttons}
	r.ExtendBaseWidget(r)
	return r
}

const (
	outcomeMark = 28 // the icon with the space behind it
	outcomeGap  = 8  // between the words and the buttons
)

// split gives the width of the words, and how high the lines are that they and the buttons have; above is 0 for a line that they share.
func (r *outcomeRow) split(width float32) (words, above, line float32) {
	buttons := r.buttons.MinSize()
	line = max(buttons.Height, 28)
	words = width - outcomeMark - outcomeGap - buttons.Width
	if words >= 80 && heightFor(r.words, words) <= line {
		return words, 0, line
	}
	words = max(width-outcomeMark, 20)
	return words, max(heightFor(r.words, words), 20) + outcomeGap, line
}

// HeightFor is for the layout around it.
func (r *outcomeRow) HeightFor(width float32) float32 {
	_, above, line := r.split(width)
	return above + line
}

// CreateRenderer is for Fyne.
func (r *outcomeRow) CreateRenderer() fyne.WidgetRenderer { return outcomeRenderer{r} }

type outcomeRenderer struct{ row *outcomeRow }

func (r outcomeRenderer) Destroy() {}

func (r outcomeRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.row.mark, r.row.words, r.row.buttons}
}

func (r outcomeRenderer) MinSize() fyne.Size {
	width := r.row.buttons.MinSize().Width
	return fyne.NewSize(width, r.row.HeightFor(max(r.row.Size().Width, width)))
}

// Layout is for Fyne.
func (r outcomeRenderer) Layout(size fyne.Size) {
	words, above, line := r.row.split(size.Width)
	buttons, height := r.row.buttons.MinSize(), heightFor(r.row.words, words)
	top := line // of the words
	if above > 0 {
		top = above - outcomeGap
	}
	r.row.mark.Resize(fyne.NewSquareSize(20))
	r.row.mark.Move(fyne.NewPos(0, (top-20)/2))
	r.row.words.Resize(fyne.NewSize(words, height))
	r.row.words.Move(fyne.NewPos(outcomeMark, (top-height)/2))
	r.row.buttons.Resize(buttons)
	r.row.buttons.Move(fyne.NewPos(size.Width-buttons.Width, above+(line-buttons.Height)/2))
}

// Refresh is for Fyne.
func (r outcomeRenderer) Refresh() {
	r.Layout(r.row.Size())
	canvas.Refresh(r.row)
}

// overNotes is [under], with the last object along the lower edge: what is said there moves nothing above it.
type overNotes struct{ under }

func (l overNotes) Layout(o []fyne.CanvasObject, size fyne.Size) {
	last := len(o) - 1
	foot := float32(0)
	if o[last].Visible() {
		foot = min(heightFor(o[last], size.Width), size.Height*0.6)
		o[last].Resize(fyne.NewSize(size.Width, foot))
		o[last].Move(fyne.NewPos(0, size.Height-foot))
	}
	l.under.Layout(o[:last], fyne.NewSize(size.Width, max(size.Height-foot, 0)))
}

// under puts what is visible of the rest below the first object and gives it all the room.
type under struct{}

func (under) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(200, 120)
}

func (under) Layout(o []fyne.CanvasObject, size fyne.Size) {
	top := heightFor(o[0], size.Width)
	o[0].Resize(fyne.NewSize(size.Width, top))
	o[0].Move(fyne.NewPos(0, 0))
	for _, rest := range o[1:] {
		rest.Resize(fyne.NewSize(size.Width, max(size.Height-top, 0)))
		rest.Move(fyne.NewPos(0, top))
	}
}
