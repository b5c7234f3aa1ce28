package tree

import (
	"bytes"
)

const mergeWords = "this is a mark that git leaves where two versions do not fit together. Keep one of them and take the marks away"

// unfinishedMerge finds the marks that git leaves where two versions of a file do not fit, -1 when there are none.
func unfinishedMerge(text []byte) int {
	for at := 0; ; {
		for _, mark := range []string{"<<<<<<< ", ">>>>>>> ", "<<<<<<<\n", "=======\n", "=======\r\n", "||||||| "} {
			if bytes.HasPrefix(text[at:], []byte(mark)) {
				return at
			}
		}
		next := bytes.IndexByte(text[at:], '\n')
		if next < 0 {
			return -1
		}
		at += next + 1
	}
}
