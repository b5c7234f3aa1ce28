package app

import (
	"time"

	"fyne.io/fyne/v2"
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
	done    *fyne.Container
	with    *textLine // what the run had

	result  *resultView
	failure *failureView
	failed  *widgets.Body // scrolls the failure
	drawn   string        // the call whose end is drawn
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
	r.done = container.New(&outcomeRow{}, r.mark, r.outcome, r.buttons)
	r.result = newResultView(w, p)
	r.failure = newFailureView(w, func() { r.failed.Relayout() })
	r.failed = widgets.NewBody(r.failure.column)
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

// outcomeRow lays out how a run ended: an icon, the words, and what can be done with it on the right. The words wrap.
type outcomeRow struct{}

func (outcomeRow) MinSize(o []fyne.CanvasObject) fyne.Size {
	buttons := o[2].MinSize()
	return fyne.NewSize(buttons.Width+80, max(buttons.Height, 28))
}

func (outcomeRow) Layout(o []fyne.CanvasObject, size fyne.Size) {
	buttons := o[2].MinSize()
	o[2].Resize(buttons)
	o[2].Move(fyne.NewPos(size.Width-buttons.Width, (size.Height-buttons.Height)/2))
	o[0].Resize(fyne.NewSquareSize(20))
	o[0].Move(fyne.NewPos(0, (size.Height-20)/2))
	width := max(size.Width-buttons.Width-36, 20)
	height := heightFor(o[1], width)
	o[1].Resize(fyne.NewSize(width, height))
	o[1].Move(fyne.NewPos(28, (size.Height-height)/2))
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
