package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"parley/widgets"
)

// flowing is a thing whose height follows from its width, such as wrapped text.
type flowing interface {
	HeightFor(width float32) float32
}

// heightFor is the height that o needs at the given width.
func heightFor(o fyne.CanvasObject, width float32) float32 {
	if f, ok := o.(flowing); ok {
		return f.HeightFor(width)
	}
	return o.MinSize().Height
}

// flow is a column of things, some of them wrapped text: each gets the whole width and the height that it needs there.
type flow struct {
	widget.BaseWidget
	objects []fyne.CanvasObject
	gap     float32
	margin  float32 // left and right
	inset   float32 // above and below
}

func newFlow(gap float32, objects ...fyne.CanvasObject) *flow {
	f := &flow{objects: objects, gap: gap}
	f.ExtendBaseWidget(f)
	return f
}

// set replaces what is in the column.
func (f *flow) set(objects ...fyne.CanvasObject) {
	f.objects = objects
	f.Refresh()
}

// HeightFor is the height of the whole column at a width.
func (f *flow) HeightFor(width float32) float32 {
	height := 2 * f.inset
	first := true
	for _, o := range f.objects {
		if !o.Visible() {
			continue
		}
		if !first {
			height += f.gap
		}
		first = false
		height += heightFor(o, width-2*f.margin)
	}
	return height
}

func (f *flow) arrange(width float32) {
	y := f.inset
	for _, o := range f.objects {
		if !o.Visible() {
			continue
		}
		height := heightFor(o, width-2*f.margin)
		o.Move(fyne.NewPos(f.margin, y))
		o.Resize(fyne.NewSize(width-2*f.margin, height))
		y += height + f.gap
	}
}

// CreateRenderer is for Fyne.
func (f *flow) CreateRenderer() fyne.WidgetRenderer { return flowRenderer{f} }

type flowRenderer struct{ f *flow }

func (r flowRenderer) Layout(size fyne.Size)        { r.f.arrange(size.Width) }
func (r flowRenderer) Objects() []fyne.CanvasObject { return r.f.objects }
func (r flowRenderer) Destroy()                     {}

func (r flowRenderer) MinSize() fyne.Size {
	var width float32
	for _, o := range r.f.objects {
		if o.Visible() {
			width = max(width, o.MinSize().Width)
		}
	}
	return fyne.NewSize(width+2*r.f.margin, r.f.HeightFor(max(r.f.Size().Width, width+2*r.f.margin)))
}

func (r flowRenderer) Refresh() {
	r.f.arrange(r.f.Size().Width)
	for _, o := range r.f.objects {
		o.Refresh()
	}
}

// stage lays a page out: a head that scrolls when it is too long, a bar that is always there, and a body that takes the
// rest. Without a body the bar follows the head.
type stage struct {
	head *widgets.Body
	bar  fyne.CanvasObject
	body fyne.CanvasObject // hidden: there is none
}

// bodyShare is how much of a page its body gets at least.
const bodyShare = 0.42

func newStage(head *widgets.Body, bar, body fyne.CanvasObject) (*fyne.Container, *stage) {
	s := &stage{head: head, bar: bar, body: body}
	return container.New(s, head, bar, body), s
}

// setHead puts another head into a container that this stage lays out.
func (s *stage) setHead(c *fyne.Container, head *widgets.Body) {
	s.head = head
	c.Objects[0] = head
	c.Refresh()
}

// MinSize is small on purpose: the head scrolls and the body shrinks.
func (s *stage) MinSize([]fyne.CanvasObject) fyne.Size {
	bar := s.bar.MinSize()
	return fyne.NewSize(max(240, bar.Width), 120+bar.Height)
}

// Layout is for Fyne.
func (s *stage) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	bar := heightFor(s.bar, size.Width)
	room := max(size.Height-bar, 0)
	if s.body.Visible() {
		room = max(room-max(size.Height*bodyShare, 160), 60)
	}
	head := min(s.head.HeightFor(size.Width), room)
	s.head.Move(fyne.NewPos(0, 0))
	s.head.Resize(fyne.NewSize(size.Width, head))
	s.bar.Move(fyne.NewPos(0, head))
	s.bar.Resize(fyne.NewSize(size.Width, bar))
	s.body.Move(fyne.NewPos(0, head+bar))
	s.body.Resize(fyne.NewSize(size.Width, max(size.Height-head-bar, 0)))
}

// sharedRow puts things side by side over the whole width. Each has the room that it needs, and an equal part of the rest.
type sharedRow struct {
	least float32 // how wide it is at least
}

// MinSize is for Fyne.
func (s sharedRow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	size := sharedSize(objects)
	size.Width = max(size.Width, s.least)
	return size
}

func sharedSize(objects []fyne.CanvasObject) (size fyne.Size) {
	for i, o := range objects {
		if i > 0 {
			size.Width += sharedGap
		}
		least := o.MinSize()
		size.Width += least.Width
		size.Height = max(size.Height, least.Height)
	}
	return size
}

// sharedGap is the space between the things of a row.
const sharedGap = 4

// Layout is for Fyne.
func (sharedRow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	spare := (size.Width - sharedSize(objects).Width) / float32(max(len(objects), 1))
	var x float32
	for _, o := range objects {
		width := o.MinSize().Width + spare
		o.Move(fyne.NewPos(x, 0))
		o.Resize(fyne.NewSize(width, size.Height))
		x += width + sharedGap
	}
}

// ground is a coloured area that follows the theme.
type ground struct {
	widget.BaseWidget
	name   fyne.ThemeColorName
	radius fyne.ThemeSizeName // "" for square corners
}

func newGround(name fyne.ThemeColorName) *ground {
	g := &ground{name: name}
	g.ExtendBaseWidget(g)
	return g
}

// CreateRenderer is for Fyne.
func (g *ground) CreateRenderer() fyne.WidgetRenderer {
	r := &groundRenderer{ground: g, round: &canvas.Rectangle{}, square: widgets.NewSurface()}
	r.Layout(g.Size()) // Fyne makes a new one after a minute out of sight and does not lay it out
	r.Refresh()
	return r
}

type groundRenderer struct {
	ground *ground
	round  *canvas.Rectangle // drawn with a radius
	square *widgets.Surface  // drawn without
}

func (r *groundRenderer) area() fyne.CanvasObject {
	if r.ground.radius == "" {
		return r.square.Object
	}
	return r.round
}

func (r *groundRenderer) Layout(size fyne.Size)        { r.area().Resize(size) }
func (r *groundRenderer) MinSize() fyne.Size           { return fyne.Size{} }
func (r *groundRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.area()} }
func (r *groundRenderer) Destroy()                     {}

func (r *groundRenderer) Refresh() {
	th := r.ground.Theme()
	color := th.Color(r.ground.name, fyne.CurrentApp().Settings().ThemeVariant())
	r.square.Paint(color)
	r.round.FillColor = color
	if r.ground.radius != "" {
		r.round.CornerRadius = th.Size(r.ground.radius)
	}
	canvas.Refresh(r.area())
}
