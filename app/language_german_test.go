package app

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"parley/assets"
	"parley/bridge"
	"parley/bridge/config/search"
	"parley/bridge/schema"
	"parley/widgets"
	"parley/widgets/language"
)

// inGerman makes everything that is drawn in this test German.
func inGerman(t *testing.T) {
	t.Helper()
	t.Cleanup(func() {
		if err := language.Load(language.English); err != nil {
			t.Error(err)
		}
	})
	if err := language.Load("de"); err != nil {
		t.Fatal(err)
	}
}

// english recognises what is not German: a word that every longer English sentence has and no German one, or a whole text of ours. What a
// server says in these tests is in capitals.
type english struct {
	words *regexp.Regexp
	keys  map[string]bool
}

func newEnglish(t *testing.T) english {
	t.Helper()
	e := english{regexp.MustCompile(`(?i)\b(the|of|and|you|your|is|are|with|to|it|its|this|that|which|has|have|what|for|not|from|by|send|sent|server asks|ago|left|waiting|waits|running|ready|starting|failed|tools?|answer|required)\b`), map[string]bool{}}
	raw, err := assets.Translation("de.json")
	if err != nil {
		t.Fatal(err)
	}
	var texts map[string]any
	if err := json.Unmarshal(raw, &texts); err != nil {
		t.Fatal(err)
	}
	for key, text := range texts {
		if key != text {
			e.keys[key] = true
		}
	}
	return e
}

func (e english) in(text string) string {
	if e.keys[text] {
		return text
	}
	if strings.ToUpper(text) == text {
		return ""
	}
	return e.words.FindString(text)
}

// quotedNames are what stands in a text as somebody wrote it: paths, addresses, names of members of the servers file.
var quotedNames = regexp.MustCompile(`https?://\S+|[~\w.-]*/[\w./-]+|\{"mcpServers[^}]*\}+|\.to\b`)

// isGerman fails the test for each English text on the screen, and for each that is cut off.
func (r *rig) isGerman(e english, name string) {
	r.t.Helper()
	r.settle()
	r.picture("german-" + name)
	r.clock.Advance(time.Second) // what was drawn just now takes no answer yet
	r.settle()
	for text := range strings.SplitSeq(r.seen(), "\n") {
		if found := e.in(quotedNames.ReplaceAllString(text, "")); found != "" {
			r.t.Errorf("%s: English (%q): %q", name, found, text)
		}
	}
	c := r.window.win.Canvas()
	for _, root := range append(c.Overlays().List(), c.Content()) {
		r.isWhole(name, root)
	}
	if size := r.window.win.Content().MinSize(); size.Width > c.Size().Width || size.Height > c.Size().Height {
		r.t.Errorf("%s: the window needs %v", name, size)
	}
}

// isWhole fails the test for a button or a title that has less room than its words need, or that stands beside the window.
func (r *rig) isWhole(name string, root fyne.CanvasObject) {
	r.t.Helper()
	wide := r.window.win.Canvas().Size().Width
	var walk func(o fyne.CanvasObject, x float32)
	walk = func(o fyne.CanvasObject, x float32) {
		if o == nil || !o.Visible() {
			return
		}
		x += o.Position().X
		var parts []fyne.CanvasObject
		switch o := o.(type) {
		case *fyne.Container:
			parts = o.Objects
		case *container.Scroll:
			parts = []fyne.CanvasObject{o.Content}
		case fyne.Widget:
			parts = test.WidgetRenderer(o).Objects()
			named, can := o.(fyne.Accessible)
			_, taps := o.(fyne.Tappable)
			if _, free := o.(*widget.Label); can && taps && !free && o.Size().Width > 0 {
				if need := o.MinSize().Width; need > o.Size().Width+1 && strings.Contains(named.AccessibilityLabel(), " ") {
					r.t.Errorf("%s: %q needs %.0f and has %.0f", name, named.AccessibilityLabel(), need, o.Size().Width)
				}
				if x+o.Size().Width > wide+1 || x < -1 {
					r.t.Errorf("%s: %q stands from %.0f to %.0f", name, named.AccessibilityLabel(), x, x+o.Size().Width)
				}
			}
		}
		for _, part := range parts {
			walk(part, x)
		}
	}
	walk(root, 0)
}

