package program

// Command is what is to be started, as somebody wrote it down: nothing of it has been looked up.
type Command struct {
	Line        []string          // the program, by its name or its file, and its arguments
	Dir         string            // the folder in which it is to run; "": Parley's own
	Env         map[string]string // variables that it gets besides those that it inherits
	Unset       []string          // variables that it does not inherit
	OnlySafeEnv bool              // it inherits the safe variables alone
}

// Found is a program that was found, and how it is started.
type Found struct {
	Name     string   // as the command writes it
	Path     string   // of its file, in full
	Args     []string // with which it is started, without the program itself
	Dir      string   // the folder in which it runs; "": Parley's own
	Environ  []string // its whole environment, as name=value; the values are secrets
	Searched []string // the folders that were looked through, in order; nil when the command names the file itself
	Shell    string   // on Windows, for a script: the command processor that runs it
	Line     string   // what the command processor gets; it reads no list of arguments
}
