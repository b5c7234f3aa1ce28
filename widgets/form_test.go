package widgets

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"parley/bridge/schema"
)

// page is a form on a page in a window.
type page struct {
	*Form
	body *Body
	w    fyne.Window
}

func showForm(t testing.TB, text string) *page {
	t.Helper()
	return showFields(t, *parsed(text), FormOptions{Now: storyTime})
}

func showFields(t testing.TB, form schema.Form, opts FormOptions) *page {
	t.Helper()
	p := &page{w: window(t, 700, 600, false), Form: NewForm(form, opts)}
	p.body = NewBody(p.Form)
	p.w.SetContent(p.body)
	p.w.Resize(fyne.NewSize(700, 600))
	return p
}

func (p *page) key(name fyne.KeyName, modifiers ...fyne.KeyModifier) { key(p.w, name, modifiers...) }

// sends checks what would be sent.
func (p *page) sends(t testing.TB, want string) {
	t.Helper()
	content, problems := p.Content()
	if string(content) != want || len(problems) > 0 {
		t.Errorf("sent %s, problems %v, want %s", content, problems, want)
	}
}

func TestEveryKindHasItsEntry(t *testing.T) {
	p := showFields(t, *everyAsk().Form, FormOptions{})
	var got []string
	for i := range p.Fields() {
		got = append(got, p.form.Fields[i].Key+"="+p.Renders(i))
	}
	want := "name=text about=text guests=text budget=text arrival=text leaves=text call=text vegetarian=checkbox parking=checkbox " +
		"size=select city=select days=multiselect topics=multiselect names=list address=json"
	if g := strings.Join(got, " "); !strings.HasPrefix(g, want) {
		t.Errorf("got  %s\nwant %s", g, want)
	}
	if r := showForm(t, `{"properties":{"v":{"const":1}},"required":["v"]}`).Renders(0); r != "hidden" {
		t.Errorf("a constant renders %s", r)
	}
}

func TestErrorsComeWhenAFieldIsLeftAndGoWhenItIsMended(t *testing.T) {
	p := showForm(t, `{"properties":{"mail":{"type":"string","format":"email"},"n":{"type":"integer","minimum":10}}}`)
	p.Type(0, "kim")
	if p.ErrorOn(0) != "" {
		t.Errorf("an error while typing: %q", p.ErrorOn(0))
	}
	p.key(fyne.KeyTab)
	if !strings.Contains(p.ErrorOn(0), "email") {
		t.Errorf("no error after leaving: %q", p.ErrorOn(0))
	}
	p.Type(0, "@example.or")
	if p.ErrorOn(0) != "" {
		t.Errorf("the error stays after mending: %q", p.ErrorOn(0))
	}
	p.Type(1, "5")
	p.w.Canvas().Unfocus()
	if !strings.Contains(p.ErrorOn(1), "10") {
		t.Errorf("no error after a click beside: %q", p.ErrorOn(1))
	}
}

func TestErrorsMoveNothing(t *testing.T) {
	p := showForm(t, `{"properties":{"a":{"type":"string"},"b":{"type":"boolean"}},"required":["a","b"]}`)
	before := p.views[1].Position()
	p.Focus(0)
	p.w.Canvas().Unfocus()
	if p.ErrorOn(0) == "" || p.views[1].Position() != before {
		t.Errorf("error %q moves the next field from %v to %v", p.ErrorOn(0), before, p.views[1].Position())
	}
}

func TestContentLeadsToTheFirstProblem(t *testing.T) {
	form := fieldsForm(100)
	form.Fields[80].Required = true
	p := showFields(t, *parsed(strings.ReplaceAll(bigRequired, "'", `"`)), FormOptions{})
	_, problems := p.Content()
	if len(problems) != 2 || p.Focused() != 30 || p.ErrorOn(45) == "" {
		t.Fatalf("problems %v, keyboard in %d", problems, p.Focused())
	}
	o := p.w.Canvas().Focused().(fyne.CanvasObject)
	if top := fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y; top < 0 || top > 560 {
		t.Errorf("the field is at %v", top)
	}
	p.Type(30, "x")
	p.Type(45, "y")
	if _, problems := p.Content(); len(problems) != 0 || p.ErrorOn(30)+p.ErrorOn(45) != "" {
		t.Errorf("problems stay: %v", problems)
	}
}

