package program

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// machine is the file system under the rules of one system, which need not be this one.
type machine struct {
	goos  string
	files fs.FS // nil: the real ones
}

func (m machine) windows() bool { return m.goos == "windows" }

// inside is the name of a path in files.
func (m machine) inside(full string) string {
	if m.windows() {
		full = strings.ReplaceAll(full, `\`, "/")
	}
	return path.Clean(strings.TrimPrefix(full, "/"))
}

func (m machine) stat(full string) (fs.FileInfo, error) {
	if m.files == nil {
		return os.Stat(full)
	}
	return fs.Stat(m.files, m.inside(full))
}

func (m machine) readDir(full string) ([]fs.DirEntry, error) {
	if m.files == nil {
		return os.ReadDir(full)
	}
	return fs.ReadDir(m.files, m.inside(full))
}

// head gives the first bytes of a file; nil when it cannot be read.
func (m machine) head(full string) []byte {
	file, err := m.open(full)
	if err != nil {
		return nil
	}
	defer file.Close()
	head, _ := io.ReadAll(io.LimitReader(file, 512))
	return head
}

func (m machine) open(full string) (fs.File, error) {
	if m.files == nil {
		return os.Open(full)
	}
	return m.files.Open(m.inside(full))
}

func (m machine) current() string {
	if m.files != nil {
		return "/"
	}
	dir, err := os.Getwd()
	if err != nil {
		return "/"
	}
	return dir
}

func (m machine) join(folder, name string) string {
	if m.windows() {
		return strings.TrimRight(folder, `\/`) + `\` + strings.TrimPrefix(strings.TrimPrefix(name, `.\`), "./")
	}
	return path.Join(folder, name)
}

// hasFolder reports whether a command is the path of a file.
func (m machine) hasFolder(command string) bool {
	if m.windows() {
		return strings.ContainsAny(command, `\/`) || len(command) > 1 && command[1] == ':'
	}
	return strings.Contains(command, "/")
}

func (m machine) isFull(name string) bool {
	if m.windows() {
		return len(name) > 2 && name[1] == ':' || strings.HasPrefix(name, `\\`)
	}
	return strings.HasPrefix(name, "/")
}

// split gives the folders of a PATH. Those that depend on the current folder are left out: nothing that happens to lie there is
// ever run.
func (m machine) split(list string) []string {
	separator := ":"
	if m.windows() {
		separator = ";"
	}
	var folders []string
	for folder := range strings.SplitSeq(list, separator) {
		if m.windows() {
			folder = strings.Trim(folder, `"`)
		}
		if len(folder) > 1 {
			folder = strings.TrimRight(folder, "/")
		}
		if m.isFull(folder) {
			folders = append(folders, folder)
		}
	}
	return unique(folders)
}

// list makes a PATH of folders.
func (m machine) list(folders []string) string {
	if m.windows() {
		return strings.Join(folders, ";")
	}
	return strings.Join(folders, ":")
}

// candidates are the files that may be meant by the path of a program. Windows adds an ending to one that has none; the file
// without one that npm lays beside it is for other systems.
func (m machine) candidates(full string, environ environment) []string {
	if !m.windows() {
		return []string{full}
	}
	list, _ := environ.get("PATHEXT")
	if list == "" {
		list = ".COM;.EXE;.BAT;.CMD"
	}
	var all []string
	for ending := range strings.SplitSeq(strings.ToLower(list), ";") {
		if !slices.Contains([]string{".com", ".exe", ".bat", ".cmd"}, ending) {
			continue // nothing that could be started as a process
		}
		if strings.HasSuffix(strings.ToLower(full), ending) {
			return []string{full}
		}
		all = append(all, full+ending)
	}
	return all
}

// runs reports whether a path is a file that may be run.
func (m machine) runs(full string) bool {
	info, err := m.stat(full)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

func (m machine) isScript(full string) bool { return bytes.HasPrefix(m.head(full), []byte("#!")) }

// interpreter is the program that runs a script, from its first line; looked says that it is looked for in the PATH. It is "" for
// anything else.
func (m machine) interpreter(full string) (program string, looked bool) {
	head := m.head(full)
	line, script := bytes.CutPrefix(head, []byte("#!"))
	if !script {
		return "", false
	}
	line, _, whole := bytes.Cut(line, []byte("\n"))
	if !whole && len(head) == 512 {
		return "", false
	}
	// Only these two part words: a script with the line ends of Windows names an interpreter that ends in a carriage return.
	words := strings.FieldsFunc(string(line), func(c rune) bool { return c == ' ' || c == '\t' })
	if len(words) == 0 {
		return "", false
	}
	if path.Base(words[0]) != "env" {
		return words[0], false
	}
	for _, word := range words[1:] {
		if !strings.HasPrefix(word, "-") && !strings.Contains(word, "=") {
			return word, !strings.Contains(word, "/")
		}
	}
	return words[0], false
}

// unique keeps the first of each, and no empty ones.
func unique(folders []string) []string {
	var kept []string
	for _, folder := range folders {
		if folder != "" && !slices.Contains(kept, folder) {
			kept = append(kept, folder)
		}
	}
	return kept
}
