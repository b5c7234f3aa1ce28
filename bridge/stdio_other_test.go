//go:build !unix

package bridge

// The programs that tests start use signals, so there are none elsewhere.
const programVariable = "PARLEY_TEST_PROGRAM"

var programs = map[string]func(){}
