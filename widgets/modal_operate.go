package widgets

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// This file lets a test find what a modal shows without pixels, and press its buttons as a person would: a click, or
// for Space and Enter a key on whatever has the keyboard.

// Button names one of the buttons of a modal.
type Button int

// The buttons of a modal.
const (
	ButtonSend     Button = iota // Send answer, Allow, I'm done
	ButtonDecline                // Decline
	ButtonNotNow                 // Not now
	ButtonClose                  // ×
	ButtonAside                  // −
	ButtonPreview                // What is sent, and back
	ButtonBack                   // to the question before
	ButtonOpen                   // Open HOST
	ButtonCopy                   // Copy the address
	ButtonTick                   // "I know that others can read …"
	ButtonKeep                   // Keep editing
	ButtonLeave                  // Close without answering
	ButtonMoreHere               // More below
	ButtonAll                    // Decline all
)

// widgetOf is the widget behind a button, nil when it is not there.
func (m *Modal) widgetOf(b Button) fyne.Tappable {
	l := m.layer
	var found *button
	switch b {
	case ButtonSend:
		found = l.footer.send
	case ButtonDecline:
		found = l.footer.decline
	case ButtonNotNow:
		found = l.footer.notNow
	case ButtonAll:
		found = l.footer.declineAll
	case ButtonPreview:
		found = l.footer.preview
	case ButtonBack:
		found = l.footer.back
	case ButtonKeep:
		found = l.footer.keep
	case ButtonLeave:
		found = l.footer.leave
	case ButtonClose:
		return l.header.close
	case ButtonAside:
		return l.header.aside
	case ButtonMoreHere:
		if !l.shown().MoreBelow() {
			return nil
		}
		return l.shown().more
	}
	if found != nil {
		if !l.footer.has(found) {
			return nil
		}
		return found
	}
	if m.card == nil {
		return nil
	}
	switch b {
	case ButtonOpen:
		return m.card.open
	case ButtonCopy:
		return m.card.copy
	case ButtonTick:
		if m.card.tick != nil {
			return m.card.tick.row
		}
	}
	return nil
}

// Press clicks a button. It gives false when the button is not there, is grey, or the modal is gone.
func (m *Modal) Press(b Button) bool {
	w := m.widgetOf(b)
	if w == nil || !m.shown || !m.Enabled(b) {
		return false
	}
	w.Tapped(&fyne.PointEvent{Position: fyne.NewPos(1, 1)})
	return true
}

// Key presses a key on whatever has the keyboard, as the window would.
func (m *Modal) Key(name fyne.KeyName) {
	defer HoldKey(m.canvas, name)()
	focused := m.canvas.Focused()
	switch {
	case name == fyne.KeyTab:
		m.canvas.FocusNext()
	case focused != nil:
		focused.TypedKey(&fyne.KeyEvent{Name: name})
		if focused = m.canvas.Focused(); name == fyne.KeySpace && focused != nil {
			focused.TypedRune(' ')
		}
	case m.canvas.OnTypedKey() != nil:
		m.canvas.OnTypedKey()(&fyne.KeyEvent{Name: name})
	}
}

// HoldKey tells what has the keyboard that a key goes down, as Fyne's desktop driver does before it gives the key itself,
// and release that it comes up.
func HoldKey(c fyne.Canvas, name fyne.KeyName) (release func()) {
	ev := &fyne.KeyEvent{Name: name}
	tell := func(keyable func(desktop.Keyable), window func(desktop.Canvas) func(*fyne.KeyEvent)) {
		if focused := c.Focused(); focused != nil {
			if k, ok := focused.(desktop.Keyable); ok {
				keyable(k)
			}
			return
		}
		if d, ok := c.(desktop.Canvas); ok {
			if f := window(d); f != nil {
				f(ev)
			}
		}
	}
	tell(func(k desktop.Keyable) { k.KeyDown(ev) }, desktop.Canvas.OnKeyDown)
	return func() { tell(func(k desktop.Keyable) { k.KeyUp(ev) }, desktop.Canvas.OnKeyUp) }
}

// Visible says whether the modal is in front of the person.
func (m *Modal) Visible() bool { return m.shown }

