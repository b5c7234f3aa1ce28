package config

import (
	"fmt"
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
	Problem       error   // why this entry cannot be used, in plain words; the others are not affected. An [*EntryError] when it was read

	written *written // nil for a server that was not read from a file
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
	Port         int    // of the loopback redirect; 0: any
	Redirect     string // the loopback redirect as a whole, where it is given; "" leaves all but the port to Parley
	Off          bool   // "oauth": false: never offered
}

// Input is a value that is not in the file: VS Code's "inputs". ${input:id} stands for it.
type Input struct {
	ID          string
	Description string
	Password    bool // masked, and kept only in the system's keyring
	Default     string
	Options     []string // pickString: one of these; nil: any text
}

// EntryError says what is wrong with one entry, in whole sentences for the person, and where in the file.
type EntryError struct {
	What         string // no secret is in it
	Line, Column int    // from 1; the column counts characters
}

func (e *EntryError) Error() string {
	if e.Line == 0 {
		return e.What
	}
	return fmt.Sprintf("%s See line %d, column %d.", e.What, e.Line, e.Column)
}

// written is what an entry says before anything is put in, with what its references stand for. It is data alone, so that two readings
// of the same file are equal.
type written struct {
	command  []string
	env      map[string]string
	envFile  string
	fromFile map[string]string // what the env file says
	cwd      string
	url      string
	headers  map[string]string
	signIn   SignIn

	base   string // the folder that a cwd counts from, "" when there is none
	system string // whose paths these are
	syntax syntax
	known  map[string]string // values by reference as it is written, "~" among them; inputs are not in it
}
