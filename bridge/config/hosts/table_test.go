package hosts

import (
	"strings"
	"testing"
)

// here is a machine with one file wherever a host looks for several.
func here(system string) Machine {
	return Machine{
		OS: system, Home: "/h", Getenv: func(string) string { return "" },
		Glob: func(pattern string) ([]string, error) { return []string{strings.ReplaceAll(pattern, "*", "a")}, nil },
	}
}

func TestEveryPlaceIsOfOneHostAlone(t *testing.T) {
	for _, system := range []string{"linux", "darwin", "windows"} {
		m, seen := here(system), map[string]string{}
		for _, f := range append(Person(m), InProject(m, "/p")...) {
			place := f.Path + " " + strings.Join(f.List, ".")
			if other, again := seen[place]; again || f.App == "" || f.Path == "" {
				t.Errorf("%s: %s is of %q and of %q", system, place, other, f.App)
			}
			seen[place] = f.App
		}
		if len(seen) < 50 {
			t.Errorf("%s: only %d places", system, len(seen))
		}
	}
}

func TestEveryHostHasAPlace(t *testing.T) {
	for i, h := range known {
		if h.Person == nil && h.Project == nil {
			t.Errorf("the host %d of the table has none", i)
		}
		if h.Folder != "" && (h.Project == nil || !strings.Contains(h.Project(here("linux"), "/p")[0].Path, "/p/"+h.Folder+"/")) {
			t.Errorf("the host %d of the table has no file in %s", i, h.Folder)
		}
	}
}

func TestFilesOfAProjectSayWhichOne(t *testing.T) {
	for _, f := range InProject(here("linux"), "/p") {
		if f.Project != "/p" || f.Wording.Folder != "/p" || !strings.HasPrefix(f.Path, "/p/") {
			t.Errorf("%s at %s is of %q, in %q", f.App, f.Path, f.Project, f.Wording.Folder)
		}
	}
}
