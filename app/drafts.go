package app

import (
	"crypto/sha256"
	"encoding/hex"

	"parley/bridge"
	"parley/bridge/schema"
)

// question identifies what was asked: the same question of the same tool of the same server, asked again, is filled in
// with what was typed the first time.
type question struct {
	server, tool, hash string
}

func questionOf(s bridge.Suspension) question {
	tool := ""
	if s.Call != nil {
		tool = s.Call.Tool().Name
	}
	sum := sha256.New()
	for _, part := range []string{s.Request.Kind, s.Request.Prompt, string(s.Schema)} {
		sum.Write([]byte(part))
		sum.Write([]byte{0})
	}
	return question{server: s.Server, tool: tool, hash: hex.EncodeToString(sum.Sum(nil))}
}

// maxDrafts bounds what is kept for a server that asks something new each time.
const maxDrafts = 200

// drafts keeps what was typed into requests that ended without it: expired, withdrawn, their server gone, undelivered.
// It lives in memory only and never holds what a secret field held (widgets.Result says so). The zero value is empty.
type drafts struct {
	kept  map[question][]schema.Input
	order []question
}

// keep remembers a draft that holds anything; a newer one of the same question replaces it.
func (d *drafts) keep(q question, draft []schema.Input) {
	if !typed(draft) {
		return
	}
	if d.kept == nil {
		d.kept = make(map[question][]schema.Input)
	}
	if _, known := d.kept[q]; !known {
		d.order = append(d.order, q)
	}
	d.kept[q] = draft
	if len(d.order) > maxDrafts {
		delete(d.kept, d.order[0])
		d.order = d.order[1:]
	}
}

// has reports whether there is a draft of a question.
func (d *drafts) has(q question) bool {
	_, known := d.kept[q]
	return known
}

// take gives the draft of a question and forgets it; nil when there is none.
func (d *drafts) take(q question) []schema.Input {
	draft, known := d.kept[q]
	if !known {
		return nil
	}
	delete(d.kept, q)
	for i, other := range d.order {
		if other == q {
			d.order = append(d.order[:i:i], d.order[i+1:]...)
			break
		}
	}
	return draft
}

// typed reports whether the person changed anything.
func typed(draft []schema.Input) bool {
	for _, in := range draft {
		if in.Touched {
			return true
		}
	}
	return false
}
