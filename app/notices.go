package app

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"parley/widgets"
)

// notices lie over the lower edge of the window's right side: receipts, and what else the person should know now.
type notices struct {
	w      *Window
	plate  *noticePlate
	column *flow
	shown  []*widgets.Notice        // oldest first
	offers map[*widgets.Notice]bool // those that no other pushes out
}

// maxNotices is how many are shown at once; the oldest goes first.
const maxNotices = 3

// noticesInset is the space above and below them.
const noticesInset = 8

// receiptTime is how long a notice that needs nothing stays.
const receiptTime = 8 * time.Second

func newNotices(w *Window) *notices {
	n := &notices{w: w, column: newFlow(6)}
	n.column.margin, n.column.inset = 18, noticesInset
	n.plate = newNoticePlate(n.column)
	n.plate.Hide()
	return n
}

// add shows a sentence. One that only confirms goes by itself; the others stay until they are closed.
func (n *notices) add(kind widgets.Kind, sentence string, actions ...widgets.Action) {
	notice := n.put(kind, sentence, actions)
	if kind == widgets.Success || kind == widgets.Info {
		n.w.clock.AfterFunc(receiptTime, func() { n.w.door.Do(func() { n.remove(notice) }) })
	}
}

// offer shows a sentence with something to press that stays until it is pressed or closed, whatever else comes.
func (n *notices) offer(kind widgets.Kind, sentence string, actions ...widgets.Action) {
	notice := n.put(kind, sentence, actions)
	if n.offers == nil {
		n.offers = make(map[*widgets.Notice]bool)
	}
	n.offers[notice] = true
}

func (n *notices) put(kind widgets.Kind, sentence string, actions []widgets.Action) *widgets.Notice {
	notice := widgets.NewNotice(kind, brief(sentence), actions...)
	notice.OnClose(n.w.afterwards(func() { n.remove(notice) }))
	n.take(notice.Sentence())
	n.shown = append(n.shown, notice)
	if len(n.shown) > maxNotices {
		oldest := slices.IndexFunc(n.shown, func(other *widgets.Notice) bool { return !n.offers[other] })
		n.remove(n.shown[max(oldest, 0)])
	}
	n.draw()
	return notice
}

// maxSentence is how much of a sentence is shown; servers put their own words into some.
const maxSentence = 300

// brief cuts a sentence that is too long for a notice.
func brief(sentence string) string {
	sentence = own(sentence)
	if runes := []rune(sentence); len(runes) > maxSentence {
		return string(runes[:maxSentence-1]) + "…"
	}
	return sentence
}

// shows reports whether a notice that says this is there.
func (n *notices) shows(sentence string) bool { return slices.Contains(n.sentences(), sentence) }

// take removes the notice that says this.
func (n *notices) take(sentence string) {
	for _, notice := range n.shown {
		if notice.Sentence() == sentence {
			n.remove(notice)
			return
		}
	}
}

func (n *notices) remove(notice *widgets.Notice) {
	for i, other := range n.shown {
		if other == notice {
			n.shown = append(n.shown[:i:i], n.shown[i+1:]...)
			delete(n.offers, notice)
			n.draw()
			return
		}
	}
}

func (n *notices) draw() {
	objects := make([]fyne.CanvasObject, 0, len(n.shown))
	for _, notice := range n.shown {
		objects = append(objects, notice)
	}
	n.column.set(objects...)
	n.plate.Hidden = len(objects) == 0
	n.plate.Refresh()
	n.w.relayout()
}

// sentences are what the notices say, oldest first.
func (n *notices) sentences() []string {
	var list []string
	for _, notice := range n.shown {
		list = append(list, notice.Sentence())
	}
	return list
}
