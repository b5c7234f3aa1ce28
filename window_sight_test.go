//go:build linux

package main

import (
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"sync"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/software"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"parley/app"
)

// This file finds words on the screen as a person does: by how they look. The words are drawn once, with the same fonts,
// and then looked for in the picture, whatever the colours of letters and ground are. What goes over all pixels is not watched
// by the race detector, which would make it take seconds; it runs on one goroutine.

// view is the screen at one moment: 0xRRGGBB by row.
type view struct {
	size   image.Point
	pixels []uint32
}

// save writes a view as a picture.
func (v *view) save(path string) error {
	img := image.NewNRGBA(image.Rectangle{Max: v.size})
	for i, p := range v.pixels {
		img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], img.Pix[4*i+3] = uint8(p>>16), uint8(p>>8), uint8(p), 255
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	defer file.Close()
	return png.Encode(file, img)
}

// stencil is how something looks: how much of each pixel is ink. It has no empty rows and columns at its sides, but a clear
// margin that must hold no ink of anything else.
type stencil struct {
	size    image.Point
	ink     []uint8
	within  image.Rectangle // the inked part
	edge    int             // from this column on there may be the edge of a button: one colour from top to bottom, unlike letters
	empty   []int           // offsets of some pixels without ink
	darkest int             // offset of the pixel with the most ink
}

// margins are what must be clear around the ink, in pixels. Below zero it is what is cut off the ink.
type margins struct{ left, right, above, below int }

// bare is how many pixels to the right of some ink hold nothing in any case.
const bare = 3

