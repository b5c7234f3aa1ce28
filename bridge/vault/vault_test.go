package vault

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/bridge/wiretest"
)

func TestMain(m *testing.M) { wiretest.Main(m) }

// stores are all kinds of Store, each empty.
func stores(t *testing.T) map[string]Store {
	t.Helper()
	return map[string]Store{
		"memory":  &Memory{},
		"file":    &file{path: filepath.Join(t.TempDir(), "parley", FileName)},
		"keyring": mustOpen(t, &ring{}),
	}
}

func mustOpen(t *testing.T, ring Store) Store {
	t.Helper()
	store, notice := open(t.TempDir(), true, ring)
	if notice != "" {
		t.Errorf("a keyring, and a notice: %s", notice)
	}
	return store
}

func TestEveryStoreKeepsReplacesAndForgets(t *testing.T) {
	for name, store := range stores(t) {
		t.Run(name, func(t *testing.T) {
			if _, err := store.Get("nothing"); !errors.Is(err, ErrNotFound) {
				t.Errorf("get of nothing: %v", err)
			}
			if err := store.Delete("nothing"); err != nil {
				t.Errorf("delete of nothing: %v", err)
			}
			secrets := []string{"short", "", strings.Repeat("long ä ", 5000), "again short", "parts:abc:3", "whole:", "two\nlines\x00"}
			for _, secret := range secrets {
				for _, key := range []string{"a key", strings.Repeat("k", 3000), "läng\ner#", "x"} {
					if err := store.Set(key, key+secret); err != nil {
						t.Fatalf("set %.20q: %v", key, err)
					}
				}
				for _, key := range []string{"a key", strings.Repeat("k", 3000), "läng\ner#", "x"} {
					if got, err := store.Get(key); err != nil || got != key+secret {
						t.Fatalf("get %.20q: %.40q, %v", key, got, err)
					}
				}
			}
			for _, key := range []string{"a key", strings.Repeat("k", 3000), "läng\ner#", "x"} {
				if err := store.Delete(key); err != nil {
					t.Errorf("delete: %v", err)
				}
				if _, err := store.Get(key); !errors.Is(err, ErrNotFound) {
					t.Errorf("after delete: %v", err)
				}
			}
		})
	}
}

func TestEveryStoreIsForManyAtOnce(t *testing.T) {
	for name, store := range stores(t) {
		t.Run(name, func(t *testing.T) {
			var all sync.WaitGroup
			for i := range 8 {
				all.Go(func() {
					secret := strings.Repeat(string(rune('a'+i)), 4000)
					if err := store.Set("shared", secret); err != nil {
						t.Error(err)
					}
					got, err := store.Get("shared")
					if err != nil || len(got) != 4000 || strings.Trim(got, got[:1]) != "" {
						t.Errorf("a mixture: %v", err)
					}
				})
			}
			all.Wait()
		})
	}
}

// ring is a keyring with the limit of Windows, which a test can make fail or hang.
type ring struct {
	Memory
	mu    sync.Mutex
	fails map[string]error // by operation
	hangs chan struct{}
}

func (r *ring) trouble(operation string) error {
	r.mu.Lock()
	hangs, err := r.hangs, r.fails[operation]
	r.mu.Unlock()
	if hangs != nil {
		<-hangs
	}
	return err
}

func (r *ring) Get(key string) (string, error) {
	if err := r.trouble("get"); err != nil {
		return "", err
	}
	return r.Memory.Get(key)
}

func (r *ring) Set(key, secret string) error {
	if len(secret) > 2560 || len(key) > 500 || strings.ContainsAny(key, "\n") {
		return errors.New("too big for Windows, or not a line for macOS")
	}
	if err := r.trouble("set"); err != nil {
		return err
	}
	return r.Memory.Set(key, secret)
}

func (r *ring) Delete(key string) error {
	if err := r.trouble("delete"); err != nil {
		return err
	}
	return r.Memory.Delete(key)
}

func (r *ring) fail(operation string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.fails == nil {
		r.fails = map[string]error{}
	}
	r.fails[operation] = err
}

func TestPartsOfLongSecretsDoNotPileUp(t *testing.T) {
	keys := &ring{}
	store := mustOpen(t, keys)
	for range 10 {
		if err := store.Set("token", strings.Repeat("x", 9000)); err != nil {
			t.Fatal(err)
		}
	}
	if n := keys.Len(); n != 6 {
		t.Errorf("%d entries for one secret of five parts", n)
	}
	if err := store.Set("token", "short"); err != nil || keys.Len() != 1 {
		t.Errorf("%v, %d entries", err, keys.Len())
	}
	if err := store.Set("token", strings.Repeat("x", 9000)); err != nil {
		t.Fatal(err)
	}
	if err := store.Delete("token"); err != nil || keys.Len() != 0 {
		t.Errorf("%v, %d entries after delete", err, keys.Len())
	}
}

