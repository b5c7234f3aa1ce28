package widgets

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/bridge/link"
)

// linkCard shows an address so that a person can judge it: the host large, the part of it that somebody owns standing
// out, the whole address with the host marked, and what is notable. It opens nothing by itself.
type linkCard struct {
	widget.BaseWidget
	link    link.Link
	opens   *Words
	host    *hostName
	letters *Words // the host in its own letters; nil when they are the same
	address *Viewer
	remarks []*remarkLine
	tick    *TickBox // nil when none is needed
	open    *button
	copy    *button
	goesTo  *Words
	state   *Notice // what came of opening or copying; nil before

	opened bool // opened or copied: the person had it in hand
	onOpen func() error
	told   func() // something changed
	frame  *frame
}

func newLinkCard(f *frame, l link.Link, onOpen func() error, told func()) *linkCard {
	c := &linkCard{link: l, onOpen: onOpen, told: told, frame: f}
	c.opens = newCaption(lang.L("Opens in your browser"))
	if !l.Openable {
		c.opens = newCaption(lang.L("This address is not opened"))
	}
	c.host = newHostName(PlainLine(l.Host, 300), PlainLine(l.Domain, 300))
	if l.Unicode != "" && l.Unicode != l.Host {
		c.letters = newCaption(lang.L("In its own letters: {{.Host}}", map[string]any{"Host": PlainLine(l.Unicode, 300)}))
	}
	c.address = newFramedViewer(f, l.Before+l.Shown+l.After)
	c.address.Mono, c.address.flush, c.address.MaxRows = true, true, 4
	c.address.marked = [2]int{len(l.Before), len(l.Before) + len(l.Shown)}
	if l.Reason != "" {
		c.remarks = append(c.remarks, newRemarkLine(Failure, Plain(own(l.Reason))))
	}
	for _, r := range l.Remarks {
		kind := Info
		if r.Warning {
			kind = Warning
		}
		c.remarks = append(c.remarks, newRemarkLine(kind, Plain(own(r.Text))))
	}
	if l.NeedTick {
		c.tick = newTickBox(f, lang.L("I know that others can read and change what goes over this connection."), c.refreshButtons)
	}
	name := cutHost(PlainLine(l.Host, 300))
	c.open = newButton(lang.L("Open {{.Host}}", map[string]any{"Host": name}), theme.ComputerIcon(), f, c.openLink)
	c.copy = newButton(lang.L("Copy"), theme.ContentCopyIcon(), f, c.copyLink)
	if l.Host == "" {
		c.open.SetText(lang.L("Open"))
	}
	c.goesTo = newCaption(lang.L("Anything you type there goes to {{.Host}}, not to this app.",
		map[string]any{"Host": PlainLine(l.Host, 300)}))
	c.goesTo.Hidden = !l.Openable
	c.ExtendBaseWidget(c)
	c.refreshButtons()
	return c
}

// cutHost shortens a long host for a button. The end stays, because it is what somebody owns.
func cutHost(host string) string {
	if runes := []rune(host); len(runes) > 32 {
		return "…" + string(runes[len(runes)-31:])
	}
	return host
}

// canOpen says whether Open does anything now.
func (c *linkCard) canOpen() bool {
	return c.link.Openable && (c.tick == nil || c.tick.row.on)
}

func (c *linkCard) refreshButtons() {
	c.open.Importance, c.copy.Importance = widget.HighImportance, widget.MediumImportance
	if c.opened {
		c.open.Importance = widget.MediumImportance
	}
	if c.canOpen() {
		c.open.Enable()
	} else {
		c.open.Disable()
	}
	c.open.Refresh()
	if c.told != nil {
		c.told()
	}
}

func (c *linkCard) openLink() {
	var err error = errNoBrowser
	if c.onOpen != nil {
		err = c.onOpen()
	}
	if err != nil {
		c.say(Failure, lang.L("Your browser could not open the address. "+
			"Press Copy, paste it into your browser yourself, and come back here. ({{.Why}})",
			map[string]any{"Why": PlainLine(err.Error(), 200)}))
		return
	}
	c.opened = true
	c.say(Success, lang.L("Opened in your browser. Come back here when you have finished there."))
}

