package nanohubtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"time"
)

// tool is one tool of the lab.
type tool struct {
	name, description string
	input             string // JSON Schema; "" takes nothing
	async             bool
	asks              bool // takes nanohub-mcp's ctx, and so cannot be run by plain REST (contract N2)
	run               func(caller, map[string]json.RawMessage) (outcome, error)
}

// outcome is what a tool returns: a dict as JSON, or text.
type outcome struct {
	dict string
	text string
}

// result is the outcome as the result of a call.
func (o outcome) result() string {
	if o.dict == "" {
		return fmt.Sprintf(`{"content":[{"type":"text","text":%s}],"isError":false}`, quote(o.text))
	}
	return fmt.Sprintf(`{"content":[{"type":"text","text":%s}],"structuredContent":%s,"isError":false}`, quote(dumps(o.dict)), o.dict)
}

// json is the outcome as a value.
func (o outcome) json() string {
	if o.dict == "" {
		return quote(o.text)
	}
	return o.dict
}

// errRefused is an error that a tool reports of its own accord (nanohub-mcp's ToolResult with is_error), rather than raises.
var errRefused = errors.New("not today")

// The schemas that the lab asks for. BatchSchema is the one of nanoHUB's own example.
const (
	BatchSchema  = `{"type":"object","properties":{"queue":{"type":"string","enum":["standby","long"],"default":"standby"},"notify":{"type":"boolean","default":true}},"required":["queue"]}`
	nameSchema   = `{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}`
	coresSchema  = `{"type":"object","properties":{"cores":{"type":"integer","minimum":1}},"required":["cores"]}`
	nestedSchema = `{"type":"object","properties":{"mesh":{"type":"object","properties":{"nx":{"type":"integer"},"ny":{"type":"integer"}},"required":["nx"]},"notes":{"type":["string","null"]}},"required":["mesh"]}`
)

// lab is the tools of a server as its makers show them.
func lab() []tool {
	ask := func(message, schema string) func(caller, map[string]json.RawMessage) (outcome, error) {
		return func(c caller, _ map[string]json.RawMessage) (outcome, error) {
			return answered(c.elicit(message, schema))
		}
	}
	return []tool{
		{name: "add", description: "Add two numbers", run: add,
			input: `{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}`},
		{name: "submit_batch", description: "Submit the run to the cluster after user confirmation.", asks: true,
			run: ask("Submit this 4-hour batch run?", BatchSchema)},
		{name: "confirm", description: "Ask for a yes.", asks: true, run: ask("Really?", "")},
		{name: "two_step", description: "Ask for two things, one after the other.", asks: true, run: twoStep},
		{name: "nested", description: "Ask with a schema that is not flat.", asks: true, run: ask("Which mesh?", nestedSchema)},
		{name: "connect_source", description: "Have the user authorize a data source.", asks: true, run: connectSource},
		{name: "steps", description: "Tell how far it is.", asks: true, run: steps},
		{name: "kaboom", description: "Raise an error.", run: func(caller, map[string]json.RawMessage) (outcome, error) { return outcome{}, errors.New("kaboom") }},
		{name: "refuse", description: "Report an error.", run: func(caller, map[string]json.RawMessage) (outcome, error) { return outcome{}, errRefused }},
		{name: "simulate", description: "Run a simulation that takes as long as it is told to.", async: true, run: simulate,
			input: `{"type":"object","properties":{"minutes":{"type":"integer","default":0}}}`},
		{name: "ask_later", description: "Ask from the background.", async: true, asks: true, run: ask("Keep the mesh?", BatchSchema)},
		{name: "get_job_result", description: "Poll the result of a long-running async tool call.", run: jobResult,
			input: `{"type":"object","properties":{"job_id":{"type":"string"}},"required":["job_id"]}`},
	}
}

// answered gives back what the client answered, or says what went wrong as the lab's tools do.
func answered(answer json.RawMessage, err error) (outcome, error) {
	if err != nil {
		return outcome{}, fmt.Errorf("RuntimeError: %w", err)
	}
	return outcome{dict: fmt.Sprintf(`{"raw":%s}`, answer)}, nil
}

func add(_ caller, arguments map[string]json.RawMessage) (outcome, error) {
	for name := range arguments {
		if name != "a" && name != "b" {
			return outcome{}, badArguments{fmt.Sprintf("add() got an unexpected keyword argument '%s'", name)}
		}
	}
	sum := new(big.Int)
	for _, name := range []string{"a", "b"} {
		if len(arguments[name]) == 0 {
			return outcome{}, badArguments{fmt.Sprintf("add() missing 1 required positional argument: '%s'", name)}
		}
		n, ok := new(big.Int).SetString(string(arguments[name]), 10)
		if !ok {
			return outcome{}, errors.New("unsupported operand type(s) for +")
		}
		sum.Add(sum, n)
	}
	return outcome{dict: fmt.Sprintf(`{"sum":%s}`, sum)}, nil
}

// badArguments is Python's TypeError for arguments that do not fit.
type badArguments struct{ text string }

func (e badArguments) Error() string { return e.text }

func twoStep(c caller, _ map[string]json.RawMessage) (outcome, error) {
	first, err := c.elicit("What is its name?", nameSchema)
	if err != nil {
		return answered(nil, err)
	}
	c.progress(1, 2, "named")
	second, err := c.elicit("How many cores?", coresSchema)
	if err != nil {
		return answered(nil, err)
	}
	return outcome{dict: fmt.Sprintf(`{"first":%s,"second":%s}`, first, second)}, nil
}

func connectSource(c caller, _ map[string]json.RawMessage) (outcome, error) {
	return answered(c.elicitURL("Authorize access to the external data source", "https://example.org/authorize?state=abc"))
}

func steps(c caller, _ map[string]json.RawMessage) (outcome, error) {
	for i := 1; i <= 3; i++ {
		c.progress(i, 3, fmt.Sprintf("step %d", i))
	}
	return outcome{text: "three steps"}, nil
}

func simulate(c caller, arguments map[string]json.RawMessage) (outcome, error) {
	var minutes int64
	if raw := arguments["minutes"]; len(raw) > 0 {
		if err := json.Unmarshal(raw, &minutes); err != nil {
			return outcome{}, err
		}
	}
	if minutes > 0 {
		over := make(chan struct{})
		c.server.mu.Lock()
		c.server.after(time.Duration(minutes)*time.Minute, func() { close(over) })
		c.server.mu.Unlock()
		select {
		case <-over:
		case <-c.server.ended:
		}
	}
	return outcome{dict: fmt.Sprintf(`{"minutes":%d,"converged":true}`, minutes)}, nil
}
