package search

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/tailscale/hujson"

	"parley/bridge/config"
	"parley/bridge/config/hosts"
	"parley/bridge/config/ospath"
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
	File    config.File       // what is there, as Parley would read it; [config.Server.Problem] says why an entry cannot be used as it is
	Inputs  []json.RawMessage // VS Code's inputs that the entries may ask for, see Add of bridge/config/edit
	Err     error             // why the file cannot be read, in plain words; File is empty then

	entries []config.Entry
	blocked map[string]bool // what makes no sense outside of the other app
}

// Entry gives a server of the file for Add of bridge/config/edit, in words that Parley understands; members that only the other app knows are kept.
// ok is false when there is none of that name, or when it cannot be imported: its [config.Server.Problem] says why.
func (f Found) Entry(name string) (entry config.Entry, ok bool) {
	i := slices.IndexFunc(f.entries, func(e config.Entry) bool { return e.Name == name })
	if i < 0 || f.blocked[name] {
		return config.Entry{}, false
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
	s := look{Places: places.complete(), seen: map[string]bool{}, ctx: ctx, left: maxLooked, beside: maxBeside}
	files := hosts.Person(s.machine())
	for _, f := range files {
		if f.Projects != nil {
			for _, c := range s.withProjects(f) {
				s.at(c)
			}
		}
	}
	for _, f := range files {
		if f.Projects == nil {
			s.at(candidate{File: f})
		}
	}
	for i, project := range s.Projects {
		if i < maxProjects && project != "" {
			for _, f := range hosts.InProject(s.machine(), project) {
				s.at(candidate{File: f})
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
)

func (p Places) complete() Places {
	if p.OS == "" {
		p.OS = runtime.GOOS
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

func (p Places) machine() hosts.Machine {
	return hosts.Machine{OS: p.OS, Home: p.Home, Getenv: p.Getenv, Glob: p.Glob}
}

func (p Places) base(path string) string { return ospath.System(p.OS).Base(path) }

// look is one run of [Find].
type look struct {
	Places
	ctx    context.Context
	left   int  // bytes of files that may still be read
	beside int  // bytes of what they refer to
	late   bool // ctx has ended, which one file says for all that come behind
	seen   map[string]bool
	off    map[string][]string // servers of a project's files that the file for all projects leaves out, by the folder of the project
	found  []Found
}

// candidate is a file to look at.
type candidate struct {
	hosts.File
	tree *hujson.Value // what is in the file, where that is known already
	err  error         // why it cannot be, where that is
}

func (s *look) at(c candidate) {
	if s.late {
		return // it was said
	}
	key := c.Path + "\x00" + strings.Join(c.List, "\x00")
	if s.seen[key] {
		return
	}
	s.seen[key] = true
	f := Found{App: c.App, Path: c.Path, Project: c.Project}
	var text []byte
	var err error
	if c.tree == nil {
		text, err = s.open(c.Path)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR): // through something that is no folder: nothing can be there
		return
	case err != nil:
		f.Err = outline.Refuse("%s cannot be read: %s.", s.base(c.Path), plainfile.Reason(err))
	case c.tree != nil:
		f = s.entries(f, c, *c.tree)
	case c.err != nil:
		f.Err = c.err
	case c.Entries != nil:
		var entries []hujson.ObjectMember
		entries, f.Err = c.Entries(s.base(c.Path), text)
		f.add(entries...)
	default:
		f = s.take(f, c, text)
	}
	if f.Err == nil && len(f.entries) == 0 {
		return
	}
	s.settle(&f, c)
	s.found = append(s.found, f)
	s.late = f.Err != nil && s.ctx.Err() != nil
}

// withProjects reads a file that tells of projects. Those are looked into as well.
func (s *look) withProjects(f hosts.File) []candidate {
	all := []candidate{{File: f}}
	text, err := s.open(f.Path)
	if err != nil || len(bytes.TrimSpace(text)) == 0 {
		return all
	}
	root, err := s.parse(f.Path, tree.UTF8(text))
	if err != nil {
		all[0].err = err
		return all
	}
	all[0].tree = &root
	s.off = map[string][]string{}
	s.Projects = slices.Clone(s.Projects) // those of the caller stay
	for _, p := range f.Projects(&root) {
		s.off[p.Folder] = p.Off
		if len(s.Projects) < maxProjects {
			s.Projects = append(s.Projects, p.Folder)
		}
		if p.List != nil {
			own := f
			own.Project, own.List, own.Wording.Folder = p.Folder, p.List, p.Folder
			all = append(all, candidate{File: own, tree: &root})
		}
	}
	return all
}

// What ends a look early, beside what a file itself says.
var (
	errNoTime  = errors.New("looking through the files of other apps took too long")
	errTooMuch = errors.New("the files of other apps are too much to look through")
)

// open reads a file that is to be taken apart.
func (s *look) open(path string) ([]byte, error) {
	text, err := s.fetch(path, &s.left)
	if err == nil && s.Opening != nil {
		s.Opening(path)
	}
	return text, err
}

// aside reads a file that an entry refers to.
func (s *look) aside(path string) ([]byte, error) {
	text, err := s.fetch(path, &s.beside)
	if len(text) > config.MaxAside {
		return nil, plainfile.ErrTooLarge
	}
	return text, plainfile.Reason(err)
}

// fetch reads a file of what may still be read; nobody waits for a disk that does not answer.
func (s *look) fetch(path string, left *int) ([]byte, error) {
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

// take takes the entries out of a file.
func (s *look) take(f Found, c candidate, text []byte) Found {
	text = tree.UTF8(text)
	if c.ListIn == nil && len(strings.TrimSpace(string(text))) == 0 {
		return f
	}
	root, err := s.parse(c.Path, text)
	if err != nil {
		f.Err = err
		return f
	}
	if c.ListIn != nil {
		c.List = c.ListIn(root)
	}
	return s.entries(f, c, root)
}

// add adds entries.
func (f *Found) add(entries ...hujson.ObjectMember) {
	for _, m := range entries {
		f.entries = append(f.entries, config.Entry{Name: tree.NameOf(m), Raw: tree.Standard(m.Value)})
	}
}

// leftOut are the servers that other files of the app leave out.
func (s *look) leftOut(c candidate) []string {
	return slices.Concat(s.off[c.Project], c.Off(func(path string) (hujson.Value, bool) {
		text, err := s.aside(path)
		if err != nil || len(bytes.TrimSpace(text)) == 0 {
			return hujson.Value{}, false
		}
		root, err := s.parse(path, tree.UTF8(text))
		return root, err == nil
	}))
}

// entries takes the entries out of what a file holds.
func (s *look) entries(f Found, c candidate, root hujson.Value) Found {
	words := hosts.Words{Language: tree.LanguageOf(c.Path), Path: c.Path, Getenv: s.Getenv}
	words.Rewrite(&root)
	f.File.Notes = words.Notes
	path := c.List
	if path == nil {
		path = outline.ListPath(root)
	}
	list := tree.Lookup(&root, path)
	if list == nil {
		return f
	}
	if list.EndOffset-list.StartOffset > tree.MaxSize {
		f.Err = tree.TooLarge(s.base(c.Path))
		return f
	}
	lists := outline.SwitchLists(root, path)
	if c.Off != nil {
		lists = append(lists, outline.LeaveOut(s.leftOut(c)))
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
		f.add(hujson.ObjectMember{Name: m.Name, Value: entry})
	}
	f.Inputs = outline.InputsBeside(root, path)
	return f
}

// parse takes a file apart, whatever it is written in.
func (s *look) parse(path string, text []byte) (hujson.Value, error) {
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
func (s *look) settle(f *Found, c candidate) {
	src := config.Source{Name: s.base(f.Path), OS: s.OS, ReadFile: s.aside, Getenv: func(name string) string {
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
		text, problem := c.Wording.Translate(e.Raw)
		e.Raw = text
		if c.SafePart {
			e.Raw = hosts.WithSafePart(text)
		}
		server, notes, err := config.ReadEntry(src, *e, f.Inputs)
		if err != nil {
			server = config.Server{Name: e.Name, Problem: err}
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
