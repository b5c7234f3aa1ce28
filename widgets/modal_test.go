package widgets

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parley/bridge/schema"
)

// sheet is a modal in a window, its results, and a clock that stands still.
type sheet struct {
	*Modal
	t       testing.TB
	w       fyne.Window
	results []Result
	now     time.Time
}

// show puts a request in front of a person in a window of the given size.
func show(t testing.TB, ask Ask, size ...float32) *sheet {
	t.Helper()
	if size == nil {
		size = []float32{1080, 760}
	}
	s := &sheet{t: t, w: window(t, size[0], size[1], false), now: storyTime()}
	ask.Now = func() time.Time { return s.now }
	s.Modal = NewModal(s.w.Canvas(), ask, func(r Result) { s.results = append(s.results, r) })
	s.Modal.Show()
	return s
}

// ended gives the one result.
func (s *sheet) ended(outcome Outcome) Result {
	s.t.Helper()
	if len(s.results) != 1 {
		s.t.Fatalf("%d results, want one: %+v", len(s.results), s.results)
	}
	if s.results[0].Outcome != outcome {
		s.t.Fatalf("outcome %v, want %v", s.results[0].Outcome, outcome)
	}
	if s.w.Canvas().Overlays().Top() != nil {
		s.t.Error("something is still in front of the window")
	}
	return s.results[0]
}

// open makes sure that nothing was answered.
func (s *sheet) open() {
	s.t.Helper()
	if len(s.results) != 0 || !s.Visible() {
		s.t.Fatalf("the modal ended by itself: %+v", s.results)
	}
}

func (s *sheet) key(name fyne.KeyName, modifiers ...fyne.KeyModifier) { key(s.w, name, modifiers...) }

func nameAsk() Ask {
	return Ask{Title: "Demo lab asks", Message: "Who is coming?", Form: parsed(`{"type":"object","properties":{"name":{"type":"string","title":"Your name"}},"required":["name"]}`)}
}

func TestEveryEndingGivesItsOutcome(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(*sheet)
		want Outcome
	}{
		{"Enter in a line", func(s *sheet) { write(s.w, "Ada"); s.key(fyne.KeyReturn) }, Accepted},
		{"Ctrl+Enter", func(s *sheet) { write(s.w, "Ada"); s.key(fyne.KeyReturn, fyne.KeyModifierShortcutDefault) }, Accepted},
		{"Send", func(s *sheet) { write(s.w, "Ada"); s.Press(ButtonSend) }, Accepted},
		{"Decline", func(s *sheet) { s.Press(ButtonDecline) }, Declined},
		{"Not now", func(s *sheet) { s.Press(ButtonNotNow) }, Dismissed},
		{"×", func(s *sheet) { s.Press(ButtonClose) }, Dismissed},
		{"Esc", func(s *sheet) { s.key(fyne.KeyEscape) }, Dismissed},
		{"−", func(s *sheet) { s.Press(ButtonAside) }, PutAside},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := show(t, nameAsk())
			c.do(s)
			r := s.ended(c.want)
			if c.want == Accepted && string(r.Content) != `{"name":"Ada"}` {
				t.Errorf("content %s", r.Content)
			}
			if c.want != Accepted && r.Content != nil {
				t.Errorf("content %s goes with %s", r.Content, c.name)
			}
		})
	}
}

func TestNothingComesAfterTheFirstResult(t *testing.T) {
	s := show(t, nameAsk())
	write(s.w, "Kim")
	send := s.layer.footer.send
	for range 3 {
		send.Tapped(&fyne.PointEvent{})
		s.layer.footer.decline.Tapped(&fyne.PointEvent{})
		s.layer.header.close.Tapped(&fyne.PointEvent{})
		s.layer.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	}
	s.Completed()
	s.Close()
	s.ended(Accepted)
}

func TestCloseGivesTheDraftAndNoResult(t *testing.T) {
	s := show(t, nameAsk())
	write(s.w, "Ki")
	draft := s.Close()
	if len(draft) != 1 || draft[0].Text != "Ki" {
		t.Errorf("draft %+v", draft)
	}
	s.layer.footer.send.Tapped(&fyne.PointEvent{})
	if len(s.results) != 0 || s.w.Canvas().Overlays().Top() != nil {
		t.Errorf("results %v after Close", s.results)
	}
}

