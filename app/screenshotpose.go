package app

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"

	"parley/bridge"
	"parley/bridge/config/search"
	"parley/bridge/program"
)

// The computer of the pictures: other apps whose servers can be brought, and programs that are found. Pictures must not depend on the
// computer that they are taken on, and must show nothing of it.
const (
	posedHome  = "/home/you"
	posedLab   = "Lab instruments"
	posedEntry = `{"command": "uvx", "args": ["lab-instruments", "--port", "2"], "cwd": "/home/you/lab", "env": {"LAB_MODE": "measure"}}`
	posedPaste = "npx -y @modelcontextprotocol/server-filesystem ~/Documents"
)

// posed changes the surroundings of an App for the pictures. What is really started, the demo, is called by its name alone.
func posed(opts Options) Options {
	self, err := os.Executable()
	if err != nil || opts.Demo == nil {
		return opts
	}
	demo := *opts.Demo
	demo.Command = append([]string{filepath.Base(self)}, demo.Command[1:]...)
	opts.Demo = &demo
	opts.finds = &program.Finder{
		Environ: func() []string {
			return append(os.Environ(), "HOME="+posedHome, "PATH=/usr/bin"+string(os.PathListSeparator)+filepath.Dir(self))
		},
		Login: func(context.Context) (string, error) { return "/usr/bin", nil },
		Files: posedFiles{os.DirFS("/")},
	}
	opts.find = posedApps
	return opts
}

// posedFiles are the files of this computer and, beside them, programs that people start servers with, and their folder.
type posedFiles struct{ fs.FS }

func (f posedFiles) Open(name string) (fs.File, error) {
	switch name {
	case "usr/bin/npx", "usr/bin/uvx":
		name = "usr/bin/env"
	case "home/you/lab":
		name = "usr"
	}
	return f.FS.Open(name)
}

// posedApps finds the servers of two other apps.
func posedApps() []search.Found {
	files := map[string]string{
		posedHome + "/.config/Claude/claude_desktop_config.json": `{"mcpServers": {
			"filesystem": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/you/Documents"]},
			"weather": {"command": "uvx", "args": ["weather-tools"], "env": {"WEATHER_KEY": "secret"}}}}`,
		posedHome + "/.cursor/mcp.json": `{"mcpServers": {
			"Library": {"url": "https://library.example.org/mcp", "headers": {"Authorization": "Bearer secret"}},
			"files": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", "/home/you/Documents"]}}}`,
	}
	return search.Find(context.Background(), search.Places{
		OS: "linux", Home: posedHome,
		Getenv: func(string) string { return "" },
		ReadFile: func(path string) ([]byte, error) {
			if text, ok := files[path]; ok {
				return []byte(text), nil
			}
			return nil, fs.ErrNotExist
		},
		Glob: func(string) ([]string, error) { return nil, nil },
	})
}

// posedSignIn is the request to sign in to a server.
func posedSignIn() bridge.Suspension {
	return bridge.Suspension{
		Request: bridge.Request{
			ID: "sgn-picture", Kind: bridge.KindAuthorization, Prompt: "Sign in to use Library.",
			URL: "https://login.example.org/authorize?response_type=code&client_id=parley&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&redirect_uri=http%3A%2F%2F127.0.0.1%3A43117%2Fcallback&state=af0ifjsldkj",
		},
		Server: "Library", ServerAddress: "https://library.example.org/mcp", Index: 1, Total: 1, SigningIn: true,
	}
}
