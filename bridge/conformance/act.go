package main

import (
	"context"
	"encoding/json"
	"fmt"

	"parley/bridge"
)

// act runs what the scenario wants: the calls that the suite names, or else every tool with arguments made from its schema.
func act(ctx context.Context, server *bridge.Server, t told) error {
	tools := server.State().Tools
	byName := func(name string) (bridge.Tool, bool) {
		for _, tool := range tools {
			if tool.Name == name {
				return tool, true
			}
		}
		return bridge.Tool{}, false
	}
	if len(t.ToolCalls) > 0 {
		for _, call := range t.ToolCalls {
			tool, ok := byName(call.Name)
			if !ok {
				return fmt.Errorf("the server has no tool %q", call.Name)
			}
			report(ctx, server.Call(tool, call.Arguments))
		}
		return nil
	}
	switch t.scenario {
	case "json-schema-2020-12-preservation":
		// The suite wants to see how the schema of one tool arrived, as an argument of another.
		focal, ok := byName("json_schema_2020_12_tool")
		echo, found := byName("json_schema_echo")
		if !ok || !found {
			return fmt.Errorf("the tools of the scenario are not there")
		}
		arguments, err := bridge.EncodeJSON(map[string]any{"schema": focal.InputSchema})
		if err != nil {
			return err
		}
		report(ctx, server.Call(echo, arguments))
		return nil
	case "http-standard-headers":
		report(ctx, server.ReadResource("file:///path/to/file%20name.txt"))
		report(ctx, server.GetPrompt("test_prompt", nil))
	}
	for _, tool := range tools {
		report(ctx, server.Call(tool, arguments(tool.InputSchema)))
	}
	return nil
}

// report waits for a call and tells how it ended. Whether that is right is for the suite to say.
func report(ctx context.Context, call *bridge.Call) {
	select {
	case <-call.Done():
	case <-ctx.Done():
		call.Stop()
		<-call.Done()
	}
	state := call.State()
	switch {
	case state.Failure != nil:
		fmt.Printf("%s: %s\n%s\n", call.Tool().Name, state.Failure.What, state.Failure.Detail)
	case state.Result != nil:
		fmt.Printf("%s: %s\n", call.Tool().Name, state.Result.Raw)
	}
}

// arguments makes the smallest arguments that a schema of plain properties allows.
func arguments(schema json.RawMessage) json.RawMessage {
	var s struct {
		Properties map[string]struct {
			Type    any             `json:"type"`
			Default json.RawMessage `json:"default"`
			Enum    []any           `json:"enum"`
		} `json:"properties"`
		Required []string `json:"required"`
	}
	_ = json.Unmarshal(schema, &s) // a schema that cannot be read gets none
	values := map[string]any{}
	for _, name := range s.Required {
		p := s.Properties[name]
		switch {
		case p.Default != nil:
			values[name] = p.Default
		case len(p.Enum) > 0:
			values[name] = p.Enum[0]
		default:
			values[name] = sample(p.Type)
		}
	}
	raw, err := bridge.EncodeJSON(values)
	if err != nil {
		return nil
	}
	return raw
}

// sample is a value of a type of JSON Schema.
func sample(kind any) any {
	switch kind {
	case "string":
		return "conformance"
	case "number", "integer":
		return 5
	case "boolean":
		return true
	case "array":
		return []any{}
	case "object":
		return map[string]any{}
	}
	return nil
}
