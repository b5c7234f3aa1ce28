package edit

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"parley/bridge/config/tree"
	"parley/bridge/plainfile"
	"parley/bridge/sharedfile"
)

// Edit changes a servers file and nothing of it but what change asks for: comments, order, unknown members, indentation, line ends
// and encoding stay. A file that is missing or empty is made as {"mcpServers": {}}, for the eyes of its owner alone. The file is
// replaced as a whole, so that nobody ever reads half of it; a symbolic link stays one. Nothing is written when nothing changed.
//
// When another program changed the file meanwhile, change is called again with the new content; it must do nothing but edit. When
// change gives an error, nothing is written and Edit gives that error. A file that is no JSON is never written: the error is a
// *[tree.SyntaxError].
func Edit(path string, change func(*Editor) error) error {
	_, _, err := Change(path, change)
	return err
}

// attempts is how often another program may get in between before an edit is given up.
const attempts = 20

// Change is [Edit] and tells the content that it started from and the one that is there now.
func Change(path string, change func(*Editor) error) (from, to sharedfile.Sum, err error) {
	name := filepath.Base(path)
	target, err := sharedfile.BehindLinks(path)
	if err != nil {
		return from, to, fmt.Errorf("%s cannot be changed: %w", name, plainfile.Reason(err))
	}
	for range attempts {
		from, to, err = editOnce(name, target, change)
		if !errors.Is(err, sharedfile.ErrChanged) {
			return from, to, err
		}
	}
	return from, to, fmt.Errorf("%s is changed by another program all the time; try again", name)
}

func editOnce(name, target string, change func(*Editor) error) (from, to sharedfile.Sum, err error) {
	defer sharedfile.Lock(filepath.Dir(target))()
	before, err := sharedfile.Take(target, tree.MaxSize)
	if err != nil {
		return from, to, fmt.Errorf("%s cannot be read: %w", name, plainfile.Reason(err))
	}
	after, err := Text(name, before.Raw, change)
	if err != nil {
		return from, to, err
	}
	if before.Exists && bytes.Equal(before.Raw, after) {
		return before.Sum(), before.Sum(), nil
	}
	err = before.Replace(after)
	if err != nil && !errors.Is(err, sharedfile.ErrChanged) {
		var link *os.LinkError // names the temporary file
		if errors.As(err, &link) {
			err = link.Err
		}
		err = fmt.Errorf("%s cannot be written: %w", name, plainfile.Reason(err))
	}
	return before.Sum(), sharedfile.SumOf(after), err
}

// Text is [Edit] for text that is already at hand: the text of a file of that name as change makes it.
func Text(name string, raw []byte, change func(*Editor) error) ([]byte, error) {
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