// A form with one field of every kind, in which everything that the server says is in capitals.
const everyField = `{"type":"object","properties":{
	"name":{"type":"string","title":"NAME","minLength":2,"maxLength":40},
	"mail":{"type":"string","title":"MAIL","format":"email"},
	"site":{"type":"string","title":"SITE","format":"uri"},
	"day":{"type":"string","title":"DAY","format":"date"},
	"time":{"type":"string","title":"TIME","format":"date-time"},
	"nodes":{"type":"integer","title":"NODES","minimum":1,"maximum":64},
	"share":{"type":"number","title":"SHARE","exclusiveMinimum":0},
	"code":{"type":"string","title":"CODE","pattern":"^[A-Z]{3}-\\d+$"},
	"sure":{"type":"boolean","title":"SURE"},
	"queue":{"type":"string","title":"QUEUE","enum":["A","B"]},
	"site2":{"type":"string","title":"BIG","enum":["A","B","C","D","E","F","G"]},
	"tags":{"type":"array","title":"TAGS","items":{"type":"string","enum":["A","B","C"]},"minItems":2},
	"rows":{"type":"array","title":"ROWS","items":{"type":"string"},"maxItems":3},
	"password":{"type":"string","title":"PASSWORD"},
	"more":{"type":"object","title":"MORE"}},
	"required":["name","mail","site","day","time","nodes","share","code","sure","queue","site2","tags","rows","more"]}`

func TestGermanWindowIsGermanAndWhole(t *testing.T) {
	e := newEnglish(t)
	for _, size := range []fyne.Size{fyne.NewSize(800, 560), fyne.NewSize(firstWidth, firstHeight)} {
		dark := size.Width > 800
		t.Run(fmt.Sprintf("%.0f dark %v", size.Width, dark), func(t *testing.T) {
			inGerman(t)
			look := fmt.Sprintf("-%.0f-%v", size.Width, dark)
			tool := bridge.Tool{Name: "T1", Title: "TOOL ONE", Description: "DOES IT.", Hinted: true, Destructive: true, OpenWorld: true, InputSchema: json.RawMessage(everyField)}
			r := newRig(t, rigOptions{size: size, dark: dark, demo: true, unseen: true, found: germanFinds(),
				servers: `{"mcpServers":{"LAB":{"command":"x"},"ADDRESS":{"url":"https://lab.example.org/mcp"},"THIRD":{"url":"https://x.example.org"}}}`})
			r.isGerman(e, "welcome"+look)
			r.window.showBring()
			r.settle()
			r.isGerman(e, "bring"+look)
			r.window.showAddServer()
			r.isGerman(e, "add"+look)
			r.window.showKeys()
			r.isGerman(e, "keys"+look)
			r.window.escape()
			r.window.open(place{page: serverAt, server: "LAB"})
			r.settle()
			r.isGerman(e, "look"+look)
			r.fakes["THIRD"].set(bridge.ServerState{Phase: bridge.Failed, Stderr: "LAST WORDS", Failure: &bridge.Failure{
				What: "x.example.org wants you to sign in, or does not accept the key in its entry (status 401).",
				Do:   "If you were given a key for it, press Enter its key on its page.", Detail: "RAW"}})
			r.settle()
			r.window.open(place{page: serverAt, server: "THIRD"})
			r.settle()
			r.isGerman(e, "failed"+look)

			s := r.ready("ADDRESS", tool)
			p := r.show("ADDRESS", "T1")
			r.isGerman(e, "tool"+look)
			p.start()
			r.settle()
			r.isGerman(e, "arguments"+look)
			r.window.open(place{page: serverAt, server: "ADDRESS"})
			r.settle()
			r.isGerman(e, "server"+look)
			_ = s
			r.germanRequests(e, look)
		})
	}
}

