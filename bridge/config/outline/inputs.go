package outline

import (
	"encoding/json"
	"slices"

	"github.com/tailscale/hujson"

	"parley/bridge/config/tree"
)

// InputsBeside gives the inputs in the object that holds the list, or above it.
func InputsBeside(root hujson.Value, path []string) []json.RawMessage {
	for depth := max(len(path)-1, 0); depth >= 0; depth-- {
		if at := tree.Lookup(&root, slices.Concat(path[:depth], []string{"inputs"})); at != nil {
			array, _ := at.Value.(*hujson.Array)
			if array == nil {
				return nil
			}
			var inputs []json.RawMessage
			for _, element := range array.Elements {
				inputs = append(inputs, tree.Standard(element))
			}
			return inputs
		}
	}
	return nil
}
