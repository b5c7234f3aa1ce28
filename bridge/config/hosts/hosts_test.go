package hosts_test

import (
	"fmt"
	"testing"

	"parley/bridge/config"
)

// in reads a text under a file name of another app.
func in(t *testing.T, path, text string, variables map[string]string) config.File {
	t.Helper()
	file, err := config.Source{Path: path, OS: "linux", Getenv: func(name string) string { return variables[name] }}.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// fields is all of an entry, which does not print itself whole.
func fields(s config.Server) string {
	type open config.Server
	return fmt.Sprintf("%+v", open(s))
}

func names(file config.File) []string {
	var names []string
	for _, s := range file.Servers {
		names = append(names, s.Name)
	}
	return names
}