// newStencil cuts the ink out of a drawing and gives it margins.
func newStencil(drawn image.Image, m margins) *stencil {
	bounds := drawn.Bounds()
	inked := image.Rectangle{}
	at := func(x, y int) uint8 { _, _, _, a := drawn.At(x, y).RGBA(); return uint8(a >> 8) }
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			if at(x, y) > 0 {
				inked = inked.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	whole := image.Rect(inked.Min.X-m.left, inked.Min.Y-m.above, inked.Max.X+m.right, inked.Max.Y+m.below)
	inked = inked.Intersect(whole)
	s := &stencil{size: whole.Size(), within: inked.Sub(whole.Min)}
	s.edge = s.within.Max.X + bare
	s.ink = make([]uint8, s.size.X*s.size.Y)
	for y := s.within.Min.Y; y < s.within.Max.Y; y++ {
		for x := s.within.Min.X; x < s.within.Max.X; x++ {
			i := y*s.size.X + x
			s.ink[i] = at(whole.Min.X+x, whole.Min.Y+y)
			if s.ink[i] > s.ink[s.darkest] {
				s.darkest = i
			}
		}
	}
	for i := 0; i < len(s.ink); i += max(1, len(s.ink)/60) {
		if s.ink[i] == 0 && i%s.size.X < s.edge {
			s.empty = append(s.empty, i)
		}
	}
	return s
}

// find gives every place where the view shows the stencil.
//
//go:norace
func (v *view) find(s *stencil) (places []image.Rectangle) {
	if s.size.X == 0 || len(s.empty) == 0 {
		return nil
	}
	offset := func(i int) int { return i/s.size.X*v.size.X + i%s.size.X }
	darkest, ground := offset(s.darkest), offset(s.empty[0])
	empty := make([]int, len(s.empty))
	for i, e := range s.empty {
		empty[i] = offset(e)
	}
	for y := 0; y+s.size.Y <= v.size.Y; y++ {
	next:
		for x := 0; x+s.size.X <= v.size.X; x++ {
			at := y*v.size.X + x
			back := v.pixels[at+ground]
			if v.pixels[at+darkest] == back {
				continue
			}
			for _, e := range empty {
				if v.pixels[at+e] != back {
					continue next
				}
			}
			if v.shows(s, at, back) {
				places = append(places, s.within.Add(image.Pt(x, y)))
			}
		}
	}
	return places
}

// contrast is the sum of differences in red, green and blue from which on two colours are told apart.
const contrast = 24

// leeway is how far a colour may be from what is expected, for one part of it and the difference that full ink makes.
func leeway(ink int) int { return 2 + max(ink, -ink)/12 }

// shows reports whether the pixels from at on are the ground with the stencil's ink on it, of one colour.
//
//go:norace
func (v *view) shows(s *stencil, at int, back uint32) bool {
	full := v.pixels[at+s.darkest/s.size.X*v.size.X+s.darkest%s.size.X]
	most := int(s.ink[s.darkest])
	var ground, ink [3]int // ink is what the darkest pixel adds to the ground
	sum := 0
	for c := range 3 {
		shift := 16 - 8*c
		ground[c] = int(back >> shift & 255)
		ink[c] = int(full>>shift&255) - ground[c]
		sum += max(ink[c], -ink[c])
	}
	if sum < contrast {
		return false
	}
	for y := range s.size.Y {
		row := v.pixels[at+y*v.size.X:]
		for x := range s.size.X {
			if x == s.within.Max.X-1 || x == s.within.Max.X-2 {
				continue // a faint end may be cut off by the edge of what it was drawn on
			}
			amount := int(s.ink[y*s.size.X+x])
			for c := range 3 {
				want := ground[c] + ink[c]*amount/most
				if x >= s.edge {
					want = int(v.pixels[at+x] >> (16 - 8*c) & 255)
				}
				if got := int(row[x] >> (16 - 8*c) & 255); got-want > leeway(ink[c]) || want-got > leeway(ink[c]) {
					return false
				}
			}
		}
	}
	return true
}

// sight draws stencils and keeps them.
type sight struct {
	mu    sync.Mutex
	ready bool
	known map[string][]*stencil
}

// words are the stencils of words in every size and weight in which the window shows any. Words that end with … may go on, or
// have the text cursor at an end.
func (s *sight) words(text string) []*stencil {
	return s.drawn(text, func() (all []*stencil) {
		shown, open := text, false
		if cut := []rune(text); cut[len(cut)-1] == '…' {
			shown, open = string(cut[:len(cut)-1]), true
		}
		style := app.Theme{}
		for _, kind := range []struct {
			size  fyne.ThemeSizeName
			style fyne.TextStyle
		}{
			{theme.SizeNameText, fyne.TextStyle{}},
			{theme.SizeNameText, fyne.TextStyle{Bold: true}},
			{theme.SizeNameCaptionText, fyne.TextStyle{}},
			{theme.SizeNameSubHeadingText, fyne.TextStyle{Bold: true}},
			{theme.SizeNameHeadingText, fyne.TextStyle{Bold: true}},
			{theme.SizeNameText, fyne.TextStyle{Monospace: true}},
		} {
			drawn := canvas.NewText(shown, color.White)
			drawn.TextSize, drawn.TextStyle = style.Size(kind.size), kind.style
			around := margins{left: 3, right: int(0.43 * drawn.TextSize)} // more than a space: "Run" is not to be found in "Run again"
			if open {
				around = margins{left: -2, right: -2} // the text cursor may stand there
			}
			all = append(all, newStencil(draw(drawn, drawn.MinSize()), around))
		}
		return all
	})
}

// icon is the stencil of an icon of the theme, as large as on a button.
func (s *sight) icon(icon fyne.Resource) []*stencil {
	return s.drawn("icon "+icon.Name(), func() []*stencil {
		side := theme.Size(theme.SizeNameInlineIcon)
		return []*stencil{newStencil(draw(canvas.NewImageFromResource(icon), fyne.NewSquareSize(side)), margins{3, 3, 3, 3})}
	})
}

func (s *sight) drawn(name string, make func() []*stencil) []*stencil {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ready {
		test.NewApp() // the fonts and icons are its theme's
		fyne.CurrentApp().Settings().SetTheme(app.Theme{})
		s.ready, s.known = true, map[string][]*stencil{}
	}
	if s.known[name] == nil {
		s.known[name] = make()
	}
	return s.known[name]
}

// draw gives the picture of one object, with nothing behind it.
func draw(o fyne.CanvasObject, size fyne.Size) image.Image {
	paper := software.NewTransparentCanvas()
	paper.SetPadded(false)
	paper.SetContent(container.NewWithoutLayout(o))
	paper.Resize(size.AddWidthHeight(8, 8))
	o.Resize(size)
	return paper.Capture()
}
