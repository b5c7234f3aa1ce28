package widgets

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"parley/bridge/link"
	"parley/bridge/schema"
)

// Story is one widget in one state, for looking at and for tests that walk them all.
type Story struct {
	Name  string
	Size  fyne.Size
	Dark  bool
	Build func(w fyne.Window) // puts it into an empty window of that size
}

// Gallery is every widget in every state that a person can meet.
func Gallery() []Story {
	var all []Story
	add := func(name string, width, height float32, build func(fyne.Window)) {
		all = append(all, Story{Name: name, Size: fyne.NewSize(width, height), Build: build})
	}
	both := func(name string, width, height float32, build func(fyne.Window)) {
		add(name, width, height, build)
		all = append(all, Story{Name: name + "-dark", Size: fyne.NewSize(width, height), Dark: true, Build: build})
	}
	both("modal-form", 1080, 760, story(formAsk(), nil))
	both("modal-form-errors", 1080, 760, story(formAsk(), func(m *Modal) {
		m.form.Clear(0)
		m.form.Clear(2)
		m.form.Type(2, "ada@example")
		m.form.Clear(3)
		m.form.Type(3, "many")
		m.Press(ButtonSend)
	}))
	add("modal-form-small", 800, 560, story(everyAsk(), nil))
	add("modal-form-small-scrolled", 800, 560, story(everyAsk(), func(m *Modal) { m.form.Focus(9) }))
	both("modal-form-every", 1080, 1700, story(everyAsk(), nil))
	add("modal-form-every-errors", 1080, 1700, story(everyAsk(), func(m *Modal) { m.Press(ButtonSend) }))
	add("modal-form-long", 800, 560, story(longAsk(), nil))
	add("modal-form-long-options", 800, 760, story(longAsk(), func(m *Modal) { m.form.Focus(1) }))
	add("modal-clock", 800, 560, story(clockAsk(48*time.Second), nil))
	both("modal-clock-urgent", 800, 560, story(clockAsk(7*time.Second), nil))
	add("modal-clock-learnt", 800, 560, story(clockAsk(0), nil))
	both("modal-confirm", 800, 560, story(confirmAsk(), nil))
	add("modal-no-message", 800, 560, story(Ask{Title: "Demo lab asks", Form: &schema.Form{}}, nil))
	add("modal-hostile-message", 800, 560, story(hostileAsk(), nil))
	add("modal-long-message", 800, 560, story(longMessageAsk(), nil))
	both("modal-approval", 1080, 700, story(approvalAsk(), nil))
	add("modal-questions", 1080, 860, story(questionsAsk(), nil))
	add("modal-unknown", 1080, 800, story(unknownAsk(), nil))
	both("modal-constants", 800, 560, story(constantsAsk(), nil))
	both("modal-secret", 1080, 700, story(secretAsk(), func(m *Modal) { m.form.Type(0, "ada"); m.form.Type(1, "s3cret") }))
	both("modal-own", 800, 560, story(ownAsk(), nil))
	add("modal-crowd", 800, 560, story(crowdAsk(), func(m *Modal) { m.SetCrowd(4) }))
	both("modal-escape", 1080, 760, story(formAsk(), func(m *Modal) { m.form.Type(2, "x"); m.Key(fyne.KeyEscape) }))
	both("modal-what-is-sent", 1080, 760, story(formAsk(), func(m *Modal) { m.Press(ButtonPreview) }))
	add("modal-what-is-sent-problems", 1080, 760, story(everyAsk(), func(m *Modal) { m.Press(ButtonPreview) }))
	add("modal-note-and-back", 1080, 760, story(noteAsk(), nil))
	both("modal-select-open", 1080, 760, story(selectAsk(), func(m *Modal) { m.form.Focus(0); m.Key(fyne.KeyDown) }))
	add("modal-select-search", 1080, 760, story(selectAsk(), func(m *Modal) {
		m.form.Focus(0)
		for _, r := range "uni" {
			m.canvas.Focused().TypedRune(r)
		}
	}))
	add("modal-multiselect-open", 1080, 760, story(selectAsk(), func(m *Modal) {
		m.form.Pick(1, []int{2, 5, 7})
		m.form.Focus(1)
		m.Key(fyne.KeyDown)
		m.Key(fyne.KeyDown)
	}))
	both("modal-explained-options", 1080, 900, story(explainedAsk(), nil))
	both("modal-explained-list-open", 1080, 900, story(explainedAsk(), func(m *Modal) {
		m.form.Choose(2, 1)
		m.form.Focus(2)
		m.Key(fyne.KeyDown)
	}))
	both("modal-calendar-open", 1080, 860, story(dateAsk(), func(m *Modal) { m.form.Focus(0); m.Key(fyne.KeyTab); m.Key(fyne.KeyReturn) }))
	add("modal-datetime-open", 1080, 860, story(dateAsk(), func(m *Modal) { m.form.Focus(1); m.Key(fyne.KeyTab); m.Key(fyne.KeyReturn) }))
	both("modal-link", 1080, 700, story(linkAsk("https://example.org/authorize?state=Zk3f9a&client=demo-lab"), nil))
	add("modal-link-opened", 1080, 700, story(linkAsk("https://login.example.com.evil.example/"), func(m *Modal) { m.Press(ButtonOpen) }))
	both("modal-link-warnings", 1080, 760, story(linkAsk("http://accounts.example.com@xn--pple-43d.example:8080/login"), nil))
	add("modal-link-failed", 1080, 760, story(linkAsk("https://fails.example/x"), func(m *Modal) { m.Press(ButtonOpen) }))
	add("modal-link-refused", 800, 560, story(linkAsk("javascript:alert(document.cookie)"), nil))
	add("modal-link-long", 800, 560, story(linkAsk("https://auth.example.org/c?x="+strings.Repeat("abcdefgh", 1000)), nil))
	add("modal-link-long-host", 800, 560, story(linkAsk("https://"+strings.Repeat("very-long-name.", 12)+"example.org/x"), nil))
	add("modal-link-finished", 1080, 700, story(linkAsk("https://example.org/x"), func(m *Modal) { m.Completed() }))
	both("notices", 640, 520, onPage(noticesStory))
	both("marks", 300, 220, onPage(marksStory))
	both("viewer", 640, 360, viewerStory(false, nil))
	add("viewer-mono", 640, 360, viewerStory(true, nil))
	both("viewer-found", 640, 360, viewerStory(true, func(v *Viewer) { v.Find("line 7") }))
	add("viewer-empty", 400, 200, func(w fyne.Window) { w.SetContent(NewViewer("")) })
	add("page-form", 760, 700, pageStory)
	add("page-form-narrow", 340, 700, pageStory)
	both("page-explicit", 640, 420, explicitStory)
	add("modal-long-default", 800, 560, story(longDefaultAsk(), nil))
	add("modal-tick", 800, 560, story(linkAsk("http://plain.example/x"), func(m *Modal) { m.Press(ButtonTick) }))
	return all
}

