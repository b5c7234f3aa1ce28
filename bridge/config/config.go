package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// File is what a servers file says.
type File struct {
	Servers []Server // in the order of the file
	Notes   []string // what the person should know about the file, in plain words; nothing that stops anything
}

// Server is one entry of a servers file.
type Server struct {
	Name          string
	Transport     Transport         // what the entry says; Discover when it says nothing, and then only for an address
	Command       []string          // program and arguments; nil for a remote server
	Env           map[string]string // added to the inherited environment; values are secrets: never logged
	Unset         []string          // variables to take out of the inherited environment: those written as null
	OnlySafeEnv   bool              // "inheritEnv": false: of Parley's own environment only the safe part is inherited
	Cwd           string            // "" means Parley's own
	URL           string            // "" for a program
	Headers       map[string]string // values are secrets: never logged
	Timeout       time.Duration     // per phase of connecting and per call without a person; 0: the default
	AnswerTimeout time.Duration     // how long a request may stay unanswered; 0: for ever
	AnswerOnOpen  bool
	Protocol      string          // pinned protocol version; "" lets it be discovered
	Dialect       string          // "nanohub", "standard", or "" to find out
	Tools         map[string]bool // by original name: any true makes it an allow list, only false a deny list (contract G8)
	Roots         []string        // folders, as whole paths, that the server may see
	LogLevel      string          // of the server's log messages; "" leaves it to the server
	SignIn        SignIn          // what is known beforehand for signing in
	Disabled      bool
	Inputs        []Input // values that the person is asked for before the server starts; [Server.Fill] puts them in
	Problem       error   // why this entry cannot be used, in plain words; the others are not affected
}

// Transport is how messages travel.
type Transport string

// The transports.
const (
	Discover   Transport = "" // a program; or an address that is tried as streamable HTTP, then as SSE
	Program    Transport = "stdio"
	Streamable Transport = "http"
	SSE        Transport = "sse"
)

// SignIn is what an entry says about signing in to an address. The zero value lets everything be discovered.
type SignIn struct {
	ClientID     string
	ClientSecret string // a secret
	MetadataURL  string // client id metadata document
	Scopes       []string
	Port         int  // of the loopback redirect; 0: any
	Off          bool // "oauth": false: never offered
}

// Input is a value that is not in the file: VS Code's "inputs". ${input:id} stands for it.
type Input struct {
	ID          string
	Description string
	Password    bool // masked, and kept only in the system's keyring
	Default     string
	Options     []string // pickString: one of these; nil: any text
}

// More bytes, or more opening brackets, than any list of servers needs. The parser goes a level deeper for each bracket and would
// run out of stack on millions.
const (
	maxSize     = 4 << 20
	maxBrackets = 100_000
)

// Load reads a servers file. A file that does not exist holds no servers and is no error. getenv gives the variables that values
// refer to, "" for one that is not set.
//
// The error is a *[SyntaxError], or tells in plain words why the file could not be read.
func Load(path string, getenv func(string) string) (File, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return File{}, nil
	}
	if err != nil {
		return File{}, fmt.Errorf("%s cannot be opened: %w", filepath.Base(path), plain(err))
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxSize+1))
	if err != nil {
		return File{}, fmt.Errorf("%s cannot be read: %w", filepath.Base(path), plain(err))
	}
	return Source{Path: path, Name: filepath.Base(path), Getenv: getenv}.Parse(text)
}

// plain takes the path and the system call out of an error, for the sentence around it names the file already.
func plain(err error) error {
	var detail *fs.PathError
	if errors.As(err, &detail) {
		return detail.Err
	}
	return err
}

// Parse is [Load] for text that is already at hand. name is what messages call it.
func Parse(name string, text []byte, getenv func(string) string) (File, error) {
	return Source{Name: name, Getenv: getenv}.Parse(text)
}

// Parse reads the text of the file.
func (src Source) Parse(text []byte) (File, error) {
	name, getenv := src.Name, src.Getenv
	if len(text) > maxSize || bytes.Count(text, []byte("{"))+bytes.Count(text, []byte("[")) > maxBrackets {
		return File{}, fmt.Errorf("%s is far too large for a list of servers", name)
	}
	doc, err := parseDocument(name, text)
	if err != nil {
		return File{}, err
	}
	if doc.empty {
		return File{Notes: []string{name + " is empty. It holds no servers yet."}}, nil
	}

	file := File{Notes: doc.notes}
	place := map[string]int{}
	for _, e := range doc.entries {
		server, notes := e.server(getenv)
		file.Notes = append(file.Notes, notes...)
		at, again := place[server.Name]
		if again {
			// JSON readers keep the last one; so does Parley, and says it.
			file.Notes = append(file.Notes, fmt.Sprintf("The name %q is there more than once. The last entry counts.", server.Name))
			file.Servers[at] = server
			continue
		}
		place[server.Name] = len(file.Servers)
		file.Servers = append(file.Servers, server)
	}
	return file, nil
}
