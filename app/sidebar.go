package app

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/bridge"
)

// sidebar is the left of the window: search over all tools, servers with their state and their tools, and at the bottom
// what waits and how to add a server. Rows are drawn only where they are seen, so thousands of tools cost nothing.
type sidebar struct {
	w      *Window
	search *keyEntry
	clear  *tapIcon // empties the search
	list   *rowList
	added  map[string]bool // servers that came while something is looked for: no search hides them
	known  map[string]bool // servers that were there before; nil before any was
	sought string          // what was in the search when the keyboard went to the list
	wait   *button
	add    *button
	count  int // what wait says; -1 before it says anything
	empty  *textLine
	inside *fyne.Container
	object fyne.CanvasObject

	rows      []row
	looks     []rowLook       // of rows, as last drawn
	collapsed map[string]bool // by server name, as the person wants it; absent: as first says
	first     map[string]bool // servers that are open as long as nobody said otherwise
}

// row is one line of the list: a server, or one of its tools.
type row struct {
	server string
	tool   int // position in the server's list; -1 for the server itself
	state  standing
}

// narrowestList is how wide the list is at least, so that names can be told apart.
const narrowestList = 232

// manyTools is how many tools are shown at first: the servers from the top on that have as many together are open.
const manyTools = 60

func newSidebar(w *Window) *sidebar {
	s := &sidebar{w: w, count: -1, collapsed: make(map[string]bool)}
	s.search = newKeyEntry(s.searchKey)
	s.search.SetPlaceHolder(lang.L("Find a tool…"))
	s.search.Icon = theme.SearchIcon()
	s.clear = newTapIcon(w.net.Func(s.search.empty))
	s.clear.Resource = theme.NewThemedResource(theme.ContentClearIcon())
	s.clear.Hide()
	s.search.ActionItem = s.clear
	s.search.OnChanged = With(w.net, s.searched)
	s.search.OnSubmitted = With(w.net, func(string) { s.openFirst() })

	s.list = newRowList(s)
	s.empty = newTextLine(theme.SizeNameText)

	s.wait = w.button("", theme.MailComposeIcon(), w.showWaiting)
	s.wait.Importance = widget.WarningImportance
	s.add = w.button(lang.L("Add server"), theme.ContentAddIcon(), w.showAddServer)
	reload := w.button(lang.L("Reload"), theme.ViewRefreshIcon(), w.reload)
	foot := container.NewVBox(s.wait, container.New(sharedRow{narrowestList}, s.add, reload))

	back := newGround(ColorNameSidebar)
	s.inside = container.NewBorder(s.search, foot, nil, nil, container.NewStack(s.list, container.NewBorder(s.empty, nil, nil, nil)))
	s.object = container.NewStack(back, container.New(layout.NewCustomPaddedLayout(8, 8, 8, 6), s.inside))
	return s
}

// find puts the keyboard into the search.
func (s *sidebar) find() {
	s.w.win.Canvas().Focus(s.search)
	s.search.selectAll()
}

// searchKey makes Down reach the list and Esc clear the search.
func (s *sidebar) searchKey(key fyne.KeyName) bool {
	switch key {
	case fyne.KeyDown:
		if s.sought != s.search.Text && s.search.Text != "" || s.list.at >= len(s.rows) {
			s.list.Highlight(0) // not where it stood in another list
		}
		s.sought = s.search.Text
		s.w.win.Canvas().Focus(s.list)
		return true
	case fyne.KeyEscape:
		if s.search.Text == "" {
			s.w.win.Canvas().Unfocus()
			return true
		}
		s.search.empty()
		return true
	}
	return false
}

// hasKeyboard reports whether the search or the list has the keyboard.
func (s *sidebar) hasKeyboard() bool {
	switch s.w.win.Canvas().Focused() {
	case fyne.Focusable(s.search), fyne.Focusable(s.list):
		return true
	}
	return false
}

// openFirst opens the tool that fits best of those that were found, the first of them; the first server when only servers were.
func (s *sidebar) openFirst() {
	words := searchWords(s.search.Text)
	best, at := 0, -1
	for i, r := range s.rows {
		if r.tool < 0 {
			continue
		}
		if fits := fitness(r.state.Tools[r.tool], r.server, words); fits > best {
			best, at = fits, i
		}
	}
	if at >= 0 {
		s.w.openRow(s.rows[at])
		return
	}
	if len(s.rows) > 0 {
		s.w.openRow(s.rows[0])
	}
}

// searched shows what is found, from the first on: another list was scrolled before.
func (s *sidebar) searched(text string) {
	s.added = nil
	s.refresh()
	if text != "" {
		s.list.ScrollToTop()
	}
}

// noteAdded notes which servers are new.
func (s *sidebar) noteAdded() {
	before := s.known
	s.known = make(map[string]bool)
	for _, server := range s.w.servers.all() {
		name := server.Name()
		s.known[name] = true
		if before != nil && !before[name] && s.search.Text != "" {
			if s.added == nil {
				s.added = make(map[string]bool)
			}
			s.added[name] = true
		}
	}
}

