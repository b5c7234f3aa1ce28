package servers

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"parley/app/memory"
	"parley/bridge/config"
	"parley/bridge/wiretest"
)

func TestMain(m *testing.M) { wiretest.Main(m) }

// Where the file was not known when the person let it start, the first start settles it.
func TestFirstStartSettlesWhichFileAProgramIs(t *testing.T) {
	known := &Trust{Memory: &memory.Store{}}
	entry := config.Server{Name: "a", Command: []string{"npx"}}
	if known.Approve(entry, "/usr/bin/npx") == nil {
		t.Error("what nobody saw may start")
	}
	known.See(entry, "")
	for range 2 { // the first start, and the one after it
		if known.Approve(entry, "/usr/bin/npx") != nil {
			t.Error("what was seen may not start")
		}
	}
	if known.Approve(entry, "/home/kim/npx") == nil || known.ViewOf(entry) != Changed {
		t.Error("another file may start")
	}
	known.See(entry, "/home/kim/npx")
	for _, file := range []string{"/home/kim/npx", "/usr/bin/npx"} { // as from a terminal and from the desktop
		if known.Approve(entry, file) != nil {
			t.Errorf("%s was seen, and may not start", file)
		}
	}
}

// Pages ask at every redraw whether a program was seen, and do not look at the disk for it; a start looks again.
func TestEachStartLooksAgainAtWhatAProgramLeansOn(t *testing.T) {
	here := t.TempDir()
	entry := config.Server{Name: "a", Command: []string{"node", "server.js"}}
	known := &Trust{Memory: &memory.Store{}, Here: here}
	known.See(entry, "")
	if err := os.WriteFile(filepath.Join(here, "server.js"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if known.ViewOf(entry) != Seen {
		t.Error("a redraw looked at the disk")
	}
	if known.MayStart(entry) || known.ViewOf(entry) == Seen {
		t.Error("it may start though it runs a file of this folder now")
	}
}

// What an entry runs may depend on where Parley was started from. From another folder it is another program, and is looked at again.
func TestProgramOfAnotherFolderIsSeenAgain(t *testing.T) {
	first, second := t.TempDir(), t.TempDir()
	for _, folder := range []string{first, second} {
		if err := os.WriteFile(filepath.Join(folder, "server.js"), nil, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	full := filepath.Join(first, "server.js")
	for name, c := range map[string]struct {
		entry config.Server
		again bool
	}{
		"a file beside Parley":          {config.Server{Command: []string{"./server.js"}}, true},
		"a script beside Parley":        {config.Server{Command: []string{"node", "server.js"}}, true},
		"a script in a flag":            {config.Server{Command: []string{"node", "--require=./server.js", "-e", "0"}}, true},
		"a program of the system":       {config.Server{Command: []string{"node", "-y", "@lab/server"}}, false},
		"a program with its whole path": {config.Server{Command: []string{full, "--quiet"}}, false},
		"a folder of its own":           {config.Server{Command: []string{"./server.js"}, Cwd: first}, false},
		"a word that is no file":        {config.Server{Command: []string{"npx", "server"}}, false},
		"an address":                    {config.Server{URL: "https://lab.example/mcp"}, false},
	} {
		c.entry.Name = "a"
		seeing := &Trust{Memory: &memory.Store{}, Here: first}
		seeing.See(c.entry, "")
		if seeing.ViewOf(c.entry) != Seen {
			t.Errorf("%s: it was seen", name)
		}
		elsewhere := &Trust{Memory: seeing.Memory, Here: second}
		if again := elsewhere.ViewOf(c.entry) != Seen; again != c.again {
			t.Errorf("%s: seen again %v", name, again)
		}
		if !c.again {
			continue
		}
		if what := elsewhere.Differences(c.entry); !slices.Equal(what, []Part{ItsFolder}) {
			t.Errorf("%s: different is %v", name, what)
		}
	}
}
