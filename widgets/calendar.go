package widgets

import (
	"fmt"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// calendar is one month of days. The arrow keys go from day to day, Page Up and Page Down from month to month, Enter
// picks. It counts in calendar days and knows no time zone.
type calendar struct {
	widget.BaseWidget
	keyed
	day     date // where the keyboard is
	today   date
	chosen  date // zero: none
	picked  func(date)
	focused bool
	hover   int // the cell under the mouse, -1 for none
	prev    *button
	next    *button
}

// date is a day of the calendar.
type date struct {
	year  int
	month time.Month
	day   int
}

func dateOf(t time.Time) date { y, m, d := t.Date(); return date{y, m, d} }

// parseDate reads YYYY-MM-DD.
func parseDate(s string) (date, bool) {
	t, err := time.Parse("2006-01-02", s)
	return dateOf(t), err == nil
}

func (d date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.year, d.month, d.day) }

// add gives the day some days later.
func (d date) add(days int) date {
	return dateOf(time.Date(d.year, d.month, d.day+days, 12, 0, 0, 0, time.UTC))
}

// addMonths gives the same day some months later, or the last of that month.
func (d date) addMonths(months int) date {
	first := time.Date(d.year, d.month+time.Month(months), 1, 12, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1).Day()
	return date{first.Year(), first.Month(), min(d.day, last)}
}

const (
	dayWide  = 38
	dayHigh  = 32
	monthTop = 36 + 24 // the line with the month, and the names of the days
)

func newCalendar(f *frame, start, today date, chosen date, picked func(date)) *calendar {
	c := &calendar{keyed: keyed{f}, day: start, today: today, chosen: chosen, picked: picked, hover: -1}
	c.prev = newButton("", theme.NavigateBackIcon(), f, func() { c.goTo(c.day.addMonths(-1)) })
	c.next = newButton("", theme.NavigateNextIcon(), f, func() { c.goTo(c.day.addMonths(1)) })
	c.prev.Importance, c.next.Importance = widget.LowImportance, widget.LowImportance
	c.ExtendBaseWidget(c)
	return c
}

// calendarSize is what one month needs.
func calendarSize() fyne.Size { return fyne.NewSize(7*dayWide, monthTop+6*dayHigh) }

func (c *calendar) goTo(d date) {
	if d.year < 1 || d.year > 9999 {
		return
	}
	c.day = d
	c.Refresh()
}

// firstCell is the Monday on or before the first of the month.
func (c *calendar) firstCell() date {
	first := time.Date(c.day.year, c.day.month, 1, 12, 0, 0, 0, time.UTC)
	return dateOf(first).add(-(int(first.Weekday()) + 6) % 7)
}

// cellAt is the cell at a place, -1 for none.
func (c *calendar) cellAt(p fyne.Position) int {
	column, row := int(p.X/dayWide), int((p.Y-monthTop)/dayHigh)
	if p.Y < monthTop || column < 0 || column > 6 || row < 0 || row > 5 {
		return -1
	}
	return row*7 + column
}

// Tapped is for Fyne.
func (c *calendar) Tapped(ev *fyne.PointEvent) {
	c.frame.focus(c)
	if cell := c.cellAt(ev.Position); cell >= 0 {
		c.day = c.firstCell().add(cell)
		c.picked(c.day)
	}
}

// MouseIn is for Fyne.
func (c *calendar) MouseIn(ev *desktop.MouseEvent) { c.MouseMoved(ev) }

// MouseMoved is for Fyne.
func (c *calendar) MouseMoved(ev *desktop.MouseEvent) {
	if cell := c.cellAt(ev.Position); cell != c.hover {
		c.hover = cell
		c.Refresh()
	}
}

// MouseOut is for Fyne.
func (c *calendar) MouseOut() { c.hover = -1; c.Refresh() }

// FocusGained is for Fyne.
func (c *calendar) FocusGained() { c.focused = true; c.Refresh() }

// FocusLost is for Fyne.
func (c *calendar) FocusLost() { c.focused = false; c.Refresh() }

// TypedRune is for Fyne; Space as in [button.TypedRune].
func (c *calendar) TypedRune(r rune) {
	if r == ' ' && c.frame.takes() {
		c.picked(c.day)
	}
}

