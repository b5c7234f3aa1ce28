package app

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/theme"

	"parley/app/call"
	"parley/app/memory"
	"parley/app/servers"
	"parley/bridge"
	"parley/widgets"
)

// Window is the one window: the sidebar on the left, the page of what is selected on the right, notices over its lower edge. All of
// it belongs to Fyne's goroutine.
type Window struct {
	app     *App
	net     *Net
	door    *Door
	clock   Clock
	inbox   *Inbox
	servers *roster
	memory  *memory.Store
	calls   *call.Owner

	win     fyne.Window
	side    *sidebar
	split   *container.Split
	notices *notices
	right   *fyne.Container
	inner   *fyne.Container // holds the shown page

	keys      fyne.ShortcutHandler // what the key combinations do
	pages     map[place]page
	shown     place
	orphaned  string         // the server of the shown page, when it is gone
	before    place          // shown before a page that one leaves again, such as Add a server
	asks      map[place]bool // tools that are known to ask
	over      over           // what Esc takes away; nil when nothing of the window's own lies over it
	savedTo   string         // the folder of the file saved last
	quitting  *overlay       // asks whether to quit; nil before it did
	closing   bool
	finds     *finds
	fileNotes string   // what there is to know about the servers file
	broken    string   // what the notice about a servers file that cannot be read says; "" when there is none
	held      []string // servers that are not started before the person has looked at them
	heldWords string   // what the notice about them says; "" when there is none
	offered   string   // what the notice about the servers file says; "" when there is none
	reloading bool     // the person waits for the servers file
	returned  bool     // the last tool was opened again
	opened    map[place]time.Time
	grounds   map[place]color.Color // of the theme in which a page was shown last
	starting  map[server]time.Time  // since when
	stale     bool                  // the shown page was opened so long ago that Fyne may have let go of how it is drawn
	ticking   bool
	active    bool // the window has the keyboard
}

// The window's size at the first start.
const (
	firstWidth  = 1080
	firstHeight = 700
)

func newWindow(a *App) *Window {
	w := &Window{
		app: a, net: a.net, door: a.door, clock: a.clock, inbox: a.inbox, servers: a.servers, memory: a.memory, calls: &call.Owner{},
		pages: make(map[place]page), asks: make(map[place]bool), opened: make(map[place]time.Time), grounds: make(map[place]color.Color), active: true,
	}
	w.finds = newFinds(w)
	w.win = a.opts.Fyne.NewWindow(windowTitle(0))
	w.win.SetMaster()
	w.win.SetPadded(false)
	w.notices = newNotices(w)
	w.side = newSidebar(w)
	w.inner = container.NewStack()
	w.right = container.New(&overFoot{w}, w.inner, w.notices.plate)
	w.split = container.NewHSplit(w.side.object, w.right)
	w.win.SetContent(w.split)
	w.win.SetCloseIntercept(w.net.Func(w.quit))
	w.addShortcuts()
	w.restore()
	w.open(place{})
	w.lineChanged()
	return w
}

// farthest is as far as the screens of a system reach: beyond it a number in the file is nonsense, and nobody would find the window.
const farthest = 32767

// restore gives the window the size and the place that it had.
func (w *Window) restore() {
	k := w.memory.Read()
	size := fyne.NewSize(firstWidth, firstHeight)
	if k.Width >= 400 && k.Height >= 300 && k.Width <= farthest && k.Height <= farthest {
		size = fyne.NewSize(k.Width, k.Height)
	}
	w.split.Offset = 0.25
	if k.Split > 0.05 && k.Split < 0.8 {
		w.split.Offset = k.Split
	}
	w.win.Resize(size)
	if k.Placed && max(k.X, -k.X) <= farthest && max(k.Y, -k.Y) <= farthest {
		putAt(w.win, k.X, k.Y)
	} else {
		w.win.CenterOnScreen()
	}
}

