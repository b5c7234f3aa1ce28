package app

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/widget"

	"parley/bridge/config"
	"parley/widgets"
)

// fact is one thing that is to be known of a server's entry, such as its program.
type fact struct {
	name  string
	exact string   // what servers files and the protocol call it; "" where only Parley has a name for it
	lines []string // plain, whole, never empty
	ours  bool     // the lines are Parley's words
}

// factsOf is all that an entry runs or reaches: the exact program, each argument, the folder, the names of what is put into its
// environment. Nothing of it is cut off (case config-trust-before-first-run). Values of env and headers are secrets and are
// never shown; the arguments are visible to the whole machine anyway (case config-secret-not-shown).
//
// References such as ${env:TOKEN} stay as they are written, for they stand for secrets. What the program and the folder come to is
// said beside them.
func factsOf(entry config.Server) []fact {
	resolved := entry
	entry = entry.AsWritten()
	var list []fact
	add := func(name, exact string, lines ...string) {
		if len(lines) > 0 {
			list = append(list, fact{name: name, exact: exact, lines: lines})
		}
	}
	if entry.URL != "" {
		add(lang.L("Address"), "url", exactly(addressShown(entry.URL)))
		if origin := resolved.Origin(); !strings.HasPrefix(entry.URL, origin) {
			add(lang.L("That is"), "", exactly(origin))
		}
	}
	if len(entry.Command) > 0 {
		add(lang.L("Program"), "command", exactly(entry.Command[0]))
		if len(resolved.Command) > 0 && resolved.Command[0] != entry.Command[0] {
			add(lang.L("That is"), "", exactly(resolved.Command[0]))
		}
		add(lang.L("Arguments"), "args", all(entry.Command[1:], quotedWord)...)
		folder := fact{name: lang.L("Folder"), exact: "cwd", lines: []string{lang.L("the one that Parley was started in")}, ours: true}
		if entry.Cwd != "" {
			folder = fact{name: folder.name, exact: folder.exact, lines: []string{exactly(entry.Cwd)}}
		}
		list = append(list, folder)
		if resolved.Cwd != entry.Cwd {
			add(lang.L("That is"), "", exactly(resolved.Cwd))
		}
	}
	add(lang.L("Settings"), "env", all(namesWithReferences(entry.Env, "="), exactly)...)
	add(lang.L("Not handed on"), "env: null", all(entry.Unset, exactly)...)
	add(lang.L("Sent along"), "headers", all(namesWithReferences(entry.Headers, ": "), exactly)...)
	add(lang.L("Asks you for"), "inputs", all(entry.Inputs, askedFor)...)
	return list
}

// askedFor is what an entry calls a value that the person is asked for before it starts.
func askedFor(in config.Input) string {
	if in.Description != "" {
		return exactly(in.Description)
	}
	return exactly(in.ID)
}