// bigRequired has 60 fields of which two are required.
var bigRequired = func() string {
	var out strings.Builder
	out.WriteString("{'type':'object','properties':{")
	for i := range 60 {
		if i > 0 {
			out.WriteString(",")
		}
		out.WriteString("'f" + string(rune('A'+i/26)) + string(rune('a'+i%26)) + "':{'type':'string'}")
	}
	out.WriteString("},'required':['fBe','fBt']}")
	return out.String()
}()

func TestPrefilledFieldThatIsEmptiedStaysEmpty(t *testing.T) {
	p := showForm(t, `{"properties":{"region":{"type":"string","default":"north"},"note":{"type":"string"}}}`)
	if p.Shown(0) != "north" || p.Dirty() {
		t.Errorf("at first %q, dirty %v", p.Shown(0), p.Dirty())
	}
	p.Clear(0)
	p.Type(1, "x")
	if p.Shown(0) != "" || !p.Dirty() {
		t.Errorf("emptied %q, dirty %v", p.Shown(0), p.Dirty())
	}
	p.sends(t, `{"note":"x"}`)
}

func TestYesOrNoHasThreeStatesUntilItIsTouched(t *testing.T) {
	p := showForm(t, `{"properties":{"a":{"type":"boolean"},"b":{"type":"boolean","default":true}}}`)
	if p.Shown(0) != "" || p.Shown(1) != "true" || !strings.Contains(texts(p.Form), "not answered") {
		t.Errorf("shown %q and %q", p.Shown(0), p.Shown(1))
	}
	p.sends(t, `{"b":true}`)
	p.Focus(0)
	p.key(fyne.KeySpace)
	if p.Shown(0) != "true" || strings.Contains(texts(p.Form), "not answered") {
		t.Errorf("after Space %q", p.Shown(0))
	}
	p.key(fyne.KeyRight)
	p.Choose(1, 1)
	p.sends(t, `{"a":false,"b":false}`)
	p.Clear(0)
	p.sends(t, `{"b":false}`)
	p.Choose(1, 0)
	p.sends(t, `{"b":true}`)
}

func TestArrowKeysChooseAmongRadioButtons(t *testing.T) {
	p := showForm(t, `{"properties":{"q":{"enum":["a","b","c"]}},"required":["q"]}`)
	p.Focus(0)
	p.key(fyne.KeyDown)
	p.key(fyne.KeyDown)
	p.key(fyne.KeyDown)
	if p.Shown(0) != "c" {
		t.Errorf("shown %q", p.Shown(0))
	}
	p.key(fyne.KeyUp)
	p.sends(t, `{"q":"b"}`)
}

func TestRequiredChoiceIsEmptiedByKeyAndThenMissing(t *testing.T) {
	for name, options := range map[string]string{"radio buttons": `["a","b"]`, "list": `["a","b","c","d","e","f","g"]`} {
		p := showForm(t, `{"properties":{"q":{"enum":`+options+`,"default":"b"}},"required":["q"]}`)
		if strings.Contains(texts(p.Form), "Clear") {
			t.Errorf("%s: it is offered to leave out what is required", name)
		}
		p.Focus(0)
		p.key(fyne.KeyDelete)
		if content, problems := p.Content(); len(problems) != 1 {
			t.Errorf("%s: sent %s, problems %v", name, content, problems)
		}
		p.Choose(0, 0)
		p.sends(t, `{"q":"a"}`)
	}
}

