package sharedfile

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"parley/bridge/plainfile"
)

// Snapshot is a file as it was read.
type Snapshot struct {
	Raw    []byte
	Exists bool
	path   string
	most   int // bytes
	mode   fs.FileMode
}

// Missing is a file of at most so many bytes that is not there.
func Missing(path string, most int) Snapshot { return Snapshot{path: path, most: most, mode: 0o600} }

// Take reads a file of at most so many bytes; one that does not exist is no error.
func Take(path string, most int) (Snapshot, error) {
	s := Missing(path, most)
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
	s.Raw, err = plainfile.Read(path, most)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	s.Exists, s.mode = true, info.Mode().Perm()
	return s, err
}

// Sum is that of the content.
func (s Snapshot) Sum() Sum {
	if !s.Exists {
		return Sum{}
	}
	return SumOf(s.Raw)
}

// isStill says whether the file holds what it held then.
func (s Snapshot) isStill() bool {
	raw, err := plainfile.Read(s.path, s.most)
	if err != nil {
		return !s.Exists && errors.Is(err, fs.ErrNotExist)
	}
	return s.Exists && bytes.Equal(raw, s.Raw)
}

// ErrChanged is returned by [Snapshot.Replace] when the file is not what it was; it is left as the other program wrote it.
var ErrChanged = errors.New("the file was changed by another program")

// Replace gives the file a new content in one step that others see as a whole or not at all.
func (s Snapshot) Replace(raw []byte) error {
	if s.Exists && s.mode&0o200 == 0 {
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
		return ErrChanged
	}
	if err := s.putInPlace(file.Name(), raw); err != nil {
		return err
	}
	syncFolder(folder)
	return nil
}

// putInPlace moves a finished file to its place. Where the system can swap two files, even a change of the last instant is seen: it
// is found in what came out, and goes back.
func (s Snapshot) putInPlace(finished string, raw []byte) error {
	if !s.Exists {
		if err := os.Link(finished, s.path); err == nil || errors.Is(err, fs.ErrExist) { // fails when a file is there by now
			if err != nil {
				return ErrChanged
			}
			return nil
		}
		return os.Rename(finished, s.path)
	}
	if err := swap(finished, s.path); err != nil {
		return moveOver(finished, s.path)
	}
	out, err := os.ReadFile(finished)
	if err == nil && bytes.Equal(out, s.Raw) {
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
	return ErrChanged
}

// BehindLinks gives the file that a path stands for in the end, whether it exists or not.
func BehindLinks(path string) (string, error) {
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