func names(values map[string]string) []string {
	list := make([]string, 0, len(values))
	for name := range values {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// namesWithReferences are the names, and behind them what a value refers to when it is nothing else.
func namesWithReferences(values map[string]string, sign string) []string {
	return all(names(values), func(name string) string {
		if value := values[name]; config.OnlyRefers(value) {
			return name + sign + value
		}
		return name
	})
}

func all[T, U any](list []T, change func(T) U) []U {
	changed := make([]U, len(list))
	for i, s := range list {
		changed[i] = change(s)
	}
	return changed
}

// exactly shows a text in one line with every character in it: what would begin a line of its own is a mark.
func exactly(s string) string {
	return widgets.Plain(strings.NewReplacer("\n", "⟨U+000A⟩", "\r", "⟨U+000D⟩", "\t", "⟨U+0009⟩").Replace(s))
}

// quotedWord is exactly, in quotation marks where it would not be clear where an argument begins and ends.
func quotedWord(s string) string {
	if s == "" || strings.ContainsAny(s, " \t\n\r\"'") {
		return `"` + exactly(s) + `"`
	}
	return exactly(s)
}

// factsView draws facts below each other.
type factsView struct {
	*flow
	w     *Window
	exact bool // under the names that servers files and the protocol have for them
	drawn []fact
}

func newFactsView(w *Window) *factsView { return &factsView{w: w, flow: newFlow(8)} }

// show draws what an entry runs or reaches.
func (v *factsView) show(entry config.Server) { v.draw(factsOf(entry)) }

func (v *factsView) draw(list []fact) {
	if v.exact {
		list = exactTerms(list)
	}
	if slices.EqualFunc(list, v.drawn, func(a, b fact) bool { return a.name == b.name && slices.Equal(a.lines, b.lines) }) {
		return
	}
	v.drawn = list
	rows := make([]fyne.CanvasObject, len(list))
	for i, f := range list {
		rows[i] = newFactRow(v.w, f)
	}
	v.set(rows...)
}

// exactTerms are facts under the names that servers files and the protocol have for them, where there are such.
func exactTerms(list []fact) []fact {
	return all(list, func(f fact) fact {
		f.name = cmp.Or(f.exact, f.name)
		return f
	})
}

// manyCharacters is from how long on the lines of a fact are shown in a box that scrolls; manyLines from how many.
const (
	manyCharacters = 3000
	manyLines      = 30
)

// factRow is a name and what stands for it, beside each other, or below where the window is narrow.
type factRow struct {
	widget.BaseWidget
	name   *widgets.Words
	value  fyne.CanvasObject
	middle bool // the name stands in the middle of the row
}

func newFactRow(w *Window, f fact) *factRow {
	r := &factRow{name: caption(f.name)}
	length := 0
	for _, line := range f.lines {
		length += len(line)
	}
	if length > manyCharacters || len(f.lines) > manyLines {
		box := w.viewer(true)
		box.MaxRows = 12
		box.SetText(strings.Join(f.lines, "\n"))
		r.value = box
	} else {
		column := newFlow(2)
		for _, line := range f.lines {
			words := widgets.NewWords(line)
			words.Style.Monospace = !f.ours
			if f.ours {
				words.ColorName = widgets.ColorNameMuted
			}
			column.objects = append(column.objects, widgets.NewCopyable(words))
		}
		r.value = column
	}
	r.ExtendBaseWidget(r)
	return r
}

// The name takes this much, unless the row is narrower than factBeside.
const (
	factName   = 112
	factBeside = 340
)

func (r *factRow) arrange(width float32, put func(o fyne.CanvasObject, x, y, width, height float32)) float32 {
	if width < factBeside {
		name, value := heightFor(r.name, width), heightFor(r.value, width)
		put(r.name, 0, 0, width, name)
		put(r.value, 0, name+2, width, value)
		return name + 2 + value
	}
	name, value := heightFor(r.name, factName-8), heightFor(r.value, width-factName)
	above := float32(1)
	if r.middle {
		above = max((value-name)/2, 0)
	}
	put(r.name, 0, above, factName-8, name)
	put(r.value, factName, 0, width-factName, value)
	return max(name+1, value)
}

// HeightFor is for the layout around it.
func (r *factRow) HeightFor(width float32) float32 {
	return r.arrange(width, func(fyne.CanvasObject, float32, float32, float32, float32) {})
}

// CreateRenderer is for Fyne.
func (r *factRow) CreateRenderer() fyne.WidgetRenderer { return factRowRenderer{r} }

type factRowRenderer struct{ row *factRow }

func (f factRowRenderer) Destroy() {}

func (f factRowRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{f.row.name, f.row.value}
}

func (f factRowRenderer) MinSize() fyne.Size {
	return fyne.NewSize(80, f.row.HeightFor(max(f.row.Size().Width, 80)))
}

func (f factRowRenderer) Layout(size fyne.Size) {
	f.row.arrange(size.Width, func(o fyne.CanvasObject, x, y, width, height float32) {
		o.Move(fyne.NewPos(x, y))
		o.Resize(fyne.NewSize(width, height))
	})
}

func (f factRowRenderer) Refresh() {
	f.Layout(f.row.Size())
	f.row.name.Refresh()
	f.row.value.Refresh()
}
