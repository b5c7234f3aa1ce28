package app

import (
	"encoding/json"
	"fmt"
	"strings"

	"fyne.io/fyne/v2/lang"

	"parley/bridge"
)

// relayCall is one call of a tool that the person carries out by hand (contract K, tool_call).
type relayCall struct {
	id        json.RawMessage // echoed as it came
	name      string
	arguments string // JSON text
}

// relayCallsOf reads data.calls: [{id, name, input, arguments}]; arguments is JSON text, input the same decoded.
func relayCallsOf(data json.RawMessage) []relayCall {
	var calls []relayCall
	for _, item := range list(member(data, "calls")) {
		var one map[string]json.RawMessage
		if json.Unmarshal(item, &one) != nil || one == nil {
			continue
		}
		call := relayCall{id: one["id"], name: text(one["name"]), arguments: text(one["arguments"])}
		if call.arguments == "" {
			call.arguments = text(one["input"])
		}
		calls = append(calls, call)
	}
	return calls
}

// relayBody asks for the output of each call: one text and one tick per call, made from a schema of our own so that the
// same form serves.
func relayBody(calls []relayCall) body {
	var properties []string
	var shown []string
	for i, call := range calls {
		name := oneLine(call.name, 80)
		properties = append(properties,
			property(outputKey(i), map[string]any{
				"type": "string", "maxLength": 10_000_000,
				"title": lang.L("What {{.Tool}} gave back", map[string]any{"Tool": name}),
			}),
			property(failedKey(i), map[string]any{
				"type": "boolean", "default": false,
				"title": lang.L("{{.Tool}} failed", map[string]any{"Tool": name}),
			}))
		shown = append(shown, name+"\n"+prettyJSON(json.RawMessage(call.arguments)))
	}
	raw := json.RawMessage(`{"type":"object","properties":{` + strings.Join(properties, ",") + `}}`)
	b := formBody(raw)
	b.data = strings.Join(shown, "\n\n")
	b.answerData = func(content json.RawMessage) map[string]any { return relayResults(calls, members(content)) }
	return b
}

func outputKey(i int) string { return fmt.Sprintf("output %d", i+1) }
func failedKey(i int) string { return fmt.Sprintf("failed %d", i+1) }

func property(key string, rule map[string]any) string {
	name, _ := json.Marshal(key)
	body, err := bridge.EncodeJSON(rule)
	if err != nil {
		body = []byte("{}")
	}
	return string(name) + ":" + string(body)
}

// relayResults makes {"results":[{id, output, isError}]}. A call that was left unanswered is an error and says so
// (contract K-test).
func relayResults(calls []relayCall, entered map[string]any) map[string]any {
	type result struct {
		ID      json.RawMessage `json:"id"` // null when there was none
		Output  string          `json:"output"`
		IsError bool            `json:"isError"`
	}
	results := make([]result, len(calls))
	for i, call := range calls {
		results[i] = result{ID: call.id, Output: "no result supplied on resume for " + call.name, IsError: true}
		var output string
		raw, answered := entered[outputKey(i)].(json.RawMessage)
		failed := fmt.Sprintf("%s", entered[failedKey(i)]) == "true"
		if answered && json.Unmarshal(raw, &output) == nil {
			results[i] = result{ID: call.id, Output: output, IsError: failed}
		}
	}
	raw, err := bridge.EncodeJSON(results)
	if err != nil {
		return nil
	}
	return map[string]any{"results": json.RawMessage(raw)}
}
