package watch

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/fsnotify/fsnotify"
)

// eyes are on the folders in which a file is or may appear. Folders are watched, not the file: programs write a new file and rename it.
type eyes struct {
	path    string
	watcher *fsnotify.Watcher // nil: the system tells nothing, and only looking now and then helps
	folders map[string]bool   // that are watched
	names   []string          // that matter in them
}

func openEyes(path string) *eyes {
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	e := &eyes{path: path, folders: map[string]bool{}}
	e.watcher, _ = fsnotify.NewWatcher()
	e.aim()
	return e
}

func (e *eyes) shut() {
	if e.watcher != nil {
		_ = e.watcher.Close()
	}
}

func (e *eyes) events() <-chan fsnotify.Event {
	if e.watcher == nil {
		return nil
	}
	return e.watcher.Events
}

func (e *eyes) errors() <-chan error {
	if e.watcher == nil {
		return nil
	}
	return e.watcher.Errors
}

// cares says whether something that happened concerns the file, a link to it, or a folder on the way to them.
func (e *eyes) cares(event fsnotify.Event) bool {
	for _, name := range e.names {
		if strings.EqualFold(name, event.Name) { // macOS and Windows do not tell A from a
			return true
		}
	}
	return e.folders[event.Name] // the folder itself went away
}

// aim watches the folders that there are now.
func (e *eyes) aim() {
	if e.watcher == nil {
		return
	}
	wanted := map[string]bool{}
	e.names = e.names[:0]
	path := e.path
	for range 40 { // as deep as Linux follows
		e.follow(path, wanted)
		to, err := os.Readlink(path)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	for folder := range e.folders {
		if !wanted[folder] {
			_ = e.watcher.Remove(folder)
		}
	}
	e.folders = wanted
}

// follow watches the nearest folder above a path that is there. Folders come and go meanwhile, so it looks again until nothing moved.
func (e *eyes) follow(path string, wanted map[string]bool) {
	for range 40 {
		below, folder := path, filepath.Dir(path)
		for !isFolder(folder) && filepath.Dir(folder) != folder {
			below, folder = folder, filepath.Dir(folder)
		}
		if wanted[folder] {
			e.names = append(e.names, below)
			return
		}
		err := e.watcher.Add(folder)
		switch {
		case err != nil && isFolder(folder):
			return // it cannot be watched; looking now and then has to do
		case err != nil:
			continue // it went away just now
		}
		e.names = append(e.names, below)
		wanted[folder] = true
		if below == path || !isFolder(below) {
			return
		}
	}
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
