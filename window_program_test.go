//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
)

// stage is what all window tests share: one screen, one Parley built once, one memory of how words look.
type stage struct {
	desk    *desk
	program string // where Parley was built
	sight   sight
}

// newStage gets everything ready. It is cleared when t ends.
func newStage(t *testing.T) *stage {
	t.Helper()
	if missing := missingTools(); missing != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s missing: the window cannot be tested", strings.Join(missing, " and "))
		}
		t.Skipf("%s missing: 'make test' installs what the tests of the window need", strings.Join(missing, " and "))
	}
	program := filepath.Join(t.TempDir(), "parley")
	if err := build(program); err != nil {
		t.Fatal(err)
	}
	desk, err := newDesk()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(desk.close)
	return &stage{desk: desk, program: program}
}

// build compiles Parley as anybody would, with the race detector when the tests run with it: all that it needs is compiled
// already then.
func build(program string) error {
	args := []string{"build", "-o", program}
	if withRace() {
		args = append(args, "-race")
	}
	if out, err := exec.Command("go", append(args, ".")...).CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// withRace reports whether this test was built with the race detector.
func withRace() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}

// patience is how long anything may take on a busy machine. What takes that long fails.
const windowPatience = 20 * time.Second

// parley is one running Parley with a home and servers of its own, used with nothing but mouse and keyboard.
type parley struct {
	t        *testing.T
	desk     *desk
	sight    *sight
	home     string
	cmd      *exec.Cmd
	window   string
	output   *output
	wires    map[string]wire     // by server
	expected map[string][]string // the answers that a server should have got, by server
	gone     chan struct{}       // closed when the process has ended
	ended    bool                // the test has seen it end
	pages    int                 // pictures taken
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
}

// light is the environment in which the desktop is light; without it it is dark.
var light = []string{"FYNE_THEME=light"}