func TestNothingIsAcceptedInTheFirst400Milliseconds(t *testing.T) {
	ask := Ask{Arrives: true, Form: parsed(`{"properties":{"ok":{"type":"boolean","default":true},"name":{"type":"string"}}}`)}
	everything := func(s *sheet) {
		for _, name := range []fyne.KeyName{fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace, fyne.KeyEscape} {
			s.key(name)
		}
		s.key(fyne.KeyReturn, fyne.KeyModifierShortcutDefault)
		for i := range s.form.Fields() {
			s.form.Focus(i)
			write(s.w, " x")
			s.key(fyne.KeyReturn)
			s.key(fyne.KeyEscape)
		}
		for b := ButtonSend; b <= ButtonLeave; b++ {
			s.Press(b)
		}
		s.form.Choose(0, 1)
		s.w.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: fyne.KeyEscape})
	}
	s := show(t, ask)
	everything(s)
	s.now = s.now.Add(399 * time.Millisecond)
	everything(s)
	s.open()
	if s.form.Dirty() || s.form.Shown(0) != "true" {
		t.Errorf("something was entered: %+v", s.form.Inputs())
	}
	s.now = s.now.Add(armingTime) // from the last key that did not count
	s.form.Focus(1)
	write(s.w, "x")
	s.key(fyne.KeyReturn)
	if r := s.ended(Accepted); string(r.Content) != `{"ok":true,"name":"x"}` {
		t.Errorf("content %s", r.Content)
	}
}

// On a busy machine a request is drawn late: keys pressed before were not meant for what nobody could see.
func TestTheFirstMomentsCountFromWhenItCanBeSeen(t *testing.T) {
	s := show(t, Ask{Arrives: true, Form: parsed(`{"properties":{"name":{"type":"string"}}}`)})
	s.now = s.now.Add(time.Second)
	s.w.Canvas().Capture()
	s.key(fyne.KeyReturn)
	s.now = s.now.Add(399 * time.Millisecond)
	s.w.Canvas().Capture()
	s.key(fyne.KeyReturn)
	s.open()
	s.now = s.now.Add(armingTime)
	s.key(fyne.KeyReturn)
	s.ended(Accepted)
}

func TestAskedForModalAcceptsAtOnce(t *testing.T) {
	s := show(t, nameAsk())
	write(s.w, "x")
	s.key(fyne.KeyReturn)
	s.ended(Accepted)
}

func TestEscapeOnAFormWithEntriesAsksFirst(t *testing.T) {
	s := show(t, nameAsk())
	write(s.w, "Ada")
	before := s.w.Canvas().Focused()
	s.key(fyne.KeyEscape)
	s.open()
	if !s.AsksToClose() || s.Reason() != "Close without answering?" {
		t.Fatalf("it does not ask: %q", s.Reason())
	}
	s.key(fyne.KeyReturn) // on Keep editing
	s.open()
	if s.AsksToClose() || s.w.Canvas().Focused() != before {
		t.Error("Keep editing does not go back to the field")
	}
	s.key(fyne.KeyEscape)
	s.key(fyne.KeyEscape) // Esc is Keep editing, too
	s.open()
	if s.AsksToClose() {
		t.Error("a second Esc leaves the question open")
	}
	s.key(fyne.KeyEscape)
	if s.Press(ButtonSend) {
		t.Error("Send can be pressed during the question")
	}
	s.Press(ButtonLeave)
	if r := s.ended(Dismissed); r.Draft[0].Text != "Ada" {
		t.Errorf("what was typed is lost: %+v", r.Draft)
	}
}

