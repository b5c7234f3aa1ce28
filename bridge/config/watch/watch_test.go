package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/bridge/config"
	"parley/bridge/config/edit"
	"parley/bridge/config/tree"
	"parley/bridge/wiretest"
)

// handClock rings when the test says so.
type handClock struct {
	mu    sync.Mutex
	set   map[*timer]bool
	armed chan struct{} // holds something when a timer was set since the last look
}

type timer struct {
	after time.Duration
	ring  func()
}

func newHandClock() *handClock {
	return &handClock{set: map[*timer]bool{}, armed: make(chan struct{}, 1)}
}

func (c *handClock) AfterFunc(d time.Duration, f func()) func() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	one := &timer{d, f}
	c.set[one] = true
	select {
	case c.armed <- struct{}{}:
	default:
	}
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		was := c.set[one]
		delete(c.set, one)
		return was
	}
}

// ring lets one timer of a duration run out and says whether there was one.
func (c *handClock) ring(after time.Duration) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for one := range c.set {
		if one.after == after {
			delete(c.set, one)
			one.ring()
			return true
		}
	}
	return false
}

// wait lets the first timer of a duration run out, once it is set.
func (c *handClock) wait(t *testing.T, after time.Duration) {
	t.Helper()
	for !c.ring(after) {
		select {
		case <-c.armed:
		case <-t.Context().Done():
			t.Fatal("nothing happened")
		}
	}
}

// watching is a Keeper that watches, and what its app saw.
type watching struct {
	*Keeper
	clock *handClock
	told  chan string
}

func noLeaks(t *testing.T) {
	t.Helper()
	if err := wiretest.Leaks(); err != nil {
		t.Error(err)
	}
}

func watch(t *testing.T, path string, load bool) watching {
	t.Helper()
	noLeaks(t)
	clock := newHandClock()
	w := watching{&Keeper{Path: path, Clock: clock}, clock, make(chan string, 100)}
	if load {
		_, _ = w.Load(environment)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- w.Watch(ctx, func() {
			file, err := w.Load(environment)
			if err != nil {
				w.told <- err.Error()
				return
			}
			w.told <- strings.Join(names(file), " ")
		})
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("it ended with %v", err)
		}
		noLeaks(t)
	})
	clock.wait(t, settleTime) // the first look
	return w
}

// hears lets time pass until the app is told.
func (w watching) hears(t *testing.T, want string) {
	t.Helper()
	for {
		w.clock.ring(settleTime)
		w.clock.ring(graceTime)
		select {
		case got := <-w.told:
			if !strings.Contains(got, want) || want == "" && got != "" {
				t.Fatalf("the app was told of %q, want %q", got, want)
			}
			return
		case <-w.clock.armed:
		case <-t.Context().Done():
			t.Fatal("the app was not told")
		}
	}
}

func list(names ...string) string {
	var entries []string
	for _, name := range names {
		entries = append(entries, `"`+name+`":{"command":"d"}`)
	}
	return `{"mcpServers":{` + strings.Join(entries, ",") + `}}`
}

// replaceFile writes as most editors do.
func replaceFile(t *testing.T, path, text string) {
	t.Helper()
	write(t, path+"~", text)
	if err := os.Rename(path+"~", path); err != nil {
		t.Fatal(err)
	}
}

func TestChangesFromOutsideAreTold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "servers.json")
	write(t, path, list("a"))
	w := watch(t, path, true)
	write(t, path, list("a", "b"))
	w.hears(t, "a b")
	replaceFile(t, path, list("c"))
	w.hears(t, "c")
	replaceFile(t, path, list("d"))
	w.hears(t, "d")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	w.hears(t, "")
	write(t, path, list("e"))
	w.hears(t, "e")
}

func TestAFileThatAppearsLaterIsSeen(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "not", "yet", "there", "servers.json")
	w := watch(t, path, true)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, path, list("a"))
	w.hears(t, "a")
	if err := os.RemoveAll(filepath.Join(root, "not")); err != nil {
		t.Fatal(err)
	}
	w.hears(t, "")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, path, list("b"))
	w.hears(t, "b")
}

func TestAFileBehindALinkIsSeen(t *testing.T) {
	path, target := filepath.Join(t.TempDir(), "servers.json"), filepath.Join(t.TempDir(), "real.json")
	write(t, target, list("a"))
	if err := os.Symlink(target, path); err != nil {
		t.Skip("no links here:", err)
	}
	w := watch(t, path, true)
	write(t, target, list("b"))
	w.hears(t, "b")
	other := filepath.Join(t.TempDir(), "other.json")
	write(t, other, list("c"))
	if err := errors.Join(os.Remove(path), os.Symlink(other, path)); err != nil {
		t.Fatal(err)
	}
	w.hears(t, "c")
	replaceFile(t, other, list("d"))
	w.hears(t, "d")
}

func TestHalfAFileIsNotTold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "servers.json")
	write(t, path, list("a"))
	w := watch(t, path, true)
	whole := list("a", "b")
	write(t, path, whole[:len(whole)/2])
	for len(w.told) == 0 && !w.clock.has(graceTime) { // it waits for the rest
		w.clock.ring(settleTime)
		<-w.clock.armed
	}
	write(t, path, whole)
	w.hears(t, "a b")

	write(t, path, whole[:len(whole)/2])
	w.hears(t, "cannot be read") // the rest never came
}

func (c *handClock) has(after time.Duration) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	for one := range c.set {
		if one.after == after {
			return true
		}
	}
	return false
}

