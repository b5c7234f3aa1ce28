//go:build unix

package plainfile_test

import (
	"errors"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"

	"parley/bridge/plainfile"
)

func TestNobodyWaitsForAPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	if _, err := plainfile.Read(pipe, 10); !errors.Is(err, plainfile.ErrNotPlain) {
		t.Error(err)
	}
}

func TestAFileThatSaysItIsEmptyIsHeldToItsBound(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has such files for certain")
	}
	if _, err := plainfile.Read("/proc/self/status", 10); !errors.Is(err, plainfile.ErrTooLarge) {
		t.Error(err)
	}
}
