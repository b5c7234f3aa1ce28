//go:build linux

package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley/bridge/signin/signintest"
	"parley/bridge/wiretest"
)

// How servers come in: from other apps, by what their instructions say, and signed in.

// program is the entry of a server that is the test's own executable, and has its wire read.
func (p *parley) program(name, kind string) map[string]any {
	p.t.Helper()
	self, err := os.Executable()
	if err != nil {
		p.t.Fatal(err)
	}
	p.wires[name] = wire{p.t, filepath.Join(p.t.TempDir(), kind+".wire")}
	return map[string]any{"command": self, "env": map[string]string{serverVariable: kind, wireVariable: p.wires[name].path}}
}

// listsTools waits until a server has been asked for its tools and the window shows how many there are.
func (p *parley) listsTools(name string) {
	p.t.Helper()
	p.until(name+" to list its tools", func() bool { return p.wires[name].tools() > 0 })
}

// clickAbove presses the mouse some way above words, where there is nothing to aim at.
func (p *parley) clickAbove(words string, way int) {
	p.t.Helper()
	places := p.watch(p.sight.words(words))
	p.until(words+" to click above", func() bool { return len(places()) == 1 })
	at := places()[0].Min
	p.do("mousemove", strconv.Itoa(at.X), strconv.Itoa(at.Y-way), "click", "1", "mousemove", "1", "899")
}

// noServers is a Parley without any server but its own demo.
func noServers(environ ...string) setting {
	return setting{servers: map[string]string{}, environ: environ}
}

// aHome is a person's own folder, as systems make them.
func aHome(t *testing.T) string {
	t.Helper()
	home := t.TempDir()
	if err := os.Mkdir(filepath.Join(home, ".cache"), 0o700); err != nil {
		t.Fatal(err)
	}
	return home
}

func writeJSON(t *testing.T, path string, v any) {
	t.Helper()
	raw, err := json.Marshal(v)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(path), 0o700)
	}
	if err == nil {
		err = os.WriteFile(path, raw, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// The first start finds what other apps have. Nothing of it runs before the person has ticked it and seen what it would run.
func (s *stage) bringsServersOfOtherApps(t *testing.T) {
	person := aHome(t)
	p := &parley{t: t, wires: map[string]wire{}}
	sales, unwanted := p.program("Sales", "asks"), p.program("Unwanted", "asks")
	claude := filepath.Join(person, ".config", "Claude", "claude_desktop_config.json")
	writeJSON(t, claude, map[string]any{"mcpServers": map[string]any{"Sales": sales}})
	writeJSON(t, filepath.Join(person, ".cursor", "mcp.json"), map[string]any{"mcpServers": map[string]any{"Unwanted": unwanted}})
	wires := p.wires
	p = s.start(t, noServers("HOME="+person))
	p.wires = wires
	p.sees("Welcome to Parley", "Bring my servers")
	p.picture("found")
	p.click("Bring 2 servers from Claude Desktop, Cursor")
	p.sees("Claude Desktop", "Cursor", "Sales", "Unwanted")
	p.picture("listed")
	p.click("Unwanted") // takes its tick away
	p.click("Bring 1 server")
	p.listsTools("Sales")
	p.sees("Added Sales.")
	p.picture("brought")
	if text := p.wires["Unwanted"].text(); text != "" {
		t.Errorf("a server that was not wanted was started: %s", text)
	}
	before, _ := json.Marshal(map[string]any{"mcpServers": map[string]any{"Sales": sales}})
	if raw, err := os.ReadFile(claude); err != nil || string(raw) != string(before) {
		t.Errorf("the other app's file has changed: %v\n%s", err, raw)
	}
}

// A server is added by a command line, by an address and by a block of JSON, and is there.
func (s *stage) addsServersByWhatIsPasted(t *testing.T) {
	lab := mcp.NewServer(&mcp.Implementation{Name: "lab", Version: "1"}, nil)
	lab.AddTool(&mcp.Tool{Name: "weigh", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "It weighs 7 pounds."}}}, nil
	})
	web := httptest.NewServer(wiretest.Streamable(t, lab, nil))
	t.Cleanup(func() { web.CloseClientConnections(); web.Close() })

	p := s.start(t, noServers("HOME="+aHome(t)))
	byLine, byJSON := p.program("Scale", "asks"), p.program("Sales", "asks")
	line := ""
	for name, value := range byLine["env"].(map[string]string) {
		line += name + "=" + value + " "
	}
	p.click("Add server")
	p.sees("All your servers are in one file")
	p.write(line + byLine["command"].(string) + " -s")
	p.sees("Arguments", "Adding it lets the program start.") // the argument is the last of what was typed
	p.picture("by command line")
	p.click("Try it")
	p.sees("It works…")
	p.picture("tried")
	p.click("Add")
	p.listsTools("Scale")
	p.misses("All your servers are in one file", "Add a server")

	p.click("Add server")
	p.sees("All your servers are in one file")
	p.write(web.URL + "/mcp")
	p.sees("Address", "Try it")
	p.picture("by address")
	p.click("Add")
	p.sees("Ready, with 1 tool.")
	p.misses("Added 127.0.0.1-" + port(web.URL) + ".")
	p.click("weigh")   // in the list
	time.Sleep(atRest) // nothing else has the window drawn then, so the result has to see to it itself
	p.key("ctrl+Return")
	p.sees("It weighs 7 pounds.")
	p.picture("weighed")

	block, err := json.Marshal(map[string]any{"mcpServers": map[string]any{"Sales": byJSON}})
	if err != nil {
		t.Fatal(err)
	}
	p.click("Add server")
	p.sees("All your servers are in one file")
	p.write(string(block))
	p.sees("Adding it lets the program start.")
	p.picture("by JSON")
	p.click("Add")
	p.listsTools("Sales")
}