func TestEscapeReachesTheModalFromEveryPartOfIt(t *testing.T) {
	s := show(t, everyAsk())
	stops := tabStops(s)
	if len(stops) < 25 {
		t.Fatalf("only %d places take the keyboard", len(stops))
	}
	escaped := 0
	s.frame.escape = func() { escaped++ }
	for i, stop := range stops {
		s.key(fyne.KeyEscape)
		if s.w.Canvas().Focused() != stop || escaped != i+1 {
			t.Fatalf("stop %d %T: Esc came %d times", i, s.w.Canvas().Focused(), escaped)
		}
		s.key(fyne.KeyTab)
	}
}

func TestCtrlEnterSendsFromEveryPart(t *testing.T) {
	s := show(t, everyAsk())
	stops := tabStops(s)
	sent := 0
	s.frame.submit = func() { sent++ }
	for i, stop := range stops {
		s.key(fyne.KeyReturn, fyne.KeyModifierShortcutDefault)
		if s.w.Canvas().Focused() != stop || sent != i+1 {
			t.Fatalf("stop %d %T: Ctrl+Enter sent %d times", i, s.w.Canvas().Focused(), sent)
		}
		s.key(fyne.KeyTab)
	}
}

// tabStops presses Tab until the keyboard comes around, and gives where it was.
func tabStops(s *sheet) (stops []fyne.Focusable) {
	for range 200 {
		f := s.w.Canvas().Focused()
		if len(stops) > 0 && f == stops[0] {
			return stops
		}
		stops = append(stops, f)
		s.key(fyne.KeyTab)
	}
	s.t.Fatal("Tab never comes around")
	return nil
}

func TestTabGoesThroughEverythingInOrderAndBack(t *testing.T) {
	form := fieldsForm(60)
	s := show(t, Ask{Title: "x", Form: &form}, 800, 560)
	var fields []int
	forward := tabStops(s)
	s = show(t, Ask{Title: "x", Form: &form}, 800, 560)
	for range forward {
		if i := s.form.Focused(); i >= 0 && (len(fields) == 0 || fields[len(fields)-1] != i) {
			fields = append(fields, i)
		}
		s.key(fyne.KeyTab)
	}
	for i := range 60 {
		if i >= len(fields) || fields[i] != i {
			t.Fatalf("Tab goes to the fields %v", fields)
		}
	}
	s = show(t, Ask{Title: "x", Form: &form}, 800, 560)
	s.canvas.Focus(s.layer.footer.send)
	s.key(fyne.KeyTab, fyne.KeyModifierShift)
	for i := 59; i >= 0; i-- {
		for s.form.Focused() == i+1 { // the calendar button of a date
			s.key(fyne.KeyTab, fyne.KeyModifierShift)
		}
		if s.form.Focused() != i {
			t.Fatalf("Shift+Tab goes to field %d, want %d", s.form.Focused(), i)
		}
		s.key(fyne.KeyTab, fyne.KeyModifierShift)
	}
}

// Whoever has filled in the last field sends with Tab and Enter.
func TestTabGoesFromTheLastFieldToSend(t *testing.T) {
	for _, properties := range []string{`"a":{"type":"string"},"b":{"type":"string"}`, `"a":{"type":"boolean"}`, `"a":{"type":"string","format":"date"}`,
		`"a":{"type":"array","items":{"enum":["x","y"]}}`, `"a":{"type":"string","enum":["1","2","3","4","5","6","7","8","9"]}`} {
		s := show(t, Ask{Title: "x", Form: parsed(`{"properties":{` + properties + `}}`)}, 800, 560)
		last := s.form.Fields() - 1
		s.form.Focus(last)
		for range 6 { // a field may have a button of its own
			s.key(fyne.KeyTab)
			if s.form.Focused() != last {
				break
			}
		}
		if s.w.Canvas().Focused() != fyne.Focusable(s.layer.footer.send) {
			t.Errorf("%s: Tab goes to %T", properties, s.w.Canvas().Focused())
			continue
		}
		s.key(fyne.KeyReturn)
		s.ended(Accepted)
	}
}

