//go:build !unix

package app

import "os"

// hold has nothing to do: Windows keeps a file that somebody has open from being renamed or removed.
func hold(*os.File) {}

// isHeld tries that: a file that may be renamed to its own name is nobody's.
func isHeld(path string) bool { return os.Rename(path, path) != nil }