func TestChoiceCanBeTakenBackWhenItIsOptional(t *testing.T) {
	for name, options := range map[string]string{"radio buttons": `["a","b"]`, "list": `["a","b","c","d","e","f","g"]`} {
		p := showForm(t, `{"properties":{"q":{"enum":`+options+`}}}`)
		p.Choose(0, 1)
		p.sends(t, `{"q":"b"}`)
		if !strings.Contains(texts(p.Form), "Clear") {
			t.Errorf("%s: nothing offers to clear it", name)
		}
		p.views[0].links.clear.Tapped(&fyne.PointEvent{})
		p.sends(t, `{}`)
		if strings.Contains(texts(p.Form), "Clear") || p.Focused() != 0 {
			t.Errorf("%s: after clearing the keyboard is in %d", name, p.Focused())
		}
	}
}

func TestOptionsAreKnownByPosition(t *testing.T) {
	for name, option := range map[string]int{"radio buttons": 1, "list": 6} {
		form := schema.Parse([]byte(`{"properties":{"q":{"oneOf":[{"const":1,"title":"same"},{"const":2,"title":"same"}` +
			map[string]string{"radio buttons": "", "list": `,{"const":3,"title":"same"},{"const":4,"title":"same"},{"const":5,"title":"same"},{"const":6,"title":"same"},{"const":7,"title":"same"}`}[name] + `]}}}`))
		p := showFields(t, form, FormOptions{})
		p.Choose(0, option)
		p.sends(t, `{"q":`+string(rune('1'+option))+`}`)
	}
}

func TestSeveralAreSentInTheOrderOfTheOptions(t *testing.T) {
	for name, options := range map[string]string{"check boxes": `["mon","tue","wed"]`, "list": `["mon","tue","wed","c","d","e","f","g","h"]`} {
		p := showForm(t, `{"properties":{"d":{"type":"array","items":{"enum":`+options+`}}}}`)
		p.Pick(0, []int{2, 0})
		if p.Shown(0) != "mon, wed" {
			t.Errorf("%s: shown %q", name, p.Shown(0))
		}
		p.sends(t, `{"d":["mon","wed"]}`)
		p.Pick(0, []int{1})
		p.sends(t, `{"d":["tue"]}`)
	}
}

func TestListIsSearchedAndChosenFromByKeyboard(t *testing.T) {
	p := showFields(t, *selectAsk().Form, FormOptions{})
	p.Focus(0)
	write(p.w, "united st")
	p.key(fyne.KeyReturn)
	if p.Shown(0) != "United States" || p.Focused() != 0 {
		t.Errorf("shown %q, keyboard in %d", p.Shown(0), p.Focused())
	}
	p.key(fyne.KeyDown) // opens it again, on what is chosen
	p.key(fyne.KeyUp)
	p.key(fyne.KeyUp)
	p.key(fyne.KeyEnter)
	if p.Shown(0) != "Sweden" {
		t.Errorf("shown %q", p.Shown(0))
	}
	p.key(fyne.KeyReturn)
	write(p.w, "zzz")
	if !strings.Contains(texts(p.w.Canvas().Overlays().Top()), "No option") {
		t.Error("nothing says that nothing was found")
	}
	p.key(fyne.KeyReturn)
	p.key(fyne.KeyEscape)
	if p.Shown(0) != "Sweden" {
		t.Errorf("an empty search chose %q", p.Shown(0))
	}
	p.Focus(1)
	p.key(fyne.KeySpace)
	p.key(fyne.KeyDown)
	p.key(fyne.KeyReturn) // several: the list stays open
	p.key(fyne.KeyDown)
	p.key(fyne.KeyReturn)
	p.key(fyne.KeyEscape)
	if p.Shown(1) != "Bread, Coal" {
		t.Errorf("shown %q", p.Shown(1))
	}
}

func TestRowsOfAListComeAndGo(t *testing.T) {
	p := showForm(t, `{"properties":{"names":{"type":"array","items":{"type":"string"}}}}`)
	p.AddItem(0, "Ada")
	p.AddItem(0, "Bo")
	p.AddItem(0, "Cy")
	p.RemoveItem(0, 1)
	p.TypeItem(0, 1, "!")
	if got := p.Items(0); !slices.Equal(got, []string{"Ada", "Cy!"}) {
		t.Errorf("rows %q", got)
	}
	p.sends(t, `{"names":["Ada","Cy!"]}`)
	p.Clear(0)
	if len(p.Items(0)) != 0 {
		t.Errorf("rows %q", p.Items(0))
	}
}

