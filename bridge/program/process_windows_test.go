package program

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/windows"

	"parley/bridge/clock"
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
	p, err := start(Found{Path: os.Args[0], Environ: append(os.Environ(), programVariable+"=starts a child")}, newWords(clock.System{}, func() {}))
	if err != nil {
		t.Fatal(err)
	}
	var child int
	if _, err := fmt.Fscan(p.out, &child); err != nil || !runs(child) {
		t.Errorf("the child %d does not run: %v", child, err)
	}
	p.Stop(t.Context())
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
	programs := &Finder{Environ: func() []string {
		return append(os.Environ(), "PATH="+folder, programVariable+"=says its arguments")
	}}
	found, failure := programs.Find(t.Context(), Command{Line: append([]string{"lab"}, want...)})
	if failure != nil {
		t.Fatalf("%+v", failure)
	}
	p, err := start(found, newWords(clock.System{}, func() {}))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Stop(t.Context())
	var got []string
	if err := json.NewDecoder(p.out).Decode(&got); err != nil || !slices.Equal(got, want) {
		t.Errorf("got  %q %v\nwant %q\nline %s", got, err, want, found.Line)
	}
}

func TestPathOfTheRegistryIsRead(t *testing.T) {
	if path, err := askLoginShell(t.Context(), environment{}); err != nil || path == "" {
		t.Errorf("%q, %v", path, err)
	}
}

// programVariable names the program that the test's executable is to be, when a test starts it as a server.
const programVariable = "PARLEY_TEST_PROGRAM"

// programs are real child processes. Those of the other systems use signals.
var programs = map[string]func(){
	"says its arguments": func() { _ = json.NewEncoder(os.Stdout).Encode(os.Args[1:]) },
	"starts a child": func() {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), programVariable+"=sleeps")
		_ = child.Start()
		fmt.Printf("%d\n", child.Process.Pid)
		time.Sleep(time.Hour)
	},
	"sleeps": func() { time.Sleep(time.Hour) },
	"is killed": func() {
		p, err := start(Found{Path: os.Args[0], Environ: append(os.Environ(), programVariable+"=starts a child")}, newWords(clock.System{}, func() {}))
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		var pid int
		_, _ = fmt.Fscan(p.out, &pid)
		fmt.Println(p.cmd.Process.Pid, pid)
		time.Sleep(time.Hour)
	},
}
