package main_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// source is one Go file of the house.
type source struct {
	path    string // with forward slashes, from the root
	room    string // its folder; "." is main
	file    *ast.File
	imports []string
}

func (s source) isTest() bool { return strings.HasSuffix(s.path, "_test.go") }

// sources reads every Go file, whatever system it is for.
func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && name != "." && (strings.HasPrefix(entry.Name(), ".") || slices.Contains([]string{"build", "testdata"}, entry.Name())) {
			return fs.SkipDir
		}
		if entry.IsDir() || filepath.Ext(name) != ".go" {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		s := source{path: filepath.ToSlash(name), file: file}
		s.room = path.Dir(s.path)
		for _, spec := range file.Imports {
			s.imports = append(s.imports, strings.Trim(spec.Path.Value, `"`))
		}
		all = append(all, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func within(name string, folders ...string) bool {
	return slices.ContainsFunc(folders, func(folder string) bool {
		return name == folder || strings.HasPrefix(name, folder+"/")
	})
}

// main -> app -> widgets -> bridge/schema, bridge/link, bridge/text and app -> bridge, app and widgets/language -> assets; nothing points back.
func TestImportsPointOneWay(t *testing.T) {
	const fyne, fyneApp = "fyne.io", "fyne.io/fyne/v2/app"
	allowed := map[string][]string{ // rooms of the house that a room may use
		".":                {"app", "widgets", "bridge", "assets"},
		"app":              {"app", "widgets", "bridge", "assets"},
		"app/call":         {"app/call", "bridge"},
		"app/memory":       {"bridge"},
		"app/servers":      {"app/memory", "bridge"},
		"app/terminal":     {"app/call", "app/memory", "app/servers", "bridge"},
		"app/headless":     {"app", "bridge"},
		"widgets":          {"widgets", "bridge/schema", "bridge/link", "bridge/text"},
		"widgets/language": {"widgets/language", "assets"},
		"bridge":           {"bridge"},
		"assets":           {},
	}
	for _, s := range sources(t) {
		top, _, _ := strings.Cut(s.room, "/")
		if _, own := allowed[s.room]; own {
			top = s.room
		}
		rooms, known := allowed[top]
		if !known {
			t.Errorf("%s: the house has no room %q", s.path, top)
			continue
		}
		for _, used := range s.imports {
			if used == fyneApp && s.path != "main.go" {
				t.Errorf("%s imports Fyne's app package: only main.go may", s.path)
			}
			if within(used, fyne) && within(s.room, "bridge", "assets", "app/call", "app/memory", "app/servers", "app/terminal") {
				t.Errorf("%s imports %s: it must not know Fyne", s.path, used)
			}
			if room, ours := strings.CutPrefix(used, "parley/"); ours && !within(room, rooms...) {
				t.Errorf("%s imports %s: %s may use only %v", s.path, used, top, rooms)
			}
		}
	}
}

// What is known of the files in which people keep servers builds up from the text to the person: reading stands on what every app is
// known to write, and changing, looking, pasting and keeping stand on reading.
func TestRoomsOfServersFilesBuildUponEachOther(t *testing.T) {
	const folder = "parley/bridge/config"
	below := map[string][]string{ // of the rooms in it, "" is itself
		"tree": {}, "ospath": {},
		"outline": {"tree"},
		"hosts":   {"tree", "ospath", "outline"},
		"":        {"tree", "ospath", "outline", "hosts"},
		"edit":    {"tree", "outline", ""},
		"search":  {"tree", "ospath", "outline", "hosts", ""},
		"paste":   {"tree", "outline", "hosts", ""},
		"watch":   {"tree", "edit", ""},
	}
	for _, s := range sources(t) {
		room, is := strings.CutPrefix("parley/"+s.room, folder)
		rooms, known := below[strings.TrimPrefix(room, "/")]
		if !is || s.isTest() || room == "/configtest" {
			continue
		}
		if !known {
			t.Errorf("%s: the table has no room %s", s.path, s.room)
		}
		for _, used := range s.imports {
			if other, ours := strings.CutPrefix(used, folder); ours && !slices.Contains(rooms, strings.TrimPrefix(other, "/")) {
				t.Errorf("%s imports %s: %s may use only %q", s.path, used, s.room, rooms)
			}
		}
	}
}

func TestMainFitsOnAPage(t *testing.T) {
	text, err := os.ReadFile("main.go")
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(text), "\n"); lines > 60 {
		t.Errorf("main.go has %d lines: only wiring belongs there", lines)
	}
}

func TestEveryPackageOpensWithADoor(t *testing.T) {
	doors := map[string]string{}
	rooms := map[string]bool{}
	for _, s := range sources(t) {
		if s.room == "." || s.isTest() {
			continue
		}
		rooms[s.room] = true
		if path.Base(s.path) == "doc.go" {
			doors[s.room] = s.file.Doc.Text()
		}
	}
	for room := range rooms {
		if want := "Package " + path.Base(room) + " "; !strings.HasPrefix(doors[room], want) {
			t.Errorf("%s/doc.go must begin with %q", room, want)
		}
	}
}

func TestNoRoomAndNoFileIsALumberRoom(t *testing.T) {
	lumber := regexp.MustCompile(`^(util|utils|common|helper|helpers|types|manager|misc)(\.go)?$`)
	for _, s := range sources(t) {
		for part := range strings.SplitSeq(s.path, "/") {
			if lumber.MatchString(part) {
				t.Errorf("%s: %s says nothing about what is in it", s.path, part)
			}
		}
	}
}

func TestNothingHappensBeforeMain(t *testing.T) {
	for _, s := range sources(t) {
		for _, declared := range s.file.Decls {
			if f, ok := declared.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s has an init function", s.path)
			}
		}
	}
}