func TestLongListsShowTheirRowsByAndBy(t *testing.T) {
	items := make([]string, 300)
	for i := range items {
		items[i] = "row"
	}
	p := showFields(t, schema.Form{Fields: []schema.Field{{Label: "a", Kind: schema.List, Start: schema.Input{Items: items}}}}, FormOptions{})
	c := p.views[0].control.(*listControl)
	if len(c.rows) != listPage {
		t.Errorf("%d rows are drawn", len(c.rows))
	}
	for !c.more.Hidden {
		c.more.Tapped(&fyne.PointEvent{})
	}
	if len(c.rows) != 300 {
		t.Errorf("%d rows in the end", len(c.rows))
	}
}

func TestPastedLineBreaksAreKept(t *testing.T) {
	p := showForm(t, `{"properties":{"a":{"type":"string"},"n":{"type":"integer"}}}`)
	fyne.CurrentApp().Clipboard().SetContent("one\r\ntwo\x00\tthree\r")
	p.Focus(0)
	p.key(fyne.KeyV, fyne.KeyModifierShortcutDefault)
	p.sends(t, `{"a":"one\ntwo\tthree\n"}`)
	p.key(fyne.KeyReturn) // it is a box of several lines now
	if p.Shown(0) != "one\ntwo\tthree\n\n" {
		t.Errorf("shown %q", p.Shown(0))
	}
	fyne.CurrentApp().Clipboard().SetContent("12\n")
	p.Focus(1)
	p.key(fyne.KeyV, fyne.KeyModifierShortcutDefault)
	if p.Shown(1) != "12 " {
		t.Errorf("a number takes the lines %q", p.Shown(1))
	}
}

func TestEnterSubmitsFromALineOnly(t *testing.T) {
	submitted := 0
	p := showFields(t, *parsed(`{"properties":{"a":{"type":"string"},"b":{"type":"string","maxLength":2000},"c":{"type":"object"},"d":{"enum":["x","y"]}}}`), FormOptions{OnSubmit: func() { submitted++ }})
	for i, want := range []int{1, 1, 1, 1} {
		p.Focus(i)
		p.key(fyne.KeyReturn)
		if submitted != want {
			t.Errorf("field %d: submitted %d times, want %d", i, submitted, want)
		}
	}
	for i := range p.Fields() {
		p.Focus(i)
		p.key(fyne.KeyReturn, fyne.KeyModifierShortcutDefault)
	}
	if submitted != 5 {
		t.Errorf("Ctrl+Enter submitted %d times", submitted-1)
	}
}

func TestTabLeavesABoxOfSeveralLines(t *testing.T) {
	p := showForm(t, `{"properties":{"a":{"type":"string","maxLength":2000},"b":{"type":"string"}}}`)
	p.Focus(0)
	p.key(fyne.KeyTab)
	if p.Focused() != 1 || p.Shown(0) != "" {
		t.Errorf("the keyboard is in %d, the box has %q", p.Focused(), p.Shown(0))
	}
}

func TestCalendarPutsInWhatWasPickedAndNothingElse(t *testing.T) {
	p := showForm(t, `{"properties":{"due":{"type":"string","format":"date"}}}`)
	p.Focus(0)
	p.key(fyne.KeyTab)
	p.key(fyne.KeyReturn)
	if !strings.Contains(texts(p.w.Canvas().Overlays().Top()), "November 2026") {
		t.Fatalf("it does not open on today: %q", texts(p.w.Canvas().Overlays().Top()))
	}
	p.key(fyne.KeyEscape)
	if p.Shown(0) != "" {
		t.Errorf("Esc puts in %q", p.Shown(0))
	}
	p.key(fyne.KeyTab)
	p.key(fyne.KeySpace)
	p.key(fyne.KeyRight)    // 1 December
	p.key(fyne.KeyDown)     // 8 December
	p.key(fyne.KeyPageDown) // 8 January
	p.key(fyne.KeyLeft)
	p.key(fyne.KeyReturn)
	if p.Shown(0) != "2027-01-07" {
		t.Errorf("picked %q", p.Shown(0))
	}
}

