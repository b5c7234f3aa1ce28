package bridge

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/sys/windows"

	"parley/bridge/clock"
	"parley/bridge/config"
)

// runs reports whether a process is there.
func runs(pid int) bool {
	process, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return false
	}
	defer windows.CloseHandle(process)
	event, err := windows.WaitForSingleObject(process, 0)
	return err == nil && event == uint32(windows.WAIT_TIMEOUT)
}

func TestJobEndsWithTheServer(t *testing.T) {
	p, err := startProcess(Program{Path: os.Args[0], Environ: append(os.Environ(), programVariable+"=starts a child")}, newTail(clock.System{}, func() {}))
	if err != nil {
		t.Fatal(err)
	}
	var child int
	if _, err := fmt.Fscan(p.out, &child); err != nil || !runs(child) {
		t.Errorf("the child %d does not run: %v", child, err)
	}
	p.stop(t.Context())
	eventually(t, "the child is gone", func() bool { return !runs(child) })
}

func TestJobEndsWhenParleyIsKilled(t *testing.T) {
	parley := exec.Command(os.Args[0])
	parley.Env = append(os.Environ(), programVariable+"=is killed")
	out, err := parley.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parley.Start(); err != nil {
		t.Fatal(err)
	}
	var server, child int
	if _, err := fmt.Fscan(out, &server, &child); err != nil || !runs(server) || !runs(child) {
		t.Errorf("%d and %d do not run: %v", server, child, err)
	}
	_ = parley.Process.Kill()
	_ = parley.Wait()
	for _, pid := range []int{server, child} {
		eventually(t, "process gone", func() bool { return !runs(pid) })
	}
}

// npx.cmd and its kind, as an entry names them: without the ending.
func TestBatchFilesAreStartedAsPrograms(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "two words")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	script := "@echo off\r\n\"" + os.Args[0] + "\" %*\r\n"
	if err := os.WriteFile(filepath.Join(folder, "lab.cmd"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	want := []string{"-y", "@scope/server@1.0", "two words", `say "hi"`, `C:\my lab\`, "a&b|c<d>e^f", "", "(x)"}
	programs := &Programs{Environ: func() []string {
		return append(os.Environ(), "PATH="+folder, programVariable+"=says its arguments")
	}}
	program, failure := programs.Find(t.Context(), config.Server{Command: append([]string{"lab"}, want...)})
	if failure != nil {
		t.Fatalf("%+v", failure)
	}
	p, err := startProcess(program, newTail(clock.System{}, func() {}))
	if err != nil {
		t.Fatal(err)
	}
	defer p.stop(t.Context())
	var got []string
	if err := json.NewDecoder(p.out).Decode(&got); err != nil || !slices.Equal(got, want) {
		t.Errorf("got  %q %v\nwant %q\nline %s", got, err, want, program.Line)
	}
}

func TestPathOfTheRegistryIsRead(t *testing.T) {
	if path, err := askLoginShell(t.Context(), environment{}); err != nil || path == "" {
		t.Errorf("%q, %v", path, err)
	}
}
