package watch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"parley/bridge/config"
	"parley/bridge/config/tree"
	"parley/bridge/plainfile"
	"parley/bridge/sharedfile"
)

// errBack is returned by [Keeper.Restore] for a file that can be read again: whoever put it there knew what for.
var errBack = errors.New("it can be read again, so nothing was written")

// remember keeps a content that could be read, for [Keeper.Restore]. A file that somebody emptied does not make what was in it forgotten.
func (k *Keeper) remember(raw []byte, file config.File, err error) {
	if err == nil && (len(file.Servers) > 0 || k.good == nil) {
		k.good = slices.Clone(raw)
		k.remembers.Store(true)
	}
}

// Remembers reports whether the file was read here, or written, and so can be written again as it was. It
// does not wait for a reading or a change that is on its way.
func (k *Keeper) Remembers() bool { return k.remembers.Load() }

// Restore writes the file again as it was when it could last be read, comments and all, after somebody deleted it or made it unreadable.
// What stands in its place, a broken text or a folder, is moved aside first, and stays: aside is its new name in the same folder, "" when
// nothing was there. A file that can be read is left alone. What it wrote is no news to [Keeper.Watch]. The error is a plain sentence.
func (k *Keeper) Restore() (aside string, err error) {
	k.file.Lock()
	defer k.file.Unlock()
	name := filepath.Base(k.Path)
	if k.good == nil {
		return "", fmt.Errorf("%s was never read, so nobody knows what was in it", name)
	}
	target, err := sharedfile.BehindLinks(k.Path)
	if err != nil {
		return "", fmt.Errorf("%s cannot be written: %w", name, plainfile.Reason(err))
	}
	defer sharedfile.Lock(filepath.Dir(target))()
	aside, err = makeRoom(target)
	if err == nil {
		err = sharedfile.Missing(target, tree.MaxSize).Replace(k.good)
	}
	if errors.Is(err, sharedfile.ErrChanged) {
		err = errBack
	}
	if err != nil {
		return aside, fmt.Errorf("%s cannot be written: %w", name, plainfile.Reason(err))
	}
	k.seen, k.known = sharedfile.SumOf(k.good), true
	return aside, nil
}

// makeRoom moves what cannot be read out of the way.
func makeRoom(target string) (aside string, err error) {
	if _, err := os.Lstat(target); errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if raw, err := sharedfile.Read(target, tree.MaxSize); err == nil {
		if _, err := (config.Source{Path: target}).Parse(raw); err == nil {
			return "", errBack
		}
	}
	for n := 1; n < 1000; n++ {
		aside = target + ".unreadable"
		if n > 1 {
			aside += "-" + strconv.Itoa(n)
		}
		if _, err := os.Lstat(aside); errors.Is(err, fs.ErrNotExist) {
			return filepath.Base(aside), os.Rename(target, aside)
		}
	}
	return "", errors.New("too many unreadable ones are beside it already")
}
