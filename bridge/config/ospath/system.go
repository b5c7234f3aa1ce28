package ospath

import (
	"path"
	"runtime"
	"strings"
)

// System is one as runtime.GOOS calls it; "" is this system.
type System string

// Windows tells Windows.
func (s System) Windows() bool {
	if s == "" {
		return runtime.GOOS == "windows"
	}
	return s == "windows"
}

// Separator is what stands between the parts of a path.
func (s System) Separator() string {
	if s.Windows() {
		return `\`
	}
	return "/"
}

// Split cuts the last part off a path.
func (s System) Split(path string) (folder, name string) {
	marks := "/"
	if s.Windows() {
		marks = `/\`
	}
	at := strings.LastIndexAny(path, marks)
	if at < 0 {
		return "", path
	}
	folder, name = path[:at], path[at+1:]
	if folder == "" || strings.HasSuffix(folder, ":") {
		folder = path[:at+1] // the root
	}
	return folder, name
}

// Base is the last part of a path.
func (s System) Base(path string) string {
	_, name := s.Split(path)
	return name
}

// Whole reports whether a path says where it is by itself.
func (s System) Whole(path string) bool {
	if strings.HasPrefix(path, "/") {
		return true
	}
	drive := len(path) > 2 && path[1] == ':' && (path[2] == '\\' || path[2] == '/')
	return s.Windows() && (drive || strings.HasPrefix(path, `\\`))
}

// Join gives the path itself when it is whole, and otherwise below the first base that is; "" when there is none.
func (s System) Join(name string, bases ...string) string {
	whole := ""
	if s.Whole(name) {
		whole = name
	}
	for _, base := range bases {
		if whole == "" && s.Whole(base) {
			whole = strings.TrimRight(base, `/\`) + s.Separator() + strings.TrimPrefix(name, "./")
		}
	}
	if whole == "" || s.Windows() {
		return whole
	}
	return path.Clean(whole)
}
