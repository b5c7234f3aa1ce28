//go:build !windows && !darwin

package vault

import (
	"testing"
	"time"
)

// Where no desktop runs there is no bus to ask, and none is started.
func TestNoDesktopMeansNoKeyring(t *testing.T) {
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "")
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	began := time.Now()
	store, notice := Open(t.TempDir())
	if notice == "" || store == nil {
		t.Error("no notice")
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("took %s", took)
	}
}