func TestWhatHasTheKeyboardIsInView(t *testing.T) {
	form := fieldsForm(40)
	s := show(t, Ask{Title: "x", Form: &form}, 800, 560)
	driver := fyne.CurrentApp().Driver()
	for i := range 80 {
		o, ok := s.w.Canvas().Focused().(fyne.CanvasObject)
		if !ok || s.form.Focused() < 0 {
			s.key(fyne.KeyTab)
			continue
		}
		top := driver.AbsolutePositionForObject(o).Y
		from := driver.AbsolutePositionForObject(s.layer.body).Y
		if top < from || top+o.Size().Height > from+s.layer.body.Size().Height {
			t.Errorf("stop %d %T: from %v to %v, the body is from %v to %v", i, o, top, top+o.Size().Height, from, from+s.layer.body.Size().Height)
		}
		s.key(fyne.KeyTab)
	}
}

func TestFooterStandsStill(t *testing.T) {
	for _, size := range [][]float32{{800, 560}, {1080, 760}, {1400, 1000}} {
		s := show(t, everyAsk(), size...)
		at := func() fyne.Position { return fyne.CurrentApp().Driver().AbsolutePositionForObject(s.layer.footer.send) }
		want := at()
		s.Press(ButtonSend) // errors appear
		s.form.AddItem(s.form.Index("names"), "Cy")
		s.Press(ButtonPreview)
		s.Press(ButtonPreview)
		s.layer.body.scrollTo(500)
		s.form.Clear(0)
		s.form.Type(0, "Ada")
		if got := at(); got != want {
			t.Errorf("at %v: Send moved from %v to %v", size, want, got)
		}
		if !s.ButtonsVisible() {
			t.Errorf("at %v: a button cannot be seen", size)
		}
	}
}

func TestModalFollowsTheWindow(t *testing.T) {
	s := show(t, everyAsk())
	for _, size := range []fyne.Size{{Width: 800, Height: 560}, {Width: 1600, Height: 1000}, {Width: 640, Height: 400}, {Width: 900, Height: 700}} {
		s.w.Resize(size)
		l := s.layer
		if l.Size() != size || l.at.X < 0 || l.at.Y < 0 || l.at.X+l.panel.Width > size.Width || l.at.Y+l.panel.Height > size.Height {
			t.Errorf("at %v the panel is %v at %v", size, l.panel, l.at)
		}
		if off := l.at.X + l.panel.Width/2 - size.Width/2; off > 1 || off < -1 {
			t.Errorf("at %v it is off the centre by %v", size, off)
		}
		if !s.ButtonsVisible() {
			t.Errorf("at %v a button cannot be seen", size)
		}
	}
}

func TestBodySaysWhenMoreIsBelow(t *testing.T) {
	s := show(t, everyAsk(), 800, 560)
	if !s.layer.body.MoreBelow() || s.layer.body.more.Hidden {
		t.Fatal("nothing says that there are more fields")
	}
	for range 20 {
		s.Press(ButtonMoreHere)
	}
	if s.layer.body.MoreBelow() || !s.layer.body.more.Hidden {
		t.Error("pressing it does not lead to the end")
	}
	if s := show(t, nameAsk()); s.layer.body.MoreBelow() {
		t.Error("a short form says that there is more")
	}
}

func TestWhatIsSentShowsTheVeryBytes(t *testing.T) {
	s := show(t, formAsk())
	s.form.Type(2, "ada@example.org")
	s.Press(ButtonPreview)
	shown := s.Previewed()
	s.key(fyne.KeyEscape) // closes what is shown, not the modal
	s.open()
	s.Press(ButtonSend)
	if r := s.ended(Accepted); shown != string(r.Content) || shown == "" {
		t.Errorf("shown %q, sent %q", shown, r.Content)
	}
}

func TestWhatIsSentTellsTheProblemsFirst(t *testing.T) {
	s := show(t, nameAsk())
	s.Press(ButtonPreview)
	if s.Previewed() != "" || !strings.Contains(texts(s.layer), "Your name: This is required") {
		t.Errorf("shown: %q", texts(s.layer))
	}
	s.Press(ButtonSend)
	s.open()
	if s.preview != nil || s.form.Focused() != 0 {
		t.Error("Send does not lead to the field")
	}
}

