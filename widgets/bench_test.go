package widgets

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"parley/bridge/schema"
)

// fieldsForm is a form of n fields of the usual kinds.
func fieldsForm(n int) schema.Form {
	var out strings.Builder
	out.WriteString(`{"type":"object","properties":{`)
	for i := range n {
		if i > 0 {
			out.WriteString(",")
		}
		switch i % 5 {
		case 0:
			fmt.Fprintf(&out, `"text%d":{"type":"string","title":"A line of text %d","description":"What this one is for, in some words."}`, i, i)
		case 1:
			fmt.Fprintf(&out, `"count%d":{"type":"integer","minimum":1,"maximum":64}`, i)
		case 2:
			fmt.Fprintf(&out, `"flag%d":{"type":"boolean"}`, i)
		case 3:
			fmt.Fprintf(&out, `"choice%d":{"type":"string","enum":["one %d","two %d","three %d"]}`, i, i, i, i)
		case 4:
			fmt.Fprintf(&out, `"day%d":{"type":"string","format":"date"}`, i)
		}
	}
	out.WriteString(`},"required":["text0"]}`)
	return schema.Parse(json.RawMessage(out.String()))
}

func benchForm(b *testing.B, n int) {
	form := fieldsForm(n)
	w := window(b, 900, 700, false)
	for b.Loop() {
		w.SetContent(NewBody(NewForm(form, FormOptions{})))
		w.Resize(fyne.NewSize(900, 700))
	}
}

func BenchmarkForm10(b *testing.B)   { benchForm(b, 10) }
func BenchmarkForm200(b *testing.B)  { benchForm(b, 200) }
func BenchmarkForm5000(b *testing.B) { benchForm(b, 5000) }

func BenchmarkModalShow10(b *testing.B) {
	form := fieldsForm(10)
	w := window(b, 1080, 700, false)
	for b.Loop() {
		m := NewModal(w.Canvas(), Ask{Title: "Demo lab asks", Cause: "while running Book a visit", Message: "Please.", Form: &form}, nil)
		m.Show()
		m.Close()
	}
}

// BenchmarkModalPaint10 also draws it, in software.
func BenchmarkModalPaint10(b *testing.B) {
	form := fieldsForm(10)
	w := window(b, 1080, 700, false)
	for b.Loop() {
		m := NewModal(w.Canvas(), Ask{Title: "Demo lab asks", Message: "Please.", Form: &form}, nil)
		m.Show()
		w.Canvas().Capture()
		m.Close()
	}
}

func BenchmarkFormTyping(b *testing.B) {
	form := NewForm(fieldsForm(200), FormOptions{})
	w := window(b, 900, 700, false)
	w.SetContent(NewBody(form))
	w.Resize(fyne.NewSize(900, 700))
	form.Focus(0)
	for b.Loop() {
		w.Canvas().Focused().TypedRune('x')
		w.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	}
}

func BenchmarkFormScroll5000(b *testing.B) {
	body := NewBody(NewForm(fieldsForm(5000), FormOptions{}))
	w := window(b, 900, 700, false)
	w.SetContent(body)
	w.Resize(fyne.NewSize(900, 700))
	for b.Loop() {
		if body.scrollBy(120); !body.MoreBelow() {
			body.scrollTo(0)
		}
	}
}

func megabytes(n int) string {
	return strings.Repeat("{\"id\": 4711, \"name\": \"some name\", \"values\": [1, 2, 3], \"note\": \"words and more\"}\n", n*1_000_000/82)
}

func benchViewer(b *testing.B, text string) {
	w := window(b, 900, 700, false)
	for b.Loop() {
		v := NewViewer("")
		v.Mono = true
		v.Go = func(f func()) {} // what comes after the first frame does not count
		v.SetText(text)
		w.SetContent(v)
		w.Resize(fyne.NewSize(900, 700))
	}
}

func BenchmarkViewerFirst10MB(b *testing.B)       { benchViewer(b, megabytes(10)) }
func BenchmarkViewerFirstOneLine2MB(b *testing.B) { benchViewer(b, strings.Repeat("x", 2_000_000)) }

func BenchmarkViewerWrap10MB(b *testing.B) {
	window(b, 100, 100, false)
	text, m := megabytes(10), newMetrics(14, fyne.TextStyle{Monospace: true})
	for b.Loop() {
		(&rowTable{text: text}).wrap(len(text), 880, m)
	}
}

func BenchmarkViewerScroll10MB(b *testing.B) {
	v := NewViewer(megabytes(10))
	v.Mono = true
	showViewer(b, v, 900, 700)
	for b.Loop() {
		if v.strip.scrollTo(v.strip.offset + 700); v.strip.offset >= v.strip.most() {
			v.strip.scrollTo(0)
		}
	}
}

func BenchmarkPlain(b *testing.B) {
	text := strings.Repeat("Words with an é and a \u202e in them. ", 30000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Plain(text)
	}
}
