package language

import (
	"go/ast"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The rooms of the bridge that speak to the person.
func speakingRooms(t *testing.T) []string {
	t.Helper()
	var rooms []string
	err := filepath.WalkDir("../../bridge", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if slices.Contains([]string{"testdata", "wiretest", "nanohubtest", "signintest", "demo", "conformance"}, d.Name()) {
			return fs.SkipDir
		}
		rooms = append(rooms, strings.TrimPrefix(filepath.ToSlash(name), "../../"))
		return nil
	})
	if err != nil || len(rooms) < 5 {
		t.Fatal(rooms, err)
	}
	return rooms
}

// silent are the files whose texts are names, commands, or words to look for, and the page that a browser shows at the end of signing in.
var silent = regexp.MustCompile(`schema/secret(sense)?\.go|config/findplaces\.go|/program/login|/program/launcher/(install|names)|/group_|signin/redirect\.go`)

// unsaid are texts of the bridge that no person sees in the window: they go to servers, to the log, into a name, or they are compared with.
var unsaid = regexp.MustCompile(`^(client does not support|Method not found|params of elicitation|mode must be|url must be|url is required|unsupported elicitation|` +
	`a request must have an id|reading (a|an|the|members|request)|encoding a message|connecting to the program|unknown kind of result|expiresAt|` +
	`something stands behind the message|no answer to server/discover|no issuer|log level not|nothing is fetched|unexpected end of JSON|` +
	`the (program (reaches|frames)|person|server wants the person|sign-in was refused)|text/html|default-src|Bearer|client at|issuer of|sign-in at|\n\nAs an older server|not valid JSON|` +
	`min(Length|imum) |items minItems|properties required|with (environment|headers)$| mcp add |closing %s|tying the program|letting the|` +
	`a value could not be|answer (not delivered|to another)|caught a fault)` +
	`|\(\?[:im]|\[\^|npm \(|\\[swd]|^(the tool asks as it was done|requires-python|Unknown file extension|Cannot use import|Unable to locate a Java|Python was not found|An executable named|EADDRINUSE|\]\??)`) // to look for in last words

// saidIn collects the texts of a file that may reach the person: those with several words, without what is matched, logged or sent.
func saidIn(file *ast.File) []string {
	var texts []string
	matches := regexp.MustCompile(`^(regexp\.|strings\.(Contains|HasPrefix|HasSuffix|Index|Cut|Trim|Replace|New|Fields|Split|Equal)|slices\.Contains|has$|.*\.Log\.|exec\.|.*Sscanf)`)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec, *ast.Field: // a path, a tag
			return false
		case *ast.CallExpr:
			return !matches.MatchString(called(n.Fun))
		case *ast.BasicLit:
			if text, ok := constant(n); ok {
				texts = append(texts, text)
			}
		}
		return true
	})
	return texts
}

// Every sentence of the bridge is one that [Own] recognises, or a part of one.
func TestEverySentenceOfTheBridgeIsKnown(t *testing.T) {
	if err := speaks(t, "C", "de"); err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, p := range patterns() {
		all.WriteString(strings.ToLower(strings.Join(p.literals, "\x01")) + "\x00")
	}
	known := all.String()
	verb := regexp.MustCompile(`%[0-9.]*[a-zA-Z]`)
	ends := regexp.MustCompile(`[.?:;] |\n|["“”]`)
	words := regexp.MustCompile(`[A-Za-z]{2,} [a-z]`)
	count := 0
	for _, room := range speakingRooms(t) {
		for name, file := range source(t, room) {
			if silent.MatchString(name) {
				continue
			}
			for _, text := range saidIn(file) {
				if !words.MatchString(text) || unsaid.MatchString(text) {
					continue
				}
				count++
				filled := verb.ReplaceAllString(strings.ReplaceAll(strings.TrimSpace(text), "%d", "7"), "SOMETHING")
				if (reader{patterns(), map[string]reading{}, map[string]reading{}}).one(filled).known > 0 {
					continue
				}
				for _, piece := range verb.Split(strings.ReplaceAll(text, "%%", "\x02"), -1) {
					for _, part := range ends.Split(strings.ReplaceAll(piece, "\x02", "%"), -1) {
						part = strings.ToLower(strings.Trim(part, " .,;:(){}$'\n"))
						if words.MatchString(part) && !strings.Contains(known, part) {
							t.Errorf("%s: bridge.de.json has no pattern with %q, of %q", name, part, text)
						}
					}
				}
			}
		}
	}
	if count < 300 {
		t.Errorf("only %d sentences were looked at", count)
	}
}
