package bridge

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Result is what a tool gave back.
type Result struct {
	Raw        json.RawMessage // the whole result as it came
	IsError    bool            // the tool itself reports a failure
	Text       string          // all text blocks, joined by line breaks (contract O1)
	Structured json.RawMessage // structured content with its order and digits; nil when there is none
	Blocks     []Block
}

// Block is one content block. One that cannot be read is kept with what there is (cases rule 9).
type Block struct {
	Type string          // text, image, audio, resource, resource_link, or any other word; "" when it has none
	Text string          // for text
	Raw  json.RawMessage // the block as it came
}

// readResult reads the result of tools/call. It never fails: what it does not know stays in Raw.
func readResult(raw json.RawMessage) *Result {
	result := &Result{Raw: raw}
	var wire struct {
		Content    json.RawMessage `json:"content"`
		Structured json.RawMessage `json:"structuredContent"`
		IsError    any             `json:"isError"`
	}
	if readJSON(raw, &wire) != nil {
		return result
	}
	result.IsError, _ = wire.IsError.(bool)
	if !isNull(wire.Structured) {
		result.Structured = wire.Structured
	}
	var blocks []json.RawMessage
	if readJSON(wire.Content, &blocks) != nil {
		return result
	}
	var texts []string
	for _, raw := range blocks {
		block := readBlock(raw)
		result.Blocks = append(result.Blocks, block)
		if block.Type == "text" && block.Text != "" {
			texts = append(texts, block.Text)
		}
	}
	result.Text = strings.Join(texts, "\n")
	return result
}

func readBlock(raw json.RawMessage) Block {
	block := Block{Raw: bytes.TrimSpace(raw)}
	var wire struct {
		Type any `json:"type"`
		Text any `json:"text"`
	}
	if readJSON(raw, &wire) == nil {
		block.Type, _ = wire.Type.(string)
		block.Text, _ = wire.Text.(string)
	}
	return block
}