// refresh reads the servers anew, and redraws the rows when any of them looks different now.
func (s *sidebar) refresh() {
	s.noteAdded()
	s.rows = s.found(searchWords(s.search.Text))
	looks := make([]rowLook, len(s.rows))
	for i, r := range s.rows {
		looks[i] = s.look(r)
	}
	if !slices.Equal(looks, s.looks) {
		s.looks = looks
		s.list.Refresh()
	}
	s.mark()
	if s.clear.Visible() == (s.search.Text == "") {
		s.clear.Hidden = s.search.Text == ""
		s.clear.Refresh()
	}
	s.empty.SetText(s.emptyWords())
	if s.empty.Text() == "" {
		s.empty.Hide()
	} else {
		s.empty.Show()
	}
}

func (s *sidebar) emptyWords() string {
	switch {
	case len(s.rows) > 0:
		return ""
	case s.search.Text != "":
		return lang.L("No tool is called that.")
	}
	return lang.L("No servers yet.")
}

// found gives the rows to show: with words to look for, the tools whose title, name, description or server has all of them.
func (s *sidebar) found(words []string) []row {
	var rows []row
	s.openFirstOnes()
	for _, server := range s.w.servers.all() {
		state, name := s.w.servers.standing(server), server.Name()
		head := row{server: name, tool: -1, state: state}
		if len(words) == 0 {
			rows = append(rows, head)
			if s.open(name) {
				rows = s.appendTools(rows, head, nil)
			}
			continue
		}
		with := s.appendTools([]row{head}, head, words)
		if len(with) > 1 || matches(name, words) || s.added[name] {
			rows = append(rows, with...)
		}
	}
	return rows
}

func (s *sidebar) appendTools(rows []row, head row, words []string) []row {
	for i, tool := range head.state.Tools {
		if len(words) == 0 || fitness(tool, head.server, words) > 0 {
			rows = append(rows, row{server: head.server, tool: i, state: head.state})
		}
	}
	return rows
}

// searchWords are what is looked for.
func searchWords(text string) []string { return strings.Fields(strings.ToLower(text)) }

// searchedBytes is how much of a description is looked into. Servers have sent whole manuals, and every letter typed looks into all of them.
const searchedBytes = 4000

// fitness is how well a tool fits what is looked for: by its title as it is, by its title or name, by its server too, or only by what is said
// about it; 0: not at all.
func fitness(tool bridge.Tool, server string, words []string) int {
	title := toolTitle(tool)
	switch {
	case strings.EqualFold(title, strings.Join(words, " ")):
		return 4
	case matches(title+" "+tool.Name, words):
		return 3
	case matches(title+" "+tool.Name+" "+server, words):
		return 2
	case matches(title+" "+tool.Name+" "+server+" "+tool.Description[:min(len(tool.Description), searchedBytes)], words):
		return 1
	}
	return 0
}

func matches(text string, words []string) bool {
	text = strings.ToLower(text)
	for _, word := range words {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// open reports whether a server shows its tools.
func (s *sidebar) open(server string) bool {
	if closed, set := s.collapsed[server]; set {
		return !closed
	}
	return s.first[server]
}

// openFirstOnes decides which servers are open as long as nobody said otherwise.
func (s *sidebar) openFirstOnes() {
	room := manyTools
	s.first = make(map[string]bool)
	for _, server := range s.w.servers.all() {
		if tools := len(server.State().Tools); tools <= room {
			room -= tools
			s.first[server.Name()] = true
		}
	}
}

// keepOpen opens a server whose tool the person looks at, unless they closed it.
func (s *sidebar) keepOpen(server string) {
	if _, set := s.collapsed[server]; !set {
		s.collapsed[server] = false
	}
}

// toggle shows or hides a server's tools.
func (s *sidebar) toggle(server string) {
	s.collapsed[server] = s.open(server)
	s.refresh()
}

// mark selects the row of the page that is shown, without opening it again.
func (s *sidebar) mark() {
	s.list.quiet = true
	defer func() { s.list.quiet = false }()
	at := s.w.shown
	for i, r := range s.rows {
		if at.is(r) {
			s.list.Select(i)
			return
		}
	}
	s.list.UnselectAll()
}

// showCount shows how many requests wait, and hides the button when none does. It is told at every change of the line.
func (s *sidebar) showCount(n int) {
	if n == s.count {
		return
	}
	s.count = n
	s.wait.SetText(requestsWaiting(n))
	if s.wait.Visible() == (n > 0) {
		return
	}
	if n > 0 {
		s.wait.Show()
	} else {
		s.wait.Hide()
	}
	s.inside.Layout.Layout(s.inside.Objects, s.inside.Size()) // drawing all of it anew would cost a frame
}
