package config

// Source is a servers file and what stands around it: what references in its text stand for. The zero value knows nothing: no
// variable is set and there is no folder. [Load] and [Parse] are the usual ways to one.
type Source struct {
	Name     string                       // what messages call the file; "": the last part of Path
	Path     string                       // the file's whole path; "" when the text comes from elsewhere
	Getenv   func(string) string          // variables of the environment, "" for one that is not set; nil: none is set
	ReadFile func(string) ([]byte, error) // for env files; nil: the disk, regular files of a sensible size
	OS       string                       // as runtime.GOOS; "": this system
}