// A server that fails says why; its entry is mended in Parley, and it works.
func (s *stage) mendsAServerThatFails(t *testing.T) {
	p := s.start(t, noServers("HOME="+aHome(t)))
	right := p.program("Sales", "asks")
	wrong := map[string]any{"command": "no-such-program", "env": right["env"]}
	block, err := json.Marshal(map[string]any{"Sales": wrong})
	if err != nil {
		t.Fatal(err)
	}
	p.click("Add server")
	p.sees("All your servers are in one file")
	p.write(string(block))
	p.sees("Adding it lets the program start.")
	p.click("Add")
	p.sees("The program no-such-program was not found.…")
	p.picture("failed")
	p.click("Edit")
	p.sees("What it runs", "Saving lets a changed program start.")
	p.picture("editing")
	mended, err := json.Marshal(right)
	if err != nil {
		t.Fatal(err)
	}
	p.click("Show the values")
	p.clickAbove("Hide the values", 90) // into the box
	p.key("ctrl+a")
	p.write(string(mended))
	p.sees(right["command"].(string))
	p.click("Save")
	p.listsTools("Sales")
	p.picture("mended")
}

// atRest is after how long nothing moves any more in a window that is left alone.
const atRest = time.Second

// port is the port of an address on this computer.
func port(address string) string {
	_, rest, _ := strings.Cut(address, "127.0.0.1:")
	number, _, _ := strings.Cut(rest, "/")
	return number
}

// A server that wants the person to sign in puts its link into the one modal; the browser comes back, and it is ready. The next
// start needs no browser.
func (s *stage) signsIn(t *testing.T) {
	issuer := signintest.NewIssuer()
	t.Cleanup(issuer.Close)
	locked := signintest.NewServer(issuer)
	t.Cleanup(locked.Close)
	folder := t.TempDir()
	opened := filepath.Join(folder, "opened")
	script := "#!/bin/sh\nprintf '%s' \"$1\" >" + opened + "\n"
	if err := os.WriteFile(filepath.Join(folder, "xdg-open"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	environ := []string{"PATH=" + folder + ":" + os.Getenv("PATH"), "HOME=" + aHome(t)}
	p := s.start(t, noServers(environ...))
	p.click("Add server")
	p.sees("All your servers are in one file")
	p.write(locked.URL)
	p.sees("Address", "Try it")
	p.click("Add")
	p.asked("127.0.0.1-"+port(locked.URL), "Sign in to use 127.0.0.1-"+port(locked.URL)+".")
	p.picture("asked")
	p.click("Open 127.0.0.1")
	address := ""
	p.until("the browser", func() bool {
		raw, err := os.ReadFile(opened)
		address = string(raw)
		return err == nil && strings.HasPrefix(address, "http://127.0.0.1:")
	})
	status, page, err := signintest.Visit(t.Context(), address)
	if err != nil || status != http.StatusOK || !strings.Contains(page, "close this") {
		t.Errorf("the browser ended on %d %v: %s", status, err, page)
	}
	p.misses("Open 127.0.0.1")
	p.sees("Ready, with 2 tools.") // nothing is found in a list that is not there yet
	p.run("whoami")
	p.sees("Finished in…")
	p.picture("signed in")
	for _, secret := range issuer.Secrets() {
		if strings.Contains(p.output.String(), secret) {
			t.Errorf("a secret was printed: %s", p.output)
		}
	}
	p.leave(windowPatience)
}

// A folder is picked with the mouse; the server is told at once, and the servers file keeps it. Esc leaves without picking.
func (s *stage) choosesAFolder(t *testing.T) {
	person := aHome(t)
	if err := os.Mkdir(filepath.Join(person, "Papers"), 0o700); err != nil {
		t.Fatal(err)
	}
	p := s.start(t, setting{servers: map[string]string{"Sales": "asks"}, environ: []string{"HOME=" + person}})
	p.click("Sales")
	p.click("Choose…")
	p.sees("Choose a folder", "Papers")
	p.picture("shown")
	p.key("Escape")
	p.misses("Choose a folder")
	p.click("Choose…")
	p.sees("Papers")
	p.click("Choose this folder")
	p.sees("Take away")
	p.picture("chosen")
	p.until("the server to be told", func() bool { return p.wires["Sales"].got("notifications/roots/list_changed") > 0 })
	raw, err := os.ReadFile(p.servers)
	if err != nil || !strings.Contains(string(raw), person) {
		t.Errorf("the servers file does not have the folder: %v\n%s", err, raw)
	}
}
