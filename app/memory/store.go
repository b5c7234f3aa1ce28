package memory

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"parley/bridge/ownfile"
	"parley/bridge/vault"
)

// Store is what survives a restart: the window's size and place, the last tool, the last arguments of each tool. It is
// one file in Parley's folder, replaced as a whole. It never holds what a secret field held; the pages see to that.
type Store struct {
	path string

	mu   sync.Mutex
	kept Kept

	saving sync.Mutex
	was    object // kept, when it was read or saved last; held by saving
}

// Kept is the file's content.
type Kept struct {
	Width    float32  `json:"width,omitempty"`
	Height   float32  `json:"height,omitempty"`
	X        int      `json:"x,omitempty"`
	Y        int      `json:"y,omitempty"`
	Placed   bool     `json:"placed,omitempty"` // X and Y are known
	Split    float64  `json:"split,omitempty"`
	Server   string   `json:"server,omitempty"` // of the page shown last
	Tool     string   `json:"tool,omitempty"`
	HideDemo bool     `json:"hideDemo,omitempty"`
	Open     []string `json:"open,omitempty"`  // servers whose requests were open when the window was closed
	Crash    string   `json:"crash,omitempty"` // the file about a crash that the person was not told of yet

	Notes string    `json:"notes,omitempty"` // what was told of the servers file the last time
	Seen  []Program `json:"seen,omitempty"`  // programs that may start; the slice is never changed, only replaced

	// by server, then by tool
	Arguments map[string]map[string]json.RawMessage `json:"arguments,omitempty"`
}

// Program is one program that the person saw and let start.
type Program struct {
	Name  string   `json:"name"`            // what the server was called
	Print string   `json:"print"`           // of its program, arguments, folder and settings
	File  string   `json:"file,omitempty"`  // the file that its program was; "": not known yet, the next start tells
	Parts []string `json:"parts,omitempty"` // of each of these by itself, see partsOf
}

// MaxPrograms is how many programs are remembered; the oldest go first and would be shown again.
const MaxPrograms = 1000

// maxArguments is how large the arguments of one call may be to be remembered.
const maxArguments = 64 << 10

// maxMemory is far more than is kept for hundreds of tools.
const maxMemory = 64 << 20

// Open reads what was kept in folder; nothing kept is no error. A file that cannot be read is set aside, and the
// error says where: what it held is not lost, and Parley starts afresh.
func Open(folder string) (*Store, error) {
	m := &Store{path: filepath.Join(folder, "memory.json")}
	unlock, locked := ownfile.Lock(folder)
	ownfile.Sweep(folder, locked, filepath.Base(m.path), vault.FileName)
	raw, err := ownfile.Read(m.path, maxMemory)
	unlock()
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err == nil {
		err = m.understand(raw)
	}
	if err == nil {
		return m, nil
	}
	m.kept = Kept{}
	aside := m.path + ".unreadable"
	if renamed := os.Rename(m.path, aside); renamed != nil {
		return m, fmt.Errorf("reading what Parley remembered: %w", err)
	}
	return m, fmt.Errorf("reading what Parley remembered: %w (the old file is now %s)", err, aside)
}

// SweepEdits takes away what a crash left of an edit of the servers file.
func SweepEdits(servers string) {
	folder := filepath.Dir(servers)
	unlock, locked := ownfile.Lock(folder)
	defer unlock()
	ownfile.SweepEdits(folder, locked, filepath.Base(servers))
}

// understand reads the file. A number or a text that makes no sense costs itself alone.
func (m *Store) understand(raw []byte) error {
	var there object
	if err := json.Unmarshal(raw, &there); err != nil {
		return err
	}
	err := json.Unmarshal(raw, &m.kept)
	var nonsense *json.UnmarshalTypeError
	if err != nil && !errors.As(err, &nonsense) {
		return err
	}
	m.was, err = keptMembers(m.kept)
	m.forgetSecrets()
	return err
}

// forgetSecrets drops what an earlier Parley kept and this one knows to be secret.
func (m *Store) forgetSecrets() {
	for _, tools := range m.kept.Arguments {
		for tool, arguments := range tools {
			if tools[tool] = withoutSecrets(arguments); tools[tool] == nil {
				delete(tools, tool)
			}
		}
	}
}

// Read gives a copy of what is kept, without the arguments.
func (m *Store) Read() Kept {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := m.kept
	k.Arguments = nil
	return k
}

// Change changes what is kept, in memory only; [Store.Save] writes it.
func (m *Store) Change(change func(*Kept)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	change(&m.kept)
}

// Arguments gives the last arguments of a tool; nil when there are none.
func (m *Store) Arguments(server, tool string) json.RawMessage {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.kept.Arguments[server][tool]
}

// KeepArguments remembers the last arguments of a tool, without anything secret in them. Very large ones are forgotten
// instead.
func (m *Store) KeepArguments(server, tool string, arguments json.RawMessage) {
	if len(arguments) <= maxArguments {
		arguments = withoutSecrets(arguments)
	}
	m.Change(func(k *Kept) {
		if len(arguments) == 0 || len(arguments) > maxArguments || !json.Valid(arguments) {
			delete(k.Arguments[server], tool)
			return
		}
		if k.Arguments == nil {
			k.Arguments = make(map[string]map[string]json.RawMessage)
		}
		if k.Arguments[server] == nil {
			k.Arguments[server] = make(map[string]json.RawMessage)
		}
		k.Arguments[server][tool] = arguments
	})
}

// Rename keeps what is remembered of a server that has another name now.
func (m *Store) Rename(from, to string) {
	m.Change(func(k *Kept) {
		if arguments, has := k.Arguments[from]; has {
			delete(k.Arguments, from)
			k.Arguments[to] = arguments
		}
		if k.Server == from {
			k.Server = to
		}
	})
}

// Save writes what was changed since the last time into the file, and leaves there what another Parley wrote into it. It blocks on the
// disk, so it is not for Fyne's goroutine.
func (m *Store) Save() error {
	m.saving.Lock()
	defer m.saving.Unlock()
	m.mu.Lock()
	now, err := keptMembers(m.kept)
	m.mu.Unlock()
	if err == nil {
		err = m.write(now)
	}
	if err != nil {
		return fmt.Errorf("keeping what Parley remembers: %w", err)
	}
	m.was = now
	return nil
}

func (m *Store) write(now object) error {
	folder := filepath.Dir(m.path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	unlock, _ := ownfile.Lock(folder)
	defer unlock()
	var there object
	if raw, err := ownfile.Read(m.path, maxMemory); err == nil && json.Unmarshal(raw, &there) != nil {
		there = nil
	}
	raw, err := json.MarshalIndent(mergedMembers(there, m.was, now), "", "  ")
	if err != nil {
		return err
	}
	return ownfile.Replace(m.path, append(raw, '\n'))
}
