package config

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
	"parley/bridge/plainfile"
)

// Places is where [Find] looks. The zero value is this machine.
type Places struct {
	OS       string                         // as runtime.GOOS: linux, darwin, windows; "": this system
	Home     string                         // the person's own folder; "": that of this person
	Getenv   func(string) string            // nil: os.Getenv
	ReadFile func(string) ([]byte, error)   // nil: os.ReadFile, for ordinary files of a sensible size
	Glob     func(string) ([]string, error) // nil: filepath.Glob
	Projects []string                       // folders to look into besides those that other apps know
	Opening  func(path string)              // nil, or told of each file just before it is taken apart
}

// Found is the servers file of another app, or the part of it that is for one project. No way of printing or logging it shows a secret.
type Found struct {
	App     string            // its name for the person: Claude Desktop, VS Code
	Path    string            // of the file
	Project string            // the folder that the servers are for; "" for all
	File    File              // what is there, as Parley would read it; [Server.Problem] says why an entry cannot be used as it is
	Inputs  []json.RawMessage // VS Code's inputs that the entries may ask for, see Add of bridge/config/edit
	Err     error             // why the file cannot be read, in plain words; File is empty then

	entries []Entry
	blocked map[string]bool // what makes no sense outside of the other app
}

// Entry gives a server of the file for Add of bridge/config/edit, in words that Parley understands; members that only the other app knows are kept.
// ok is false when there is none of that name, or when it cannot be imported: its [Server.Problem] says why.
func (f Found) Entry(name string) (entry Entry, ok bool) {
	i := slices.IndexFunc(f.entries, func(e Entry) bool { return e.Name == name })
	if i < 0 || f.blocked[name] {
		return Entry{}, false
	}
	return f.entries[i], true
}

// Raw gives the text of an entry as [Found.Entry] has it, nil when there is none that can be imported. It may hold secrets.
func (f Found) Raw(name string) json.RawMessage {
	entry, _ := f.Entry(name)
	return entry.Raw
}

// Format shows what was found without what is in it.
func (f Found) Format(s fmt.State, _ rune) {
	_, _ = fmt.Fprintf(s, "%s at %s with %d servers", f.App, f.Path, len(f.File.Servers))
	if f.Err != nil {
		_, _ = fmt.Fprintf(s, ", unreadable: %v", f.Err)
	}
}

// Find looks for the servers files of other apps. Files that do not exist or hold no servers are left out; one that cannot be read is
// there with its Err. It starts nothing and writes nothing.
//
// Whoever can put a file into a folder that another app knows, such as a project that was cloned, says what is in it. So each file, and all
// together, are read up to a bound; and nothing more is begun when ctx ends, also where a disk does not answer.
func Find(ctx context.Context, places Places) []Found {
	s := search{Places: places.complete(), seen: map[string]bool{}, ctx: ctx, left: maxLooked, beside: maxBeside}
	for _, c := range s.claudeCode() {
		s.look(c)
	}
	for _, c := range s.ofPerson() {
		s.look(c)
	}
	for i, project := range s.Projects {
		if i < maxProjects && project != "" {
			for _, c := range s.ofProject(project) {
				s.look(c)
			}
		}
	}
	slices.SortStableFunc(s.found, func(a, b Found) int { return strings.Compare(a.App, b.App) })
	return s.found
}

// maxProjects bounds the folders that are looked into.
const maxProjects = 200

// Bounds of one look, beside those of every parser.
const (
	maxForeign = 32 << 20  // bytes of a file of another app; Claude Code keeps its whole history in the one with the servers
	maxLooked  = 128 << 20 // bytes of all files together
	maxBeside  = 8 << 20   // bytes of what they refer to: env files
	maxServers = 500       // servers of one file
	maxGlobbed = 100       // files in one folder
)