// storyTime is when the gallery plays.
func storyTime() time.Time {
	return time.Date(2026, time.November, 30, 14, 2, 0, 0, time.FixedZone("", 3600))
}

// story shows a modal and has a person do something in it.
func story(ask Ask, do func(*Modal)) func(fyne.Window) {
	return func(w fyne.Window) {
		if ask.Now == nil {
			ask.Now = storyTime
		}
		m := NewModal(w.Canvas(), ask, nil)
		m.Show()
		if do != nil {
			do(m)
		}
	}
}

func parsed(text string) *schema.Form {
	form := schema.Parse(json.RawMessage(text))
	return &form
}

func formAsk() Ask {
	return Ask{Title: "Demo lab asks", Cause: "while running Submit batch run, started 12 s ago", Position: "1 of 2", Deadline: storyTime().Add(48 * time.Second),
		Message: "Submit this 4-hour batch run?", Form: parsed(`{"type":"object","properties":{
		"queue":{"type":"string","oneOf":[{"const":"standby","title":"Standby – starts when idle"},{"const":"long","title":"Long – up to 72 hours"}],"default":"standby","description":"Which queue the run is placed in."},
		"notify":{"type":"boolean","default":true,"description":"Email me when it finishes"},
		"email":{"type":"string","format":"email"},
		"nodes":{"type":"integer","minimum":1,"maximum":64,"default":4},
		"start_date":{"type":"string","format":"date","description":"Leave empty to start at once"}},"required":["queue"]}`)}
}

