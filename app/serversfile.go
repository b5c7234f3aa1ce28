package app

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"

	"fyne.io/fyne/v2/lang"

	"parley/app/memory"
	"parley/bridge/config"
	"parley/widgets"
)

// Reload reads the servers file again, behind the scenes, and makes the servers those of the file.
func (a *App) Reload() {
	a.net.Go(func() {
		file, err := a.read()
		a.door.Do(func() { a.loaded(file, err) })
	})
}

// errNoFile is for a servers file that is not there. One that never was is none that anybody misses.
var errNoFile = errors.New("your servers file is gone")

// read reads the servers file, not on Fyne's goroutine. A file that is not there is errNoFile.
func (a *App) read() (config.File, error) {
	file, err := a.file.Load(os.Getenv)
	if _, look := os.Stat(a.opts.Servers); err == nil && errors.Is(look, fs.ErrNotExist) {
		err = errNoFile
	}
	return file, err
}

// missing takes the news that the servers file is not there. It reports whether somebody misses it: its servers go on then, until the
// file is back or the person says that they are to go.
func (a *App) missing() bool {
	a.gone = len(a.inFile()) > 0
	if !a.gone {
		return false
	}
	a.behind = true
	w := a.window
	w.reloading = false
	w.mended()
	actions := []widgets.Action{
		w.action(lang.L("Take them out"), func() { a.use(config.File{}) }),
		w.action(lang.L("Not now"), func() { w.changedFile("") }),
	}
	if a.file.Remembers() {
		actions = slices.Insert(actions, 0, w.action(lang.L("Write it again"), a.writeAgain))
	}
	w.changedFile(lang.L("Your servers file is gone. Your servers go on as they were; put it back to keep them: {{.Path}}", map[string]any{"Path": exactly(a.opts.Servers)}), actions...)
	return true
}

// writeAgain writes the servers file as it was when it could last be read, behind the scenes. What stands in its place is kept aside.
func (a *App) writeAgain() {
	a.saving.Add(1)
	a.net.Go(func() {
		defer a.saving.Done()
		aside, err := a.file.Restore()
		a.door.Do(func() {
			if err != nil {
				a.refuse(sentence(err.Error()))
				return
			}
			a.allowed()
			words := lang.L("Your servers file is there again, as Parley last read it.")
			if aside != "" {
				words += " " + lang.L("What was in its place is beside it now: {{.File}}", map[string]any{"File": exactly(aside)})
			}
			a.window.notices.add(widgets.Info, words)
			a.Reload()
		})
	})
}

// offerOld offers to write a servers file again that somebody made unreadable.
func (a *App) offerOld() {
	w := a.window
	if len(a.inFile()) == 0 || !a.file.Remembers() {
		w.changedFile("")
		return
	}
	w.changedFile(lang.L("Parley still knows your servers file as it was. What is in it now would be kept beside it."),
		w.action(lang.L("Write it again"), a.writeAgain),
		w.action(lang.L("Not now"), func() { w.changedFile("") }))
}

// loaded takes what the servers file says. A file that cannot be read leaves the servers as they are.
func (a *App) loaded(file config.File, err error) {
	a.loads++
	if errors.Is(err, errNoFile) {
		if err = nil; a.missing() {
			a.servers.set(a.withDemo(a.inFile()))
			a.window.serversChanged()
			return
		}
	}
	a.window.showFile(len(file.Servers), file.Notes, err)
	if err != nil && len(a.servers.all()) > 0 {
		a.offerOld()
		return
	}
	a.use(file)
}

// use makes the servers those of a file.
func (a *App) use(file config.File) {
	a.behind, a.gone = false, false
	a.window.changedFile("")
	a.allowed()
	a.servers.set(a.withDemo(file.Servers))
	a.window.serversChanged()
}

// withDemo adds the built-in server, unless the person removed it or has one of that name.
func (a *App) withDemo(entries []config.Server) []config.Server {
	if a.opts.Demo == nil || a.memory.Read().HideDemo {
		return entries
	}
	for _, entry := range entries {
		if entry.Name == a.opts.Demo.Name {
			return entries
		}
	}
	return append(entries[:len(entries):len(entries)], *a.opts.Demo)
}

// builtIn reports whether a server of the list is the built-in one, which is in no file.
func (a *App) builtIn(name string) bool {
	s := a.servers.named(name)
	return s != nil && a.opts.Demo != nil && name == a.opts.Demo.Name && reflect.DeepEqual(s.Entry(), *a.opts.Demo)
}

// showDemo brings the built-in server back, or removes it.
func (a *App) showDemo(show bool) {
	a.memory.Change(func(k *memory.Kept) { k.HideDemo = !show })
	a.save()
	a.Reload()
}

