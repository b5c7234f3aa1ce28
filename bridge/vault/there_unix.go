//go:build !windows && !darwin

package vault

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/godbus/dbus/v5"
)

// secretService is the name of the keyring on desktops of freedesktop.org.
const secretService = "org.freedesktop.secrets"

// busPatience is how long the session bus may take.
const busPatience = 3 * time.Second

// keyringThere asks whether a keyring runs or would be started when it is needed, without starting or unlocking it. Where no
// session bus runs none is started: it would outlive Parley.
func keyringThere() bool {
	if os.Getenv("DBUS_SESSION_BUS_ADDRESS") == "" {
		if _, err := os.Stat(filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), "bus")); err != nil || os.Getenv("XDG_RUNTIME_DIR") == "" {
			return false
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), busPatience)
	defer cancel()
	bus, err := dbus.ConnectSessionBus(dbus.WithContext(ctx))
	if err != nil {
		return false
	}
	defer func() { _ = bus.Close() }()
	for _, list := range []string{"org.freedesktop.DBus.ListNames", "org.freedesktop.DBus.ListActivatableNames"} {
		var names []string
		if bus.BusObject().CallWithContext(ctx, list, 0).Store(&names) == nil && slices.Contains(names, secretService) {
			return true
		}
	}
	return false
}
