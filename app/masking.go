package app

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"parley/bridge/config"
	"parley/bridge/depth"
)

// mask stands in an entry for a value that is not shown.
const mask = "••••••••"

// masking is an entry of the servers file with its secrets hidden: the values of env and headers, and what calls itself a secret.
// Arguments are shown as they are (case config-secret-not-shown).
type masking struct {
	text   string                     // the entry, laid out, with a mask for each secret
	hidden map[string]json.RawMessage // what the masks stand for, by where they are
}

// masked hides the secrets of an entry in standard JSON.
func masked(entry json.RawMessage) masking {
	m := masking{hidden: make(map[string]json.RawMessage)}
	out, err := rewritten(entry, func(path []string, value json.RawMessage) json.RawMessage {
		if !secretPlace(path) || onlyReference(value) {
			return value
		}
		m.hidden[strings.Join(path, "\x00")] = value
		return json.RawMessage(strconv.Quote(mask))
	})
	if err != nil { // nobody can tell what is secret in it
		return m
	}
	m.text = prettyJSON(out)
	return m
}

// unmasked puts the values back where their masks were left alone. The error names a mask that stands for nothing.
func (m masking) unmasked(entry json.RawMessage) (json.RawMessage, error) {
	var lost string
	out, err := rewritten(entry, func(path []string, value json.RawMessage) json.RawMessage {
		if string(value) != strconv.Quote(mask) {
			return value
		}
		was, known := m.hidden[strings.Join(path, "\x00")]
		if !known {
			lost = path[len(path)-1]
			return value
		}
		return was
	})
	if err == nil && lost != "" {
		err = fmt.Errorf("the dots at %q stand for no value; type the value instead", lost)
	}
	return out, err
}

// secretPlace reports whether a value at this place of an entry is not for everybody's eyes.
func secretPlace(path []string) bool {
	switch path[0] {
	case "env", "environment", "headers":
		return len(path) > 1
	case "auth":
		return len(path) == 1 // a token; the members of an object say themselves what they are
	case "args", "command", "tools", "roots", "url", "serverUrl", "baseUrl", "cwd":
		return false
	}
	return regexp.MustCompile(`(?i)secret|password|passwd|token|api_?key|credential`).MatchString(path[len(path)-1])
}

// onlyReference reports whether a value only says where the real one is, such as ${TOKEN}.
func onlyReference(value json.RawMessage) bool {
	var text string
	return json.Unmarshal(value, &text) == nil && config.OnlyRefers(text)
}

// rewritten gives JSON with each of its texts, numbers and truth values changed; everything keeps its order.
func rewritten(raw json.RawMessage, change func(path []string, value json.RawMessage) json.RawMessage) (json.RawMessage, error) {
	if err := (depth.Limits{Deep: deepestArguments}).Check(raw); err != nil {
		return nil, err // rewrite calls itself for each level
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var out bytes.Buffer
	if err := rewrite(dec, &out, nil, change); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func rewrite(dec *json.Decoder, out *bytes.Buffer, path []string, change func([]string, json.RawMessage) json.RawMessage) error {
	token, err := dec.Token()
	if err != nil {
		return err
	}
	open, nested := token.(json.Delim)
	if !nested {
		value, err := encoded(token)
		if err != nil {
			return err
		}
		if token != nil && len(path) > 0 {
			value = change(path, value)
		}
		out.Write(value)
		return nil
	}
	out.WriteString(open.String())
	for n := 0; dec.More(); n++ {
		if n > 0 {
			out.WriteByte(',')
		}
		name := strconv.Itoa(n)
		if open == '{' {
			key, err := dec.Token()
			if err != nil {
				return err
			}
			name, _ = key.(string)
			written, err := encoded(name)
			if err != nil {
				return err
			}
			out.Write(written)
			out.WriteByte(':')
		}
		if err := rewrite(dec, out, append(path[:len(path):len(path)], name), change); err != nil {
			return err
		}
	}
	end, err := dec.Token()
	if err != nil {
		return err
	}
	out.WriteString(end.(json.Delim).String())
	return nil
}

// encoded is a scalar as JSON, with < and & as they are.
func encoded(v any) (json.RawMessage, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(out.Bytes()), nil
}
