//go:build unix

package program

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"syscall"
)

// askLoginShell starts the person's shell and reads its PATH. It has no terminal and no input, so that nothing in a profile can
// wait for an answer; whatever it started in its own group ends with it.
func askLoginShell(ctx context.Context, environ environment) (string, error) {
	shell := loginShell(environ)
	if shell == "" {
		return "", errLoginSilent
	}
	out, in, err := os.Pipe()
	if err != nil {
		return "", fmt.Errorf("asking the login shell: %w", err)
	}
	defer out.Close()
	command := loginCommand(shell)
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = slices.Concat(environ.pairs, quietProfile)
	cmd.Dir, _ = environ.get("HOME")
	cmd.Stdout = in
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	err = cmd.Start()
	_ = in.Close()
	if err != nil {
		return "", fmt.Errorf("asking the login shell: %w", err)
	}
	said, ended := &output{file: out}, make(chan struct{})
	go func() {
		defer close(ended)
		_ = cmd.Wait()
		said.expire() // what it left running may hold its output open
	}()
	stop := context.AfterFunc(ctx, func() { _ = out.Close() })
	path, err := readLogin(said)
	stop()
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	<-ended
	return path, errors.Join(err, ctx.Err())
}
