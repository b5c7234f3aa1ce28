package app

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"parley/bridge"
)

// finished runs a tool and ends it with a result.
func finished(t *testing.T, result bridge.Result) (*rig, *toolPage) {
	t.Helper()
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", bridge.Tool{Name: "go"})
	p := r.show("Files", "go")
	r.press("Run")
	r.end(s, s.last(t), func(c *bridge.CallState) { c.Phase, c.Result = bridge.Finished, &result })
	return r, p
}

func TestStructuredContentIsLaidOutWithOrderAndDigits(t *testing.T) {
	r, p := finished(t, bridge.Result{
		Structured: json.RawMessage(`{"z":1,"a":9007199254740993.10}`), Raw: json.RawMessage(`{"structuredContent":{}}`),
	})
	r.q.Until(t, "the result", func() bool { return p.panel.result.said != "" })
	want := "{\n  \"z\": 1,\n  \"a\": 9007199254740993.10\n}"
	if got := p.panel.result.text.Text(); got != want {
		t.Errorf("shown %q", got)
	}
	p.panel.result.tabs.SelectIndex(1)
	r.q.Until(t, "the data", func() bool { return p.panel.result.data.Text() == want })
}

func TestWholeResultIsOneClickAway(t *testing.T) {
	r, p := finished(t, bridge.Result{Text: "Hello", Raw: json.RawMessage(`{"content":[{"type":"text","text":"Hello"}],"_meta":{"x":1}}`)})
	p.panel.result.tabs.SelectIndex(1)
	r.q.Until(t, "the data", func() bool { return strings.Contains(p.panel.result.data.Text(), `"_meta"`) })
}

func TestBlocksThatAreNoTextGetARow(t *testing.T) {
	r, p := finished(t, bridge.Result{Text: "Two pictures", Blocks: []bridge.Block{
		{Type: "text", Text: "Two pictures", Raw: json.RawMessage(`{"type":"text"}`)},
		{Type: "image", Raw: json.RawMessage(`{"type":"image","mimeType":"image/png","data":"` + strings.Repeat("AAAA", 500) + `"}`)},
		{Type: "resource_link", Raw: json.RawMessage(`{"type":"resource_link","name":"run.log","uri":"file:///run.log"}`)},
		{Type: "hologram", Raw: json.RawMessage(`{"type":"hologram"}`)},
		{Raw: json.RawMessage(`7`)},
	}})
	r.sees("Image · image/png · 1.5 kB", "Link to a file · run.log · file:///run.log", "Another kind of part · hologram", "A part that cannot be read", "Two pictures")
	r.picture("blocks")
	r.press("Show its data")
	r.q.Until(t, "the data", func() bool { return strings.Contains(p.panel.result.data.Text(), `"mimeType": "image/png"`) })
}

