// Package config reads the files in which people keep their servers.
//
// It knows files, not connections: it starts nothing and opens no address.
package config

import "time"

// Server is one entry of a servers file.
type Server struct {
	Name          string
	Command       []string          // program and arguments; nil for a remote server
	Env           map[string]string // added to the inherited environment
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
