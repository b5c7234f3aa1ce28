package bridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	fast "github.com/segmentio/encoding/json"
)

// readJSON is json.Unmarshal for messages that may be many megabytes: several times as fast, and exact about the case of
// names, as the protocol is. It shares no memory with raw but for [json.RawMessage]. What is deeper than [deepest] is not read: this
// decoder has no limit of its own.
func readJSON(raw []byte, into any) error {
	if isDeep(raw) {
		return errTooDeep
	}
	rest, err := fast.Parse(raw, into, fast.DontMatchCaseInsensitiveStructFields|fast.DontCopyRawMessage)
	if err != nil {
		return err
	}
	if len(rest) > 0 && !blank(rest) {
		return fmt.Errorf("%w: %.20q", errBehind, rest)
	}
	return nil
}

// errBehind is for a message that is whole, with something behind it.
var errBehind = errors.New("something stands behind the message")

// several splits a text of several messages, one right behind the other, as servers write them that forget the line break
// (eko#276); nil for anything else.
func several(text []byte) []json.RawMessage {
	var list []json.RawMessage
	dec := json.NewDecoder(bytes.NewReader(text))
	for {
		var raw json.RawMessage
		switch err := dec.Decode(&raw); {
		case errors.Is(err, io.EOF) && len(list) > 1:
			return list
		case err != nil:
			return nil
		}
		if list = append(list, raw); len(list) > maxSeveral {
			return nil
		}
	}
}

// maxSeveral bounds how many messages may stand in a row: what is longer is noise.
const maxSeveral = 1000

func blank(raw []byte) bool {
	for _, b := range raw {
		if b != ' ' && b != '\n' && b != '\r' && b != '\t' {
			return false
		}
	}
	return true
}
