package app

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parley/widgets"
)

// drawNotes shows what there is to know beside the state, and the question whether to remove it.
func (p *serverPage) drawNotes(state standing) {
	words := all(state.Notes, own)
	if state.Flooded {
		words = append(words, lang.L("It asked more at once than Parley lets in. The rest was turned away, and the server was told so."))
	}
	drawn := strings.Join(words, "\n")
	if p.asking {
		drawn += "\x00"
	}
	if drawn == p.noted {
		return
	}
	p.noted = drawn
	var notices []fyne.CanvasObject
	if p.asking {
		notices = append(notices, widgets.NewNotice(widgets.Warning,
			p.removeWords(),
			p.w.action(lang.L("Remove it"), p.doRemove), p.w.action(lang.L("Keep it"), p.keep)))
	}
	if len(words) > 0 {
		notices = append(notices, widgets.NewNotice(widgets.Warning, strings.Join(words, "\n")))
	}
	p.notes.set(notices...)
}

// removeWords asks whether to remove the server, and says what goes with it.
func (p *serverPage) removeWords() string {
	data := map[string]any{"Server": serverName(p.at.server)}
	if keepsOfPerson(p.entry()) {
		return lang.L("Remove {{.Server}} from your servers? What you entered for it and how you signed in are forgotten too.", data)
	}
	return lang.L("Remove {{.Server}} from your servers? Nothing else of it is deleted.", data)
}

func (p *serverPage) askToRemove() {
	if p.builtIn() {
		p.w.app.showDemo(false)
		return
	}
	p.asking = !p.asking
	p.refresh()
}

func (p *serverPage) keep() {
	p.asking = false
	p.refresh()
}

func (p *serverPage) doRemove() {
	p.asking = false
	p.w.app.removeServer(p.at.server)
}
