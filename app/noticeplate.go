package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// noticePlate carries the notices over the page: each on a card that stands out from what it covers. A click on a card goes
// to nothing below it; beside the cards the page is as it was.
type noticePlate struct {
	widget.BaseWidget
	column *flow
}

func newNoticePlate(column *flow) *noticePlate {
	p := &noticePlate{column: column}
	p.ExtendBaseWidget(p)
	return p
}

// HeightFor is for the layout around it.
func (p *noticePlate) HeightFor(width float32) float32 { return p.column.HeightFor(width) }

// CreateRenderer is for Fyne.
func (p *noticePlate) CreateRenderer() fyne.WidgetRenderer {
	r := &plateRenderer{plate: p}
	r.Refresh()
	return r
}

type plateRenderer struct {
	plate *noticePlate
	cards []*noticeCard
	all   []fyne.CanvasObject
}

func (r *plateRenderer) Destroy()                     {}
func (r *plateRenderer) Objects() []fyne.CanvasObject { return r.all }
func (r *plateRenderer) MinSize() fyne.Size           { return r.plate.column.MinSize() }

// Layout is for Fyne.
func (r *plateRenderer) Layout(size fyne.Size) {
	column := r.plate.column
	column.Resize(size)
	column.arrange(size.Width)
	for i, o := range column.objects {
		if i < len(r.cards) {
			r.cards[i].Move(o.Position())
			r.cards[i].Resize(o.Size())
		}
	}
}

// Refresh is for Fyne.
func (r *plateRenderer) Refresh() {
	notices := r.plate.column.objects
	for len(r.cards) < len(notices) {
		r.cards = append(r.cards, newNoticeCard())
	}
	r.cards = r.cards[:len(notices)]
	r.all = r.all[:0]
	for _, c := range r.cards {
		r.all = append(r.all, c)
		c.Refresh()
	}
	r.all = append(r.all, r.plate.column)
	r.Layout(r.plate.Size())
	canvas.Refresh(r.plate)
}

// noticeCard is the ground of one notice. It keeps the mouse from what is below.
type noticeCard struct{ widget.BaseWidget }

func newNoticeCard() *noticeCard {
	c := &noticeCard{}
	c.ExtendBaseWidget(c)
	return c
}

// Tapped, TappedSecondary and the mouse's moves are for Fyne.
func (c *noticeCard) Tapped(*fyne.PointEvent)          {}
func (c *noticeCard) TappedSecondary(*fyne.PointEvent) {}
func (c *noticeCard) MouseIn(*desktop.MouseEvent)      {}
func (c *noticeCard) MouseMoved(*desktop.MouseEvent)   {}
func (c *noticeCard) MouseOut()                        {}

// CreateRenderer is for Fyne.
func (c *noticeCard) CreateRenderer() fyne.WidgetRenderer {
	r := &cardRenderer{card: c, ground: &canvas.Rectangle{StrokeWidth: 1, CornerRadius: 8}}
	r.Layout(c.Size())
	r.Refresh()
	return r
}

type cardRenderer struct {
	card   *noticeCard
	ground *canvas.Rectangle
}

func (r *cardRenderer) Destroy()                     {}
func (r *cardRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.ground} }
func (r *cardRenderer) MinSize() fyne.Size           { return fyne.Size{} }

// Layout is for Fyne. The ground reaches a little further than the notice, so that its edge is seen around it.
func (r *cardRenderer) Layout(size fyne.Size) {
	r.ground.Move(fyne.NewPos(-1, -1))
	r.ground.Resize(size.AddWidthHeight(2, 2))
}

// Refresh is for Fyne.
func (r *cardRenderer) Refresh() {
	th, variant := r.card.Theme(), fyne.CurrentApp().Settings().ThemeVariant()
	r.ground.FillColor = th.Color(theme.ColorNameOverlayBackground, variant)
	r.ground.StrokeColor = th.Color(theme.ColorNameInputBorder, variant)
	r.ground.Shadow = canvas.Shadow{Color: th.Color(theme.ColorNameShadow, variant), BlurRadius: 8, Offset: fyne.NewPos(0, 2)}
	canvas.Refresh(r.ground)
}
