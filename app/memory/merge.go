package memory

import (
	"bytes"
	"encoding/json"
	"maps"
)

// object is the members of a JSON object.
type object map[string]json.RawMessage

func keptMembers(v any) (object, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	var o object
	return o, json.Unmarshal(raw, &o)
}

// mergedMembers is what is there with what changed here between was and now: what another Parley wrote meanwhile stays, and so does what a newer
// one keeps under names that this one does not know.
func mergedMembers(there, was, now object) object {
	return mergedBy(there, was, now, func(name string, there, was, now json.RawMessage) json.RawMessage {
		switch name {
		case "arguments": // by server
			return mergedWithin(there, was, now, func(_ string, there, was, now json.RawMessage) json.RawMessage {
				return mergedWithin(there, was, now, nil) // by tool
			})
		case "seen":
			return mergedList(there, was, now)
		}
		return now
	})
}

// mergedBy goes through the members that changed. join gives what one becomes, nil for nothing; nil takes it as it is now.
func mergedBy(there, was, now object, join func(name string, there, was, now json.RawMessage) json.RawMessage) object {
	result := maps.Clone(there)
	if result == nil {
		result = object{}
	}
	names := maps.Clone(was)
	if names == nil {
		names = object{}
	}
	maps.Copy(names, now)
	for name := range names {
		if bytes.Equal(was[name], now[name]) {
			continue
		}
		value := now[name]
		if join != nil {
			value = join(name, result[name], was[name], now[name])
		}
		if result[name] = value; value == nil {
			delete(result, name)
		}
	}
	return result
}

// mergedWithin is mergedBy for members that are objects themselves.
func mergedWithin(there, was, now json.RawMessage, join func(name string, there, was, now json.RawMessage) json.RawMessage) json.RawMessage {
	var objects [3]object
	for i, raw := range []json.RawMessage{there, was, now} {
		_ = json.Unmarshal(raw, &objects[i]) // what is none has no members
	}
	result := mergedBy(objects[0], objects[1], objects[2], join)
	if len(result) == 0 {
		return nil
	}
	raw, err := json.Marshal(result)
	if err != nil {
		return now
	}
	return raw
}

// mergedList gives the items that are there and were not taken out here, and behind them those that came here.
func mergedList(there, was, now json.RawMessage) json.RawMessage {
	var lists [3][]json.RawMessage
	var known [3]map[string]bool
	for i, raw := range []json.RawMessage{there, was, now} {
		_ = json.Unmarshal(raw, &lists[i]) // what is none has no items
		known[i] = map[string]bool{}
		for j, item := range lists[i] {
			lists[i][j] = compactJSON(item)
			known[i][string(lists[i][j])] = true
		}
	}
	var result []json.RawMessage
	for _, item := range lists[0] {
		if !known[1][string(item)] || known[2][string(item)] {
			result = append(result, item)
		}
	}
	for _, item := range lists[2] {
		if !known[0][string(item)] && !known[1][string(item)] {
			result = append(result, item)
		}
	}
	result = result[max(len(result)-MaxPrograms, 0):]
	if len(result) == 0 {
		return nil
	}
	raw, err := json.Marshal(result)
	if err != nil {
		return now
	}
	return raw
}

func compactJSON(raw json.RawMessage) json.RawMessage {
	var out bytes.Buffer
	if json.Compact(&out, raw) != nil {
		return raw
	}
	return out.Bytes()
}
