package widgets

import (
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// viewerRow draws one row of a viewer: its text, what is selected of it, and what was found in it.
type viewerRow struct {
	widget.BaseWidget
	viewer *Viewer
	row    int
	text   *canvas.Text
	drawn  *drawn
}

func newViewerRow(v *Viewer) *viewerRow {
	r := &viewerRow{viewer: v, text: canvas.NewText("", nil), row: -1}
	r.ExtendBaseWidget(r)
	return r
}

func (r *viewerRow) set(row int) {
	r.row = row
	r.Refresh()
}

func (r *viewerRow) paint() {
	v := r.viewer
	th := v.Theme()
	r.drawn.objects = r.drawn.objects[:0]
	r.text.Text = ""
	if v.table != nil && r.row >= 0 && r.row < len(v.table.starts) {
		from, to := v.table.row(r.row)
		r.text.Text = rowText(v.text[from:to])
		if v.marked[1] > v.marked[0] {
			r.mark(from, to, v.marked[0], v.marked[1], ColorNameHost)
		}
		found := v.finder.matches
		for i := sort.Search(len(found), func(i int) bool { return found[i][1] > from }); i < len(found) && found[i][0] < to; i++ {
			color := ColorNameHighlight
			if i == v.finder.here {
				color = ColorNameAmber
			}
			r.mark(from, to, found[i][0], found[i][1], color)
		}
		if v.from != v.to {
			r.mark(from, to, min(v.from, v.to), max(v.from, v.to), theme.ColorNameSelection)
		}
	}
	r.text.Color, r.text.TextSize, r.text.TextStyle = colorOf(th, theme.ColorNameForeground), v.textSize(), v.style()
	r.drawn.objects = append(r.drawn.objects, r.text)
}

// mark draws a colour behind the part of the row that lies between two places of the text.
func (r *viewerRow) mark(rowFrom, rowTo, from, to int, name fyne.ThemeColorName) {
	v := r.viewer
	if from >= rowTo && !(from == rowFrom && to > rowTo) || to <= rowFrom {
		return
	}
	x := v.widthOf(v.text[rowFrom:max(rowFrom, from)])
	end := v.widthOf(v.text[rowFrom:min(rowTo, to)])
	if to > rowTo && name == theme.ColorNameSelection {
		end += 4 // the line break is in it
	}
	color := colorOf(v.Theme(), name)
	if name == ColorNameAmber {
		color = mix(colorOf(v.Theme(), theme.ColorNameBackground), color, 0.45)
	}
	back := canvas.NewRectangle(color)
	place(back, x, 0, end-x, r.Size().Height)
	r.drawn.objects = append(r.drawn.objects, back)
}

// CreateRenderer is for Fyne.
func (r *viewerRow) CreateRenderer() fyne.WidgetRenderer {
	r.drawn = &drawn{
		layout: func(size fyne.Size) {
			place(r.text, 0, 0, size.Width, size.Height)
			r.paint()
		},
		min:     func() fyne.Size { return fyne.NewSize(20, 18) },
		refresh: func() { r.paint(); canvas.Refresh(r) },
	}
	r.paint()
	return r.drawn.ready(r.Size())
}
