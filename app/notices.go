package app

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"parley/widgets"
)

// notices is the strip at the bottom of the window's right side: receipts, and what else the person should know now.
type notices struct {
	w      *Window
	column *flow
	shown  []*widgets.Notice // oldest first
}

// maxNotices is how many are shown at once; the oldest goes first.
const maxNotices = 3

// receiptTime is how long a notice that needs nothing stays.
const receiptTime = 8 * time.Second

func newNotices(w *Window) *notices {
	n := &notices{w: w, column: newFlow(6)}
	n.column.margin, n.column.inset = 18, 8
	n.column.Hide()
	return n
}

// add shows a sentence. One that only confirms goes by itself; the others, and those with something to press, stay until they are
// closed.
func (n *notices) add(kind widgets.Kind, sentence string, actions ...widgets.Action) {
	notice := widgets.NewNotice(kind, brief(sentence), actions...)
	remove := func() { n.remove(notice) }
	notice.OnClose(n.w.afterwards(remove))
	n.shown = slices.DeleteFunc(n.shown, func(other *widgets.Notice) bool { return other.Sentence() == notice.Sentence() })
	n.shown = append(n.shown, notice)
	if len(n.shown) > maxNotices {
		n.shown = n.shown[1:]
	}
	if (kind == widgets.Success || kind == widgets.Info) && len(actions) == 0 {
		n.w.clock.AfterFunc(receiptTime, func() { n.w.door.Do(remove) })
	}
	n.draw()
}

// maxSentence is how much of a sentence is shown; servers put their own words into some.
const maxSentence = 300

// brief cuts a sentence that is too long for a notice.
func brief(sentence string) string {
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
	n.column.Hidden = len(objects) == 0
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
