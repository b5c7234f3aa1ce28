package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
)

// panelRadius is how round the corners of a panel are.
const panelRadius = 12

// panel is a large box with round corners and a border. Its middle is a [Surface], because round corners make every point
// of a box expensive where there is no graphics processor: only the bands along its four sides are drawn that way.
type panel struct {
	object      *fyne.Container
	left, right *canvas.Rectangle
	above, low  *canvas.Rectangle // over the ends of left and right
	middle      *Surface          // over the inner ends of above and low
}

// bandWide is how wide the bands on the left and the right are.
const bandWide = 6

func newPanel() *panel {
	p := &panel{left: canvas.NewRectangle(nil), right: canvas.NewRectangle(nil),
		above: canvas.NewRectangle(nil), low: canvas.NewRectangle(nil), middle: NewSurface()}
	// Fyne draws the edge of a box with a round corner softly, half outside of the box; one that is hidden below the middle
	// makes the sides like that too, in line with the bands above and below.
	p.left.TopRightCornerRadius, p.right.TopLeftCornerRadius = 1, 1
	p.above.CornerRadius, p.low.CornerRadius = panelRadius, panelRadius
	p.object = container.New(p, p.left, p.right, p.above, p.low, p.middle.Object)
	return p
}

// paint gives it its colours and the width of its border. It is seen when what holds the panel is refreshed.
func (p *panel) paint(fill, border color.Color, width float32) {
	for _, band := range []*canvas.Rectangle{p.left, p.right, p.above, p.low} {
		band.FillColor, band.StrokeColor, band.StrokeWidth = fill, border, width
	}
	p.middle.Paint(fill)
}

// MinSize is for Fyne.
func (p *panel) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSquareSize(2 * panelRadius)
}

// Layout is for Fyne.
func (p *panel) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	const inside = 1 // what a border takes of the box
	high := size.Height - 2*panelRadius
	place(p.left, 0, panelRadius, bandWide, high)
	place(p.right, size.Width-bandWide, panelRadius, bandWide, high)
	place(p.above, 0, 0, size.Width, 2*panelRadius)
	place(p.low, 0, size.Height-2*panelRadius, size.Width, 2*panelRadius)
	place(p.middle.Object, inside, panelRadius, size.Width-2*inside, high)
}