func (p Places) complete() Places {
	if p.OS == "" {
		p.OS = thisSystem()
	}
	if p.Home == "" {
		p.Home, _ = os.UserHomeDir()
	}
	if p.Getenv == nil {
		p.Getenv = os.Getenv
	}
	if p.ReadFile == nil {
		p.ReadFile = func(path string) ([]byte, error) { return plainfile.Read(path, maxForeign) }
	}
	if p.Glob == nil {
		p.Glob = filepath.Glob
	}
	return p
}

// search is one run of [Find].
type search struct {
	Places
	ctx    context.Context
	left   int  // bytes of files that may still be read
	beside int  // bytes of what they refer to
	late   bool // ctx has ended, which one file says for all that come behind
	seen   map[string]bool
	off    map[string][]string // servers of .mcp.json that Claude Code was told not to start, by the folder of the project
	found  []Found
}

// candidate is a file in which an app may keep servers.
type candidate struct {
	app     string
	path    string
	project string
	list    []string // where in the file; nil: under any of the usual names
	wording Wording
	read    func(Found, candidate, []byte) Found // nil: JSON
	tree    *hujson.Value                        // what is in the file, where that is known already
	off     func() []string                      // servers that other files of the app leave out; nil: none
}

func (s *search) look(c candidate) {
	if s.late {
		return // it was said
	}
	key := c.path + "\x00" + strings.Join(c.list, "\x00")
	if s.seen[key] {
		return
	}
	s.seen[key] = true
	f := Found{App: c.app, Path: c.path, Project: c.project}
	var text []byte
	var err error
	if c.tree == nil {
		text, err = s.open(c.path)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist), isNoFolder(err):
		return
	case err != nil:
		f.Err = outline.Refuse("%s cannot be read: %s.", s.base(c.path), plainfile.Reason(err))
	case c.tree != nil:
		f = s.entries(f, c, *c.tree)
	case c.read != nil:
		f = c.read(f, c, text)
	default:
		f = s.json(f, c, text)
	}
	if f.Err == nil && len(f.entries) == 0 {
		return
	}
	s.settle(&f, c)
	s.found = append(s.found, f)
	s.late = f.Err != nil && s.ctx.Err() != nil
}

// What ends a look early, beside what a file itself says.
var (
	errNoTime  = errors.New("looking through the files of other apps took too long")
	errTooMuch = errors.New("the files of other apps are too much to look through")
)

// open reads a file that is to be taken apart.
func (s *search) open(path string) ([]byte, error) {
	text, err := s.fetch(path, &s.left)
	if err == nil && s.Opening != nil {
		s.Opening(path)
	}
	return text, err
}

// aside reads a file that an entry refers to.
func (s *search) aside(path string) ([]byte, error) {
	text, err := s.fetch(path, &s.beside)
	if len(text) > maxAside {
		return nil, plainfile.ErrTooLarge
	}
	return text, plainfile.Reason(err)
}

// fetch reads a file of what may still be read; nobody waits for a disk that does not answer.
func (s *search) fetch(path string, left *int) ([]byte, error) {
	type content struct {
		text []byte
		err  error
	}
	if s.ctx.Err() != nil {
		return nil, errNoTime
	}
	read := make(chan content, 1)
	go func() {
		text, err := s.ReadFile(path)
		read <- content{text, err}
	}()
	select {
	case <-s.ctx.Done():
		return nil, errNoTime
	case c := <-read:
		if *left -= len(c.text); *left < 0 && c.err == nil {
			return nil, errTooMuch
		}
		return c.text, c.err
	}
}

// json takes the entries out of a file.
func (s *search) json(f Found, c candidate, text []byte) Found {
	text = tree.UTF8(text)
	if len(strings.TrimSpace(string(text))) == 0 {
		return f
	}
	root, err := s.tree(c.path, text)
	if err != nil {
		f.Err = err
		return f
	}
	return s.entries(f, c, root)
}

