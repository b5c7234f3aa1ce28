package program

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// wellKnown are the folders of this machine in which installers put programs, whatever the PATH says: the last place to look, for
// a login shell that is set up for something else or does not answer.
func (m machine) wellKnown(environ environment) []string {
	var there []string
	for _, folder := range m.usualFolders(environ) {
		if !strings.Contains(folder, "*") {
			if info, err := m.stat(folder); err == nil && info.IsDir() {
				there = append(there, folder)
			}
			continue
		}
		if newest := m.newest(folder); newest != "" {
			there = append(there, newest)
		}
	}
	return unique(there)
}

// usualFolders lists them for one system. A folder with * stands for its newest version.
func (m machine) usualFolders(environ environment) []string {
	under := func(name string, folders ...string) []string {
		base, _ := environ.get(name)
		if !m.isFull(base) {
			return nil
		}
		for i, folder := range folders {
			folders[i] = m.join(base, folder)
		}
		return folders
	}
	if m.windows() {
		return slices.Concat(
			under("APPDATA", `npm`, `fnm\aliases\default`),
			under("ProgramFiles", `nodejs`, `Docker\Docker\resources\bin`, `dotnet`, `Go\bin`, `Git\cmd`, `Volta`),
			under("NVM_SYMLINK", `.`),
			under("USERPROFILE", `.local\bin`, `.cargo\bin`, `.bun\bin`, `.deno\bin`, `.volta\bin`, `.dotnet\tools`, `scoop\shims`, `go\bin`),
			under("LOCALAPPDATA", `Volta\bin`, `pnpm`, `Programs\Python\Launcher`, `Programs\Python\Python3*`, `Programs\nodejs`, `Microsoft\WinGet\Links`),
			under("ProgramData", `chocolatey\bin`, `scoop\shims`),
		)
	}
	system := []string{"/usr/local/bin", "/usr/bin", "/bin", "/snap/bin", "/home/linuxbrew/.linuxbrew/bin", "/run/current-system/sw/bin", "/usr/local/go/bin"}
	own := []string{"Library/pnpm"}
	if m.goos == "darwin" {
		system = []string{
			"/opt/homebrew/bin", "/usr/local/bin", "/opt/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin",
			"/Library/Frameworks/Python.framework/Versions/Current/bin", "/Applications/Docker.app/Contents/Resources/bin",
			"/usr/local/share/dotnet", "/usr/local/go/bin",
		}
		own = []string{"Library/pnpm", "Library/Application Support/fnm/aliases/default/bin", ".docker/bin", ".orbstack/bin", ".rd/bin"}
	}
	return slices.Concat(
		under("HOME", ".local/bin", ".cargo/bin", ".volta/bin", ".bun/bin", ".deno/bin", ".nvm/versions/node/*/bin",
			".local/share/fnm/aliases/default/bin", ".fnm/aliases/default/bin", ".asdf/shims", ".local/share/mise/shims", ".pyenv/shims",
			"n/bin", ".local/share/pnpm", ".yarn/bin", ".npm-global/bin", ".dotnet", ".dotnet/tools", "go/bin", ".nix-profile/bin",
			".sdkman/candidates/java/current/bin"),
		under("HOME", own...),
		system,
		[]string{"/nix/var/nix/profiles/default/bin"},
	)
}

// newest gives the folder of the highest version that stands where a pattern has its *; "" for none.
func (m machine) newest(pattern string) string {
	before, after, _ := strings.Cut(pattern, "*")
	slash := strings.LastIndexAny(before, `/\`)
	entries, err := m.readDir(before[:slash])
	if err != nil {
		return ""
	}
	prefix := before[slash+1:]
	var found []string
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), prefix) {
			continue
		}
		full := before[:slash+1] + entry.Name() + after
		if info, err := m.stat(full); err == nil && info.IsDir() {
			found = append(found, full)
		}
	}
	if len(found) == 0 {
		return ""
	}
	return slices.MaxFunc(found, func(a, b string) int { return slices.CompareFunc(numbers(a), numbers(b), cmp.Compare) })
}

// numbers are the numbers in a text, so that v9 comes before v22.
func numbers(text string) []int {
	var all []int
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' }) {
		n, err := strconv.Atoi(word)
		if err == nil {
			all = append(all, n)
		}
	}
	return all
}
