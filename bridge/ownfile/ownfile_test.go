package ownfile

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"
)

var errBusy = errors.New("somebody else has it open")

// What is in the way for a moment is waited for, what stays there for a bound, and what is wrong not at all.
func TestWhoIsInTheWayIsWaitedForWithinABound(t *testing.T) {
	for name, c := range map[string]struct {
		errs  []error // of the tries; the last one stays
		want  error
		tries int
		long  bool
	}{
		"nobody":         {[]error{nil}, nil, 1, false},
		"for a moment":   {[]error{errBusy, errBusy, errBusy, nil}, nil, 4, false},
		"for good":       {[]error{errBusy}, errBusy, 0, true},
		"something else": {[]error{os.ErrPermission}, os.ErrPermission, 1, false},
		"both":           {[]error{errBusy, os.ErrPermission}, os.ErrPermission, 2, false},
	} {
		var waited time.Duration
		tries := 0
		r := retry{busy: func(err error) bool { return errors.Is(err, errBusy) }, pause: func(d time.Duration) { waited += d }}
		err := r.do(func() error {
			tries++
			return c.errs[min(tries, len(c.errs))-1]
		})
		if !errors.Is(err, c.want) || c.tries > 0 && tries != c.tries {
			t.Errorf("%s: %v after %d tries", name, err, tries)
		}
		if long := waited >= longest; long != c.long || waited > 2*longest {
			t.Errorf("%s: waited %v", name, waited)
		}
	}
}

func TestReplacedFileIsWholeAndItsOwners(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "memory.json")
	for _, content := range []string{"one", "two"} {
		if err := Replace(path, []byte(content)); err != nil {
			t.Fatal(err)
		}
		if got, err := Read(path, 10); err != nil || string(got) != content {
			t.Errorf("%q, %v", got, err)
		}
	}
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

// On Windows it is the system that says no while somebody reads; elsewhere nobody is in the way.
func TestFileIsReplacedWhoeverReadsIt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "memory.json")
	if err := Replace(path, []byte("0")); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var reading sync.WaitGroup
	for range 2 {
		reading.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if _, err := Read(path, 10); err != nil {
					t.Errorf("reading: %v", err)
					return
				}
				time.Sleep(2 * time.Millisecond) // nobody reads all the time, and against who does nothing helps on Windows
			}
		})
	}
	for i := range 50 {
		if err := Replace(path, []byte(strconv.Itoa(i))); err != nil {
			t.Errorf("replacing: %v", err)
		}
	}
	close(stop)
	reading.Wait()
}

func TestFailedReplacementLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "memory.json")
	if err := os.MkdirAll(filepath.Join(path, "inside"), 0o700); err != nil { // a folder stands in its place
		t.Fatal(err)
	}
	if err := Replace(path, []byte("x")); err == nil {
		t.Error("a folder was replaced")
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestLockIsHeldByOne(t *testing.T) {
	folder := t.TempDir()
	unlock, held := Lock(folder)
	if !held {
		t.Skip("this system has no such lock")
	}
	if _, held := lock(folder, time.Now().Add(20*time.Millisecond)); held {
		t.Error("two hold it")
	}
	unlock()
	unlock, held = Lock(folder)
	if !held {
		t.Error("it is not to be had again")
	}
	unlock()
	if entries, _ := os.ReadDir(folder); len(entries) != 0 {
		t.Errorf("left behind: %v", entries)
	}
}

// A folder with the name of a half-written file, a link, and what only looks like one, are left alone.
func TestHalfWrittenFilesAreSweptAway(t *testing.T) {
	names := []string{"memory.json", "memory.json.123", "memory.json.unreadable", "memory.json.12x", "secrets.json.9", ".servers.json.7.tmp", ".servers.json.swp", "other.json.5", "servers.json.1"}
	for _, locked := range []bool{false, true} {
		folder := t.TempDir()
		for _, name := range names {
			if err := os.WriteFile(filepath.Join(folder, name), []byte("{"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Mkdir(filepath.Join(folder, "memory.json.77"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(filepath.Join(folder, "secrets.json.9"), time.Time{}, time.Now().Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
		Sweep(folder, locked, "memory.json", "secrets.json")
		SweepEdits(folder, locked, "servers.json")
		var left []string
		entries, _ := os.ReadDir(folder)
		for _, entry := range entries {
			left = append(left, entry.Name())
		}
		want := []string{".servers.json.7.tmp", ".servers.json.swp", "memory.json", "memory.json.123", "memory.json.12x", "memory.json.77", "memory.json.unreadable", "other.json.5", "servers.json.1"}
		if locked {
			want = []string{".servers.json.swp", "memory.json", "memory.json.12x", "memory.json.77", "memory.json.unreadable", "other.json.5", "servers.json.1"}
		}
		if !slices.Equal(left, want) {
			t.Errorf("left %v", left)
		}
	}
	Sweep(filepath.Join(t.TempDir(), "missing"), true, "x")
}