func TestCalendarByMouse(t *testing.T) {
	w := window(t, 400, 400, false)
	var got date
	c := newCalendar(&frame{}, date{2024, 2, 10}, date{2024, 2, 1}, date{}, func(d date) { got = d })
	w.SetContent(c)
	w.Resize(fyne.NewSize(400, 400))
	// February 2024 begins on a Thursday; the 29th is in the fifth row.
	c.Tapped(&fyne.PointEvent{Position: fyne.NewPos(3.5*dayWide, monthTop+4.5*dayHigh)})
	if got.String() != "2024-02-29" {
		t.Errorf("picked %v", got)
	}
	c.Tapped(&fyne.PointEvent{Position: fyne.NewPos(0.5*dayWide, monthTop+0.5*dayHigh)})
	if got.String() != "2024-01-29" {
		t.Errorf("picked %v", got)
	}
}

func TestDaysOfMonths(t *testing.T) {
	for _, c := range []struct {
		from   date
		months int
		want   string
	}{{date{2027, 1, 31}, 1, "2027-02-28"}, {date{2028, 1, 31}, 1, "2028-02-29"}, {date{2027, 1, 31}, -2, "2026-11-30"}, {date{2026, 12, 5}, 1, "2027-01-05"}} {
		if got := c.from.addMonths(c.months); got.String() != c.want {
			t.Errorf("%v and %d months: %v, want %s", c.from, c.months, got, c.want)
		}
	}
	if got := (date{2026, 3, 29}).add(-1); got.String() != "2026-03-28" {
		t.Errorf("the day before is %v", got)
	}
}

func TestMomentIsNeverShiftedAndItsZoneIsSaid(t *testing.T) {
	for text, want := range map[string]string{
		"2026-03-04T10:00:00+05:30": "4 March 2026, 10:00, time zone +05:30, 5 h 30 min ahead of world time",
		"2026-03-04T10:00:59-08:00": "4 March 2026, 10:00:59, time zone -08:00, 8 h behind world time",
		"2026-03-04T00:00:00Z":      "4 March 2026, 00:00, world time (UTC)",
		"2026-03-04t10:00:00.5z":    "4 March 2026, 10:00:00.5, world time (UTC)",
		"2026-03-04T10:00:00":       "4 March 2026, 10:00 – the time zone is missing: add +01:00, or Z for world time",
		"2026-02-30T10:00:00Z":      "There is no such day.",
		"tomorrow":                  "",
	} {
		if got := explainMoment(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	p := showForm(t, `{"properties":{"at":{"type":"string","format":"date-time","default":"2026-03-04T10:00:00+05:30"}}}`)
	if !strings.Contains(texts(p.Form), "5 h 30 min ahead") {
		t.Errorf("the zone is not said: %q", texts(p.Form))
	}
	p.Focus(0)
	p.key(fyne.KeyTab)
	p.key(fyne.KeyReturn)
	p.key(fyne.KeyRight)
	p.key(fyne.KeyReturn)                                  // the 5th
	p.key(fyne.KeyReturn, fyne.KeyModifierShortcutDefault) // use it; the zone stays as it was
	p.sends(t, `{"at":"2026-03-05T10:00:00+05:30"}`)
}

func TestMomentHelperTakesThePersonsOwnZone(t *testing.T) {
	oslo := time.FixedZone("CET", 3600)
	form := *parsed(`{"properties":{"at":{"type":"string","format":"date-time"}}}`)
	p := showFields(t, form, FormOptions{Now: func() time.Time { return time.Date(2026, 11, 30, 14, 2, 30, 0, oslo) }})
	p.Focus(0)
	p.key(fyne.KeyTab)
	p.key(fyne.KeyReturn)
	if p.Shown(0) != "" {
		t.Errorf("opening the helper put in %q", p.Shown(0))
	}
	p.key(fyne.KeyReturn, fyne.KeyModifierShortcutDefault)
	if p.Shown(0) != "2026-11-30T14:02:00+01:00" {
		t.Errorf("put in %q", p.Shown(0))
	}
}

func TestFiveThousandFieldsCostAScreenful(t *testing.T) {
	p := showFields(t, fieldsForm(5000), FormOptions{})
	if p.built > 30 {
		t.Errorf("%d fields were built to show the first", p.built)
	}
	p.Focus(4000)
	if p.Focused() != 4000 || p.built > 60 {
		t.Errorf("going to field 4000 built %d fields, the keyboard is in %d", p.built, p.Focused())
	}
	p.Type(4000, "x")
	before := p.built
	if content, problems := p.Content(); len(problems) != 1 || content != nil || p.Focused() != 0 || p.built != before {
		t.Errorf("problems %v, %d built", problems, p.built-before)
	}
	p.Type(0, "y")
	p.sends(t, `{"text0":"y","text4000":"x"}`)
	if n := len(p.inTree); n > 30 {
		t.Errorf("%d objects are in the tree", n)
	}
}

func TestScrollingStaysEvenWhenHeightsWereGuessed(t *testing.T) {
	p := showFields(t, fieldsForm(300), FormOptions{})
	p.body.scrollTo(1e6)
	last := p.views[299]
	if last == nil {
		t.Fatal("the last field cannot be scrolled to")
	}
	at := func(i int) float32 { return fyne.CurrentApp().Driver().AbsolutePositionForObject(p.views[i]).Y }
	for range 200 { // upwards over fields that were never built: what is seen moves by what was scrolled
		from, _ := p.seenRows(0)
		i := p.rows[from+1].first
		before, offset := at(i), p.body.scroll.Offset.Y
		p.body.scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.Delta{DY: 60}})
		if p.body.scroll.Offset.Y <= 0 || offset <= 60 {
			return
		}
		if moved := at(i) - before; moved < 59 || moved > 61 {
			t.Fatalf("field %d moved by %v after scrolling by 60", i, moved)
		}
	}
}

