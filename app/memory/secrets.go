package memory

import (
	"bytes"
	"encoding/json"
	"slices"

	"parley/bridge/depth"
	"parley/bridge/schema"
)

// deepest is how many lists and objects may stand one in the other in arguments.
const deepest = 1000

// withoutSecrets is JSON without the members, at any depth, whose names are those of secrets: a box of JSON takes what no field asks for.
// nil for what cannot be gone through.
func withoutSecrets(raw json.RawMessage) json.RawMessage {
	if (depth.Limits{Deep: deepest}).Check(raw) != nil {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var out bytes.Buffer
	dropped, err := copyWithoutSecrets(dec, &out)
	switch {
	case err != nil:
		return nil
	case dropped:
		return out.Bytes()
	}
	return raw
}

// copyWithoutSecrets copies one value. It reports whether something was left out.
func copyWithoutSecrets(dec *json.Decoder, out *bytes.Buffer) (dropped bool, err error) {
	token, err := dec.Token()
	if err != nil {
		return false, err
	}
	open, nested := token.(json.Delim)
	if !nested {
		value, err := encoded(token)
		out.Write(value)
		return false, err
	}
	out.WriteString(open.String())
	for first := true; dec.More(); {
		var name json.RawMessage
		if open == '{' {
			key, err := dec.Token()
			if err != nil {
				return false, err
			}
			if secretName, _ := key.(string); schema.NamesSecret(secretName) {
				var value json.RawMessage
				if err := dec.Decode(&value); err != nil {
					return false, err
				}
				if !slices.Contains([]string{"true", "false", "null"}, string(value)) {
					dropped = true
					continue
				}
				if name, err = encoded(key); err != nil {
					return false, err
				}
				writeMember(out, &first, name)
				out.Write(value)
				continue
			}
			if name, err = encoded(key); err != nil {
				return false, err
			}
		}
		writeMember(out, &first, name)
		inside, err := copyWithoutSecrets(dec, out)
		if err != nil {
			return false, err
		}
		dropped = dropped || inside
	}
	end, err := dec.Token()
	if err != nil {
		return false, err
	}
	out.WriteString(end.(json.Delim).String())
	return dropped, nil
}

// writeMember writes what stands before a value: the comma, and in an object its name.
func writeMember(out *bytes.Buffer, first *bool, name json.RawMessage) {
	if !*first {
		out.WriteByte(',')
	}
	*first = false
	if name != nil {
		out.Write(name)
		out.WriteByte(':')
	}
}

// encoded is a value as JSON, with the signs in it as they are.
func encoded(v any) (json.RawMessage, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(out.Bytes(), []byte("\n")), err
}
