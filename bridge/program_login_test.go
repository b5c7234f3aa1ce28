//go:build unix

package bridge

import (
	"os"
	"path/filepath"
	"testing"

	"parley/bridge/clock"
	"parley/bridge/config"
)

// Case config-npx-not-on-gui-path with a real shell, a real profile and a real program: started from the desktop, the server's
// launcher is found in a folder that only the profile knows, and finds there what runs it.
func TestServerOfAProfileRunsFromTheDesktop(t *testing.T) {
	home := t.TempDir()
	tools := filepath.Join(home, "lab tools")
	if err := os.Mkdir(tools, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(os.Args[0], filepath.Join(tools, "labnode")); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		filepath.Join(home, ".profile"): "echo Welcome to the lab\nexport PATH=\"$HOME/lab tools:$PATH\"\n",
		filepath.Join(tools, "labx"):    "#!/usr/bin/env labnode\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	desktop := []string{"PATH=/usr/bin:/bin", "HOME=" + home, "SHELL=/bin/sh", programVariable + "=plain"}
	h := startHost(t, nil, func(e *config.Server, o *Options) {
		e.Command = []string{"labx", "-y", "demo"}
		o.Dial, o.Clock = nil, clock.System{}
		o.Environ = func() []string { return desktop }
	})
	h.ready()
	if state := wait(t, h.call(`{}`)); state.Phase != Finished {
		t.Errorf("%+v %+v", state, state.Failure)
	}
}