func (c *linkCard) copyLink() {
	fyne.CurrentApp().Clipboard().SetContent(c.link.Raw)
	if !c.link.Openable {
		c.say(Info, lang.L("Copied, so that you can look at it. Parley does not open addresses of this kind."))
		return
	}
	c.opened = true
	c.say(Success, lang.L("Copied. Paste it into your browser and come back here when you have finished there."))
}

type plainError string

func (e plainError) Error() string { return string(e) }

const errNoBrowser = plainError("there is no browser to open it with")

// say shows a sentence below the buttons.
func (c *linkCard) say(kind Kind, sentence string) {
	c.state = newNotice(c.frame, kind, sentence)
	c.refreshButtons()
	c.Refresh()
	c.frame.resized()
	if c.frame.part != nil {
		at := c.state.Position().Y
		c.frame.part(c, at, at+c.state.Size().Height)
	}
}

func (c *linkCard) see(top, bottom float32) {
	c.address.see(top-c.address.Position().Y, bottom-c.address.Position().Y)
}

// HeightFor is for the layout of the modal.
func (c *linkCard) HeightFor(width float32) float32 { return c.arrange(width, nil, nil) }

const (
	cardPad   = 16
	stateRoom = 58 // a notice of two lines
)

// arrange goes from top to bottom; back is the coloured part.
func (c *linkCard) arrange(width float32, back fyne.CanvasObject, put placer) float32 {
	if put == nil {
		put = nowhere
	}
	inner := width - 2*cardPad
	y := float32(cardPad)
	row := func(o fyne.CanvasObject, gap float32) {
		if !o.Visible() {
			return
		}
		high := heightFor(o, inner)
		put(o, cardPad, y, inner, high)
		y += high + gap
	}
	row(c.opens, 6)
	if c.link.Host != "" {
		row(c.host, 4)
	}
	if c.letters != nil {
		row(c.letters, 6)
	}
	row(c.address, 8)
	for _, r := range c.remarks {
		row(r, 4)
	}
	if c.tick != nil {
		high := c.tick.HeightFor(inner + fieldInset)
		put(c.tick, cardPad-fieldInset, y, inner+fieldInset, high)
		y += high
	}
	y += cardPad - 6
	if back != nil {
		put(back, 0, 0, width, y)
	}
	y += 10
	open, copy := c.open.MinSize(), c.copy.MinSize()
	if open.Width+copy.Width+4 <= width {
		put(c.open, 0, y, open.Width, open.Height)
		put(c.copy, open.Width+4, y, copy.Width, copy.Height)
		y += open.Height
	} else {
		put(c.open, 0, y, width, open.Height)
		put(c.copy, 0, y+open.Height+4, copy.Width, copy.Height)
		y += open.Height + 4 + copy.Height
	}
	if c.goesTo.Visible() {
		y += 8
		high := c.goesTo.HeightFor(width - 2*fieldInset)
		put(c.goesTo, fieldInset, y, width-2*fieldInset, high)
		y += high
	}
	y += 8
	if c.state != nil {
		high := c.state.HeightFor(width)
		put(c.state, 0, y, width, high)
		return y + fyne.Max(high, stateRoom)
	}
	return y + stateRoom // kept free, so that the buttons stay where they are when there is something to say
}

// CreateRenderer is for Fyne.
func (c *linkCard) CreateRenderer() fyne.WidgetRenderer {
	back := canvas.NewRectangle(nil)
	d := &drawn{}
	paint := func() {
		back.FillColor, back.CornerRadius = colorOf(c.Theme(), ColorNameLinkCard), 10
		d.objects = []fyne.CanvasObject{back, c.opens}
		if c.link.Host != "" {
			d.objects = append(d.objects, c.host)
		}
		if c.letters != nil {
			d.objects = append(d.objects, c.letters)
		}
		d.objects = append(d.objects, c.address)
		for _, r := range c.remarks {
			d.objects = append(d.objects, r)
		}
		if c.tick != nil {
			d.objects = append(d.objects, c.tick)
		}
		d.objects = append(d.objects, c.open, c.copy, c.goesTo)
		if c.state != nil {
			d.objects = append(d.objects, c.state)
		}
	}
	paint()
	d.layout = func(size fyne.Size) { c.arrange(size.Width, back, place) }
	d.min = func() fyne.Size { return fyne.NewSize(200, c.HeightFor(fyne.Max(c.Size().Width, 200))) }
	d.refresh = func() {
		paint()
		c.arrange(c.Size().Width, back, place)
		canvas.Refresh(c)
	}
	return d.ready(c.Size())
}

