//go:build unix

package program

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// personWith makes the environment of somebody with the given shell and profile.
func personWith(t *testing.T, shell string, files map[string]string) environment {
	t.Helper()
	home := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(home, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if strings.HasPrefix(shell, "~/") {
		shell = filepath.Join(home, shell[2:])
	}
	return environment{goos: "linux", pairs: []string{"HOME=" + home, "SHELL=" + shell, "PATH=/usr/bin:/bin"}}
}

func TestRealLoginShellsSayTheirPath(t *testing.T) {
	for shell, profiles := range map[string][]string{
		"sh": {".profile"}, "bash": {".profile", ".bashrc"}, "zsh": {".zprofile", ".zshrc"}, "fish": {}, "dash": {".profile"},
	} {
		full, err := exec.LookPath(shell)
		if err != nil {
			continue
		}
		files := map[string]string{}
		want := []string{"/usr/bin"}
		for _, name := range profiles {
			files[name] = "echo 'Welcome back! PATH=/wrong'; echo noise >&2; read -r answer; export PATH=/from/" + name + ":$PATH\n"
			want = append(want, "/from/"+name)
		}
		if shell == "bash" { // a login shell reads only one of them by itself
			files[".profile"] += ". ~/.bashrc\n"
		}
		path, err := askLoginShell(t.Context(), personWith(t, full, files))
		folders := strings.Split(path, ":")
		for _, folder := range want {
			if err != nil || !slices.Contains(folders, folder) {
				t.Errorf("%s says %q (%v), without %s", shell, path, err, folder)
			}
		}
	}
}

// What a profile leaves running, or a shell that never answers, is not waited for, and ends with it.
func TestNothingOfALoginShellIsLeft(t *testing.T) {
	const begin = "#!/bin/sh\nsleep 600 & echo $! >~/child; echo $$ >~/shell\n"
	for name, c := range map[string]struct {
		script string
		want   string
		err    error
	}{
		"a child that keeps the output open": {begin + "echo " + loginMark + "; echo PATH=/a:/b; echo " + loginMark + "; wait", "/a:/b", nil},
		"hangs":                              {begin + "wait", "", context.Canceled},
		"hangs with half an answer":          {begin + "echo " + loginMark + "; echo PATH=/a:/b; wait", "", context.Canceled},
		"ends without a word":                {begin + "exit 1", "", errLoginSilent},
		"never stops talking":                {begin + "while :; do echo blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah blah; done", "", errLoginSilent},
	} {
		t.Run(name, func(t *testing.T) {
			environ := personWith(t, "~/shell.sh", map[string]string{"shell.sh": c.script})
			home, _ := environ.get("HOME")
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			pid := func(name string) int {
				text, _ := os.ReadFile(filepath.Join(home, name))
				number, _ := strconv.Atoi(strings.TrimSpace(string(text)))
				return number
			}
			if errors.Is(c.err, context.Canceled) {
				go func() {
					defer cancel()
					for deadline := time.Now().Add(patience); pid("shell") == 0 && time.Now().Before(deadline); time.Sleep(time.Millisecond) {
					}
				}()
			}
			path, err := askLoginShell(ctx, environ)
			if path != c.want || !errors.Is(err, c.err) {
				t.Errorf("said %q, %v", path, err)
			}
			eventually(t, "the shell is gone", func() bool { return !alive(pid("shell")) })
			if name != "ends without a word" { // its group is nobody's then
				eventually(t, "its child is gone", func() bool { return !alive(pid("child")) })
			}
		})
	}
}

func TestShellThatIsNoneSaysNothing(t *testing.T) {
	for _, shell := range []string{"/bin/false", "/usr/sbin/nologin", "/no/such/shell", ""} {
		environ := personWith(t, shell, nil)
		if path, err := askLoginShell(t.Context(), environ); shell != "" && (path != "" || err == nil) {
			t.Errorf("%s: %q, %v", shell, path, err)
		}
	}
}

func TestLoginShellsAreAskedInTheirOwnWay(t *testing.T) {
	for shell, want := range map[string]string{
		"/bin/zsh": "-l -i -c", "/usr/local/bin/fish": "-l -i -c", "/bin/tcsh": "-ic", "/opt/homebrew/bin/pwsh": "-Login -Command",
	} {
		line := loginCommand(shell)
		if got := strings.Join(line[1:len(line)-1], " "); line[0] != shell || got != want {
			t.Errorf("%s is asked with %s", shell, got)
		}
	}
}

// alive reports whether a process runs; one that is only waiting to be collected does not.
func alive(pid int) bool {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return syscall.Kill(pid, 0) == nil && !os.IsNotExist(err)
	}
	return !bytes.Contains(status, []byte(") Z "))
}
