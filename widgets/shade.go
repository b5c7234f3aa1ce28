package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// shade dims the window around a panel. It leaves out what the panel covers: see [Surface] for why.
type shade struct {
	object *fyne.Container
	parts  [4]*Surface // above, below, left and right of the panel
}

func newShade() *shade {
	s := &shade{object: container.NewWithoutLayout()}
	for i := range s.parts {
		s.parts[i] = NewSurface()
		s.object.Add(s.parts[i].Object)
	}
	return s
}

func (s *shade) paint(c color.Color) {
	for _, part := range s.parts {
		part.Paint(c)
	}
}

// arrange dims a window of a size, except below a panel.
func (s *shade) arrange(window fyne.Size, at fyne.Position, panel fyne.Size) {
	const inside = panelRadius / 3 // the corners are round: the shade goes in so far
	left, top := at.X+inside, at.Y+inside
	right, bottom := at.X+panel.Width-inside, at.Y+panel.Height-inside
	place(s.object, 0, 0, window.Width, window.Height)
	place(s.parts[0].Object, 0, 0, window.Width, top)
	place(s.parts[1].Object, 0, bottom, window.Width, window.Height-bottom)
	place(s.parts[2].Object, 0, top, left, bottom-top)
	place(s.parts[3].Object, right, top, window.Width-right, bottom-top)
}
