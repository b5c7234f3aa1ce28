//go:build linux

package main

import (
	"image"
	"image/color"
	"os"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// What the window tests rely on, held to its own promises.

func TestWordsAreFoundWhereTheyStand(t *testing.T) {
	var s sight
	s.words("ready")
	write := func(text string, x, y float32, ink color.Color, bold bool) fyne.CanvasObject {
		drawn := canvas.NewText(text, ink)
		drawn.TextStyle.Bold = bold
		drawn.Move(fyne.NewPos(x, y))
		drawn.Resize(drawn.MinSize())
		return drawn
	}
	dark, light := color.NRGBA{R: 0x22, G: 0x25, B: 0x29, A: 255}, color.NRGBA{R: 0xe6, G: 0xe8, B: 0xeb, A: 255}
	ground := canvas.NewRectangle(dark)
	ground.Resize(fyne.NewSize(400, 200))
	cross := canvas.NewImageFromResource(theme.CancelIcon())
	cross.Move(fyne.NewPos(300, 100))
	cross.Resize(fyne.NewSquareSize(theme.Size(theme.SizeNameInlineIcon)))
	drawn := draw(container.NewWithoutLayout(ground,
		write("Run again", 20, 20, light, true), write("Run", 20, 60, light, true), write("Run", 200, 100, color.NRGBA{R: 0xff, G: 0x8a, B: 0x80, A: 255}, false),
		write("Running", 20, 140, light, false), cross), ground.Size())
	v := &view{size: drawn.Bounds().Size()}
	for y := range v.size.Y {
		for x := range v.size.X {
			r, g, b, _ := drawn.At(x, y).RGBA()
			v.pixels = append(v.pixels, r>>8<<16|g>>8<<8|b>>8)
		}
	}
	for words, want := range map[string][]image.Point{
		"Run": {{200, 100}, {20, 60}}, "Run…": {{200, 100}, {20, 140}, {20, 20}, {20, 60}}, "Run again": {{20, 20}}, "again": nil, "run": nil,
	} {
		var found []image.Rectangle
		for _, stencil := range s.words(words) {
			found = append(found, v.find(stencil)...)
		}
		if len(found) != len(want) {
			t.Errorf("%q is found at %v, want near %v", words, found, want)
			continue
		}
		for i, at := range found {
			if d := at.Min.Sub(want[i]); d.X < 0 || d.X > 4 || d.Y < 0 || d.Y > 8 {
				t.Errorf("%q is found at %v, want near %v", words, at, want[i])
			}
		}
	}
	if found := v.find(s.icon(theme.CancelIcon())[0]); len(found) != 1 || !found[0].In(image.Rect(300, 100, 320, 120)) {
		t.Errorf("the cross is found at %v", found)
	}
	if found := v.find(s.icon(theme.ContentRemoveIcon())[0]); found != nil {
		t.Errorf("a stroke is found at %v", found)
	}
}

func TestOnlyKnownLinesMayBePrinted(t *testing.T) {
	const known = "2026/01/02 03:04:05 Fyne error:  failed to watch theme settings\n" +
		"2026/01/02 03:04:05   Cause: dial unix /tmp/desk/no-bus: connect: no such file or directory\n" +
		"2026/01/02 03:04:05   At: /go/pkg/mod/fyne.io/fyne/v2@v2.8.1/app/app_xdg.go:152\n"
	if lines := unexpected(known); lines != nil {
		t.Errorf("not known: %q", lines)
	}
	for _, line := range []string{
		"*** Error in Fyne call thread, this should have been called in fyne.Do[AndWait] ***",
		"2026/01/02 03:04:05 Fyne error:  Failed to focus object which is not part of the canvas’ content, menu or overlays.",
		"panic: runtime error", "WARNING: DATA RACE", "level=WARN msg=\"memory not kept\"",
	} {
		if lines := unexpected(known + line + "\n"); !slices.Equal(lines, []string{line}) {
			t.Errorf("%s: %q", line, lines)
		}
	}
}

func TestAnswersAreReadFromTheWire(t *testing.T) {
	w := wire{t, t.TempDir() + "/wire"}
	writeWire(t, w.path,
		`= started 11`, `> {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"x":1}}}`,
		`< {"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}`, `< {"jsonrpc":"2.0","id":"1","method":"elicitation/create","params":{}}`,
		`> {"jsonrpc":"2.0","id":"1","result":{"action":"decline"}}`, `= started 12`,
		`< {"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{}}`, `> {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}`)
	want := []string{"", `{"action":"decline"}`, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"no"}}`}
	if got := w.answers(); !slices.Equal(got, want) {
		t.Errorf("answers %q", got)
	}
	if got := w.calls("a"); !slices.Equal(got, []string{`{"x":1}`}) {
		t.Errorf("calls %q", got)
	}
	if got := w.pids(); !slices.Equal(got, []int{11, 12}) {
		t.Errorf("processes %v", got)
	}
}

func writeWire(t *testing.T, path string, lines ...string) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := &recorder{file: file}
	for _, line := range lines {
		mark, text, _ := strings.Cut(line, " ")
		r.write(mark+" ", []byte(text))
	}
}