// The program may end, or the keyring fail, at every step of replacing a long secret.
func TestReplacingThatStopsInTheMiddleLeavesTheOldSecret(t *testing.T) {
	old := strings.Repeat("old", 2000)
	for step := 1; step <= 4; step++ {
		keys := &failsAt{}
		store := &split{short: keys}
		if err := store.Set("token", old); err != nil {
			t.Fatal(err)
		}
		keys.left = step
		if err := store.Set("token", strings.Repeat("new", 1500)); err == nil {
			t.Fatalf("step %d did not fail", step)
		}
		keys.left = 0
		if got, err := store.Get("token"); err != nil || got != old {
			t.Errorf("stopped at step %d: %.10q, %v", step, got, err)
		}
	}
}

// failsAt fails at the left-th Set and all after it.
type failsAt struct {
	Memory
	left int
}

func (f *failsAt) Set(key, secret string) error {
	if f.left > 0 {
		if f.left--; f.left == 0 {
			f.left = 1
			return errors.New("no more")
		}
	}
	return f.Memory.Set(key, secret)
}

func TestKeyringThatHangsIsGivenUp(t *testing.T) {
	keys := &ring{hangs: make(chan struct{})}
	store := newBounded(keys, 20*time.Millisecond)
	if _, err := store.Get("a"); !errors.Is(err, ErrBusy) {
		t.Errorf("%v", err)
	}
	began := time.Now()
	for range 50 { // what comes after does not wait for the same again, and no goroutine is added
		if err := store.Set("a", "b"); !errors.Is(err, ErrBusy) {
			t.Errorf("%v", err)
		}
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("fifty answers took %s", took)
	}
	close(keys.hangs)
	store.limit = time.Minute
	for store.Set("a", "b") != nil { // it comes back
		time.Sleep(time.Millisecond)
	}
	if got, err := store.Get("a"); err != nil || got != "b" {
		t.Errorf("%q, %v", got, err)
	}
}

func TestSecretThatTheKeyringDoesNotTakeGoesIntoTheFile(t *testing.T) {
	keys := &ring{}
	folder := t.TempDir()
	store, _ := open(folder, true, keys)
	if err := store.Set("token", "first"); err != nil {
		t.Fatal(err)
	}
	keys.fail("set", errors.New("locked"))
	if err := store.Set("token", "second"); err != nil {
		t.Fatal(err)
	}
	if got, err := store.Get("token"); err != nil || got != "second" {
		t.Errorf("%q, %v", got, err)
	}
	notice := store.(interface{ Notice() string })
	if said := notice.Notice(); !strings.Contains(said, "Locked. Instead") || !strings.Contains(said, FileName) || strings.Contains(said, "second") {
		t.Errorf("notice: %q", said)
	}
	keys.fail("set", nil)
	if err := store.Set("token", "third"); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(folder, FileName)); err != nil || strings.Contains(string(text), "second") {
		t.Errorf("the file still has it: %s, %v", text, err)
	}
	if got, err := store.Get("token"); err != nil || got != "third" || notice.Notice() != "" {
		t.Errorf("%q, %v, notice %q", got, err, notice.Notice())
	}
}

func TestWithoutAKeyringThePersonIsTold(t *testing.T) {
	folder := t.TempDir()
	store, notice := open(folder, false, &ring{})
	if !strings.Contains(notice, filepath.Join(folder, FileName)) || !strings.Contains(notice, "only you") {
		t.Errorf("notice: %s", notice)
	}
	if err := store.Set("a", "b"); err != nil {
		t.Fatal(err)
	}
	if again, _ := open(folder, false, &ring{}); again != nil {
		if got, err := again.Get("a"); err != nil || got != "b" {
			t.Errorf("after a restart: %q, %v", got, err)
		}
	}
}

