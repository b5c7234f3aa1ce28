package language

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// source reads the files of a room, without its tests.
func source(t *testing.T, room string) map[string]*ast.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(room), "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]*ast.File{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.ToSlash(name)] = file
	}
	if len(files) == 0 {
		t.Fatalf("%s has no files", room)
	}
	return files
}

// constant is the text of a literal, or of several that are put together.
func constant(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == token.STRING
	case *ast.BinaryExpr:
		left, ok := constant(e.X)
		right, also := constant(e.Y)
		return left + right, ok && also
	case *ast.ParenExpr:
		return constant(e.X)
	}
	return "", false
}

// called is the name of what is called, as in lang.L.
func called(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		return called(e.X) + "." + e.Sel.Name
	case *ast.Ident:
		return e.Name
	case *ast.CallExpr:
		return called(e.Fun)
	}
	return ""
}

// keysUsed are the keys that app and widgets ask Fyne for, each with the names that its text is given.
func keysUsed(t *testing.T) map[string][]string {
	t.Helper()
	used := map[string][]string{}
	for _, room := range []string{"app", "widgets"} {
		for name, file := range source(t, room) {
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || !strings.HasPrefix(called(call.Fun), "lang.") {
					return true
				}
				key, ok := constant(call.Args[0])
				if !ok {
					t.Errorf("%s: the key of %s is no constant, so nobody can translate it", name, called(call.Fun))
					return true
				}
				used[key] = append(used[key], name)
				return true
			})
		}
	}
	return used
}

var slots = regexp.MustCompile(`\{\{[^}]*\}\}`)

func slotsIn(text string) []string {
	found := slots.FindAllString(text, -1)
	slices.Sort(found)
	return slices.Compact(found)
}

func TestEverySentenceOfTheWindowIsTranslated(t *testing.T) {
	german, err := read("de.json")
	if err != nil {
		t.Fatal(err)
	}
	used := keysUsed(t)
	if len(used) < 300 {
		t.Fatalf("only %d keys were found", len(used))
	}
	for _, key := range slices.Sorted(maps.Keys(used)) {
		if german[key] == nil {
			t.Errorf("de.json lacks %q, which %s says", key, used[key][0])
		}
	}
	for _, key := range slices.Sorted(maps.Keys(german)) {
		if used[key] == nil && key != loaded {
			t.Errorf("de.json has %q, which nothing says any more", key)
		}
	}
}

func TestTranslationsSayNoMoreAndNoLess(t *testing.T) {
	for _, file := range []string{"de.json", "bridge.de.json", "en.json"} {
		texts, err := read(file)
		if err != nil {
			t.Fatal(err)
		}
		for key, text := range texts {
			forms, plural := text.(map[string]any)
			if !plural {
				forms = map[string]any{"other": text}
			}
			for form, text := range forms {
				said, ok := text.(string)
				if !ok || strings.TrimSpace(said) == "" {
					t.Errorf("%s: %q has no text (%s)", file, key, form)
				}
				if !slices.Equal(slotsIn(key), slotsIn(said)) {
					t.Errorf("%s: %q has the slots %v, its translation %v: %q", file, key, slotsIn(key), slotsIn(said), said)
				}
				if strings.ContainsAny(said, "“\"") != strings.ContainsAny(key, "“\"") && strings.Contains(said, "\"") {
					t.Errorf("%s: %q has straight quotation marks: %q", file, key, said)
				}
			}
			if plural && (forms["one"] == nil || forms["other"] == nil || len(forms) != 2) {
				t.Errorf("%s: %q must have the forms one and other", file, key)
			}
		}
	}
}

// Both files must know the same plurals: the rule is in the text, and Fyne takes the key for a text that is missing.
func TestPluralsAreThereInBothLanguages(t *testing.T) {
	plurals := func(file string) []string {
		texts, err := read(file)
		if err != nil {
			t.Fatal(err)
		}
		var keys []string
		for key, text := range texts {
			if _, plural := text.(map[string]any); plural {
				keys = append(keys, key)
			}
		}
		slices.Sort(keys)
		return keys
	}
	german, english := plurals("de.json"), plurals("en.json")
	if len(german) == 0 || !slices.Equal(german, english) {
		t.Errorf("German %q, English %q", german, english)
	}
}

// A sentence points at a button by its words, so the words must be those on the button. In the German sentences such words stand in „…“.
func TestSentencesNameButtonsAsTheyAreCalled(t *testing.T) {
	german, err := read("de.json")
	if err != nil {
		t.Fatal(err)
	}
	sentences, err := read("bridge.de.json")
	if err != nil {
		t.Fatal(err)
	}
	labels := map[string]bool{}
	for _, text := range german {
		if label, ok := text.(string); ok {
			labels[label] = true
		}
	}
	named := regexp.MustCompile(`„([A-ZÄÖÜ][^„“{]*)“`)
	count := 0
	for _, texts := range []map[string]any{german, sentences} {
		for key, text := range texts {
			said, _ := text.(string)
			for _, found := range named.FindAllStringSubmatch(said, -1) {
				count++
				if !labels[found[1]] && found[1] != "Datenschutz & Sicherheit" { // of macOS
					t.Errorf("%q: nothing in the window is called %q", key, found[1])
				}
			}
		}
	}
	if count < 10 {
		t.Errorf("only %d names of buttons were found", count)
	}
}

// drives tells the files that no person sees anything of.
func drives(name string) bool {
	name = strings.TrimPrefix(name, "../../")
	return strings.HasPrefix(name, "app/bench") || strings.HasPrefix(name, "app/tour") || name == "app/screenshots.go" || name == "widgets/gallery.go"
}

// What is drawn with words must come out of Fyne's lang, as far as can be told from the source: no text stands as it is where a button, a
// title or a notice is made.
func TestNothingIsSaidPastTheTranslation(t *testing.T) {
	draws := regexp.MustCompile(`(^|\.)(heading|caption|section|button|runButton|action|actionLater|SetText|SetSentence|SetPlaceHolder|SetTitle|NewWords|newWords|` +
		`newCaption|newButton|newWordButton|NewNotice|newNotice|NewTickBox|newTickBox|newNamedRow|NewLabel|NewButton|NewButtonWithIcon|NewTabItem|NewText|` +
		`add|offer|say|note|refuse|cannot|newRemarkLine|relabel|ask|make|NewCheck|ShowInformation|NewNotification)$`)
	names := regexp.MustCompile(`^(Parley|url|command|args|env|env: null|headers|inputs|cwd|type)$`) // Parley's own, and those of the servers file
	found := 0
	for _, room := range []string{"app", "widgets"} {
		for name, file := range source(t, room) {
			if drives(name) {
				continue
			}
			ast.Inspect(file, func(n ast.Node) bool {
				call, ok := n.(*ast.CallExpr)
				if !ok || !draws.MatchString(called(call.Fun)) {
					return true
				}
				found++
				for _, arg := range call.Args {
					if text, ok := constant(arg); ok && strings.ContainsFunc(text, unicode.IsLetter) && !names.MatchString(text) {
						t.Errorf("%s: %s says %q, in English whatever the language is", name, called(call.Fun), text)
					}
				}
				return true
			})
		}
	}
	if found < 200 {
		t.Errorf("only %d places that draw words were found", found)
	}
}