// TypedKey is for Fyne.
func (c *calendar) TypedKey(ev *fyne.KeyEvent) {
	if c.frame.takesKey(c, ev) {
		return
	}
	switch ev.Name {
	case fyne.KeyLeft:
		c.goTo(c.day.add(-1))
	case fyne.KeyRight:
		c.goTo(c.day.add(1))
	case fyne.KeyUp:
		c.goTo(c.day.add(-7))
	case fyne.KeyDown:
		c.goTo(c.day.add(7))
	case fyne.KeyPageUp:
		c.goTo(c.day.addMonths(-1))
	case fyne.KeyPageDown:
		c.goTo(c.day.addMonths(1))
	case fyne.KeyHome:
		c.goTo(c.today)
	case fyne.KeyReturn, fyne.KeyEnter:
		c.picked(c.day)
	}
}

// TypedShortcut is for Fyne.
func (c *calendar) TypedShortcut(s fyne.Shortcut) {
	if !c.frame.takesShortcut(s) {
		c.frame.passShortcut(c, s)
	}
}

// monthName is the month in the person's language.
func monthName(m time.Month) string {
	names := []string{lang.L("January"), lang.L("February"), lang.L("March"), lang.L("April"), lang.L("May"), lang.L("June"),
		lang.L("July"), lang.L("August"), lang.L("September"), lang.L("October"), lang.L("November"), lang.L("December")}
	return names[m-1]
}

// CreateRenderer is for Fyne.
func (c *calendar) CreateRenderer() fyne.WidgetRenderer {
	title := canvas.NewText("", nil)
	d := &drawn{objects: []fyne.CanvasObject{c.prev, c.next, title}}
	var heads, days []*canvas.Text
	var backs []*canvas.Rectangle
	for _, name := range []string{lang.L("Mo"), lang.L("Tu"), lang.L("We"), lang.L("Th"), lang.L("Fr"), lang.L("Sa"), lang.L("Su")} {
		heads = append(heads, canvas.NewText(name, nil))
		d.objects = append(d.objects, heads[len(heads)-1])
	}
	for range 42 {
		backs, days = append(backs, canvas.NewRectangle(nil)), append(days, canvas.NewText("", nil))
		d.objects = append(d.objects, backs[len(backs)-1], days[len(days)-1])
	}
	paint := func() {
		th := c.Theme()
		ink, muted, accent := colorOf(th, theme.ColorNameForeground), colorOf(th, ColorNameMuted), colorOf(th, theme.ColorNamePrimary)
		title.Text = fmt.Sprintf("%s %d", monthName(c.day.month), c.day.year)
		title.Color, title.TextSize, title.TextStyle = ink, th.Size(theme.SizeNameText), fyne.TextStyle{Bold: true}
		for _, h := range heads {
			h.Color, h.TextSize, h.Alignment = muted, th.Size(theme.SizeNameCaptionText), fyne.TextAlignCenter
		}
		first := c.firstCell()
		for i, text := range days {
			day := first.add(i)
			back := backs[i]
			text.Text, text.TextSize, text.Alignment = fmt.Sprint(day.day), th.Size(theme.SizeNameText), fyne.TextAlignCenter
			text.Color, text.TextStyle = ink, fyne.TextStyle{Bold: day == c.today}
			if day.month != c.day.month {
				text.Color = mix(muted, colorOf(th, theme.ColorNameMenuBackground), 0.4)
			}
			back.FillColor, back.StrokeColor, back.StrokeWidth, back.CornerRadius = faded(accent), faded(accent), 0, 6
			if i == c.hover {
				back.FillColor = colorOf(th, theme.ColorNameHover)
			}
			if day == c.today {
				back.StrokeColor, back.StrokeWidth = muted, 1
			}
			if day == c.chosen {
				back.FillColor, text.Color = accent, colorOf(th, theme.ColorNameForegroundOnPrimary)
			}
			if day == c.day && c.focused {
				back.StrokeColor, back.StrokeWidth = accent, 2
				if day != c.chosen {
					back.FillColor = colorOf(th, theme.ColorNameFocus)
				}
			}
		}
	}
	paint()
	d.layout = func(size fyne.Size) {
		place(c.prev, 0, 0, 36, 34)
		place(c.next, size.Width-36, 0, 36, 34)
		title.Alignment = fyne.TextAlignCenter
		place(title, 40, 7, size.Width-80, 20)
		for i, h := range heads {
			place(h, float32(i)*dayWide, 38, dayWide, 18)
		}
		for i := range days {
			x, y := float32(i%7)*dayWide, monthTop+float32(i/7)*dayHigh
			place(backs[i], x+2, y+1, dayWide-4, dayHigh-2)
			place(days[i], x, y+(dayHigh-20)/2, dayWide, 20)
		}
	}
	d.min = calendarSize
	d.refresh = func() { paint(); canvas.Refresh(c) }
	return d.ready(c.Size())
}