// start opens Parley's window and waits until the servers are there.
func (st *stage) start(t *testing.T, s setting) *parley {
	t.Helper()
	p := &parley{
		t: t, desk: st.desk, sight: &st.sight, home: filepath.Join(t.TempDir(), "home"),
		output: &output{}, wires: map[string]wire{}, expected: map[string][]string{}, gone: make(chan struct{}),
	}
	if s.servers == nil {
		s.servers = map[string]string{"Demo lab": "demo"}
	}
	config := p.writeConfig(s)

	p.cmd = exec.Command(st.program, "--home", p.home, "--config", config)
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
	t.Cleanup(p.finish)
	p.until("the window", func() bool {
		found, err := p.desk.xdotool("search", "--onlyvisible", "--pid", strconv.Itoa(p.cmd.Process.Pid), "--name", "Parley$")
		p.window = found
		return err == nil && found != ""
	})
	for name := range s.servers {
		p.sees(name)
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
	config := filepath.Join(folder, "servers.json")
	if err := os.WriteFile(config, raw, 0o600); err != nil {
		p.t.Fatal(err)
	}
	return config
}

// finish leaves Parley, unless the test did, and holds it to what every run must keep: it ends in order, prints nothing, and
// leaves nothing running.
func (p *parley) finish() {
	if p.t.Failed() {
		_ = p.desk.look().save(p.pictureFile(""))
	}
	if !p.ended && !p.t.Failed() {
		p.leave()
	}
	_ = p.cmd.Process.Kill()
	<-p.gone
	for server := range p.expected {
		p.checkAnswers(server)
	}
	for _, line := range unexpected(p.output.String()) {
		p.t.Errorf("Parley printed: %s", line)
	}
	crashes, err := filepath.Glob(filepath.Join(p.home, "crash-*"))
	if err != nil || len(crashes) > 0 {
		p.t.Errorf("Parley wrote about a crash: %v %v", crashes, err)
	}
	if p.t.Failed() {
		for name, w := range p.wires {
			p.t.Logf("what %s got (>) and sent (<):\n%s", name, w.brief())
		}
	}
}

// leave closes the window by the keyboard, as the window manager has it.
func (p *parley) leave() {
	p.t.Helper()
	p.key("alt+F4")
	p.hasGone()
}

// hasGone waits until Parley has ended, which it does in bounded time, and then holds it to having ended in order, with
// nothing left of its servers.
func (p *parley) hasGone() {
	p.t.Helper()
	family := descendants(p.cmd.Process.Pid)
	for _, w := range p.wires {
		family = append(family, w.pids()...)
	}
	select {
	case <-p.gone:
		p.ended = true
	case <-time.After(closeLimit):
		p.t.Fatalf("Parley is still there after %s", closeLimit)
	}
	if code := p.cmd.ProcessState.ExitCode(); code != exitOK {
		p.t.Errorf("Parley ended with code %d", code)
	}
	for _, pid := range family {
		if running(pid) {
			p.t.Errorf("process %d still runs after Parley has ended", pid)
		}
	}
}

// quiet are the only lines that Parley may print here. Fyne looks for the desktop's choice of light or dark on a message bus,
// and there is none; and now and then it reads the file of its own preferences just as it writes it.
func quiet() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d Fyne error:  failed to watch theme settings$`),
		regexp.MustCompile(`^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d   Cause: dial unix .*/no-bus: connect: no such file or directory$`),
		regexp.MustCompile(`^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d   At: .*/fyne\.io/fyne/v2@.*/app/app_xdg\.go:\d+$`),
		regexp.MustCompile(`^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d Fyne error:  Preferences load error:$`),
		regexp.MustCompile(`^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d   Cause: EOF$`),
		regexp.MustCompile(`^\d{4}/\d\d/\d\d \d\d:\d\d:\d\d   At: .*/fyne\.io/fyne/v2@.*/app/preferences\.go:\d+$`),
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

// running reports whether a process runs; one that is only waiting to be collected does not.
func running(pid int) bool {
	_, state := parentOf(pid)
	return state != "" && state != "Z"
}

// parentOf reads who started a process, and its state; "" when there is no such process.
func parentOf(pid int) (parent int, state string) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, ""
	}
	_, rest, _ := strings.Cut(string(raw), ") ") // the name before may hold anything
	if _, err := fmt.Sscan(rest, &state, &parent); err != nil {
		return 0, ""
	}
	return parent, state
}

// descendants are all processes that a process started, and theirs.
func descendants(pid int) (all []int) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	children := map[int][]int{}
	for _, entry := range entries {
		if child, err := strconv.Atoi(entry.Name()); err == nil {
			parent, _ := parentOf(child)
			children[parent] = append(children[parent], child)
		}
	}
	for next := children[pid]; len(next) > 0; next = next[1:] {
		all = append(all, next[0])
		next = append(next, children[next[0]]...)
	}
	return all
}

// until waits until something is so, and fails the test when it does not come to be.
func (p *parley) until(what string, is func() bool) {
	p.t.Helper()
	for begun := time.Now(); !is(); pause() {
		select {
		case <-p.gone:
			p.t.Fatalf("Parley has ended while the test waited: %s\n%s", what, p.output)
		default:
		}
		if time.Since(begun) > windowPatience {
			p.t.Fatalf("waited in vain: %s", what)
		}
	}
}

// do gives one order to mouse or keyboard.
func (p *parley) do(args ...string) string {
	p.t.Helper()
	said, err := p.desk.xdotool(args...)
	if err != nil {
		p.t.Fatal(err)
	}
	return said
}

// key presses keys, one after the other, as xdotool names them: Return, ctrl+k.
func (p *parley) key(keys ...string) {
	p.t.Helper()
	p.do(append([]string{"key", "--delay", "8"}, keys...)...)
}

// write types text.
func (p *parley) write(text string) {
	p.t.Helper()
	p.do("type", "--delay", "8", "--", text)
}

// watch looks at the screen again and again, and gives the places at which something is seen. It searches a view only once,
// because that costs more than looking.
func (p *parley) watch(stencils []*stencil) func() []image.Rectangle {
	var last *view
	var places []image.Rectangle
	return func() []image.Rectangle {
		now := p.desk.look()
		if now == last {
			return places
		}
		last, places = now, nil
		for _, s := range stencils {
			places = append(places, now.find(s)...)
		}
		return places
	}
}

// sees waits until all of the words are on the screen.
func (p *parley) sees(words ...string) {
	p.t.Helper()
	for _, w := range words {
		places := p.watch(p.sight.words(w))
		p.until(fmt.Sprintf("%q on the screen", w), func() bool { return len(places()) > 0 })
	}
}

// misses waits until none of the words is on the screen.
func (p *parley) misses(words ...string) {
	p.t.Helper()
	for _, w := range words {
		places := p.watch(p.sight.words(w))
		p.until(fmt.Sprintf("%q gone from the screen", w), func() bool { return len(places()) == 0 })
	}
}

// click presses the mouse on words, once they are seen.
func (p *parley) click(words string) {
	p.t.Helper()
	p.clickOn(fmt.Sprintf("%q", words), p.sight.words(words))
}

// clickIcon presses the mouse on an icon, once it is seen.
func (p *parley) clickIcon(icon fyne.Resource) {
	p.t.Helper()
	p.clickOn("the icon "+icon.Name(), p.sight.icon(icon))
}

// clickOn presses the mouse and moves it out of the way, so that it hides nothing. It wants to know where: what is seen
// in two places is not clicked on.
func (p *parley) clickOn(what string, stencils []*stencil) {
	p.t.Helper()
	places := p.watch(stencils)
	p.until(what+" to click on", func() bool { return len(places()) > 0 })
	found := places()
	if len(found) > 1 {
		p.t.Fatalf("%s is to be seen in several places: %v", what, found)
	}
	at := found[0].Min.Add(found[0].Max).Div(2)
	p.do("mousemove", strconv.Itoa(at.X), strconv.Itoa(at.Y), "click", "1", "mousemove", "1", "899")
}

// titled waits for the window's title.
func (p *parley) titled(want string) {
	p.t.Helper()
	got := ""
	p.until(fmt.Sprintf("the title %q", want), func() bool {
		got = p.do("getwindowname", p.window)
		return got == want
	})
}

// run finds a tool by the keyboard and runs it.
func (p *parley) run(title string) {
	p.t.Helper()
	p.find(title)
	p.key("ctrl+Return")
}

// find opens a tool through the search and waits for its page.
func (p *parley) find(title string) {
	p.t.Helper()
	p.key("ctrl+k")
	p.write(title)
	p.key("Return")
	p.sees("Ctrl+Enter") // beside Run, once it can be pressed
}

// arming is how long a request that appears by itself takes nothing, and a little more. Nothing on the screen says when it
// is over.
const arming = 450 * time.Millisecond

// asked waits until a server's request with these words is in front of the person, who then reads it: until it takes
// anything.
func (p *parley) asked(server, words string) {
	p.t.Helper()
	p.sees(server+" asks", words)
	time.Sleep(arming)
}

// answered waits until a server has asked as many questions and got these answers to them, to the letter; "" for none. It
// is looked at again at the end: whatever comes later is wrong.
func (p *parley) answered(server string, want ...string) {
	p.t.Helper()
	p.expected[server] = want
	w := p.wires[server]
	p.until(fmt.Sprintf("answers of %s on the wire: %q", server, want), func() bool {
		got := w.answers()
		for i, answer := range want {
			if len(got) <= i || got[i] == "" && answer != "" {
				return false
			}
		}
		return true
	})
	p.checkAnswers(server)
}

func (p *parley) checkAnswers(server string) {
	p.t.Helper()
	if got, want := p.wires[server].answers(), p.expected[server]; !slices.Equal(got, want) {
		p.t.Errorf("%s was told\n  %s\nwant\n  %s", server, strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

// wroteNowhere fails the test when text is found in anything that Parley wrote down or printed.
func (p *parley) wroteNowhere(text string) {
	p.t.Helper()
	err := filepath.WalkDir(p.home, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if bytes.Contains(raw, []byte(text)) {
			p.t.Errorf("it stands in %s", entry.Name())
		}
		return err
	})
	if err != nil {
		p.t.Error(err)
	}
	if strings.Contains(p.output.String(), text) {
		p.t.Error("it was printed")
	}
}

// picture keeps a picture of the screen as it is, when somebody wants to see it.
func (p *parley) picture(name string) {
	p.t.Helper()
	if os.Getenv("PARLEY_PICTURES") == "" {
		return
	}
	p.pages++
	if err := p.desk.look().save(p.pictureFile(fmt.Sprintf("-%d-%s", p.pages, name))); err != nil {
		p.t.Error(err)
	}
}

func (p *parley) pictureFile(name string) string {
	_, scenario, _ := strings.Cut(p.t.Name(), "/")
	clean := func(r rune) rune {
		if r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '_'
	}
	return filepath.Join("build", "window", strings.Map(clean, scenario+name)+".png")
}
