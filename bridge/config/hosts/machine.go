package hosts

import "strings"

// Machine is where the apps of a person keep their files.
type Machine struct {
	OS     string // as runtime.GOOS
	Home   string // the person's own folder
	Getenv func(string) string
	Glob   func(string) ([]string, error)
}

// join puts a path together as the system does, whichever system the test runs on. Parts may have / in them.
func (m Machine) join(parts ...string) string {
	mark := "/"
	if m.OS == "windows" {
		mark = `\`
		for i := range parts {
			parts[i] = strings.ReplaceAll(parts[i], "/", mark)
		}
	}
	for i := range parts[:len(parts)-1] {
		parts[i] = strings.TrimSuffix(parts[i], mark)
	}
	return strings.Join(parts, mark)
}

// settings is the folder in which apps keep theirs.
func (m Machine) settings() string {
	switch m.OS {
	case "windows":
		if folder := m.Getenv("APPDATA"); folder != "" {
			return folder
		}
		return m.join(m.Home, "AppData/Roaming")
	case "darwin":
		return m.join(m.Home, "Library/Application Support")
	}
	return m.dotConfig()
}

// dotConfig is ~/.config, which some apps use on every system.
func (m Machine) dotConfig() string {
	if folder := m.Getenv("XDG_CONFIG_HOME"); folder != "" && m.OS != "windows" {
		return folder
	}
	return m.join(m.Home, ".config")
}

// maxGlobbed bounds the files of one folder.
const maxGlobbed = 100

func (m Machine) glob(pattern string) []string {
	paths, err := m.Glob(pattern)
	if err != nil {
		return nil
	}
	return paths[:min(len(paths), maxGlobbed)]
}
