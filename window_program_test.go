//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"parley/bridge/config"
)

// parley is one running Parley with a home and servers of its own, used with nothing but mouse and keyboard.
type parley struct {
	t        *testing.T
	desk     *desk
	sight    *sight
	home     string
	servers  string // the servers file
	cmd      *exec.Cmd
	window   string
	output   *output
	wires    map[string]wire     // by server
	expected map[string][]string // the answers that a server should have got, by server
	gone     chan struct{}       // closed when the process has ended
	ended    bool                // the test has seen it end
	pages    int                 // pictures taken
	asks     int                 // requests that were read
}

// output is what a program prints.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// setting changes the entry of a server in the servers file, or the environment of Parley.
type setting struct {
	servers map[string]string         // which program a server is, by its name; nil: the demo as Demo lab
	entry   map[string]map[string]any // members of a server's entry, by its name
	environ []string
	home    string // of an earlier run; "" for a new one
}

// light is the environment in which the desktop is light; without it it is dark.
var light = []string{"FYNE_THEME=light"}

// start opens Parley's window and waits until the servers' tools are there.
func (st *stage) start(t *testing.T, s setting) *parley {
	t.Helper()
	p := &parley{
		t: t, desk: st.desk, sight: &st.sight, home: filepath.Join(t.TempDir(), "home"),
		output: &output{}, wires: map[string]wire{}, expected: map[string][]string{}, gone: make(chan struct{}),
	}
	if s.home != "" {
		p.home = s.home
	}
	if s.servers == nil {
		s.servers = map[string]string{"Demo lab": "demo"}
	}
	p.servers = p.writeConfig(s)

	p.cmd = exec.Command(st.program, "--home", p.home, "--config", p.servers)
	p.cmd.Env = append(st.desk.environment(), append([]string{"FYNE_SCALE=1"}, s.environ...)...)
	p.cmd.Dir = t.TempDir()
	p.cmd.Stdout, p.cmd.Stderr = p.output, p.output
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		_ = p.cmd.Wait()
		close(p.gone)
	}()
	t.Cleanup(p.kill)
	t.Cleanup(p.finish)
	p.until("the window", func() bool {
		found, err := p.desk.xdotool("search", "--onlyvisible", "--pid", strconv.Itoa(p.cmd.Process.Pid), "--name", "Parley$")
		p.window = found
		return err == nil && found != ""
	})
	for name := range s.servers {
		p.until(name+" to list its tools", func() bool { return p.wires[name].tools() > 0 })
		p.sees(name, fmt.Sprintf("%d tools", p.wires[name].tools()))
	}
	return p
}

// writeConfig writes the servers file.
func (p *parley) writeConfig(s setting) string {
	p.t.Helper()
	self, err := os.Executable()
	if err != nil {
		p.t.Fatal(err)
	}
	folder := p.t.TempDir()
	entries := map[string]map[string]any{}
	for name, program := range s.servers {
		p.wires[name] = wire{p.t, filepath.Join(folder, program+".wire")}
		entries[name] = map[string]any{
			"command": self, "protocolVersion": "2025-11-25",
			"env": map[string]string{serverVariable: program, wireVariable: p.wires[name].path},
		}
		for member, value := range s.entry[name] {
			entries[name][member] = value
		}
	}
	raw, err := json.Marshal(map[string]any{"mcpServers": entries})
	if err != nil {
		p.t.Fatal(err)
	}
	path := filepath.Join(folder, "servers.json")
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		p.t.Fatal(err)
	}
	p.knowPrograms(path)
	return path
}

