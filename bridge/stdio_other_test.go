//go:build !unix

package bridge

// programVariable names the program that the test's executable is to be, when a test starts it as a server.
const programVariable = "PARLEY_TEST_PROGRAM"

// programs are real child processes. Those of the other systems use signals.
var programs = map[string]func(){"says its key": saysKey}
