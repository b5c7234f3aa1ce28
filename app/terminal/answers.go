package terminal

import (
	"bytes"
	"encoding/json"
	"strings"
	"sync"

	"parley/bridge"
	"parley/bridge/depth"
)

// rule is one entry of the file of answers.
type rule struct {
	Match struct {
		Message string `json:"message"` // part of what the server says; "" fits all
		Kind    string `json:"kind"`    // "" fits all
	} `json:"match"`
	Answer struct {
		Action  string                     `json:"action"` // accept, decline, cancel or expire
		Content map[string]json.RawMessage `json:"content"`
	} `json:"answer"`
	Every bool `json:"every"` // it is used as often as it fits; else once

	used bool
}

// rules are the answers that were written before: the first that fits is given.
type rules struct {
	mu   sync.Mutex
	list []*rule
}

// readRules reads a file of answers; "" is none.
func readRules(path string) (*rules, error) {
	r := &rules{}
	if path == "" {
		return r, nil
	}
	raw, err := readFile(path)
	if err != nil {
		return nil, err
	}
	if (depth.Limits{Deep: 1000}).Check(raw) != nil {
		return nil, usage("%s is no JSON list of answers", path)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields() // a word that is written wrong would be an answer that never fits
	if err := dec.Decode(&r.list); err != nil {
		return nil, usage("%s is no JSON list of answers: %s", path, strings.TrimPrefix(err.Error(), "json: "))
	}
	for i, one := range r.list {
		if one == nil {
			return nil, usage("%s: answer %d is null", path, i+1)
		}
		switch one.Answer.Action {
		case "accept", "decline", "cancel", "expire":
		default:
			return nil, usage("%s: answer %d says %q, and not accept, decline, cancel or expire", path, i+1, one.Answer.Action)
		}
		if one.Answer.Action != "accept" && one.Answer.Content != nil {
			return nil, usage("%s: answer %d has content, which only goes with accept", path, i+1)
		}
	}
	return r, nil
}

// take gives the answer to a request, and uses it up; nil when none fits.
func (r *rules) take(request bridge.Request) *rule {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, one := range r.list {
		if one.used || !strings.Contains(request.Prompt, one.Match.Message) || one.Match.Kind != "" && one.Match.Kind != request.Kind {
			continue
		}
		one.used = !one.Every
		return one
	}
	return nil
}

// data is the content as Answer.Data, its values byte for byte; nil when there is none.
func (r *rule) data() map[string]any {
	if r.Answer.Content == nil {
		return nil
	}
	data := make(map[string]any, len(r.Answer.Content))
	for key, value := range r.Answer.Content {
		data[key] = value
	}
	return data
}