// InFront says whether nothing lies over it.
func (m *Modal) InFront() bool {
	return m.shown && m.canvas.Overlays().Top() == fyne.CanvasObject(m.layer)
}

// Enabled says whether a button is there and not grey.
func (m *Modal) Enabled(b Button) bool {
	w := m.widgetOf(b)
	if w == nil {
		return false
	}
	grey, ok := w.(fyne.Disableable)
	return !ok || !grey.Disabled()
}

// Label is the word on a button, "" when it is not there.
func (m *Modal) Label(b Button) string {
	if w, ok := m.widgetOf(b).(*button); ok {
		return w.Text
	}
	return ""
}

// ButtonsVisible says whether every button of header and footer lies inside the window.
func (m *Modal) ButtonsVisible() bool {
	window := m.canvas.Size()
	for _, b := range append([]*button{m.layer.header.aside, m.layer.header.close}, m.layer.footer.all()...) {
		at, size := fyne.CurrentApp().Driver().AbsolutePositionForObject(b), b.Size()
		if !b.Visible() || size.Width < b.MinSize().Width-1 || at.X < 0 || at.Y < 0 ||
			at.X+size.Width > window.Width || at.Y+size.Height > window.Height {
			return false
		}
	}
	return true
}

// Form is what there is to fill in, also for questions and free answers; nil when there is nothing.
func (m *Modal) Form() *Form { return m.form }

// Title is who asks.
func (m *Modal) Title() string { return m.layer.header.title.Text }

// Cause is the small line below the title.
func (m *Modal) Cause() string { return m.layer.header.cause.Text }

// Clock is the line that says the position and the time left.
func (m *Modal) Clock() string { return m.layer.header.clockText }

// Urgent says whether the clock is shown as urgent.
func (m *Modal) Urgent() bool { return m.layer.header.urgent }

// Message is the server's words as they can be read, all of them; what does not fit scrolls.
func (m *Modal) Message() string { return Plain(m.message.text) }

// Note is the remark above the body, "" for none.
func (m *Modal) Note() string {
	if m.note == nil {
		return ""
	}
	return m.note.Sentence()
}

// Reason is the sentence beside the buttons: why one of them is grey, or the question before closing.
func (m *Modal) Reason() string {
	if m.layer.footer.words.Hidden {
		return ""
	}
	return m.layer.footer.words.Text
}

// AsksToClose says whether "Close without answering?" is shown.
func (m *Modal) AsksToClose() bool { return m.asking }

// HostShown is the large host of a link.
func (m *Modal) HostShown() string {
	if m.card == nil {
		return ""
	}
	return m.card.host.before.Text + m.card.host.domain.Text
}

// DomainShown is the part of the host that stands out.
func (m *Modal) DomainShown() string {
	if m.card == nil {
		return ""
	}
	return m.card.host.domain.Text
}

// AddressShown is the whole address as it can be read, scrolling if need be.
func (m *Modal) AddressShown() string {
	if m.card == nil {
		return ""
	}
	return Plain(m.card.address.text)
}

// AddressMarked is the coloured part of the address: the host.
func (m *Modal) AddressMarked() string {
	if m.card == nil {
		return ""
	}
	return m.card.address.text[m.card.address.marked[0]:m.card.address.marked[1]]
}

// Remarks are the sentences about the address: why it is not opened, warnings, and what is only to know.
func (m *Modal) Remarks() []string {
	if m.card == nil {
		return nil
	}
	var out []string
	for _, r := range m.card.remarks {
		out = append(out, r.words.Text)
	}
	if m.card.letters != nil {
		out = append(out, m.card.letters.Text)
	}
	return out
}

// LinkState is the sentence about what came of opening, copying or the server's report, "" before.
func (m *Modal) LinkState() string {
	if m.card == nil || m.card.state == nil {
		return ""
	}
	return m.card.state.Sentence()
}

// Data is the data that is shown to look at, "" for none.
func (m *Modal) Data() string {
	if m.data == nil {
		return ""
	}
	return m.data.text
}

// Weight is how much a button stands out, for tests that look at its edge.
func (b *button) Weight() widget.Importance { return b.Importance }