// knowPrograms lets Parley remember that the person has seen the programs of a servers file, beside what it remembers already.
func (p *parley) knowPrograms(path string) {
	p.t.Helper()
	file, err := config.Load(path, os.Getenv)
	if err != nil {
		p.t.Fatal(err)
	}
	memory := map[string]json.RawMessage{}
	remembered := filepath.Join(p.home, "memory.json")
	if raw, err := os.ReadFile(remembered); err == nil {
		if err := json.Unmarshal(raw, &memory); err != nil {
			p.t.Fatal(err)
		}
	}
	var seen []map[string]string
	for _, server := range file.Servers {
		seen = append(seen, map[string]string{"name": server.Name, "print": server.Fingerprint()})
	}
	if memory["seen"], err = json.Marshal(seen); err != nil {
		p.t.Fatal(err)
	}
	raw, err := json.Marshal(memory)
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.MkdirAll(p.home, 0o700); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(remembered, raw, 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// finish leaves Parley, unless the test did, and holds it to what every run must keep: it ends in order, prints nothing, writes
// about no crash, and tells no server anything after the test has looked.
func (p *parley) finish() {
	if p.t.Failed() {
		_ = p.desk.look().save(p.pictureFile(""))
		for name, w := range p.wires {
			p.t.Logf("what %s got (>) and sent (<):\n%s", name, w.brief())
		}
	}
	if !p.ended && !p.t.Failed() {
		p.key("alt+F4")
		select {
		case <-p.gone:
		case <-time.After(2 * time.Second):
			p.key("alt+F4") // a run is still under way, so it asked; pressed once more it leaves
		}
		p.hasGone(windowPatience)
	}
	for server := range p.expected {
		p.checkAnswers(server)
	}
	for _, line := range unexpected(p.output.String()) {
		p.t.Errorf("Parley printed: %s", line)
	}
	for _, pattern := range []string{"crash-*", "last-words*"} {
		if crashes, err := filepath.Glob(filepath.Join(p.home, pattern)); err != nil || p.ended && len(crashes) > 0 {
			p.t.Errorf("Parley wrote about a crash: %v %v", crashes, err)
		}
	}
}

// kill ends what is left when something went wrong.
func (p *parley) kill() {
	_ = p.cmd.Process.Kill()
	<-p.gone
	for _, w := range p.wires {
		for _, pid := range w.pids() {
			if running(pid) {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}
	}
}

// leave closes the window by the keyboard, as the window manager has it.
func (p *parley) leave(limit time.Duration) {
	p.t.Helper()
	p.key("alt+F4")
	p.hasGone(limit)
}

// hasGone waits until Parley has ended, and then holds it to having ended in order, with nothing left of its servers.
func (p *parley) hasGone(limit time.Duration) {
	p.t.Helper()
	family := descendants(p.cmd.Process.Pid)
	for _, w := range p.wires {
		family = append(family, w.pids()...)
	}
	select {
	case <-p.gone:
		p.ended = true
	case <-time.After(limit):
		p.t.Fatalf("Parley is still there after %s", limit)
	}
	if code := p.cmd.ProcessState.ExitCode(); code != exitOK {
		p.t.Errorf("Parley ended with code %d", code)
	}
	for begun := time.Now(); slices.ContainsFunc(family, running); pause() {
		if time.Since(begun) > time.Second { // the system may need a moment to clear away what was killed
			p.t.Fatalf("some of the processes %v still run after Parley has ended", family)
		}
	}
}

// quiet are the only lines that Parley may print here. Fyne looks for the desktop's choice of light or dark on a message bus,
// and there is none; now and then it reads the file of its own preferences just as it writes it; and when it shows folders, it looks for
// the usual ones.
func quiet() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d Fyne error:  failed to watch theme settings$`),
		regexp.MustCompile(`^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d   Cause: dial unix .*/no-bus: connect: no such file or directory$`),
		regexp.MustCompile(`^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d   At: .*/fyne\.io/fyne/v2@.*/app/app_xdg\.go:\d+$`),
		regexp.MustCompile(`^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d Fyne error:  Preferences load error:$`),
		regexp.MustCompile(`^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d   Cause: EOF$`),
		regexp.MustCompile(`^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d   At: .*/fyne\.io/fyne/v2@.*/app/preferences\.go:\d+$`),
		regexp.MustCompile(`^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d Fyne error:  Getting favorite locations$`),
		regexp.MustCompile(`^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d   Cause: this computer does not define a [A-Z]+ folder$`),
		regexp.MustCompile(`^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d   At: .*/fyne\.io/fyne/v2@.*/dialog/file\.go:\d+$`),
	}
}

// unexpected gives the lines that should not have been printed.
func unexpected(printed string) (lines []string) {
	for line := range strings.Lines(printed) {
		line = strings.TrimRight(line, "\n")
		if line != "" && !slices.ContainsFunc(quiet(), func(known *regexp.Regexp) bool { return known.MatchString(line) }) {
			lines = append(lines, line)
		}
	}
	return lines
}
