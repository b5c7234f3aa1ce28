package edit

import (
	"encoding/json"
	"fmt"
	"strings"

	"parley/bridge/config/outline"
)

// Address is the address in an entry, as it is written there, and the member that it is in; "" for an entry without one in the usual place.
func (e *Editor) Address(name string) (member, address string) {
	var entry map[string]json.RawMessage
	if json.Unmarshal(e.Raw(name), &entry) != nil {
		return "", ""
	}
	for _, member := range outline.AddressNames() {
		if json.Unmarshal(entry[member], &address) == nil && address != "" {
			return member, address
		}
	}
	return "", ""
}

// Move gives an entry another address, in the member that has it now. One that has values filled in is left to the person: the address that
// was called may hold what must not be written out.
func (e *Editor) Move(name, address string) error {
	member, was := e.Address(name)
	path, _, _ := strings.Cut(was, "?")
	if member == "" || strings.ContainsAny(path, "${%") {
		return fmt.Errorf("the address of %q is put together from other values; press Edit and change it there", name)
	}
	return e.Set(name, member, address)
}

// MoveWithQuery is [Editor.Move] to an address that goes on, after its question mark, as the one that is there does.
func (e *Editor) MoveWithQuery(name, address string) error {
	_, was := e.Address(name)
	if _, query, ok := strings.Cut(was, "?"); ok {
		address += "?" + query
	}
	return e.Move(name, address)
}
