package main

import (
	"os"

	"parley/app"
	"parley/bridge/demo"
)

// version is set by the linker: -ldflags "-X main.version=1.2.3".
var version = "0.1.0-dev"

func main() {
	os.Exit(app.Command{Version: version, Demo: demo.Serve, In: os.Stdin, Out: os.Stdout, Problems: os.Stderr}.Run(os.Args[1:]))
}