// watch follows the servers file until ctx ends.
func (a *App) watch(ctx context.Context) {
	_ = a.file.Watch(ctx, func() {
		file, err := a.read()
		a.door.Do(func() { a.changedOutside(file, err) })
	})
}

// changedOutside offers what somebody else wrote into the servers file; nothing of it is used before the person says so. A file
// that cannot be read is told, and what runs goes on.
func (a *App) changedOutside(file config.File, err error) {
	if errors.Is(err, errNoFile) {
		if err = nil; a.missing() {
			return
		}
	}
	a.gone = false
	if err != nil {
		a.window.showFile(0, nil, err)
		a.offerOld()
		return
	}
	a.window.mended()
	a.allowed()
	words := difference(a.entries(), a.withDemo(file.Servers))
	if words == "" {
		a.use(file) // a comment, say
		return
	}
	a.behind = true
	w := a.window
	words = lang.L("Your servers file changed: {{.What}}.", map[string]any{"What": words})
	if reach := reaches(a.entries(), a.withDemo(file.Servers)); reach != "" {
		words += "\n" + reach
	}
	w.changedFile(words,
		w.action(lang.L("Use it"), w.reload),
		w.action(lang.L("Not now"), func() { w.changedFile("") }))
}

// entries are the servers of the list, as configured.
func (a *App) entries() []config.Server {
	var list []config.Server
	for _, s := range a.servers.all() {
		list = append(list, s.Entry())
	}
	return list
}

// difference says how one list of servers differs from another, with the names where they are few: 1 new (Lab), 12 changed; "" when it
// does not.
func difference(old, now []config.Server) string {
	var fresh, changed, gone []string
	for _, entry := range now {
		switch was := slices.IndexFunc(old, func(o config.Server) bool { return o.Name == entry.Name }); {
		case was < 0:
			fresh = append(fresh, entry.Name)
		case !sameEntry(old[was], entry):
			changed = append(changed, entry.Name)
		}
	}
	for _, entry := range old {
		if !slices.ContainsFunc(now, func(n config.Server) bool { return n.Name == entry.Name }) {
			gone = append(gone, entry.Name)
		}
	}
	var parts []string
	if n := len(fresh); n > 0 {
		parts = append(parts, lang.L("{{.Count}} new", map[string]any{"Count": n})+fewNames(fresh))
	}
	if n := len(changed); n > 0 {
		parts = append(parts, lang.L("{{.Count}} changed", map[string]any{"Count": n})+fewNames(changed))
	}
	if n := len(gone); n > 0 {
		parts = append(parts, lang.L("{{.Count}} removed", map[string]any{"Count": n})+fewNames(gone))
	}
	return strings.Join(parts, ", ")
}

// mostAddresses is how many new addresses are written out; the others are told to be there.
const mostAddresses = 6

// reaches says where the entries lead that are new or changed in a list, and what is sent along: addresses are connected to as soon as the
// list is used, unless they have to be looked at first.
func reaches(old, now []config.Server) string {
	var lines []string
	more := 0
	for _, entry := range now {
		was := slices.IndexFunc(old, func(o config.Server) bool { return o.Name == entry.Name })
		if entry.URL == "" || entry.Disabled || was >= 0 && sameEntry(old[was], entry) {
			continue
		}
		if len(lines) == mostAddresses {
			more++
			continue
		}
		shown := entry.AsWritten()
		data := map[string]any{"Server": serverName(entry.Name), "Address": exactly(addressShown(shown.URL)), "Headers": strings.Join(all(names(shown.Headers), exactly), ", ")}
		line := lang.L("{{.Server}} reaches {{.Address}}.", data)
		if len(shown.Headers) > 0 {
			line = lang.L("{{.Server}} reaches {{.Address}}, sending {{.Headers}} along.", data)
		}
		lines = append(lines, line)
	}
	if more > 0 {
		lines = append(lines, lang.L("And {{.Count}} more addresses.", map[string]any{"Count": more}))
	}
	return strings.Join(lines, "\n")
}

// mostNames is how many servers are named one by one in a sentence.
const mostNames = 3

// fewNames are names of servers in brackets, behind their number; "" when they are many.
func fewNames(names []string) string {
	if len(names) > mostNames {
		return ""
	}
	return " (" + strings.Join(all(names, serverName), ", ") + ")"
}

// sameEntry compares all that entries say. Of what is wrong with them only the words count.
func sameEntry(a, b config.Server) bool {
	problem := func(e config.Server) string {
		var wrong *config.EntryError
		if errors.As(e.Problem, &wrong) {
			return wrong.What // not where: an entry that only moved says the same
		}
		if e.Problem == nil {
			return ""
		}
		return e.Problem.Error()
	}
	if problem(a) != problem(b) {
		return false
	}
	a.Problem, b.Problem = nil, nil
	return reflect.DeepEqual(a, b)
}