func everyAsk() Ask {
	return Ask{Title: "Demo lab asks", Cause: "while running Book a visit, started 4 s ago", Message: "Please tell us about your visit.", Form: parsed(`{"type":"object","properties":{
		"name":{"type":"string","title":"Your name","description":"As on the badge."},
		"about":{"type":"string","title":"About you","maxLength":2000},
		"guests":{"type":"integer","minimum":0,"maximum":9},"budget":{"type":"number","title":"Budget in euros"},
		"arrival":{"type":"string","format":"date"},"leaves":{"type":"string","format":"date","default":"2026-12-04"},
		"call":{"type":"string","format":"date-time","title":"Call me at"},
		"vegetarian":{"type":"boolean"},"parking":{"type":"boolean","default":false,"description":"Keep a parking space for me"},
		"size":{"type":"string","enum":["small","medium","large"]},
		"city":{"type":"string","enum":["Lund","Oslo","Turku","Aarhus","Bergen","Malmö","Tampere"]},
		"days":{"type":"array","items":{"type":"string","enum":["Mon","Tue","Wed","Thu"]},"minItems":1,"maxItems":2},
		"topics":{"type":"array","items":{"type":"string","enum":["a","b","c","d","e","f","g","h","i","j"]},"default":["b","d"]},
		"names":{"type":"array","items":{"type":"string"},"title":"Who comes along","default":["Ada","Bo"]},
		"address":{"type":"object","properties":{"street":{"type":"string"}}},
		"version":{"const":3}},"required":["name","vegetarian","size","city","days","guests"]}`)}
}

func longAsk() Ask {
	long := strings.Repeat("A label that goes on and on ", 8)
	word := strings.Repeat("unbroken", 38)
	return Ask{Title: strings.Repeat("A server with a long name ", 5), Cause: strings.Repeat("while running something with a long name, ", 5), Position: "1 of 12", Deadline: storyTime().Add(time.Hour),
		Message: long + word, Form: parsed(fmt.Sprintf(`{"type":"object","properties":{
		"a":{"type":"string","title":%q,"description":%q},
		"b":{"type":"string","oneOf":[{"const":1,"title":%q},{"const":2,"title":%q},{"const":3,"title":"short"}]},
		"c":{"type":"boolean","default":true,"title":%q,"description":%q}},"required":["a","b"]}`, long, word, long+long, word, word, long+long))}
}

func clockAsk(left time.Duration) Ask {
	a := Ask{Title: "Demo lab asks", Cause: "while running Slow survey, started 13 s ago", Position: "2 of 3", Message: "How was it?", Form: parsed(`{"properties":{"how":{"type":"string"}}}`)}
	if a.Usually = 60 * time.Second; left > 0 {
		a.Deadline = storyTime().Add(left)
	}
	return a
}

func confirmAsk() Ask {
	return Ask{Title: "Bakery asks", Cause: "while running Order bread, started 2 s ago", Message: "Order 1 loaf for 5.00?", Form: parsed(`{"type":"object","properties":{}}`)}
}

func hostileAsk() Ask {
	return Ask{Title: "Demo lab asks", Message: "\x1b[2J\x1b]0;title\x07Pay \u202e00.1\u202c EUR\x00 \u200bnow\u0085next\n**Hi** [click](https://evil.example/login) <b>x</b>\nFamily: 👨\u200d👩\u200d👧 and a\u0301\u0301\u0301\u0301\u0301\u0301\u0301 tower",
		Form: parsed(`{"properties":{"name":{"type":"string","title":"Na\u202eme","description":"see [help](https://evil.example/x)"}}}`)}
}

