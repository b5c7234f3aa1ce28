package tree

import (
	"errors"

	"github.com/tailscale/hujson"

	"parley/bridge/depth"
)

// parseWithin is the one way to hujson's parser: by way of the look.
func parseWithin(name string, text []byte, long int) (hujson.Value, error) {
	switch err := limits(long).Check(text); {
	case errors.Is(err, depth.ErrDeep):
		return hujson.Value{}, tooDeep(name)
	case err != nil:
		return hujson.Value{}, TooLarge(name)
	}
	root, err := hujson.Parse(text)
	if err != nil {
		return root, syntaxError(name, text, err)
	}
	return root, nil
}
