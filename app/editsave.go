package app

import (
	"bytes"
	"encoding/json"
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"

	"parley/bridge/config"
	"parley/bridge/config/edit"
	"parley/widgets"
)

// errChangedMeanwhile is for an entry that others changed after the person began to edit it.
type errChangedMeanwhile struct{}

func (errChangedMeanwhile) Error() string {
	return lang.L("somebody else changed this entry after you opened it")
}

// keep writes the entry into the servers file.
func (p *editPage) keep() {
	if p.read != p.round { // what is saved is what stands there, not what stood there a moment ago
		p.keeping = true
		return
	}
	if p.entry == nil {
		return
	}
	entry, from, to, loaded := p.entry, p.at, p.called(), p.loaded
	var theirs json.RawMessage
	p.trying.forget()
	edit := func(e *edit.Editor) error {
		if theirs = e.Raw(from); theirs != nil && !equalJSON(theirs, loaded) {
			return errChangedMeanwhile{}
		}
		if to != from {
			if err := e.Rename(from, to); err != nil {
				return err
			}
		}
		return e.Put(to, entry)
	}
	p.w.app.change(just(from, to), edit, func(file config.File, err error) {
		if err != nil { // the person is told, and what was typed is still there
			if errors.As(err, &errChangedMeanwhile{}) {
				p.askWhose(theirs)
			}
			return
		}
		p.w.app.sawEntries(file, []string{to})
		if to != from {
			p.w.memory.Rename(from, to)
		}
		p.w.app.door.Do(func() {
			p.w.notices.add(widgets.Success, lang.L("Saved {{.Server}}.", map[string]any{"Server": serverName(to)}))
			delete(p.w.pages, place{page: editAt, server: from})
			p.w.open(place{page: serverAt, server: to})
		})
	})
}

// askWhose asks whether what the person typed or what others wrote meanwhile is to stay.
func (p *editPage) askWhose(theirs json.RawMessage) {
	ask := widgets.NewNotice(widgets.Warning,
		lang.L("Somebody else changed this entry after you opened it. Save yours in its place, or drop yours and see what is there now."),
		p.w.action(lang.L("Save mine"), func() {
			p.loaded = theirs
			p.keep()
		}),
		p.w.action(lang.L("Drop mine"), func() {
			delete(p.w.pages, place{page: editAt, server: p.at})
			p.w.openEditor(p.at)
		}))
	p.draw(append([]fyne.CanvasObject{ask}, p.card.objects...)...)
	p.w.reveal(ask)
}

// equalJSON reports whether two texts are the same JSON but for white space.
func equalJSON(a, b json.RawMessage) bool {
	var one, other bytes.Buffer
	return json.Compact(&one, a) == nil && json.Compact(&other, b) == nil && bytes.Equal(one.Bytes(), other.Bytes())
}

// leave goes back to the server's page.
func (p *editPage) leave() {
	p.trying.forget()
	delete(p.w.pages, place{page: editAt, server: p.at})
	p.w.open(place{page: serverAt, server: p.at})
}