// Whoever makes a stateful server of the SDK must close what sessions are left, which [wiretest.Streamable] does. Servers of the sign-in
// keep none.
func TestServersOfTestsCloseTheirSessions(t *testing.T) {
	for _, s := range sources(t) {
		if within(s.room, "bridge/wiretest", "bridge/signin/signintest") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if use, ok := n.(*ast.SelectorExpr); ok && use.Sel.Name == "NewStreamableHTTPHandler" {
				t.Errorf("%s makes a streamable handler by itself", s.path)
			}
			return true
		})
	}
}

func TestNothingIsLeftForLater(t *testing.T) {
	later := regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b`)
	for _, s := range sources(t) {
		for _, comment := range s.file.Comments {
			if found := later.FindString(comment.Text()); found != "" && s.path != "house_test.go" {
				t.Errorf("%s has a %s", s.path, found)
			}
		}
	}
}

func TestEveryDependencySaysWhatItIsFor(t *testing.T) {
	text, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	direct := 0
	for line := range strings.Lines(string(text)) {
		line = strings.TrimPrefix(strings.TrimSpace(line), "require ")
		if !regexp.MustCompile(`^\S+\.\S+/?\S* v\d`).MatchString(line) {
			continue
		}
		_, why, said := strings.Cut(line, "//")
		why = strings.TrimSpace(why)
		if strings.HasPrefix(why, "indirect") {
			continue
		}
		direct++
		if !said || why == "" {
			t.Errorf("go.mod does not say why: %s", line)
		}
	}
	if direct < 4 {
		t.Errorf("only %d direct dependencies were found in go.mod", direct)
	}
}

func TestMakefileHasTheTargetsOfTheReadme(t *testing.T) {
	text, err := os.ReadFile("Makefile")
	if err != nil {
		t.Fatal(err)
	}
	var targets []string
	for _, found := range regexp.MustCompile(`(?m)^([a-z]+):`).FindAllStringSubmatch(string(text), -1) {
		targets = append(targets, found[1])
	}
	if want := []string{"run", "test", "bench", "gallery", "screenshots", "package"}; !slices.Equal(targets, want) {
		t.Errorf("targets %v, want %v", targets, want)
	}
}

func TestEverythingThatTheReadmePointsToIsThere(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	readme := string(text)
	for _, found := range regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllStringSubmatch(readme, -1) {
		if _, err := os.Stat(found[1]); err != nil {
			t.Errorf("README.md points to %s: %v", found[1], err)
		}
	}
	for _, found := range regexp.MustCompile("(?m)^\\| `([a-z./]+)` \\| [a-zA-Z]").FindAllStringSubmatch(readme[strings.Index(readme, "\n## Tests and code"):], -1) {
		if _, err := os.Stat(found[1]); err != nil {
			t.Errorf("README.md explains %s: %v", found[1], err)
		}
	}
	for _, found := range regexp.MustCompile(`(?m)^    make ([a-z]+)`).FindAllStringSubmatch(readme, -1) {
		makefile, err := os.ReadFile("Makefile")
		if err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(`(?m)^` + found[1] + `:`).Match(makefile) {
			t.Errorf("README.md names make %s, which the Makefile does not know", found[1])
		}
	}
}
