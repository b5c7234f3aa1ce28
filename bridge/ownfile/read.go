package ownfile

import "parley/bridge/plainfile"

// Read gives the content of an ordinary file of at most so many bytes, also when another Parley is just replacing it.
func Read(path string, most int) (text []byte, err error) {
	err = patient(func() error {
		text, err = plainfile.Read(path, most)
		return err
	})
	return text, err
}