func TestLargePicturesAreReadOffTheScreen(t *testing.T) {
	picture := json.RawMessage(`{"type":"image","data":"` + strings.Repeat("AAAA", 1<<20) + `","mimeType":"image/png"}`)
	r, p := finished(t, bridge.Result{Blocks: []bridge.Block{{Type: "image", Raw: picture}}, Raw: json.RawMessage(`{}`)})
	r.sees("Image")
	r.q.Until(t, "its size", func() bool { return strings.Contains(r.seen(), "Image · image/png · 3.1 MB") })
	if allocated := testing.AllocsPerRun(3, func() { blockWords(bridge.Block{Type: "image", Raw: picture}) }); allocated > 100 {
		t.Errorf("%v allocations", allocated)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	blockWords(bridge.Block{Type: "image", Raw: picture})
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > uint64(len(picture)/4) {
		t.Errorf("what it is takes %d bytes, of a picture of %d", took, len(picture))
	}
	// An older result's words do not come into a newer one's rows.
	p.panel.result.show(bridge.Result{Blocks: []bridge.Block{{Type: "image", Raw: picture}}, Raw: json.RawMessage(`{}`)})
	p.panel.result.show(bridge.Result{Text: "Done", Raw: json.RawMessage(`{}`)})
	r.q.Pump()
	r.misses("image/png")
}

func TestDataOfAnySizeIsNotCopiedToBeShown(t *testing.T) {
	raw := json.RawMessage(`{"data":"` + strings.Repeat("A", maxLaidOut) + `"}`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	pretty := prettyJSON(raw)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 1<<20 || len(pretty) != len(raw) {
		t.Errorf("%d bytes are shown of %d, and %d more were used", len(pretty), len(raw), took)
	}
}

func TestToolsErrorIsNotTakenForASuccess(t *testing.T) {
	r, _ := finished(t, bridge.Result{IsError: true, Raw: json.RawMessage(`{}`)})
	r.sees("The tool reports an error, after 6.2 s", "The tool says nothing about what went wrong.")
	r.misses("Finished in")
}

func TestEmptyResultSaysSo(t *testing.T) {
	r, _ := finished(t, bridge.Result{Raw: json.RawMessage(`{"content":[]}`)})
	r.sees("The tool finished and gave nothing back.")
}

func TestTenMegabytesAreThereAtOnce(t *testing.T) {
	text := strings.Repeat("000001  2026-01-01 00:00:00  station 01   25.9 °C   98 %  1021 hPa  wind 42 km/h  thunder\n", 110_000)
	r := newRig(t, rigOptions{servers: oneServer})
	s := r.ready("Files", bridge.Tool{Name: "go"})
	r.show("Files", "go")
	r.press("Run")
	result := bridge.Result{Text: text, Raw: json.RawMessage(`{}`)}
	began := time.Now()
	r.end(s, s.last(t), func(c *bridge.CallState) { c.Phase, c.Result = bridge.Finished, &result })
	r.window.win.Canvas().Capture()
	// The aim is 150 ms on a machine of one's own; this bound only tells when it has become another kind of slow.
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("the first picture took %s", took)
	}
	r.sees("thunder")
}

func TestNameOfAFileIsMadeOfTheToolsName(t *testing.T) {
	for tool, want := range map[string]string{
		"submit_batch": "submit_batch", "../../etc/passwd": "etc-passwd", "a b:c": "a-b-c", "…": "result", "": "result",
	} {
		if got := fileName(tool); got != want {
			t.Errorf("%q makes %q", tool, got)
		}
	}
}

// Save writes what is shown, says in which folder, and overwrites nothing by Enter. Esc closes it, with the keyboard in a line, on a button or
// nowhere.
func TestSaveWritesWhatIsShown(t *testing.T) {
	for _, dark := range []bool{false, true} {
		r, p := finished(t, bridge.Result{Text: "Welcome aboard.", Raw: json.RawMessage(`{}`)})
		folder := t.TempDir()
		r.window.savedTo = folder
		r.App.opts.Fyne.Settings().SetTheme(Theme{Variant: variantOf(dark)})
		r.window.win.Resize(fyne.NewSize(800, 560))
		open := func() fyne.Canvas {
			p.panel.result.saveShown()
			r.settle()
			r.sees("Save the file")
			return r.window.win.Canvas()
		}
		for _, where := range []func(fyne.Canvas){func(fyne.Canvas) {}, fyne.Canvas.FocusNext, func(c fyne.Canvas) { c.FocusNext(); c.FocusNext() }, fyne.Canvas.Unfocus} {
			where(open())
			r.key(fyne.KeyEscape)
			r.misses("Save the file")
		}
		notice := "Saved 15 B to go.txt in " + oneLine(folder, 200) + "."
		open()
		r.key(fyne.KeyReturn)
		r.q.Until(t, "the notice", func() bool { return slices.Contains(r.window.notices.sentences(), notice) })
		path := filepath.Join(folder, "go.txt")
		if raw, err := os.ReadFile(path); err != nil || string(raw) != "Welcome aboard." {
			t.Errorf("%q, %v", raw, err)
		}

		if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
		open()
		for range 3 {
			r.key(fyne.KeyReturn)
			r.q.Until(t, "the question", func() bool { return strings.Contains(r.seen(), "There is a file go.txt in this folder already.") })
		}
		if raw, _ := os.ReadFile(path); string(raw) != "mine" {
			t.Fatal("Enter overwrites")
		}
		r.picture("overwrite" + map[bool]string{true: "-dark"}[dark])
		r.press("Overwrite")
		r.q.Until(t, "the file", func() bool { raw, _ := os.ReadFile(path); return string(raw) == "Welcome aboard." })
		r.q.Until(t, "the end", func() bool { return r.window.free() })
	}
}

func variantOf(dark bool) *fyne.ThemeVariant {
	variant := theme.VariantLight
	if dark {
		variant = theme.VariantDark
	}
	return &variant
}

// In a small window, and in German all the more, there is no room for the words beside the buttons.
func TestWordsAboutTheEndOfARunLieOverNothing(t *testing.T) {
	for _, german := range []bool{false, true} {
		if german {
			inGerman(t)
		}
		r := newRig(t, rigOptions{servers: oneServer, size: fyne.NewSize(800, 560)})
		s := r.ready("Files", bridge.Tool{Name: "go"})
		p := r.show("Files", "go")
		p.run.OnTapped()
		r.settle()
		r.end(s, s.last(t), func(c *bridge.CallState) {
			c.Phase, c.Asking, c.Result = bridge.Finished, 5*time.Second, &bridge.Result{Text: "Hello"}
		})
		top := func(o fyne.CanvasObject) float32 {
			return fyne.CurrentApp().Driver().AbsolutePositionForObject(o).Y
		}
		words, buttons := p.panel.outcome, p.panel.buttons
		from, to := top(words), top(words)+words.Size().Height
		if above := top(p.run) + p.run.Size().Height; from < above {
			t.Errorf("german %v: the words begin at %v, over the button above that ends at %v", german, from, above)
		}
		if below := top(p.panel.result.object); to > below {
			t.Errorf("german %v: the words end at %v, over the result that begins at %v", german, to, below)
		}
		beside := words.Position().X+words.Size().Width <= buttons.Position().X
		if !beside && to > top(buttons) {
			t.Errorf("german %v: the words end at %v, over the buttons that begin at %v", german, to, top(buttons))
		}
		if words.Size().Width < 80 {
			t.Errorf("german %v: the words have %v", german, words.Size().Width)
		}
	}
}
