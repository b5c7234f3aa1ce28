package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

	"parley/bridge/config/tree"
	"parley/bridge/plainfile"
)

// Load reads a servers file. A file that does not exist holds no servers and is no error. getenv gives the variables that values
// refer to, "" for one that is not set.
//
// The error is a *[tree.SyntaxError], or tells in plain words why the file could not be read.
func Load(path string, getenv func(string) string) (File, error) {
	file, err := plainfile.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return File{}, nil
	}
	if err != nil {
		return File{}, fmt.Errorf("%s cannot be opened: %w", filepath.Base(path), plainfile.Reason(err))
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, tree.MaxSize+1))
	if err != nil {
		return File{}, fmt.Errorf("%s cannot be read: %w", filepath.Base(path), plainfile.Reason(err))
	}
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	return Source{Path: path, Getenv: getenv}.Parse(text)
}

// Parse is [Load] for text that is already at hand. name is what messages call it.
func Parse(name string, text []byte, getenv func(string) string) (File, error) {
	return Source{Name: name, Getenv: getenv}.Parse(text)
}

// Parse reads the text of the file. The error is a *[tree.SyntaxError], or tells in plain words why it is no servers file.
func (src Source) Parse(text []byte) (File, error) {
	if len(text) > tree.MaxSize || bytes.Count(text, []byte("{"))+bytes.Count(text, []byte("[")) > tree.MaxBrackets {
		return File{}, tree.TooLarge(src.name())
	}
	doc, err := parseDocument(src, text)
	if err != nil {
		return File{}, err
	}
	if doc.empty {
		return File{Notes: []string{src.name() + " is empty. It holds no servers yet."}}, nil
	}

	file := File{Notes: doc.notes}
	place := map[string]int{}
	syntax := src.syntax(doc.wrapper)
	for _, e := range doc.entries {
		r := &reader{src: src, doc: doc, entry: e.name, syntax: syntax}
		server := r.server(e)
		file.Notes = append(file.Notes, r.notes...)
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
	if left := len(file.Notes) - maxNotes; left > 0 {
		file.Notes = append(file.Notes[:maxNotes:maxNotes], fmt.Sprintf("There is more to say about %s: %d notes are left out.", src.name(), left))
	}
	return file, nil
}
