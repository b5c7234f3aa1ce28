package widgets

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// newDateTimeControl is a line for a date, a time and a zone, with a helper that fills them in. The text is sent as it
// stands and never shifted to another zone (case form-format-datetime-offset-kept); its zone is said in words below.
func newDateTimeControl(s setting) *textControl {
	c := newTextControl(s)
	c.meaning = explainMoment
	c.box.SetPlaceHolder(lang.L("YYYY-MM-DDThh:mm:ss+hh:mm"))
	c.withAction(theme.CalendarIcon(), func(open *button) {
		var p *popup
		var helper *momentHelper
		p = showPopup(c.frame, open, func(f *frame) fyne.CanvasObject {
			helper = newMomentHelper(f, s.now(), c.box.Text, func(text string) {
				p.close()
				c.put(text)
			})
			return helper
		}, helperSize().AddWidthHeight(12, 12), func() { c.frame.focus(c.box) })
		if p != nil {
			p.canvas.Focus(helper.month)
		}
	})
	return c
}

// momentText takes a moment apart as it is written.
var momentText = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)([Zz]|[+-]\d\d:\d\d)?$`)

// explainMoment says in words what a date with a time means.
func explainMoment(text string) string {
	parts := momentText.FindStringSubmatch(strings.TrimSpace(text))
	if parts == nil {
		return ""
	}
	day, ok := parseDate(parts[1])
	if !ok {
		return lang.L("There is no such day.")
	}
	when := fmt.Sprintf("%d %s %d, %s", day.day, monthName(day.month), day.year, strings.TrimSuffix(parts[2], ":00"))
	if len(parts[2]) == 5 {
		when = fmt.Sprintf("%d %s %d, %s", day.day, monthName(day.month), day.year, parts[2])
	}
	if parts[3] == "" {
		return lang.L("{{.When}} – the time zone is missing: add +01:00, or Z for world time", map[string]any{"When": when})
	}
	return lang.L("{{.When}}, {{.Zone}}", map[string]any{"When": when, "Zone": zoneWords(parts[3])})
}

// zoneWords says what an offset such as +05:30 means.
func zoneWords(offset string) string {
	if offset == "Z" || offset == "z" || offset[1:] == "00:00" {
		return lang.L("world time (UTC)")
	}
	far := strings.TrimPrefix(offset[1:3], "0") + " h"
	if offset[4:] != "00" {
		far += " " + strings.TrimPrefix(offset[4:], "0") + " min"
	}
	if offset[0] == '-' {
		return lang.L("time zone {{.Offset}}, {{.Far}} behind world time", map[string]any{"Offset": offset, "Far": far})
	}
	return lang.L("time zone {{.Offset}}, {{.Far}} ahead of world time", map[string]any{"Offset": offset, "Far": far})
}

// momentHelper is the popup that fills in a date, a time and an offset.
type momentHelper struct {
	widget.BaseWidget
	day        date
	month      *calendar
	time, zone *textBox
	timeLabel  *Words
	zoneLabel  *Words
	reads      *Words
	use        *button
	local      *time.Location
	ownZone    bool // the person wrote a zone: it does not follow the day any more
}

func helperSize() fyne.Size {
	return calendarSize().AddWidthHeight(0, 8+18+36+6+36+6+36)
}

func newMomentHelper(f *frame, now time.Time, text string, use func(string)) *momentHelper {
	h := &momentHelper{day: dateOf(now), local: now.Location()}
	h.time, h.zone = newTextBox(f, false), newTextBox(f, false)
	clock, chosen := fmt.Sprintf("%02d:%02d:00", now.Hour(), now.Minute()), date{}
	if parts := momentText.FindStringSubmatch(strings.TrimSpace(text)); parts != nil {
		if day, ok := parseDate(parts[1]); ok {
			h.day, chosen, clock = day, day, parts[2]
			h.ownZone = parts[3] != ""
			h.zone.Text = parts[3]
		}
	}
	h.time.Text = clock
	if !h.ownZone {
		h.zone.Text = h.offset()
	}
	h.month = newCalendar(f, h.day, dateOf(now), chosen, func(d date) {
		h.day, h.month.chosen = d, d
		if !h.ownZone {
			h.zone.SetText(h.offset())
			h.ownZone = false
		}
		h.month.Refresh()
		h.explain()
	})
	h.timeLabel = newCaption(lang.L("Time"))
	h.zoneLabel = newCaption(lang.L("Time zone"))
	h.reads = newCaption("")
	h.use = newButton(lang.L("Use this time"), nil, f, func() { use(h.text()) })
	h.use.Importance = widget.HighImportance
	h.time.OnChanged = func(string) { h.explain() }
	h.zone.OnChanged = func(string) { h.ownZone = true; h.explain() }
	f.submit = func() { use(h.text()) }
	h.explain()
	h.ExtendBaseWidget(h)
	return h
}

// offset is how far the person's own zone is from UTC on the day at hand.
func (h *momentHelper) offset() string {
	return time.Date(h.day.year, h.day.month, h.day.day, 12, 0, 0, 0, h.local).Format("-07:00")
}

func (h *momentHelper) text() string {
	clock := strings.TrimSpace(h.time.Text)
	if len(clock) == 5 {
		clock += ":00"
	}
	return h.day.String() + "T" + clock + strings.TrimSpace(h.zone.Text)
}

func (h *momentHelper) explain() { h.reads.SetText(explainMoment(h.text())) }

// CreateRenderer is for Fyne.
func (h *momentHelper) CreateRenderer() fyne.WidgetRenderer {
	return (&drawn{
		objects: []fyne.CanvasObject{h.month, h.timeLabel, h.zoneLabel, h.time, h.zone, h.reads, h.use},
		layout: func(size fyne.Size) {
			month := calendarSize()
			place(h.month, 0, 0, month.Width, month.Height)
			y, half := month.Height+8, (size.Width-8)/2
			place(h.timeLabel, 4, y, half, 18)
			place(h.zoneLabel, half+12, y, half, 18)
			place(h.time, 0, y+18, half, 36)
			place(h.zone, half+8, y+18, half, 36)
			place(h.reads, 4, y+18+36+6, size.Width-8, 36)
			place(h.use, 0, y+18+36+6+36+6, size.Width, 36)
		},
		min: helperSize,
		refresh: func() {
			for _, w := range []fyne.Widget{h.month, h.time, h.zone, h.use} {
				w.Refresh()
			}
			canvas.Refresh(h)
		},
	}).ready(h.Size())
}