// texts is everything that a widget tree draws as text.
func texts(o fyne.CanvasObject) string {
	var out strings.Builder
	walkTexts(o, &out)
	return out.String()
}

func TestSecretsLeaveNoTrace(t *testing.T) {
	for _, outcome := range []Button{ButtonSend, ButtonNotNow, ButtonAside} {
		s := show(t, secretAsk())
		if len(s.form.Notices()) != 1 || !strings.Contains(s.form.Notices()[0], "must not ask") {
			t.Errorf("no warning: %q", s.form.Notices())
		}
		s.form.Type(0, "ada")
		s.form.Type(1, "s3cret-x")
		if !s.form.Masked(1) || strings.Contains(texts(s.layer), "s3cret-x") {
			t.Error("the secret can be read")
		}
		s.Press(ButtonPreview)
		if strings.Contains(s.Previewed(), "s3cret-x") {
			t.Error("What is sent shows the secret")
		}
		s.Press(outcome)
		if r := s.results[0]; r.Draft[1].Text != "" || r.Draft[0].Text != "ada" {
			t.Errorf("draft %+v", r.Draft)
		}
		if outcome == ButtonSend && string(s.results[0].Content) != `{"user":"ada","password":"s3cret-x"}` {
			t.Errorf("content %s", s.results[0].Content)
		}
	}
}

func TestDraftIsFilledInAgain(t *testing.T) {
	ask := formAsk()
	ask.Draft = []schema.Input{{Chosen: []int{1}, Touched: true}, {Chosen: []int{1}, Touched: true}, {Text: "a@b.example", Touched: true}, {Text: "9", Touched: true}, {}}
	s := show(t, ask)
	s.Press(ButtonSend)
	if r := s.ended(Accepted); string(r.Content) != `{"queue":"long","notify":false,"email":"a@b.example","nodes":9}` {
		t.Errorf("content %s", r.Content)
	}
}

func TestEscapeClosesOnlyThePopup(t *testing.T) {
	for name, open := range map[string]func(*sheet){
		"list":     func(s *sheet) { s.form.Focus(s.form.Index("city")); s.key(fyne.KeyDown) },
		"many":     func(s *sheet) { s.form.Focus(s.form.Index("topics")); s.key(fyne.KeySpace) },
		"calendar": func(s *sheet) { s.form.Focus(s.form.Index("arrival")); s.key(fyne.KeyTab); s.key(fyne.KeyReturn) },
		"moment":   func(s *sheet) { s.form.Focus(s.form.Index("call")); s.key(fyne.KeyTab); s.key(fyne.KeySpace) },
	} {
		s := show(t, everyAsk())
		open(s)
		if n := len(s.w.Canvas().Overlays().List()); n != 2 {
			t.Errorf("%s: %d overlays", name, n)
			continue
		}
		for range 12 { // every part of the popup
			s.key(fyne.KeyTab)
			if s.w.Canvas().Focused() == nil {
				t.Errorf("%s: the keyboard left the popup", name)
			}
		}
		s.key(fyne.KeyEscape)
		s.open()
		if n := len(s.w.Canvas().Overlays().List()); n != 1 {
			t.Errorf("%s: %d overlays after Esc", name, n)
		}
		if s.form.Focused() < 0 {
			t.Errorf("%s: the keyboard did not come back to the field", name)
		}
	}
}

func TestWindowShortcutsRestWhileAModalIsOpen(t *testing.T) {
	s := show(t, everyAsk())
	kept := 0
	s.frame.shortcut = func(fyne.Shortcut) { kept++ }
	stops := tabStops(s)
	for i := range stops {
		taker, ok := s.w.Canvas().Focused().(fyne.Shortcutable)
		if !ok {
			t.Fatalf("stop %d %T leaves shortcuts to the window", i, s.w.Canvas().Focused())
		}
		kept = 0
		taker.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyK, Modifier: fyne.KeyModifierControl})
		if kept != 1 {
			t.Errorf("stop %d %T: a shortcut of the window comes to the modal %d times", i, taker, kept)
		}
		s.key(fyne.KeyTab)
	}
}

