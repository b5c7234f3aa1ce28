package program

import (
	"context"
	"strings"

	"golang.org/x/sys/windows/registry"
)

// askLoginShell reads the PATH that a program gets which is started now: what was installed since Parley was started is in it
// already. Windows keeps it in the registry, the machine's before the person's.
func askLoginShell(context.Context, environment) (string, error) {
	var parts []string
	for _, place := range []struct {
		root registry.Key
		path string
	}{
		{registry.LOCAL_MACHINE, `SYSTEM\CurrentControlSet\Control\Session Manager\Environment`},
		{registry.CURRENT_USER, `Environment`},
	} {
		key, err := registry.OpenKey(place.root, place.path, registry.QUERY_VALUE)
		if err != nil {
			continue
		}
		value, _, err := key.GetStringValue("Path")
		_ = key.Close()
		if err != nil {
			continue
		}
		if expanded, err := registry.ExpandString(value); err == nil {
			value = expanded
		}
		parts = append(parts, value)
	}
	if len(parts) == 0 {
		return "", errLoginSilent
	}
	return strings.Join(parts, ";"), nil
}