// entries takes the entries out of what a file holds.
func (s *search) entries(f Found, c candidate, root hujson.Value) Found {
	words := OtherWords{Language: tree.LanguageOf(c.path), path: c.path, Getenv: s.Getenv}
	words.Rewrite(&root)
	f.File.Notes = words.notes
	path := c.list
	if path == nil {
		path = outline.ListPath(root)
	}
	list := tree.Lookup(&root, path)
	if list == nil {
		return f
	}
	if list.EndOffset-list.StartOffset > tree.MaxSize {
		f.Err = tree.TooLarge(s.base(c.path))
		return f
	}
	lists := outline.SwitchLists(root, path)
	if c.off != nil {
		lists = append(lists, outline.LeaveOut(c.off()))
	}
	members, _ := tree.MembersOf(*list)
	last := tree.LastIndexes(members)
	for i, m := range members {
		remark := !tree.IsObject(m.Value) && outline.IsRemark(tree.NameOf(m))
		if remark || last[tree.NameOf(m)] != i || len(path) == 0 && !outline.IsBareServer(m) {
			continue
		}
		entry := m.Value
		if outline.LeavesOut(lists, tree.NameOf(m)) {
			entry = outline.SwitchedOff(entry)
		}
		f.entries = append(f.entries, Entry{Name: tree.NameOf(m), Raw: tree.Standard(entry)})
	}
	f.Inputs = outline.InputsBeside(root, path)
	return f
}

// tree takes a file apart, whatever it is written in.
func (s *search) tree(path string, text []byte) (hujson.Value, error) {
	name := s.base(path)
	if language := tree.LanguageOf(name); language != tree.JSON {
		root, err := language.Parse(name, append(slices.Clone(text), '\n'))
		if root.Value == nil && err == nil {
			root = tree.ObjectValue(nil, 0)
		}
		return root, err
	}
	return tree.ParseUpTo(name, text, maxForeign)
}

// settle puts the entries into Parley's words and reads them as they would be read once they are imported.
func (s *search) settle(f *Found, c candidate) {
	src := Source{Name: s.base(f.Path), OS: s.OS, ReadFile: s.aside, Getenv: func(name string) string {
		if value := s.Getenv(name); value != "" || name != "HOME" && name != "USERPROFILE" {
			return value
		}
		return s.Home
	}}
	f.blocked = map[string]bool{}
	if len(f.entries) > maxServers {
		f.File.Notes = append(f.File.Notes, fmt.Sprintf("%s has %d servers. Only the first %d are looked at.", s.base(f.Path), len(f.entries), maxServers))
		f.entries = f.entries[:maxServers]
	}
	for i := range f.entries {
		if s.ctx.Err() != nil {
			f.entries = f.entries[:i]
			f.Err = outline.Refuse("%s cannot be read: %s.", s.base(f.Path), errNoTime)
			return
		}
		e := &f.entries[i]
		text, problem := c.wording.Translate(e.Raw)
		e.Raw = text
		if handsOnSafePart(c.app) {
			e.Raw = WithSafePart(text)
		}
		server, notes, err := ReadEntry(src, *e, f.Inputs)
		if err != nil {
			server = Server{Name: e.Name, Problem: err}
		}
		root, err := tree.ParseValue(text)
		f.blocked[e.Name] = problem != "" || err != nil || !outline.IsServer(root) && !startsAsInZed(root) || runsNothing(root)
		if problem != "" {
			server.Problem = outline.Refusal(problem)
		}
		e.Server = server
		f.File.Servers = append(f.File.Servers, server)
		for _, note := range notes {
			if !slices.Contains(f.File.Notes, note) {
				f.File.Notes = append(f.File.Notes, note)
			}
		}
	}
}

// runsNothing tells an entry whose command is no program at all.
func runsNothing(v hujson.Value) bool {
	members, _ := tree.MembersOf(v)
	command, has := tree.LastOf(members, "command")
	literal, is := command.Value.(hujson.Literal)
	return has && is && literal.Kind() != '"' && literal.Kind() != 'n'
}

// startsAsInZed tells Zed's older form, in which the command is an object.
func startsAsInZed(v hujson.Value) bool {
	members, _ := tree.MembersOf(v)
	command, _ := tree.LastOf(members, "command")
	return tree.IsObject(command)
}
