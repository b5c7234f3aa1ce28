package watch

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"parley/bridge/config"
	"parley/bridge/config/edit"
	"parley/bridge/config/tree"
	"parley/bridge/sharedfile"
)

// Clock is the time as [Keeper.Watch] sees it, so that tests need not wait.
type Clock interface {
	// AfterFunc calls f in its own goroutine after d, unless stop is called before.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

type systemClock struct{}

func (systemClock) AfterFunc(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }

// Keeper reads, edits and watches one servers file, and tells its own changes from those of others. It may be used from several
// goroutines. Only Path must be set.
type Keeper struct {
	Path  string
	Clock Clock // nil: the time of the machine

	file  sync.Mutex     // held while the file is read or written, so that a watch never sees an edit before it is known as our own
	seen  sharedfile.Sum // what was last loaded, edited or told of
	known bool           // whether anything was
	good  []byte         // the last content that could be read; nil: none could yet

	remembers atomic.Bool // there is one
}

// Load is [config.Load] for the file. What it read is from then on no news to [Keeper.Watch].
func (k *Keeper) Load(getenv func(string) string) (config.File, error) {
	k.file.Lock()
	defer k.file.Unlock()
	raw, err := sharedfile.Read(k.Path, tree.MaxSize)
	k.seen, k.known = sumOfRead(raw, err), true
	if err != nil {
		return config.Load(k.Path, getenv) // it says it in words
	}
	path := k.Path
	if whole, err := filepath.Abs(path); err == nil {
		path = whole
	}
	loaded, err := config.Source{Path: path, Getenv: getenv}.Parse(raw)
	k.remember(raw, loaded, err)
	return loaded, err
}

// Edit is [edit.Edit] for the file; change must not use the Keeper. What it wrote is no news to [Keeper.Watch], unless others had changed the
// file before.
func (k *Keeper) Edit(change func(*edit.Editor) error) error {
	k.file.Lock()
	defer k.file.Unlock()
	from, to, err := edit.Change(k.Path, change)
	if err == nil && (!k.known || from == k.seen) {
		k.seen, k.known = to, true
	}
	if err == nil {
		if raw, err := sharedfile.Read(k.Path, tree.MaxSize); err == nil && sharedfile.SumOf(raw) == to {
			k.good = raw
			k.remembers.Store(true)
		}
	}
	return err
}

// News reports whether the file holds something that was neither loaded here, nor written, nor told of: what [Keeper.Watch] is about to
// tell. After an Edit it says whether others had changed the file just before.
func (k *Keeper) News() bool {
	k.file.Lock()
	defer k.file.Unlock()
	return k.known && sumOfRead(sharedfile.Read(k.Path, tree.MaxSize)) != k.seen
}

// sumOfRead stands for a file that cannot be read, too: becoming readable is a change.
func sumOfRead(raw []byte, err error) sharedfile.Sum {
	switch {
	case err == nil:
		return sharedfile.SumOf(raw)
	case errors.Is(err, fs.ErrNotExist):
		return sharedfile.Sum{}
	}
	return sharedfile.SumOf([]byte("unreadable: " + err.Error()))
}

const (
	settleTime = 250 * time.Millisecond // how long a file must be left alone before it is read
	graceTime  = 2 * time.Second        // how long one that is broken or empty gets to become whole
	lookAgain  = 15 * time.Second       // how often it is looked at without being told: network folders tell nothing
)

// Watch calls changed whenever the file holds something else than was last loaded, edited or told of, until ctx ends. It waits until
// the file has settled, so that nobody reads half of it; it also sees files that are replaced, removed, or appear later, in folders
// that appear later. It returns when ctx has ended and no call to changed is running.
//
// changed is called by one goroutine at a time, also for a file that is broken or gone: what that means [Keeper.Load] tells. The error
// is that of ctx.
func (k *Keeper) Watch(ctx context.Context, changed func()) error {
	k.startingPoint()
	clock := k.Clock
	if clock == nil {
		clock = systemClock{}
	}
	due, grace, again := alarm{clock: clock}, alarm{clock: clock}, alarm{clock: clock}
	defer due.stop()
	defer grace.stop()
	defer again.stop()
	eyes := openEyes(k.Path)
	defer eyes.shut()

	var spared sharedfile.Sum // a broken content that is being given time to become whole
	due.in(settleTime)
	again.in(lookAgain)
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case name, open := <-eyes.events():
			if open && eyes.cares(name) {
				eyes.aim()
				due.in(settleTime)
			}
		case _, open := <-eyes.errors(): // some were lost
			if open {
				due.in(settleTime)
			}
		case <-again.rings:
			eyes.aim()
			again.in(lookAgain)
			if now, _ := k.look(); now != k.seenLast() {
				due.in(settleTime)
			}
		case <-due.rings:
			due.stop()
			now, whole := k.look()
			switch {
			case now == k.seenLast():
				grace.stop()
			case !whole && (now != spared || grace.rings == nil):
				spared = now
				grace.in(graceTime)
			case !whole: // its time runs
			case k.tell(now):
				grace.stop()
				changed()
			default: // it changed again just now
				due.in(settleTime)
			}
		case <-grace.rings:
			grace.stop()
			if now, _ := k.look(); now == spared && now != k.seenLast() && k.tell(now) {
				changed()
				continue
			}
			due.in(settleTime)
		}
	}
}

func (k *Keeper) startingPoint() {
	k.file.Lock()
	defer k.file.Unlock()
	if !k.known {
		k.seen, k.known = sumOfRead(sharedfile.Read(k.Path, tree.MaxSize)), true
	}
}

func (k *Keeper) seenLast() sharedfile.Sum {
	k.file.Lock()
	defer k.file.Unlock()
	return k.seen
}

// look gives what the file holds, and whether that can be all of it.
func (k *Keeper) look() (now sharedfile.Sum, whole bool) {
	k.file.Lock()
	defer k.file.Unlock()
	raw, err := sharedfile.Read(k.Path, tree.MaxSize)
	now = sumOfRead(raw, err)
	if errors.Is(err, fs.ErrNotExist) {
		return now, false // it may be on its way from one name to another
	}
	if err != nil || len(raw) > tree.MaxSize {
		return now, true
	}
	_, err = tree.Parse("", tree.UTF8(raw))
	return now, err == nil
}

// tell notes a content as told, unless the file holds another by now.
func (k *Keeper) tell(content sharedfile.Sum) bool {
	k.file.Lock()
	defer k.file.Unlock()
	if sumOfRead(sharedfile.Read(k.Path, tree.MaxSize)) != content {
		return false
	}
	k.seen = content
	return true
}

// alarm rings once after the last time it was set, and never for a time before.
type alarm struct {
	clock  Clock
	rings  chan struct{}
	cancel func() bool
}

func (a *alarm) in(d time.Duration) {
	a.stop()
	rings := make(chan struct{}, 1)
	a.rings, a.cancel = rings, a.clock.AfterFunc(d, func() { rings <- struct{}{} })
}

func (a *alarm) stop() {
	if a.cancel != nil {
		a.cancel()
	}
	a.rings, a.cancel = nil, nil
}