func TestKeysOfTheWindowComeBack(t *testing.T) {
	w := window(t, 800, 600, false)
	pressed := 0
	w.Canvas().SetOnTypedKey(func(*fyne.KeyEvent) { pressed++ })
	m := NewModal(w.Canvas(), nameAsk(), nil)
	m.Show()
	w.Canvas().Unfocus()
	key(w, fyne.KeyDown)
	if pressed != 0 {
		t.Error("the window got a key of the modal")
	}
	m.Close()
	key(w, fyne.KeyDown)
	if pressed != 1 {
		t.Error("the window does not get its keys back")
	}
}

func TestClickBesideEverythingKeepsTheKeyboard(t *testing.T) {
	s := show(t, nameAsk())
	s.w.Canvas().Unfocus() // what Fyne does on such a click
	s.layer.Tapped(&fyne.PointEvent{})
	s.key(fyne.KeyEscape)
	s.ended(Dismissed)
}

func TestFocusBeginsInTheFirstFieldAndNeverOnAButton(t *testing.T) {
	if s := show(t, formAsk()); s.form.Focused() != 0 {
		t.Errorf("the keyboard is in field %d", s.form.Focused())
	}
	for _, ask := range []Ask{confirmAsk(), approvalAsk(), linkAsk("https://example.org/"), {Title: "x", Form: parsed(`{"properties":{"v":{"const":1}},"required":["v"]}`)}} {
		s := show(t, ask)
		if s.w.Canvas().Focused() != fyne.Focusable(s.layer) {
			t.Errorf("%q: the keyboard is on %T", ask.Message, s.w.Canvas().Focused())
		}
		s.key(fyne.KeyReturn)
		s.key(fyne.KeySpace)
		s.open()
	}
}

func TestConfirmationSendsAnEmptyObject(t *testing.T) {
	s := show(t, confirmAsk())
	s.Press(ButtonSend)
	if r := s.ended(Accepted); string(r.Content) != "{}" {
		t.Errorf("content %q", r.Content)
	}
}

func TestApprovalShowsWhatIsAboutToHappen(t *testing.T) {
	s := show(t, approvalAsk())
	if s.Label(ButtonSend) != "Allow" || !strings.Contains(texts(s.layer), `"run": 8841`) {
		t.Errorf("button %q, texts %q", s.Label(ButtonSend), texts(s.layer))
	}
}

func TestQuestionsAreAnsweredInOrder(t *testing.T) {
	s := show(t, questionsAsk())
	s.form.Choose(0, 0)
	s.form.Pick(1, []int{2, 0})
	s.form.Type(2, `no "thanks" <b>`)
	s.Press(ButtonSend)
	if r := s.ended(Accepted); string(r.Content) != `{"answers":["red",["Monday","Wednesday"],"no \"thanks\" <b>"]}` {
		t.Errorf("content %s", r.Content)
	}
	s = show(t, questionsAsk())
	s.Press(ButtonSend)
	if r := s.ended(Accepted); string(r.Content) != `{"answers":[null,[],null]}` {
		t.Errorf("open questions give %s", r.Content)
	}
}

func TestFreeAnswerIsOptionalAndChecked(t *testing.T) {
	s := show(t, unknownAsk())
	s.form.Type(0, "[1]")
	s.Press(ButtonSend)
	s.open()
	if !strings.Contains(s.form.ErrorOn(0), "JSON object") {
		t.Errorf("error %q", s.form.ErrorOn(0))
	}
	s.form.Clear(0)
	s.form.Type(0, `{"n": 12345678901234567890, "s": "<&>"}`)
	s.Press(ButtonSend)
	if r := s.ended(Accepted); string(r.Content) != `{"n":12345678901234567890,"s":"<&>"}` {
		t.Errorf("content %s", r.Content)
	}
	s = show(t, unknownAsk())
	s.Press(ButtonSend)
	if r := s.ended(Accepted); r.Content != nil {
		t.Errorf("nothing entered gives %s", r.Content)
	}
}

