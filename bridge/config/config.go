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
	Command       []string          // program and arguments; nil for a remote server
	Env           map[string]string // added to the inherited environment
	Unset         []string          // variables to take out of the inherited environment: those written as null
	Cwd           string            // "" means Parley's own
	URL           string            // "" for a program
	Headers       map[string]string // values are secrets: never logged
	Timeout       time.Duration     // per phase of connecting and per call without a person; 0: the default
	AnswerTimeout time.Duration     // how long a request may stay unanswered; 0: for ever
	AnswerOnOpen  bool
	Protocol      string // pinned protocol version; "" lets it be discovered
	Disabled      bool
	Problem       error // why this entry cannot be used, in plain words; the others are not affected
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
	return Parse(filepath.Base(path), text, getenv)
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
