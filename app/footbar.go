package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
)

// footBar is the bar at the bottom of a page: buttons that do what the page is for, and a word about them. The word stands beside the
// buttons where it has room, and below them where it has not.
type footBar struct {
	object  *fyne.Container // the page above its bar
	buttons *fyne.Container
	why     *textLine
	moved   func() // its upper edge has; nil: nobody asks
}

// newFootBar puts a page above its bar.
func newFootBar(page fyne.CanvasObject, buttons ...fyne.CanvasObject) *footBar {
	b := &footBar{buttons: container.NewHBox(buttons...), why: newTextLine(theme.SizeNameCaptionText)}
	b.why.right = true
	b.object = container.New(b, page, b.buttons, b.why)
	return b
}

// height is how much of the page's lower edge it takes.
func (b *footBar) height() float32 {
	return b.object.Size().Height - b.buttons.Position().Y + footAbove
}

// say changes the word, and makes room for it and for what the buttons say now.
func (b *footBar) say(why string) {
	before := b.height()
	b.why.SetText(why)
	b.buttons.Refresh()
	relayout(b.object)
	if b.moved != nil && b.height() != before {
		b.moved()
	}
}

const (
	footAbove = 10 // between the page and its bar
	footSide  = 4
	footBelow = 2
)

// MinSize is for Fyne.
func (b *footBar) MinSize(o []fyne.CanvasObject) fyne.Size {
	page, buttons := o[0].MinSize(), b.buttons.MinSize()
	return fyne.NewSize(max(page.Width, buttons.Width+2*footSide), page.Height+footAbove+buttons.Height+footBelow)
}

// Layout is for Fyne.
func (b *footBar) Layout(o []fyne.CanvasObject, size fyne.Size) {
	width := size.Width - 2*footSide
	buttons, line := b.buttons.MinSize(), b.why.MinSize().Height
	under := b.why.wants() > width-buttons.Width
	y := size.Height - footBelow - buttons.Height
	if under {
		y -= line
	}
	b.buttons.Move(fyne.NewPos(footSide, y))
	b.buttons.Resize(buttons)
	b.why.right = !under
	if under {
		b.why.Move(fyne.NewPos(footSide-lineInset, y+buttons.Height))
		b.why.Resize(fyne.NewSize(width+2*lineInset, line))
	} else {
		b.why.Move(fyne.NewPos(footSide+buttons.Width, y))
		b.why.Resize(fyne.NewSize(width-buttons.Width, buttons.Height))
	}
	b.why.Refresh()
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(fyne.NewSize(size.Width, y-footAbove))
}