func TestClockCountsDownInWords(t *testing.T) {
	ask := nameAsk()
	ask.Position, ask.Deadline = "1 of 2", storyTime().Add(90*time.Second)
	s := show(t, ask)
	for _, c := range []struct {
		after  time.Duration
		want   string
		urgent bool
	}{
		{0, "1 of 2 · 1:30 left", false},
		{42 * time.Second, "1 of 2 · 0:48 left", false},
		{80 * time.Second, "1 of 2 · 0:10 left", false},
		{80*time.Second + time.Millisecond, "1 of 2 · only 10 s left", true},
		{89 * time.Second, "1 of 2 · only 1 s left", true},
		{95 * time.Second, "1 of 2 · only 0 s left", true},
	} {
		s.now = storyTime().Add(c.after)
		s.Tick(fmt.Sprintf("started %v ago", c.after))
		if s.Clock() != c.want || s.Urgent() != c.urgent || s.Cause() != fmt.Sprintf("started %v ago", c.after) {
			t.Errorf("after %v: %q urgent %v, cause %q", c.after, s.Clock(), s.Urgent(), s.Cause())
		}
	}
	write(s.w, "x")
	s.key(fyne.KeyReturn)
	s.open()
	if !strings.Contains(s.Reason(), "over") {
		t.Errorf("Send after the deadline says %q", s.Reason())
	}
	s.SetPosition("2 of 2")
	if !strings.HasPrefix(s.Clock(), "2 of 2") {
		t.Errorf("clock %q", s.Clock())
	}
}

func TestLearntTimeIsShownAsAnEstimate(t *testing.T) {
	s := show(t, clockAsk(0))
	if s.Clock() != "2 of 3 · usually waits 60 s" || s.Urgent() {
		t.Errorf("clock %q", s.Clock())
	}
}

func TestBackGoesToTheQuestionBefore(t *testing.T) {
	ask, back := nameAsk(), 0
	ask.Back = func() { back++ }
	s := show(t, ask)
	s.Press(ButtonBack)
	if back != 1 || s.Press(ButtonKeep) {
		t.Errorf("back %d", back)
	}
	s.open()
	if show(t, nameAsk()).Press(ButtonBack) {
		t.Error("there is a Back without a question before")
	}
}

func TestMessageIsShownWholeAndHarmless(t *testing.T) {
	s := show(t, hostileAsk())
	for _, r := range texts(s.layer) {
		if r == 0x1b || r == 0x202e || r == 0x200b || r == 0 {
			t.Errorf("%U is drawn", r)
		}
	}
	if got := s.Message(); !strings.Contains(got, "**Hi** [click](https://evil.example/login) <b>x</b>") {
		t.Errorf("message %q", got)
	}
	if s := show(t, Ask{Form: &schema.Form{}}); !strings.Contains(s.Message(), "gave no reason") {
		t.Errorf("no message: %q", s.Message())
	}
}

func TestLongMessagesOpenAtOnceAndScrollToTheEnd(t *testing.T) {
	for _, n := range []int{10_000, 1_000_000} {
		ask := nameAsk()
		ask.Message = strings.Repeat("words and words ", n/16) + "THE END"
		began := time.Now()
		s := show(t, ask, 800, 560)
		if took := time.Since(began); took > 60*time.Second {
			t.Errorf("%d characters took %v", n, took)
		}
		if !s.ButtonsVisible() {
			t.Errorf("%d characters hide the buttons", n)
		}
		s.canvas.Focus(s.message)
		s.key(fyne.KeyEnd)
		if !strings.Contains(texts(s.message), "THE END") {
			t.Errorf("the end of %d characters cannot be reached: %q", n, texts(s.message))
		}
	}
}