func TestSetInputsShowsAndSendsThem(t *testing.T) {
	p := showFields(t, *formAsk().Form, FormOptions{})
	in := p.Inputs()
	in[0].Chosen, in[2].Text, in[3].Text = []int{1}, "a@b.example", "7"
	p.SetInputs(in)
	if p.Shown(0) != "Long – up to 72 hours" || p.Shown(2) != "a@b.example" {
		t.Errorf("shown %q and %q", p.Shown(0), p.Shown(2))
	}
	p.sends(t, `{"queue":"long","notify":true,"email":"a@b.example","nodes":7}`)
	in[0].Chosen[0] = 0
	p.Inputs()[0].Chosen[0] = 0
	p.sends(t, `{"queue":"long","notify":true,"email":"a@b.example","nodes":7}`)
}

func TestShortFieldsShareARowOnlyWhereThereIsRoom(t *testing.T) {
	for width, rows := range map[float32]int{700: 4, 420: 5} {
		p := showFields(t, *formAsk().Form, FormOptions{})
		p.w.Resize(fyne.NewSize(width, 600))
		if len(p.rows) != rows {
			t.Errorf("at %v there are %d rows, want %d", width, len(p.rows), rows)
		}
	}
}

func TestPageGetsTheShortcutsThatAFieldDoesNotNeed(t *testing.T) {
	for _, s := range []struct {
		shortcut fyne.Shortcut
		passes   bool
	}{
		{&desktop.CustomShortcut{KeyName: fyne.KeyK, Modifier: fyne.KeyModifierControl}, true},
		{&desktop.CustomShortcut{KeyName: fyne.KeyComma, Modifier: fyne.KeyModifierControl}, true},
		{&desktop.CustomShortcut{KeyName: fyne.KeyLeft, Modifier: fyne.KeyModifierControl}, false},
		{&fyne.ShortcutSelectAll{}, false},
	} {
		p, passed := showForm(t, `{"properties":{"a":{"type":"string"}}}`), 0
		p.frame.shortcut = func(fyne.Shortcut) { passed++ }
		p.Focus(0)
		p.w.Canvas().Focused().(fyne.Shortcutable).TypedShortcut(s.shortcut)
		if (passed == 1) != s.passes {
			t.Errorf("%s passes %d times", s.shortcut.ShortcutName(), passed)
		}
	}
}