func longMessageAsk() Ask {
	return Ask{Title: "Demo lab asks", Cause: "while running Read the terms", Message: strings.Repeat("words and words ", 625), Form: parsed(`{"properties":{"name":{"type":"string"}}}`)}
}

func approvalAsk() Ask {
	return Ask{Title: "Demo lab wants to run Delete run", Cause: "it says that it may delete things", Message: "Delete the run 8841 and everything it wrote?", SendLabel: "Allow",
		Data: "{\n  \"run\": 8841,\n  \"with_files\": true\n}", Form: &schema.Form{}}
}

func questionsAsk() Ask {
	return Ask{Title: "Demo lab asks", Cause: "while running Plan a trip", Message: "Two things before I go on.", Questions: []Question{
		{Header: "Choice", Text: "Pick a color?", Options: []string{"red", "green", "blue"}},
		{Text: "Which days suit you?", Options: []string{"Monday", "Tuesday", "Wednesday"}, Multiple: true},
		{Header: "Confirm", Text: "Anything else?"}}}
}

func unknownAsk() Ask {
	return Ask{Title: "Demo lab asks", Cause: "for something of the kind “upload”", Message: "Upload the file and tell me its name.", Data: "{\n  \"limit\": 1048576\n}", FreeJSON: true}
}

func constantsAsk() Ask {
	return Ask{Title: "Demo lab asks", Message: "The report is ready to be sent.", Form: parsed(`{"type":"object","properties":{
		"kind":{"const":"Quarterly report","title":"Kind"},"copies":{"type":"integer"},"version":{"const":3},
		"terms":{"type":"boolean","const":true,"title":"I accept the terms","description":"They are in the mail that you got."}},
		"required":["kind","version","terms"]}`)}
}

func secretAsk() Ask {
	return Ask{Title: "Demo lab asks", Cause: "while running Connect", Message: "Sign in.", Form: parsed(`{"type":"object","properties":{"user":{"type":"string"},"password":{"type":"string","title":"Password"}},"required":["user","password"]}`)}
}

func ownAsk() Ask {
	return Ask{Title: "Parley asks for Sales DX", Own: true, Cause: "before it starts", SendLabel: "Start it",
		Message: "Sales DX needs this before it starts. Parley keeps it safe on this computer and gives it to Sales DX alone.",
		Form:    parsed(`{"type":"object","properties":{"tok":{"type":"string","title":"API token","format":"password"}},"required":["tok"]}`)}
}

func crowdAsk() Ask {
	a := confirmAsk()
	a.DeclineAll = func() {}
	return a
}

func noteAsk() Ask {
	a := formAsk()
	a.Note = "The server did not take the last answer: the queue is closed at weekends. Your entries are still here."
	a.Back = func() {}
	return a
}

func selectAsk() Ask {
	return Ask{Title: "Demo lab asks", Cause: "while running Book a visit", Message: "Where do you come from?", Form: parsed(`{"type":"object","properties":{
		"country":{"type":"string","enum":["Denmark","Finland","Germany","Iceland","Norway","Sweden","United Kingdom of Great Britain and Northern Ireland, and a very long name behind it","United States"],"default":"Iceland"},
		"topics":{"type":"array","items":{"type":"string","enum":["Air","Bread","Coal","Dust","Earth","Fire","Gold","Hay","Ice"]}}}}`)}
}

func explainedAsk() Ask {
	disk := `{"const":"gp3","title":"General","description":"Enough for most."},` +
		`{"const":"io2","title":"Fast","description":"For databases: ten times as fast, at ten times the price, and billed by the second from the moment it is asked for, whether it is used or not."},` +
		`{"const":"st1","title":"Fast"}`
	regions := disk
	for i := range 6 {
		regions += fmt.Sprintf(`,{"const":"r%d","title":"Region %d","description":"All that is kept stays in country %d, as its law asks for, also what is copied for safety and what is left in logs."}`, i, i, i)
	}
	return Ask{Title: "Demo lab asks", Message: "Which disks?", Form: parsed(`{"required":["disk","more","where"],"properties":{
		"disk":{"oneOf":[` + disk + `]},
		"more":{"type":"array","items":{"oneOf":[` + disk + `]}},
		"where":{"oneOf":[` + regions + `]}}}`)}
}