func TestHostileSchemasDoNotFreeze(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for name, form := range map[string]*schema.Form{
		"5,000 fields":       ptr(fieldsForm(5000)),
		"1 MB default":       parsed(`{"properties":{"a":{"type":"string","default":"` + long + `"}}}`),
		"1 MB JSON":          parsed(`{"properties":{"a":{"type":"object","default":{"x":"` + long + `"}}}}`),
		"1 MB texts":         parsed(`{"properties":{"` + long + `":{"type":"string","title":"` + long + `","description":"` + long + `"}}}`),
		"1 MB option":        parsed(`{"properties":{"a":{"enum":["` + long + `","b"]}}}`),
		"20,000 options":     {Fields: []schema.Field{{Label: "a", Kind: schema.Choice, Options: make20000()}}},
		"5,000 default rows": {Fields: []schema.Field{{Label: "a", Kind: schema.List, Start: schema.Input{Items: make([]string, 5000)}}}},
		"1 MB default row":   {Fields: []schema.Field{{Label: "a", Kind: schema.List, Start: schema.Input{Items: []string{long}}}}},
	} {
		began := time.Now()
		s := show(t, Ask{Title: long, Cause: long, Form: form, Message: "m"}, 800, 560)
		s.form.Focus(0)
		s.key(fyne.KeyDown)
		s.key(fyne.KeyEscape)
		s.w.Canvas().Capture()
		if took := time.Since(began); took > 60*time.Second {
			t.Errorf("%s took %v", name, took)
		}
		if s.form.built > 40 {
			t.Errorf("%s built %d fields", name, s.form.built)
		}
	}
}

func ptr[T any](v T) *T { return &v }

func make20000() []schema.Option {
	options := make([]schema.Option, 20000)
	for i := range options {
		options[i] = schema.Option{Label: fmt.Sprint("option ", i), Value: fmt.Append(nil, i)}
	}
	return options
}

func TestLongDefaultIsSentAsItStandsAndCanBeRemoved(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	ask := Ask{Form: parsed(`{"properties":{"a":{"type":"string","default":"` + long + `"}}}`)}
	s := show(t, ask)
	if s.form.Shown(0) != long || s.form.Focused() != 0 {
		t.Error("the text is not shown, or has not the keyboard")
	}
	s.key(fyne.KeyReturn) // on the text, not on the button that removes it
	s.open()
	s.Press(ButtonSend)
	if r := s.ended(Accepted); !bytes.Contains(r.Content, []byte(long)) {
		t.Errorf("%d bytes are sent", len(r.Content))
	}
	s = show(t, ask)
	s.form.Clear(0)
	s.form.Type(0, "y")
	fyne.CurrentApp().Clipboard().SetContent(long)
	s.key(fyne.KeyV, fyne.KeyModifierShortcutDefault)
	s.Press(ButtonSend)
	if r := s.ended(Accepted); string(r.Content) != `{"a":"y`+long+`"}` {
		t.Errorf("a long paste sends %.40s… of %d bytes", r.Content, len(r.Content))
	}
}

// The desktop driver gives Space as a key and then as a character, to whatever has the keyboard by then.
func TestSpaceOnAButtonIsNotTypedIntoWhatComesNext(t *testing.T) {
	s := show(t, everyAsk())
	s.form.Type(0, "Ada")
	s.key(fyne.KeyEscape)
	s.key(fyne.KeySpace) // Keep editing
	if s.AsksToClose() || s.form.Shown(0) != "Ada" {
		t.Errorf("the name is %q", s.form.Shown(0))
	}
	arrival := s.form.Index("arrival")
	s.form.Focus(arrival)
	s.key(fyne.KeyTab)
	s.key(fyne.KeySpace) // opens the calendar
	s.key(fyne.KeySpace) // picks today
	if s.form.Shown(arrival) != "2026-11-30" {
		t.Errorf("the day is %q", s.form.Shown(arrival))
	}
	names := s.form.Index("names")
	s.form.Focus(names)
	s.canvas.Focus(s.form.views[names].control.(*listControl).add)
	s.key(fyne.KeySpace)
	if got := s.form.Items(names); len(got) != 3 || got[2] != "" {
		t.Errorf("the rows are %q", got)
	}
	s.form.Choose(s.form.Index("topics"), 0)
	parking := s.form.Index("parking")
	s.form.Focus(parking)
	s.key(fyne.KeySpace)
	if s.form.Shown(parking) != "true" {
		t.Errorf("parking is %q", s.form.Shown(parking))
	}
}