// germanRequests shows a form with every mistake, its preview, a link, and the line of both.
func (r *rig) germanRequests(e english, look string) {
	r.t.Helper()
	answers := make(chan bridge.Answer, 2)
	form := bridge.Suspension{Request: bridge.Request{ID: "a", Kind: bridge.KindInput, Prompt: "WELL?"}, Server: "LAB", Schema: json.RawMessage(everyField),
		Arrived: r.clock.Now(), UsuallyWaits: 90 * time.Second}
	form.Request.ExpiresAt = r.clock.Now().Add(5 * time.Minute)
	link := bridge.Suspension{Request: bridge.Request{ID: "b", Kind: bridge.KindAuthorization, Prompt: "OPEN!", URL: "http://user@xn--pypal-4ve.example.org:8443/x"}, Server: "LAB", Arrived: r.clock.Now().Add(time.Second)}
	for i, s := range []bridge.Suspension{form, link} {
		go func() { answers <- r.inbox.WaitFor(r.t.Context(), s) }()
		r.q.Until(r.t, "the request", func() bool { return r.inbox.Count() == i+1 })
	}
	for range 3 {
		r.clock.Advance(time.Second)
		r.settle()
	}
	r.isGerman(e, "form"+look)
	for range 30 { // each field is left with what is wrong with it
		r.window.win.Canvas().FocusNext()
		r.settle()
	}
	r.sees("Dies ist erforderlich.")
	r.isGerman(e, "form-left"+look)
	r.press("Antwort senden")
	r.isGerman(e, "form-mistakes"+look)
	r.press("Was gesendet wird")
	r.isGerman(e, "form-preview"+look)
	r.press("Zurück zum Formular")
	r.press("Ablehnen")
	if a := <-answers; a.Reason != bridge.ReasonDeclined {
		r.t.Errorf("answered %+v", a)
	}
	r.settle()
	r.clock.Advance(time.Second)
	r.q.Pump()
	r.isGerman(e, "link"+look)
	if f, ok := r.inbox.shown.sheet.(*front); !ok || !f.Press(widgets.ButtonAside) {
		r.t.Error("the link cannot be put aside")
	}
	r.settle()
	r.window.open(place{page: waitingAt})
	r.settle()
	r.isGerman(e, "waiting"+look)
	r.press("Beantworten")
	r.clock.Advance(time.Second)
	r.q.Pump()
	r.press("Jetzt nicht")
	if a := <-answers; a.Reason != bridge.ReasonCancelled {
		r.t.Errorf("answered %+v", a)
	}
	r.settle()
	r.isGerman(e, "receipts"+look)
}

func germanFinds() []search.Found {
	files := map[string]string{
		"/home/x/.cursor/mcp.json":                          `{"mcpServers":{"FILES":{"command":"npx","args":["-y","x"],"cwd":"/srv","env":{"KEY":"1"}},"SAME":{"url":"https://lab.example.org/mcp","headers":{"X-KEY":"1"}},"OFF":{"command":"y","disabled":true},"BAD":{"args":[]}}}`,
		"/home/x/.config/Claude/claude_desktop_config.json": "{\n  \"mcpServers\": {\"a\": {} \"b\"}}",
	}
	return search.Find(context.Background(), search.Places{OS: "linux", Home: "/home/x", Getenv: func(string) string { return "" },
		ReadFile: func(path string) ([]byte, error) {
			if text, ok := files[path]; ok {
				return []byte(text), nil
			}
			return nil, os.ErrNotExist
		},
		Glob: func(string) ([]string, error) { return nil, nil }})
}