func TestOwnEditsAreNoNews(t *testing.T) {
	path := filepath.Join(t.TempDir(), "servers.json")
	w := watch(t, path, true)
	if err := w.Edit(put("ours")); err != nil {
		t.Fatal(err)
	}
	w.clock.wait(t, settleTime)
	mustEdit(t, path, put("theirs")) // another Parley
	w.hears(t, "ours theirs")        // the first thing that is told
}

func TestAnEditOnTopOfAnUnseenChangeIsNews(t *testing.T) {
	path := filepath.Join(t.TempDir(), "servers.json")
	write(t, path, list("a"))
	k := &Keeper{Path: path}
	if _, err := k.Load(environment); err != nil {
		t.Fatal(err)
	}
	if err := k.Edit(put("b")); err != nil || k.News() {
		t.Fatalf("%v, our own edit is news: %v", err, k.News())
	}
	write(t, path, list("a", "theirs"))
	if err := k.Edit(put("ours")); err != nil || !k.News() {
		t.Fatalf("%v, news: %v", err, k.News())
	}
	firstNews(t, k, "a theirs ours")
}

func TestAChangeBeforeWatchingIsTold(t *testing.T) {
	path := filepath.Join(t.TempDir(), "servers.json")
	write(t, path, list("a"))
	k := &Keeper{Path: path}
	if _, err := k.Load(environment); err != nil {
		t.Fatal(err)
	}
	write(t, path, list("b"))
	firstNews(t, k, "b")
}

// firstNews watches until the first call.
func firstNews(t *testing.T, k *Keeper, want string) {
	t.Helper()
	clock := newHandClock()
	k.Clock = clock
	ctx, stop := context.WithCancel(t.Context())
	told, ended := make(chan string, 10), make(chan error)
	go func() {
		ended <- k.Watch(ctx, func() {
			file, err := k.Load(environment)
			told <- strings.Join(names(file), " ")
			if err != nil {
				t.Error(err)
			}
		})
	}()
	clock.wait(t, settleTime)
	if got := <-told; got != want {
		t.Errorf("told of %q, want %q", got, want)
	}
	stop()
	<-ended
}

func TestWithoutWordFromTheSystemTheFileIsLookedAt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "servers.json")
	write(t, path, list("a"))
	w := watch(t, path, true)
	write(t, path, list("b"))
	w.clock.wait(t, lookAgain)
	w.hears(t, "b")
	w.clock.wait(t, lookAgain) // and again
}

func TestWatchTellsWhatChangesFromNowOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "servers.json")
	write(t, path, list("a"))
	w := watch(t, path, false)
	write(t, path, list("b"))
	w.hears(t, "b")
}

func TestAKeeperLoadsWhatLoadLoads(t *testing.T) {
	path := filepath.Join(t.TempDir(), "servers.json")
	k := &Keeper{Path: path}
	if file, err := k.Load(environment); err != nil || len(file.Servers) > 0 {
		t.Errorf("a missing file: %v %v", file, err)
	}
	write(t, path, list("a", "b"))
	if file, err := k.Load(environment); err != nil || !slices.Equal(names(file), []string{"a", "b"}) {
		t.Errorf("%v %v", file, err)
	}
	write(t, path, "{")
	var syntax *tree.SyntaxError
	if _, err := k.Load(environment); !errors.As(err, &syntax) {
		t.Errorf("%v", err)
	}
}

func TestEditsSideBySideAllArrive(t *testing.T) {
	path := filepath.Join(t.TempDir(), "servers.json")
	one := Keeper{Path: path}
	ways := map[string]func(func(*edit.Editor) error) error{
		"of one keeper":  one.Edit,
		"of two Parleys": func(change func(*edit.Editor) error) error { return (&Keeper{Path: path}).Edit(change) },
	}
	if runtime.GOOS == "windows" {
		delete(ways, "of two Parleys")
	}
	for name, edit := range ways {
		t.Run(name, func(t *testing.T) {
			var want []string
			var edits sync.WaitGroup
			for n := range 12 {
				name := strings.ReplaceAll(name, " ", "-") + strconv.Itoa(10+n)
				want = append(want, name)
				edits.Go(func() {
					if err := edit(put(name)); err != nil {
						t.Error(err)
					}
				})
			}
			edits.Wait()
			got := mustNames(t, path)
			for _, name := range want {
				if !slices.Contains(got, name) {
					t.Errorf("%s is not among %q", name, got)
				}
			}
			alone(t, filepath.Dir(path), "servers.json")
		})
	}
}

func environment(name string) string {
	return map[string]string{"TOKEN": "t0ken", "REGION": "eu", "HOME": "/home/u"}[name]
}

func names(file config.File) []string {
	var names []string
	for _, s := range file.Servers {
		names = append(names, s.Name)
	}
	return names
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func put(name string) func(*edit.Editor) error {
	return func(e *edit.Editor) error { return e.Put(name, []byte(`{"command":"`+name+`"}`)) }
}

func mustEdit(t *testing.T, path string, change func(*edit.Editor) error) {
	t.Helper()
	if err := edit.Edit(path, change); err != nil {
		t.Fatal(err)
	}
}

func mustNames(t *testing.T, path string) []string {
	t.Helper()
	file, err := config.Load(path, environment)
	if err != nil {
		t.Fatal(err)
	}
	return names(file)
}

// alone fails when a folder holds anything else than these, as a temporary file left behind.
func alone(t *testing.T, folder string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if !slices.Equal(got, want) {
		t.Errorf("the folder holds %q, want %q", got, want)
	}
}
