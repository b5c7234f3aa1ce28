package app

import (
	"strings"

	"fyne.io/fyne/v2/lang"
)

// The errands of links: opened in the browser by the person, reported done by the server.

// errandDone notes that the server reports the errand of a link done (contract U3).
func (in *Inbox) errandDone(e *entry) {
	e.completed = true
	switch {
	case e.gone:
	case e.sheet != nil:
		e.sheet.Completed()
	case e.opened:
		in.accept(e, nil)
		in.leave(e)
	}
}

// openLink opens the address of a request in the system browser; it is always the person's act. Starting a browser can
// take seconds, so that happens behind the scenes; if it fails, the modal comes back and says so.
func (in *Inbox) openLink(e *entry) error {
	e.opened = true
	address := e.s.Request.URL
	in.net.Go(func() {
		if err := in.browse(address); err != nil {
			in.door.Do(func() { in.openFailed(e, err) })
		}
	})
	return nil
}

// openFailed tells that the browser did not open.
func (in *Inbox) openFailed(e *entry, err error) {
	e.opened = false
	if e.gone || in.shown != e {
		return
	}
	e.draft = e.sheet.Close()
	e.sheet, in.shown = nil, nil
	e.remark = lang.L("Your browser could not open the link: {{.Why}}. Copy the address and open it by hand.",
		map[string]any{"Why": strings.TrimSuffix(oneLine(err.Error(), 200), ".")})
	in.show(e, false)
}
