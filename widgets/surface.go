package widgets

import (
	"image"
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
)

// Surface is a large area of one colour, with square corners and no border. It is one point, stretched: where there is no
// graphics processor, as on most remote desktops, filling a window like this takes half the time of a canvas.Rectangle and
// a quarter of one with round corners, and a request is seen that much sooner.
type Surface struct {
	Object fyne.CanvasObject // to be placed and drawn
	point  *image.RGBA
}

// NewSurface makes a surface without a colour.
func NewSurface() *Surface {
	s := &Surface{point: image.NewRGBA(image.Rect(0, 0, 1, 1))}
	area := canvas.NewRaster(func(int, int) image.Image { return s.point })
	area.ScaleMode = canvas.ImageScalePixels
	s.Object = area
	return s
}

// Paint gives it a colour. It is seen when the Object, or what holds it, is refreshed.
func (s *Surface) Paint(c color.Color) { s.point.Set(0, 0, c) }
