//go:build unix

package program

import (
	"testing"

	"parley/bridge/wiretest"
)

// TestMain counts goroutines at the end of all tests.
func TestMain(m *testing.M) { wiretest.Main(m) }