func dateAsk() Ask {
	return Ask{Title: "Demo lab asks", Cause: "while running Book a visit", Message: "When?", Form: parsed(`{"type":"object","properties":{"day":{"type":"string","format":"date","default":"2026-12-24"},"at":{"type":"string","format":"date-time","default":"2026-03-04T10:00:00+05:30"}}}`)}
}

func linkAsk(address string) Ask {
	l, err := link.Screen(address, "https://lab.example/mcp")
	if err != nil {
		l = link.Link{Raw: address, Before: address, Reason: err.Error()}
	}
	return Ask{Title: "Demo lab asks", Cause: "while running Connect data source, started 12 s ago", Message: "Authorize access to the external data source, then come back here.", Link: &l,
		OnOpen: func() error {
			if strings.Contains(address, "fails") {
				return errors.New("xdg-open was not found")
			}
			return nil
		}}
}

// onPage puts widgets below each other on an empty page.
func onPage(items func() []fyne.CanvasObject) func(fyne.Window) {
	return func(w fyne.Window) { w.SetContent(NewBody(items()...)) }
}

func noticesStory() []fyne.CanvasObject {
	return []fyne.CanvasObject{
		NewNotice(Success, "Sent to Demo lab."),
		NewNotice(Info, "You declined. Demo lab was told no.").OnClose(func() {}),
		NewNotice(Warning, "Too late: the time to answer was over. What you typed is kept.", Action{Label: "Ask again"}).OnClose(func() {}),
		NewNotice(Failure, "The program npx was not found. Install Node.js, or give the full path to it in the entry of this server. Until then its tools cannot be used.", Action{Label: "Show details"}, Action{Label: "Start again"}),
		NewNotice(Info, strings.Repeat("word", 80)),
	}
}

func marksStory() []fyne.CanvasObject {
	var items []fyne.CanvasObject
	for _, m := range []struct {
		kind Kind
		word string
	}{{Success, "ready"}, {Warning, "needs you"}, {Failure, "failed"}, {Busy, "starting"}, {Idle, "off"}, {Info, "unknown"}} {
		items = append(items, container.NewHBox(NewStateMark(m.kind), NewElapsed(m.word)))
	}
	return items
}

func viewerStory(mono bool, do func(*Viewer)) func(fyne.Window) {
	return func(w fyne.Window) {
		var text strings.Builder
		for i := range 4000 {
			fmt.Fprintf(&text, "{\"line %d\": \"some text that is long enough to be wrapped when the window is narrow\", \"emoji\": \"👩🏽‍🔬\", \"日本語\": true}\n", i)
		}
		v := NewViewer(text.String())
		v.Mono, v.Boxed = mono, true
		w.SetContent(v)
		if do != nil {
			do(v)
		}
	}
}

func pageStory(w fyne.Window) {
	form := NewForm(*everyAsk().Form, FormOptions{Now: storyTime})
	title := NewWords("Book a visit")
	title.Style.Bold = true
	w.SetContent(NewBody(title, form))
}

// explicitStory is a tool's page on which nothing can be sent on purpose.
func explicitStory(w fyne.Window) {
	form := NewForm(*parsed(`{"properties":{"prefix":{"type":"string"},"alias":{"type":["string","null"]},"names":{"type":"array","items":{"type":"string"}}},"required":["prefix"]}`),
		FormOptions{Now: storyTime, Explicit: true})
	w.SetContent(NewBody(form))
	form.SendEmpty(0)
}

func longDefaultAsk() Ask {
	return Ask{Title: "Demo lab asks", Message: "Is this the right text?", Form: parsed(`{"properties":{"text":{"type":"string","default":"` + strings.Repeat("a long text that the server filled in ", 3000) + `"}}}`)}
}
