package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/bridge"
	"parley/widgets"
)

// rowList is the sidebar's list. Enter opens the highlighted row, Left and Right hide and show a server's tools.
type rowList struct {
	keyList
	side  *sidebar
	quiet bool // selecting a row only marks it
}

func newRowList(s *sidebar) *rowList {
	l := &rowList{side: s}
	l.holds(
		func() int { return len(s.rows) },
		func() fyne.CanvasObject { return newRowView(s) },
		func(id widget.ListItemID, o fyne.CanvasObject) {
			if id < len(s.rows) {
				o.(*rowView).show(s.rows[id])
			}
		})
	l.OnSelected = With(s.w.net, l.selected)
	l.HideSeparators = true
	l.ExtendBaseWidget(l)
	l.drawn = l
	return l
}

func (l *rowList) selected(id widget.ListItemID) {
	if l.quiet || id >= len(l.side.rows) {
		return
	}
	l.side.w.openRow(l.side.rows[id])
}

// TypedKey is for Fyne.
func (l *rowList) TypedKey(ev *fyne.KeyEvent) {
	if ev.Name == fyne.KeyLeft || ev.Name == fyne.KeyRight {
		l.fold(ev.Name == fyne.KeyLeft)
		return
	}
	l.keyList.TypedKey(ev)
}

// fold hides or shows the tools of the highlighted server.
func (l *rowList) fold(hide bool) {
	if l.at >= len(l.side.rows) {
		return
	}
	r := l.side.rows[l.at]
	if l.side.open(r.server) == hide {
		l.side.toggle(r.server)
	}
}

// rowView draws one row: a server with its mark, its name and its state in words, or a tool with what is known of it.
type rowView struct {
	widget.BaseWidget
	side  *sidebar
	row   row
	drawn rowLook
	mark  *widgets.StateMark
	icon  *widget.Icon
	name  *widget.Label
	word  *textLine
	arrow *tapIcon
}

// rowLook is all that is seen of a row. The list asks for every row at every change of any server; a row that looks as
// before is not drawn again.
type rowLook struct {
	server     string // of which, and which of its tools; seen or not, it is what a click on the row means
	at, tools  int
	tool       bool
	mark       widgets.Kind
	name, word string
	bold       bool
	tone       fyne.ThemeColorName // of the word
	folds      bool                // it has an arrow
	open       bool
}

func newRowView(s *sidebar) *rowView {
	v := &rowView{side: s, mark: widgets.NewStateMark(widgets.Idle), icon: widget.NewIcon(theme.MediaPlayIcon())}
	v.name = widget.NewLabel("")
	v.name.Truncation = fyne.TextTruncateEllipsis
	v.word = newTextLine(theme.SizeNameCaptionText)
	v.arrow = newTapIcon(s.w.net.Func(func() { s.toggle(v.row.server) }))
	v.ExtendBaseWidget(v)
	return v
}

func (v *rowView) show(r row) {
	v.row = r
	look := v.side.look(r)
	if look == v.drawn {
		return
	}
	v.drawn = look
	v.mark.Hidden, v.icon.Hidden, v.arrow.Hidden = look.tool, !look.tool, !look.folds
	v.mark.Set(look.mark)
	v.name.TextStyle.Bold, v.name.Text = look.bold, look.name
	v.word.text, v.word.color = look.word, look.tone
	v.arrow.set(look.open)
	v.Refresh()
}

// look is what is to be seen of a row.
func (s *sidebar) look(r row) rowLook {
	if r.tool >= 0 {
		return s.toolLook(r)
	}
	return s.serverLook(r)
}

func (s *sidebar) serverLook(r row) rowLook {
	words := stateWords(r.state)
	if r.state.Phase == bridge.Ready && r.state.Open == 0 {
		words = toolCount(len(r.state.Tools))
	}
	if n := s.w.unseenOf(r.server); n > 0 && !s.open(r.server) && r.state.Open == 0 { // their rows are folded away
		words = lang.N("{{.Count}} runs done", n, map[string]any{"Count": n})
	}
	return rowLook{
		server: r.server, at: r.tool, tools: len(r.state.Tools),
		mark:  markOf(r.state),
		name:  serverName(r.server),
		word:  words,
		bold:  true,
		tone:  widgets.ColorNameMuted,
		folds: len(r.state.Tools) > 0 && s.search.Text == "",
		open:  s.open(r.server),
	}
}

func (s *sidebar) toolLook(r row) rowLook {
	tool := r.state.Tools[r.tool]
	tone, unseen := widgets.ColorNameMuted, s.w.unseenAt(r)
	if unseen {
		tone = theme.ColorNameHyperlink // the word says it as well
	}
	return rowLook{
		server: r.server, at: r.tool, tools: len(r.state.Tools),
		tone: tone,
		tool: true,
		name: toolTitle(tool),
		word: s.w.hint(placeOf(r)),
		bold: s.w.shown.is(r) || unseen,
	}
}

func toolCount(n int) string {
	return lang.N("{{.Count}} tools", n, map[string]any{"Count": n})
}

func serverCount(n int) string {
	return lang.N("{{.Count}} servers", n, map[string]any{"Count": n})
}

// CreateRenderer is for Fyne.
func (v *rowView) CreateRenderer() fyne.WidgetRenderer { return rowViewRenderer{v} }

type rowViewRenderer struct{ v *rowView }

func (r rowViewRenderer) Destroy() {}

func (r rowViewRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.v.mark, r.v.icon, r.v.name, r.v.word, r.v.arrow}
}

func (r rowViewRenderer) MinSize() fyne.Size {
	return fyne.NewSize(120, r.v.name.MinSize().Height-2)
}

func (r rowViewRenderer) Refresh() {
	r.Layout(r.v.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

// Layout is for Fyne: mark or icon, name, word; what does not fit is cut in the name.
func (r rowViewRenderer) Layout(size fyne.Size) {
	v := r.v
	left, right := float32(4), size.Width
	middle := func(o fyne.CanvasObject, x, width, height float32) {
		o.Resize(fyne.NewSize(width, height))
		o.Move(fyne.NewPos(x, (size.Height-height)/2))
	}
	if v.row.tool < 0 {
		middle(v.mark, left+2, 14, 14)
		left += 18
	} else {
		middle(v.icon, left+20, 14, 14)
		left += 36
	}
	if v.arrow.Visible() {
		right -= 22
		middle(v.arrow, right, 22, size.Height)
	}
	width := min(v.word.wants(), size.Width/2)
	right -= width
	middle(v.word, right, width, v.word.MinSize().Height)
	middle(v.name, left, max(right-left, 0), v.name.MinSize().Height)
}

// tapIcon is an icon for the mouse to press; the keyboard has keys of its own for what it does.
type tapIcon struct {
	widget.Icon
	tapped func()
}

func newTapIcon(tapped func()) *tapIcon {
	c := &tapIcon{tapped: tapped}
	c.ExtendBaseWidget(c)
	return c
}

// set makes it an arrow for what is open or closed; the row draws it.
func (c *tapIcon) set(open bool) {
	c.Resource = theme.NewThemedResource(theme.MenuExpandIcon())
	if open {
		c.Resource = theme.NewThemedResource(theme.MenuDropDownIcon())
	}
}

// Tapped is for Fyne.
func (c *tapIcon) Tapped(*fyne.PointEvent) { c.tapped() }
