package app

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"

	"fyne.io/fyne/v2/lang"

	"parley/bridge/config"
	"parley/bridge/config/edit"
	"parley/widgets"
)

// change edits entries of the servers file behind the scenes and reads it again. What came of it is given to done, on Fyne's goroutine,
// before the servers follow; touched are the names of the entries then. What others changed meanwhile and the person did not want to
// use yet stays aside.
func (a *App) change(touched func() []string, edit func(*edit.Editor) error, done func(file config.File, err error)) {
	a.saving.Add(1)
	a.net.Go(func() {
		defer a.saving.Done()
		err := a.file.Edit(edit)
		var file config.File
		news := err == nil && a.file.News() // others changed it just before, and that is offered in a moment
		switch {
		case news:
			file, err = config.Load(a.opts.Servers, os.Getenv)
		case err == nil:
			file, err = a.file.Load(os.Getenv)
		}
		_, look := os.Stat(a.opts.Servers)
		a.door.Do(func() {
			if done != nil {
				done(file, err)
			}
			a.allowed()
			was := a.gone
			a.gone = errors.Is(look, fs.ErrNotExist) && len(a.inFile()) > 0
			switch {
			case err != nil && a.gone:
				a.refuse(lang.L("Nothing was changed, for your servers file is gone. Put it back first: {{.Path}}", map[string]any{"Path": exactly(a.opts.Servers)}))
			case err != nil:
				a.refuse(lang.L("Your servers file was not changed: {{.Why}}", map[string]any{"Why": sentence(err.Error())}))
			case was: // this change made a new one, without the servers of the old one
				a.servers.set(a.withDemo(merged(a.inFile(), file.Servers, touched())))
				a.window.serversChanged()
				a.changedOutside(file, nil)
			case a.behind || news:
				a.servers.set(a.withDemo(merged(a.inFile(), file.Servers, touched())))
				a.window.serversChanged()
			default:
				a.use(file)
			}
		})
	})
}

// refuse tells why a change was not written, until one is or the file is mended.
func (a *App) refuse(words string) {
	a.refused = words
	a.window.notices.add(widgets.Failure, words)
}

// allowed takes away what is told of a change that was not written.
func (a *App) allowed() {
	if a.refused != "" {
		a.window.notices.take(a.refused)
		a.refused = ""
	}
}

// merged is a list of servers with only the touched ones as they are now.
func merged(old, now []config.Server, touched []string) []config.Server {
	var list []config.Server
	find := func(in []config.Server, name string) int {
		return slices.IndexFunc(in, func(s config.Server) bool { return s.Name == name })
	}
	for _, entry := range old {
		at := find(now, entry.Name)
		switch {
		case !slices.Contains(touched, entry.Name):
			list = append(list, entry)
		case at >= 0:
			list = append(list, now[at])
		}
	}
	for _, entry := range now {
		if slices.Contains(touched, entry.Name) && find(list, entry.Name) < 0 {
			list = append(list, entry)
		}
	}
	return list
}

// inFile are the servers of the list without the built-in one.
func (a *App) inFile() []config.Server {
	return slices.DeleteFunc(a.entries(), func(entry config.Server) bool { return a.builtIn(entry.Name) })
}

// just are names that are known beforehand.
func just(names ...string) func() []string { return func() []string { return names } }

// setDisabled switches a server off for good, or on again.
func (a *App) setDisabled(name string, disabled bool) {
	a.change(just(name), func(e *edit.Editor) error { return e.SetDisabled(name, disabled) }, nil)
}

// setMember gives a member of a server's entry a value; nil takes it out.
func (a *App) setMember(name, member string, value any) {
	a.change(just(name), func(e *edit.Editor) error { return e.Set(name, member, value) }, nil)
}

// removeServer takes a server out of the file, and offers to put it back. What the keyring holds for it goes.
func (a *App) removeServer(name string) {
	var raw json.RawMessage
	edit := func(e *edit.Editor) error {
		raw = e.Raw(name)
		return e.Remove(name)
	}
	a.change(just(name), edit, func(_ config.File, err error) {
		if err != nil || raw == nil {
			return
		}
		w := a.window
		words := lang.L("Removed {{.Server}}.", map[string]any{"Server": serverName(name)})
		w.notices.offer(widgets.Info, words, w.action(lang.L("Undo"), func() {
			w.notices.take(words)
			a.putBack(name, raw)
		}))
	})
}

// putBack undoes a removal.
func (a *App) putBack(name string, raw json.RawMessage) {
	names := []string{name}
	a.change(func() []string { return names }, func(e *edit.Editor) (err error) {
		if e.Raw(name) != nil {
			names, err = e.Add(nil, config.Entry{Name: name, Raw: raw})
			return err
		}
		return e.Put(name, raw)
	}, func(_ config.File, err error) {
		if err == nil {
			a.window.notices.add(widgets.Info, lang.L("{{.Server}} is back.", map[string]any{"Server": serverName(name)}))
		}
	})
}

// sawEntries notes that the person saw the programs of these servers.
func (a *App) sawEntries(file config.File, names []string) {
	for _, entry := range file.Servers {
		if slices.Contains(names, entry.Name) {
			a.trust.See(entry, "")
		}
	}
	a.save()
}

// letStart starts a server whose program the person has seen now, and which file it is; "" when that is not known.
func (a *App) letStart(s server, file string) {
	a.trust.See(s.Entry(), file)
	a.save()
	if s.Entry().Disabled && !a.builtIn(s.Name()) {
		a.setDisabled(s.Name(), false) // starts it
		return
	}
	s.Start()
	a.window.serversChanged()
}

// signOut forgets how the person signed in to a server.
func (a *App) signOut(s server) {
	data := map[string]any{"Server": serverName(s.Name())}
	a.forget(s, lang.L("You could not be signed out of {{.Server}}.", data), func(err error) {
		if err == nil {
			a.window.notices.add(widgets.Info, lang.L("You are signed out of {{.Server}}. It was stopped.", data))
			a.window.serversChanged()
		}
	})
}

// forget drops what a server is signed in with or was given, behind the scenes. done gets what came of it on Fyne's goroutine; a
// failure is told here, after the words failed.
func (a *App) forget(s server, failed string, done func(error)) {
	a.servers.leaving.Add(1)
	a.net.Go(func() {
		defer a.servers.leaving.Done()
		ctx, cancel := context.WithTimeout(context.Background(), closeLimit)
		defer cancel()
		err := s.SignOut(ctx)
		a.door.Do(func() {
			if err != nil {
				a.window.notices.add(widgets.Failure, because(failed, err))
			}
			done(err)
		})
	})
}
