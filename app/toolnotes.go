package app

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"parley/widgets"
)

// note puts on the page what became of a request of this tool, with a way to ask again.
func (p *toolPage) note(kind widgets.Kind, sentence string, actions ...widgets.Action) {
	notice := widgets.NewNotice(kind, brief(sentence), actions...)
	notice.OnClose(p.w.afterwards(func() {
		for i, other := range p.noted {
			if other == notice {
				p.noted = append(p.noted[:i:i], p.noted[i+1:]...)
				break
			}
		}
		p.drawNotes()
	}))
	p.noted = append(p.noted, notice)
	if len(p.noted) > maxNotices {
		p.noted = p.noted[1:]
	}
	p.drawNotes()
}

// foot is what the window's notices leave free.
func (p *toolPage) foot() float32 {
	if p.notes.Hidden {
		return 0
	}
	return p.notes.Size().Height + 10 // the page's margin
}

func (p *toolPage) clearNotes() {
	if len(p.noted) > 0 {
		p.noted = nil
		p.drawNotes()
	}
}

func (p *toolPage) drawNotes() {
	objects := make([]fyne.CanvasObject, len(p.noted))
	for i, notice := range p.noted {
		objects[i] = notice
	}
	p.notes.Hidden = len(objects) == 0
	p.notes.set(objects...)
	p.panel.fit(p.latest().ID != "")
	defer p.w.relayout() // the window's own notices lie above
	p.stage.Layout(nil, p.content.Size())
	canvas.Refresh(p.content)
}