// Nothing that a server gets depends on the language: neither arguments nor answers.
func TestSameBytesAreSentInEveryLanguage(t *testing.T) {
	sent := func(t *testing.T, wish, run, send, yes string) string {
		if wish != language.English {
			inGerman(t)
		}
		r := newRig(t, rigOptions{servers: oneServer})
		tool := bridge.Tool{Name: "t", Title: "T", InputSchema: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"},"sure":{"type":"boolean"},"share":{"type":"number"}}}`)}
		s := r.ready("Files", tool)
		p := r.show("Files", "t")
		form := p.args.(*formArguments)
		form.view.Type(0, "Ä/1")
		form.view.Choose(1, 0)
		form.view.Type(2, "1.50")
		r.press(run)
		bytes := string(s.last(t).arguments)

		answers := make(chan bridge.Answer, 1)
		q := bridge.Suspension{Request: bridge.Request{ID: "a", Kind: bridge.KindInput, Prompt: "Well?"}, Server: "Files",
			Schema: json.RawMessage(`{"type":"object","properties":{"sure":{"type":"boolean"},"day":{"type":"string","format":"date","default":"2026-12-01"},"queue":{"type":"string","enum":["Yes","No"]}},"required":["sure","queue"]}`)}
		go func() { answers <- r.inbox.WaitFor(t.Context(), q) }()
		r.q.Until(t, "the request", func() bool { return r.inbox.Count() == 1 })
		r.settle()
		r.clock.Advance(time.Second)
		r.q.Pump()
		m := r.inbox.shown.sheet.(*front)
		m.Form().Choose(0, 1)
		m.Form().Choose(2, 0)
		r.press(send)
		a := <-answers
		raw, err := bridge.EncodeJSON(a.Data)
		if err != nil || !a.OK {
			t.Fatal(err, a)
		}
		return bytes + "\n" + string(raw)
	}
	want := sent(t, language.English, "Run", "Send answer", "Yes")
	got := ""
	t.Run("German", func(t *testing.T) { got = sent(t, "de", "Ausführen", "Antwort senden", "Ja") })
	if got != want || !strings.Contains(want, `"Yes"`) {
		t.Errorf("in English\n%s\nin German\n%s", want, got)
	}
}

// Every hint and every message of the forms in the cases is German too: they are put together from parts.
func TestEveryMessageOfTheCasesFormsIsGerman(t *testing.T) {
	inGerman(t)
	e := newEnglish(t)
	files, err := filepath.Glob("../testdata/cases*/*.json")
	if err != nil || len(files) < 100 {
		t.Fatal(len(files), err)
	}
	seen := map[string]bool{}
	check := func(file, said string) {
		if said == "" || seen[said] {
			return
		}
		seen[said] = true
		german := own(said)
		if found := e.in(withoutNames(german)); found != "" {
			t.Errorf("%s: English (%q): %q became %q", filepath.Base(file), found, said, german)
		}
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, described := range formsIn(raw) {
			form := schema.Parse(described)
			check(file, form.Note)
			for _, f := range form.Fields {
				check(file, f.Hint)
			}
			for _, text := range []string{"", "x", "1", "-1", "1,5", "{", "[1,}", " a@b ", "2026-02-30", "2026-12-01 10:00", "example.org", "http://a b", "ß:x", strings.Repeat("x", 300)} {
				inputs := form.Inputs()
				for i := range inputs {
					inputs[i] = schema.Input{Text: text, Touched: true, Items: []string{text, text}}
				}
				_, problems := form.Content(inputs)
				for _, p := range problems {
					check(file, p.Message)
				}
			}
			for _, answer := range []string{`{}`, `{"a":1,"zz":[]}`, `{"a":{"b":null},"q":"","zz":1,"yy":2}`, `[]`, `{"a":1,"a":2}`} {
				for _, p := range form.Validate(json.RawMessage(answer)) {
					check(file, p.Message)
				}
			}
		}
	}
	if len(seen) < 150 {
		t.Errorf("only %d messages were looked at", len(seen))
	}
}

// withoutNames leaves out what the server or the person wrote.
func withoutNames(text string) string {
	return regexp.MustCompile(`“[^”]*”|„[^“]*“|zum Beispiel .*|: [\^(].*|„.*`).ReplaceAllString(quotedNames.ReplaceAllString(text, ""), "")
}

// formsIn finds the descriptions of forms in a case, however deep.
func formsIn(raw json.RawMessage) []json.RawMessage {
	var object map[string]json.RawMessage
	var list []json.RawMessage
	var found []json.RawMessage
	if json.Unmarshal(raw, &object) == nil {
		if object["properties"] != nil || object["type"] != nil {
			found = append(found, raw)
		}
		for _, value := range object {
			list = append(list, value)
		}
	} else if json.Unmarshal(raw, &list) != nil {
		return nil
	}
	for _, value := range list {
		found = append(found, formsIn(value)...)
	}
	return found
}