// hostName shows a host in large letters: what stands before the part that somebody owns is lighter, and goes on a line
// of its own when there is not enough room (case url-subdomain-spoof-highlight).
type hostName struct {
	widget.BaseWidget
	before *Words
	domain *Words
}

func newHostName(host, domain string) *hostName {
	h := &hostName{}
	if !strings.HasSuffix(host, domain) {
		domain = host
	}
	size := theme.SizeNameHeadingText
	if len(host)-len(domain) > 40 {
		size = theme.SizeNameText
	}
	h.before = newWords(strings.TrimSuffix(host, domain), size, ColorNameMuted, fyne.TextStyle{})
	h.domain = newWords(domain, theme.SizeNameHeadingText, "", fyne.TextStyle{Bold: true})
	h.ExtendBaseWidget(h)
	return h
}

// HeightFor is for the layout of the card.
func (h *hostName) HeightFor(width float32) float32 {
	high := h.domain.HeightFor(width)
	if h.before.Text != "" && !h.oneLine(width) {
		high += h.before.HeightFor(width)
	}
	return high
}

func (h *hostName) oneLine(width float32) bool {
	return h.before.measure(h.before.Text)+h.domain.measure(h.domain.Text) <= width-2
}

// CreateRenderer is for Fyne.
func (h *hostName) CreateRenderer() fyne.WidgetRenderer {
	return (&drawn{
		objects: []fyne.CanvasObject{h.before, h.domain},
		layout: func(size fyne.Size) {
			if h.oneLine(size.Width) {
				x := h.before.measure(h.before.Text)
				place(h.before, 0, 0, x+2, size.Height)
				place(h.domain, x, 0, size.Width-x, size.Height)
				return
			}
			high := h.before.HeightFor(size.Width)
			place(h.before, 0, 0, size.Width, high)
			place(h.domain, 0, high, size.Width, size.Height-high)
		},
		min:     func() fyne.Size { return fyne.NewSize(60, h.HeightFor(fyne.Max(h.Size().Width, 60))) },
		refresh: func() { h.before.Refresh(); h.domain.Refresh(); canvas.Refresh(h) },
	}).ready(h.Size())
}

// remarkLine is one notable thing, with an icon that says how notable.
type remarkLine struct {
	widget.BaseWidget
	kind  Kind
	words *Words
}

func newRemarkLine(kind Kind, text string) *remarkLine {
	r := &remarkLine{kind: kind, words: newCaption(text)}
	if kind != Info {
		r.words.ColorName, r.words.SizeName = theme.ColorNameForeground, theme.SizeNameText
	}
	r.ExtendBaseWidget(r)
	return r
}

// HeightFor is for the layout of the card.
func (r *remarkLine) HeightFor(width float32) float32 {
	return fyne.Max(20, r.words.HeightFor(width-28))
}

// CreateRenderer is for Fyne.
func (r *remarkLine) CreateRenderer() fyne.WidgetRenderer {
	icon := canvas.NewImageFromResource(r.kind.icon())
	icon.FillMode = canvas.ImageFillContain
	return (&drawn{
		objects: []fyne.CanvasObject{icon, r.words},
		layout: func(size fyne.Size) {
			place(icon, 0, whole((r.words.rowHeight()-18)/2)+1, 18, 18)
			high := r.words.HeightFor(size.Width - 28)
			place(r.words, 28, fyne.Max(0, (20-high)/2), size.Width-28, high)
		},
		min:     func() fyne.Size { return fyne.NewSize(60, r.HeightFor(fyne.Max(r.Size().Width, 60))) },
		refresh: func() { r.words.Refresh(); canvas.Refresh(r) },
	}).ready(r.Size())
}
