package config

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"parley/bridge/config/tree"
	"parley/bridge/plainfile"
)

// Edit changes a servers file and nothing of it but what change asks for: comments, order, unknown members, indentation, line ends
// and encoding stay. A file that is missing or empty is made as {"mcpServers": {}}, for the eyes of its owner alone. The file is
// replaced as a whole, so that nobody ever reads half of it; a symbolic link stays one. Nothing is written when nothing changed.
//
// When another program changed the file meanwhile, change is called again with the new content; it must do nothing but edit. When
// change gives an error, nothing is written and Edit gives that error. A file that is no JSON is never written: the error is a
// *[tree.SyntaxError].
func Edit(path string, change func(*Editor) error) error {
	_, _, err := edit(path, change)
	return err
}

// sum tells one content of a file from another; the zero value is that of a file that does not exist.
type sum [sha256.Size]byte

func sumOf(raw []byte) sum { return sha256.Sum256(raw) }

// attempts is how often another program may get in between before an edit is given up.
const attempts = 20

// edit is [Edit] and tells the content that it started from and the one that is there now.
func edit(path string, change func(*Editor) error) (from, to sum, err error) {
	name := filepath.Base(path)
	target, err := behindLinks(path)
	if err != nil {
		return from, to, fmt.Errorf("%s cannot be changed: %w", name, plain(err))
	}
	for range attempts {
		from, to, err = editOnce(name, target, change)
		if !errors.Is(err, errChangedMeanwhile) {
			return from, to, err
		}
	}
	return from, to, fmt.Errorf("%s is changed by another program all the time; try again", name)
}

func editOnce(name, target string, change func(*Editor) error) (from, to sum, err error) {
	defer lockFolder(filepath.Dir(target))()
	before, err := snapshotOf(target)
	if err != nil {
		return from, to, fmt.Errorf("%s cannot be read: %w", name, plain(err))
	}
	after, err := edited(name, before.raw, change)
	if err != nil {
		return from, to, err
	}
	if before.exists && bytes.Equal(before.raw, after) {
		return before.sum(), before.sum(), nil
	}
	err = before.replace(after)
	if err != nil && !errors.Is(err, errChangedMeanwhile) {
		var link *os.LinkError // names the temporary file
		if errors.As(err, &link) {
			err = link.Err
		}
		err = fmt.Errorf("%s cannot be written: %w", name, plain(err))
	}
	return before.sum(), sumOf(after), err
}

// edited gives the text of a file as change makes it.
func edited(name string, raw []byte, change func(*Editor) error) ([]byte, error) {
	if len(raw) > tree.MaxSize {
		return nil, fmt.Errorf("%s is far too large for a list of servers", name)
	}
	if why := readOnly(tree.LanguageOf(name), name); why != "" {
		return nil, errors.New(why)
	}
	code, text := tree.EncodingOf(raw), tree.UTF8(raw)
	if !bytes.Equal(code.Encode(text), raw) {
		return nil, fmt.Errorf("%s holds letters that Parley cannot write back as they are; save it as UTF-8", name)
	}
	editor, err := newEditor(name, text)
	if err != nil {
		return nil, err
	}
	if err := change(editor); err != nil {
		return nil, err
	}
	if _, err := editor.parse(); err != nil { // whatever happened, what is not JSON does not go out
		return nil, err
	}
	return code.Encode(editor.text), nil
}

// behindLinks gives the file that a path stands for in the end, whether it exists or not.
func behindLinks(path string) (string, error) {
	for range 40 { // as deep as Linux follows
		to, err := os.Readlink(path)
		if err != nil {
			return path, nil
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", errors.New("its links lead in a circle")
}

// snapshot is a file as it was read.
type snapshot struct {
	path   string
	raw    []byte
	exists bool
	mode   fs.FileMode
}

func snapshotOf(path string) (snapshot, error) {
	s := snapshot{path: path, mode: 0o600}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	if !info.Mode().IsRegular() {
		return s, errors.New("it is no ordinary file")
	}
	s.raw, err = plainfile.Read(path, tree.MaxSize)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	s.exists, s.mode = true, info.Mode().Perm()
	return s, err
}

func (s snapshot) sum() sum {
	if !s.exists {
		return sum{}
	}
	return sumOf(s.raw)
}

// isStill says whether the file holds what it held then.
func (s snapshot) isStill() bool {
	raw, err := plainfile.Read(s.path, tree.MaxSize)
	if err != nil {
		return !s.exists && errors.Is(err, fs.ErrNotExist)
	}
	return s.exists && bytes.Equal(raw, s.raw)
}

// errChangedMeanwhile is returned by replace when the file is not what it was; it is left as the other program wrote it.
var errChangedMeanwhile = errors.New("the file was changed by another program")

// replace gives the file a new content in one step that others see as a whole or not at all.
func (s snapshot) replace(raw []byte) error {
	if s.exists && s.mode&0o200 == 0 {
		return errors.New("it is protected against writing")
	}
	folder := filepath.Dir(s.path)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(folder, "."+filepath.Base(s.path)+".*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.Write(raw)
	err = errors.Join(err, file.Chmod(s.mode), file.Sync(), file.Close())
	if err != nil {
		return err
	}
	keepOwner(file.Name(), s.path)
	if !s.isStill() {
		return errChangedMeanwhile
	}
	if err := s.putInPlace(file.Name(), raw); err != nil {
		return err
	}
	syncFolder(folder)
	return nil
}

// putInPlace moves a finished file to its place. Where the system can swap two files, even a change of the last instant is seen: it
// is found in what came out, and goes back.
func (s snapshot) putInPlace(finished string, raw []byte) error {
	if !s.exists {
		if err := os.Link(finished, s.path); err == nil || errors.Is(err, fs.ErrExist) { // fails when a file is there by now
			if err != nil {
				return errChangedMeanwhile
			}
			return nil
		}
		return os.Rename(finished, s.path)
	}
	if err := swap(finished, s.path); err != nil {
		return moveOver(finished, s.path)
	}
	out, err := os.ReadFile(finished)
	if err == nil && bytes.Equal(out, s.raw) {
		return nil
	}
	if err := swap(finished, s.path); err != nil {
		return err
	}
	if in, err := os.ReadFile(finished); err == nil && !bytes.Equal(in, raw) {
		// A third one came between the two swaps: the newest content stays in the file.
		if err := swap(finished, s.path); err != nil {
			return err
		}
	}
	return errChangedMeanwhile
}
