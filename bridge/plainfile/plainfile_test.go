package plainfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"parley/bridge/plainfile"
)

func TestOnlyOrdinaryFilesAreRead(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, []byte("four"), 0o600); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(folder, "link")
	if err := os.Symlink(file, link); err != nil {
		link = file // a system without links
	}
	for _, test := range []struct {
		path string
		most int
		want error
	}{
		{file, 4, nil}, {link, 4, nil}, {file, 3, plainfile.ErrTooLarge}, {folder, 10, plainfile.ErrNotPlain},
		{os.DevNull, 10, plainfile.ErrNotPlain}, {filepath.Join(folder, "none"), 10, fs.ErrNotExist},
	} {
		text, err := plainfile.Read(test.path, test.most)
		if !errors.Is(err, test.want) || err == nil && string(text) != "four" {
			t.Errorf("%s up to %d: %q, %v", test.path, test.most, text, err)
		}
	}
}