func TestFileThatCannotBeUnderstoodStaysAsItIs(t *testing.T) {
	f := &file{path: filepath.Join(t.TempDir(), FileName)}
	broken := `{"token": "very-secret-word", oops`
	if err := os.WriteFile(f.path, []byte(broken), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := f.Get("token")
	serr := f.Set("token", "another-secret-word")
	for _, e := range []error{err, serr} {
		if e == nil || !strings.Contains(e.Error(), f.path) || strings.Contains(e.Error(), "secret-word") {
			t.Errorf("%v", e)
		}
	}
	if text, err := os.ReadFile(f.path); err != nil || string(text) != broken {
		t.Errorf("%s, %v", text, err)
	}
}

// Files that are something else are errors, and no reason to end.
func TestFilesThatAreNoSecretsAreErrors(t *testing.T) {
	for _, text := range []string{"null", "[]", "7", `"x"`, `{"a":7}`, "\x00\x00\x00\x00", `{"a":"b"}{"c":"d"}`} {
		f := &file{path: filepath.Join(t.TempDir(), FileName)}
		if err := os.WriteFile(f.path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := f.Get("a")
		if serr := f.Set("a", "b"); err == nil || serr == nil || f.Delete("a") == nil {
			t.Errorf("%s: %v, %v", text, err, serr)
		}
		if now, _ := os.ReadFile(f.path); string(now) != text {
			t.Errorf("%s became %s", text, now)
		}
	}
	f := &file{path: filepath.Join(t.TempDir(), FileName)}
	if err := os.WriteFile(f.path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.Set("a", "b"); err != nil {
		t.Errorf("an empty one: %v", err)
	}
}

// The file only stands in for the keyring. That it is broken is no matter while the keyring works.
func TestBrokenFileDoesNotStandInTheWayOfTheKeyring(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, FileName), []byte("{half"), 0o600); err != nil {
		t.Fatal(err)
	}
	store, _ := open(folder, true, &ring{})
	if err := store.Set("a", "b"); err != nil {
		t.Error(err)
	}
	if got, err := store.Get("a"); err != nil || got != "b" {
		t.Errorf("%q, %v", got, err)
	}
}

// sieve is a keyring that takes everything and keeps nothing.
type sieve struct{ ring }

func (*sieve) Set(string, string) error { return nil }

func TestSecretThatTheKeyringLosesGoesIntoTheFile(t *testing.T) {
	folder := t.TempDir()
	store, _ := open(folder, true, &sieve{})
	if err := store.Set("token", "first"); err != nil {
		t.Fatal(err)
	}
	again, _ := open(folder, true, &sieve{})
	if got, err := again.Get("token"); err != nil || got != "first" {
		t.Errorf("%q, %v", got, err)
	}
	if said := store.(interface{ Notice() string }).Notice(); !strings.Contains(said, "did not keep") || !strings.Contains(said, FileName) {
		t.Errorf("notice: %q", said)
	}
}

// Two Parleys write into one file; what the one keeps must not be lost to the other.
func TestTwoParleysLoseNothingOfEachOther(t *testing.T) {
	path := filepath.Join(t.TempDir(), FileName)
	var all sync.WaitGroup
	for i := range 4 {
		f := &file{path: path} // each has locks of its own
		all.Go(func() {
			for n := range 10 {
				if err := f.Set(strings.Repeat("k", 10*i+n+1), "secret"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	f := &file{path: path}
	for i := range 40 {
		if _, err := f.Get(strings.Repeat("k", i+1)); err != nil {
			t.Errorf("secret %d: %v", i, err)
		}
	}
}

func TestHalfWrittenSecretsAreSweptAway(t *testing.T) {
	f := &file{path: filepath.Join(t.TempDir(), FileName)}
	old, fresh := f.path+".123", f.path+".456"
	for _, path := range []string{old, fresh} {
		if err := os.WriteFile(path, []byte(`{"token":"sec`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(old, time.Time{}, time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	if err := f.Set("a", "b"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old); err == nil {
		t.Error("what a crash left is still there")
	}
	if _, err := os.Stat(fresh); err == nil {
		t.Error("what a crash left a moment ago is still there: who holds the lock knows that nobody is writing")
	}
}

func TestErrorsOfTheKeyringHoldNoSecret(t *testing.T) {
	err := keyringFailure("keep", errors.New("cannot store very-secret-word in org.freedesktop"), "very-secret-word")
	if strings.Contains(err.Error(), "very-secret-word") || !strings.Contains(err.Error(), "org.freedesktop") {
		t.Errorf("%v", err)
	}
}

// A keyring without a place for entries fails at everything. What went into the file instead can be forgotten all the same.
func TestSecretInTheFileIsForgottenAlthoughTheKeyringFails(t *testing.T) {
	keys := &ring{}
	for _, operation := range []string{"get", "set", "delete"} {
		keys.fail(operation, errors.New("no collection"))
	}
	store := mustOpen(t, keys)
	if err := store.Set("token", "secret"); err != nil {
		t.Fatal(err)
	}
	if err := store.Delete("token"); err != nil {
		t.Error(err)
	}
	if _, err := store.Get("token"); err == nil {
		t.Error("still there")
	}
	if err := store.Delete("token"); err == nil {
		t.Error("nobody knows whether the keyring holds it, and no error")
	}
}
