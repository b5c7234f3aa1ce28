package wiretest

import (
	"os"
	"os/exec"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"
)

// aloneVariable names the test that a process was started for.
const aloneVariable = "PARLEY_TEST_ALONE"

// smallStack is what Alone lets a stack grow to, of the gigabyte that Go allows: values need not be so deep then, and what would end a
// program on a small machine ends it on each.
const smallStack = 64 << 20

// Alone runs body in a process of its own: what ends a whole program, such as a stack that overflows, fails the one test and says so,
// and the others go on.
func Alone(t *testing.T, body func(*testing.T)) {
	t.Helper()
	if os.Getenv(aloneVariable) == t.Name() {
		debug.SetMaxStack(smallStack)
		body(t)
		return
	}
	parts := strings.Split(t.Name(), "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	child := exec.Command(os.Args[0], "-test.run="+strings.Join(parts, "/"), "-test.count=1", "-test.timeout=2m")
	child.Env = append(os.Environ(), aloneVariable+"="+t.Name())
	out, err := child.CombinedOutput()
	if err == nil && strings.Contains(string(out), "no tests to run") {
		t.Fatal("the test was not found by the process that was to run it")
	}
	if err != nil {
		t.Fatalf("the process ended with %v:\n%.3000s", err, out)
	}
}