// remember keeps the size and the place of the window.
func (w *Window) remember() {
	size := w.win.Canvas().Size()
	x, y, placed := whereIs(w.win)
	w.memory.Change(func(k *memory.Kept) {
		k.Width, k.Height, k.Split = size.Width, size.Height, w.split.Offset
		k.X, k.Y, k.Placed = x, y, placed
	})
}

// start shows what the person should know at once, and follows whether the window is in front.
func (w *Window) start() {
	w.tellOfCrash()
	w.tellOfLeaving()
	life := w.app.opts.Fyne.Lifecycle()
	life.SetOnEnteredForeground(func() { w.active = true })
	life.SetOnExitedForeground(func() { w.active = false })
}

// open shows a page.
func (w *Window) open(at place) {
	p := w.pageAt(at)
	if p == nil {
		at = place{}
		p = w.pageAt(at)
	}
	if at != w.shown && !w.side.hasKeyboard() {
		w.win.Canvas().Unfocus() // it is on the page that goes, and what is typed now is not meant for that
	}
	before, known := w.opened[at]
	w.stale = at != w.shown && known && w.clock.Now().Sub(before) > fyneRemembers
	if from := w.shown.page; from != addServerAt && from != bringAt {
		w.before = w.shown
	}
	w.shown, w.opened[at] = at, w.clock.Now()
	w.inner.Objects = []fyne.CanvasObject{p.object()}
	w.inner.Refresh()
	w.calls.Look(at.key())
	w.recolour(at)
	relayout(w.right)
	if at.page == toolAt {
		w.side.keepOpen(at.server)
	}
	w.side.refresh()
	p.enter()
	if w.orphaned != "" {
		w.letGo()
	}
}

// recolour draws a page again that was shown last when the theme was another: Fyne draws anew only what is in the window.
func (w *Window) recolour(at place) {
	settings := w.app.opts.Fyne.Settings()
	ground := settings.Theme().Color(theme.ColorNameBackground, settings.ThemeVariant())
	before, known := w.grounds[at]
	w.grounds[at] = ground
	if known && before != ground {
		settings.SetTheme(settings.Theme())
	}
}

// openRow shows the page of a row that the person chose.
func (w *Window) openRow(r row) {
	w.open(placeOf(r))
	w.focusPage()
}

// page is the page that is shown.
func (w *Window) page() page { return w.pages[w.shown] }

// pageAt gives the page at a place, made when it is first needed; nil when there is nothing there.
func (w *Window) pageAt(at place) page {
	if p, made := w.pages[at]; made {
		return p
	}
	p := w.newPage(at)
	if p != nil {
		w.pages[at] = p
	}
	return p
}

func (w *Window) newPage(at place) page {
	switch at.page {
	case toolAt:
		tool, found := w.toolAt(at)
		if !found {
			return nil
		}
		return newToolPage(w, at, tool)
	case serverAt:
		if w.servers.named(at.server) == nil {
			return nil
		}
		return newServerPage(w, at)
	case waitingAt:
		return newWaitingPage(w)
	case addServerAt:
		return newAddServerPage(w)
	case bringAt:
		return newBringPage(w)
	case editAt:
		return newEditPage(w, at.server)
	}
	return newWelcomePage(w)
}

// toolAt finds a tool as its server lists it.
func (w *Window) toolAt(at place) (bridge.Tool, bool) {
	server := w.servers.named(at.server)
	if server == nil {
		return bridge.Tool{}, false
	}
	return at.among(server.State().Tools)
}

// showWaiting brings up what waits: the one request, or the list when there are several.
func (w *Window) showWaiting() {
	switch list := w.inbox.Waiting(); len(list) {
	case 0:
	case 1:
		w.inbox.Open(list[0])
	default:
		w.open(place{page: waitingAt})
		w.focusPage()
	}
}

// showRequestOf brings up the request that a page's call waits with.
func (w *Window) showRequestOf(p *toolPage) {
	now := p.latest()
	if now.ID == "" || w.inbox.OpenCall(now.ID) || w.inbox.OpenOf(p.at.server) {
		return
	}
	w.open(place{page: waitingAt}) // it may be any of these
	w.focusPage()
}

