package widgets

import (
	"math"
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"parley/bridge/schema"
)

// This file decides which fields stand in which row, how high the rows are, and which of them are in the tree.

// HeightFor is the height of the whole form. Fields that were not built yet count with a guess.
func (f *Form) HeightFor(width float32) float32 {
	f.measure(width)
	return f.high
}

// measure makes the rows for a width and gives each its place.
func (f *Form) measure(width float32) {
	if f.width != width || f.rows == nil {
		f.width = width
		f.pair(width)
	}
	y := float32(0)
	for _, n := range f.tops() {
		y += n.HeightFor(width) + rowGap
	}
	f.fields = y
	for i := range f.rows {
		r := &f.rows[i]
		if y < firstScreen {
			for j := r.first; j < r.first+r.count; j++ {
				f.view(j)
			}
		}
		if !r.exact {
			r.high = f.rowHeight(*r)
			r.exact = f.rowBuilt(*r)
		}
		r.top = y
		y += r.high
	}
	f.high = fyne.Max(0, y)
}

// tops are the notices above the fields.
func (f *Form) tops() []*Notice {
	if f.general == nil {
		return f.notices
	}
	return append(f.notices[:len(f.notices):len(f.notices)], f.general)
}

// pair puts short neighbours side by side where there is room.
func (f *Form) pair(width float32) {
	f.rows = f.rows[:0]
	fields := f.form.Fields
	for i := 0; i < len(fields); {
		row := formRow{first: i, count: 1}
		if width >= twoColumns && i+1 < len(fields) && isShort(fields[i]) && isShort(fields[i+1]) {
			row.count = 2
		}
		f.rows = append(f.rows, row)
		i += row.count
	}
}

func (f *Form) rowBuilt(r formRow) bool {
	for i := r.first; i < r.first+r.count; i++ {
		if f.views[i] == nil {
			return false
		}
	}
	return true
}

func (f *Form) rowHeight(r formRow) float32 {
	high := float32(0)
	for i := r.first; i < r.first+r.count; i++ {
		switch {
		case f.views[i] != nil:
			high = fyne.Max(high, f.views[i].HeightFor(f.columnWidth(r))+gapBelow(f.form.Fields[i]))
		default:
			high = fyne.Max(high, guessedField)
		}
	}
	return high
}

// gapBelow is the room behind a field. Where the last line is empty it does part of that.
func gapBelow(field schema.Field) float32 {
	if field.Hint == "" {
		return 8
	}
	return 14
}

func (f *Form) columnWidth(r formRow) float32 {
	if r.count == 1 {
		return f.width
	}
	return (f.width - columnGap) / 2
}

// rowOf is the row that a field stands in.
func (f *Form) rowOf(field int) int {
	return sort.Search(len(f.rows), func(i int) bool { return f.rows[i].first+f.rows[i].count > field })
}

// resize is called when the form got another size.
func (f *Form) resize(width float32) {
	f.measure(width)
	if f.body == nil {
		f.see(0, math.MaxFloat32)
		return
	}
	f.place()
}

// remeasure fits everything in again after heights changed.
func (f *Form) remeasure() {
	if f.width == 0 {
		return
	}
	before := f.high
	f.measure(f.width)
	if f.body != nil && f.high != before {
		f.body.Relayout()
		return
	}
	f.place()
}

// see is told by the Body which part of the form is visible, and builds it.
func (f *Form) see(top, bottom float32) {
	if f.width == 0 {
		return
	}
	f.seenFrom, f.seenTo = top, bottom
	before, shift := f.high, float32(0)
	for again := true; again; {
		again = false
		from, to := f.seenRows(seeAround)
		for i := from; i < to; i++ {
			if f.rowBuilt(f.rows[i]) {
				continue
			}
			was, above := f.rows[i].high, f.rows[i].top+f.rows[i].high <= f.seenFrom
			for j := f.rows[i].first; j < f.rows[i].first+f.rows[i].count; j++ {
				f.view(j)
			}
			again = true
			if above {
				shift += f.rowHeight(f.rows[i]) - was
			}
		}
		if again {
			f.measure(f.width)
		}
	}
	if f.body != nil && f.high != before {
		f.body.grew(shift)
		return
	}
	f.place()
}

// seenRows are the rows from, up to but without to, that stand in the visible part or as much as around beside it.
func (f *Form) seenRows(around float32) (from, to int) {
	from = sort.Search(len(f.rows), func(i int) bool { return f.rows[i].top+f.rows[i].high > f.seenFrom-around })
	to = sort.Search(len(f.rows), func(i int) bool { return f.rows[i].top >= f.seenTo+around })
	return from, max(from, to)
}

// place puts what can be seen into the tree, and the field that has the keyboard.
func (f *Form) place() {
	if f.width == 0 {
		return
	}
	objects := f.inTree[:0]
	y := float32(0)
	for _, n := range f.tops() {
		high := n.HeightFor(f.width)
		place(n, 0, y, f.width, high)
		objects = append(objects, n)
		y += high + rowGap
	}
	from, to := f.seenRows(0)
	focused := f.focusedRow()
	if from > 0 {
		objects = append(objects, f.above)
	}
	if focused >= 0 && focused < from {
		objects = f.placeRow(objects, focused)
	}
	for i := from; i < to; i++ {
		objects = f.placeRow(objects, i)
	}
	if focused >= to {
		objects = f.placeRow(objects, focused)
	}
	if to < len(f.rows) {
		objects = append(objects, f.below)
	}
	f.inTree = objects
	canvas.Refresh(f)
}

func (f *Form) placeRow(objects []fyne.CanvasObject, i int) []fyne.CanvasObject {
	r := f.rows[i]
	width := f.columnWidth(r)
	for j := 0; j < r.count; j++ {
		v := f.views[r.first+j]
		if v == nil {
			continue
		}
		place(v, float32(j)*(width+columnGap), r.top, width, r.high)
		objects = append(objects, v)
	}
	return objects
}
