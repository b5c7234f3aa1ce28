//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// stage is what all window tests share: one screen, one Parley built once, one memory of how words look.
type stage struct {
	desk    *desk
	program string // where Parley was built
	sight   sight
}

// newStage gets everything ready. It is cleared when t ends.
func newStage(t *testing.T) *stage {
	t.Helper()
	if missing := missingTools(); missing != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s missing: the window cannot be tested", strings.Join(missing, " and "))
		}
		t.Skipf("%s missing: 'make test' installs what the tests of the window need", strings.Join(missing, " and "))
	}
	program := filepath.Join(t.TempDir(), "parley")
	if err := build(program); err != nil {
		t.Fatal(err)
	}
	desk, err := newDesk()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(desk.close)
	return &stage{desk: desk, program: program}
}

// build compiles Parley as anybody would, with the race detector when the tests run with it: all that it needs is compiled
// already then.
func build(program string) error {
	args := []string{"build", "-o", program}
	if withRace() {
		args = append(args, "-race")
	}
	if out, err := exec.Command("go", append(args, ".")...).CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// withRace reports whether this test was built with the race detector.
func withRace() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}
