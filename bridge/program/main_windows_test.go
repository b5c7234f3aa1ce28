package program

import (
	"os"
	"testing"

	"parley/bridge/wiretest"
)

// TestMain lets the test's own executable stand for the programs that tests start.
func TestMain(m *testing.M) {
	if name := os.Getenv(programVariable); name != "" {
		programs[name]()
		os.Exit(0)
	}
	wiretest.Main(m)
}