// startServer starts a server, or shows what it would run when the person has not seen that yet.
func (w *Window) startServer(s server) {
	if w.servers.standing(s).view != servers.Seen {
		w.open(place{page: serverAt, server: s.Name()})
		w.focusPage()
		return
	}
	s.Start()
}

func (w *Window) showAddServer() {
	w.open(place{page: addServerAt})
	w.focusPage()
}

// showBring shows the servers of other apps.
func (w *Window) showBring() {
	w.win.Canvas().Unfocus()
	w.open(place{page: bringAt})
}

// reload reads the servers file because the person wants it.
func (w *Window) reload() {
	w.reloading = true
	w.app.Reload()
}

// escape leaves: what lies over the window first, then a page that is there to be left, or the entry that has the keyboard.
func (w *Window) escape() {
	if top := w.win.Canvas().Overlays().Top(); top != nil {
		if w.over != nil && w.over.shows(top) {
			w.over.hide()
		}
		return
	}
	if p, ok := w.page().(interface{ cancel() }); ok {
		p.cancel()
		return
	}
	w.win.Canvas().Unfocus()
}

// back shows the page from which the person came to a page of the window's own.
func (w *Window) back() {
	at := w.before
	if w.pageAt(at) == nil {
		at = place{}
	}
	w.open(at)
	w.focusPage()
}

// quit leaves, and asks first when that ends runs that are under way. Pressed once more it leaves. What waits for the person
// alone does not ask: they have it before them, and closing it is an answer of its own.
func (w *Window) quit() {
	if n := w.underWay(); n > 0 && !w.asksToQuit() {
		w.askToQuit(n)
		return
	}
	w.leave()
}

// underWay is how many runs go on without waiting for the person.
func (w *Window) underWay() (count int) {
	for _, c := range w.calls.Running() {
		if c.Phase != bridge.Waiting {
			count++
		}
	}
	return count
}

// asksToQuit reports whether the question is in front of the person.
func (w *Window) asksToQuit() bool {
	return w.quitting != nil && w.quitting.shows(w.win.Canvas().Overlays().Top())
}

func (w *Window) askToQuit(runs int) {
	for w.over != nil {
		w.over.hide()
	}
	words := lang.N("{{.Count}} runs are still under way. Quitting stops them.", runs, map[string]any{"Count": runs})
	w.quitting = w.showQuestion(lang.L("Quit Parley?"), words, lang.L("Keep running"), lang.L("Quit"), w.leave)
}

// leave goes: the window goes at once, what is open is answered with cancel, the servers go, and then the program ends.
func (w *Window) leave() {
	if w.closing {
		return
	}
	w.closing = true
	w.remember()
	w.memory.Change(func(k *memory.Kept) { k.Open = w.inbox.askers() })
	w.win.Hide()
	w.app.leave()
}

// relayout fits the right side in again after something in it changed its height.
func (w *Window) relayout() {
	if w.right != nil {
		relayout(w.right)
		canvas.Refresh(w.right)
	}
}

// overFoot lays the notices over the lower edge of the page, which keeps all the room: nothing in it moves when one comes or
// goes, and no button from under the pointer. What lies under them can be scrolled out.
type overFoot struct{ w *Window }

func (overFoot) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

func (l overFoot) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(size)
	foot := float32(0)
	if o[1].Visible() {
		foot = min(heightFor(o[1], size.Width), size.Height*0.6)
	}
	bar := float32(0)
	if p, ok := l.w.page().(interface{ foot() float32 }); ok { // what the page is for stays in reach
		bar = p.foot()
	}
	o[1].Move(fyne.NewPos(0, size.Height-foot-bar))
	o[1].Resize(fyne.NewSize(size.Width, foot))
	if p, ok := l.w.page().(interface{ scrolled() *widgets.Body }); ok && p.scrolled() != nil {
		p.scrolled().SetFoot(max(foot-noticesInset-pageBelow, 0))
	}
}