func TestWheelOverALineScrollsThePage(t *testing.T) {
	p := showFields(t, fieldsForm(40), FormOptions{})
	c := p.views[0].control.(*textControl)
	c.wheel.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.Delta{DY: -100}})
	if p.body.scroll.Offset.Y != 100 {
		t.Errorf("offset %v", p.body.scroll.Offset.Y)
	}
}

// What a field wants stands under it, where the hint that there is more below would hide it.
func TestNothingLiesOverTheFieldThatTheKeyboardIsOn(t *testing.T) {
	p := showFields(t, fieldsForm(40), FormOptions{})
	for i := range 20 {
		p.Focus(i)
		r := p.rowOf(i)
		bottom := p.Position().Y + p.rows[r].top + p.rows[r].high - gapBelow(p.form.Fields[i])
		free := p.body.scroll.Offset.Y + p.body.fade.Position().Y
		if p.body.MoreBelow() && bottom > free {
			t.Errorf("field %d ends at %v, under the hint that begins at %v", i, bottom, free)
		}
	}
}

func TestNothingIsDrawnThatWasNotMadePlain(t *testing.T) {
	const bad = "x\u202e\x1b\u200by"
	field := func(more string) string { return `{"title":"B","description":"B"` + more + `}` }
	text := `{"properties":{"line":` + field(`,"type":"string"`) + `,"radio":` + field(`,"enum":["B","c"]`) + `,"list":` + field(`,"enum":["B","c","d","e","f","g"]`) +
		`,"tick":` + field(`,"type":"boolean","default":true`) + `,"checks":` + field(`,"type":"array","items":{"enum":["B","c"]}`) + `,"rows":` + field(`,"type":"array","items":{"type":"string"}`) + `}}`
	p := showForm(t, strings.ReplaceAll(text, `"B"`, `"x\u202e\u001b\u200by"`))
	p.Choose(2, 0)
	p.w.Resize(fyne.NewSize(700, 1400))
	p.Focus(2)
	p.key(fyne.KeyDown)
	shown := texts(p.Form) + texts(p.w.Canvas().Overlays().Top())
	if strings.ContainsAny(shown, "\u202e\x1b\u200b") {
		t.Errorf("drawn: %+q", shown)
	}
	if n := strings.Count(shown, Plain(bad)); n < 15 {
		t.Errorf("the marks are drawn %d times: %q", n, shown)
	}
}

func TestNothingCanBeSentOnPurposeWhereThePageOffersIt(t *testing.T) {
	form := *parsed(`{"properties":{"a":{"type":"string"},"b":{"type":["string","null"]},"c":{"type":"array","items":{"type":"string"}}},"required":["a"]}`)
	p := showFields(t, form, FormOptions{Explicit: true})
	if !p.SendEmpty(0) || p.SendEmpty(0) || !strings.Contains(texts(p.Form), "It is sent empty") {
		t.Errorf("shown: %q", texts(p.Form))
	}
	p.SendNull(1)
	p.SendEmpty(2)
	p.sends(t, `{"a":"","b":null,"c":[]}`)
	p.views[1].links.clear.Tapped(&fyne.PointEvent{})
	p.Type(0, "x")
	if strings.Count(texts(p.Form), "It is sent empty") != 1 || p.SendEmpty(0) {
		t.Errorf("after typing: %q", texts(p.Form))
	}
	p.sends(t, `{"a":"x","c":[]}`)
	if p := showFields(t, form, FormOptions{}); p.SendEmpty(0) || p.SendNull(1) {
		t.Error("a request offers it, too")
	}
}
