package edit

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parley/bridge/config"
)

func put(name string) func(*Editor) error {
	return func(e *Editor) error { return e.Put(name, raw(`{"command":"`+name+`"}`)) }
}

func mustEdit(t *testing.T, path string, change func(*Editor) error) {
	t.Helper()
	if err := Edit(path, change); err != nil {
		t.Fatal(err)
	}
}

func mustNames(t *testing.T, path string) []string {
	t.Helper()
	file, err := config.Load(path, environment)
	if err != nil {
		t.Fatal(err)
	}
	return names(file)
}

// alone fails when a folder holds anything else than these, as a temporary file left behind.
func alone(t *testing.T, folder string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, want) {
		t.Errorf("the folder holds %q, want %q", got, want)
	}
}

func TestANewFileIsForItsOwnerAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "folder", "servers.json")
	mustEdit(t, path, put("a"))
	if got := mustNames(t, path); !slices.Equal(got, []string{"a"}) {
		t.Errorf("servers %q", got)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	alone(t, filepath.Dir(path), "servers.json")
}

func TestPermissionsStay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "servers.json")
	write(t, path, `{"mcpServers":{}}`)
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	mustEdit(t, path, put("a"))
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm() != 0o640 {
		t.Errorf("mode %v", info.Mode())
	}
	alone(t, filepath.Dir(path), "servers.json")
}

func TestAProtectedFileIsNotReplaced(t *testing.T) {
	path := filepath.Join(t.TempDir(), "servers.json")
	write(t, path, `{}`)
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	if err := Edit(path, put("a")); err == nil || !strings.Contains(err.Error(), "protected") {
		t.Errorf("error %v", err)
	}
	if got := read(t, path); got != `{}` {
		t.Errorf("the file became %s", got)
	}
	alone(t, filepath.Dir(path), "servers.json")
}

func TestALinkStaysALink(t *testing.T) {
	folder, dotfiles := t.TempDir(), t.TempDir()
	link, between, target := filepath.Join(folder, "servers.json"), filepath.Join(dotfiles, "link.json"), filepath.Join(dotfiles, "real.json")
	if err := errors.Join(os.Symlink(between, link), os.Symlink("real.json", between)); err != nil {
		t.Skip("no links here:", err)
	}
	for _, name := range []string{"made", "changed"} { // at first the target does not exist
		mustEdit(t, link, put(name))
		if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Fatalf("no link any more: %v %v", info, err)
		}
		if got := mustNames(t, target); got[len(got)-1] != name {
			t.Errorf("the target holds %q", got)
		}
	}
	circle := filepath.Join(folder, "circle.json")
	if err := os.Symlink(circle, circle); err != nil {
		t.Fatal(err)
	}
	if err := Edit(circle, put("a")); err == nil || !strings.Contains(err.Error(), "circle") {
		t.Errorf("error %v", err)
	}
}

func TestAFolderIsNoServersFile(t *testing.T) {
	if err := Edit(t.TempDir(), put("a")); err == nil || !strings.Contains(err.Error(), "no ordinary file") {
		t.Errorf("error %v", err)
	}
}

func TestNothingIsWrittenWhenNothingChanges(t *testing.T) {
	path := filepath.Join(t.TempDir(), "servers.json")
	write(t, path, `{"mcpServers":{"a":{}}}`)
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	mustEdit(t, path, func(e *Editor) error { return e.Remove("none") })
	after, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if !os.SameFile(before, after) {
		t.Error("the file was replaced")
	}
}

func TestAnErrorOfTheChangeLeavesTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "servers.json")
	write(t, path, `{}`)
	stop := errors.New("stop")
	err := Edit(path, func(e *Editor) error { return errors.Join(put("a")(e), stop) })
	if !errors.Is(err, stop) || read(t, path) != `{}` {
		t.Errorf("error %v, file %s", err, read(t, path))
	}
	alone(t, filepath.Dir(path), "servers.json")
}

func TestAChangeOfAnotherProgramMeanwhileIsKept(t *testing.T) {
	others := map[string]func(t *testing.T, path string){
		"written in place": func(t *testing.T, path string) { write(t, path, `{"mcpServers":{"theirs":{}}}`) },
		"replaced": func(t *testing.T, path string) {
			write(t, path+".new", `{"mcpServers":{"theirs":{}}}`)
			if err := os.Rename(path+".new", path); err != nil {
				t.Fatal(err)
			}
		},
	}
	for name, other := range others {
		t.Run(name, func(t *testing.T) {
			for _, before := range []string{"", `{"mcpServers":{"old":{}}}`} {
				path := filepath.Join(t.TempDir(), "servers.json")
				if before != "" {
					write(t, path, before)
				}
				runs := 0
				mustEdit(t, path, func(e *Editor) error {
					if runs++; runs == 1 {
						other(t, path)
					}
					return put("ours")(e)
				})
				if got := mustNames(t, path); !slices.Equal(got, []string{"theirs", "ours"}) || runs != 2 {
					t.Errorf("servers %q after %d runs", got, runs)
				}
				alone(t, filepath.Dir(path), "servers.json")
			}
		})
	}
}

func TestAProgramThatWritesAllTheTimeIsToldAbout(t *testing.T) {
	path := filepath.Join(t.TempDir(), "servers.json")
	n := 0
	err := Edit(path, func(e *Editor) error {
		n++
		write(t, path, `{"n":`+strconv.Itoa(n)+`}`)
		return put("a")(e)
	})
	if err == nil || !strings.Contains(err.Error(), "another program") || n != attempts {
		t.Errorf("error %v after %d runs", err, n)
	}
}

func TestFilesInYAMLAndTOMLAreNotChanged(t *testing.T) {
	for name, words := range map[string]string{"config.yaml": "YAML", "CONFIG.YML": "YAML", "config.toml": "TOML"} {
		_, err := Text(name, []byte("a: 1\n"), func(e *Editor) error { return e.Put("a", raw(`{"command":"x"}`)) })
		if err == nil || !strings.Contains(err.Error(), words) || !strings.Contains(err.Error(), "text editor") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
