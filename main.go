// Command parley is a desktop host for MCP servers: a person runs their tools by hand and answers when they ask.
package main

import (
	"io"
	"os"
	"runtime/debug"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"
	"github.com/pkg/browser"

	"parley/app"
	"parley/bridge/demo"
)

// version is set by the linker: -ldflags "-X main.version=1.2.3".
var version = "0.1.0-dev"

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// release gives free memory back to the system.
func release() {
	debug.FreeOSMemory()
	trim()
}

func run(args []string, in io.Reader, out, problems io.Writer) int {
	browser.Stdout, browser.Stderr = io.Discard, io.Discard
	return app.Command{
		Version:  version,
		NewFyne:  fyneapp.NewWithID,
		Do:       fyne.Do,
		Browse:   browser.OpenURL,
		Demo:     demo.Serve,
		Release:  release,
		In:       in,
		Out:      out,
		Problems: problems,
	}.Run(args)
}
