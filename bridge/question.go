package bridge

import (
	"encoding/json"
	"errors"
	"fmt"
	"parley/bridge/hush"
	"parley/bridge/link"
	"parley/bridge/schema"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// question is an elicitation as its params say it, checked.
type question struct {
	request Request
	schema  json.RawMessage
	form    schema.Form
	data    json.RawMessage // of a pending result
	linkID  string
	note    string
}

// readQuestion reads the params of elicitation/create. The error is one for the server: the person is not asked
// (contract M5, M6; cases proto-elicitation-error-response-shape, url-relative, url-backslash-host-trick).
func readQuestion(raw json.RawMessage, serverAddress string) (question, *jsonrpc.Error) {
	var p struct {
		Mode            json.RawMessage `json:"mode"`
		Message         json.RawMessage `json:"message"`
		RequestedSchema json.RawMessage `json:"requestedSchema"`
		URL             json.RawMessage `json:"url"`
		ElicitationID   json.RawMessage `json:"elicitationId"`
	}
	if err := json.Unmarshal(raw, &p); err != nil {
		return question{}, invalidParams("params of elicitation/create must be an object")
	}
	params := &mcp.ElicitParams{Message: messageText(p.Message), ElicitationID: messageText(p.ElicitationID)}
	if !isNull(p.RequestedSchema) {
		params.RequestedSchema = p.RequestedSchema
	}
	if !isNull(p.Mode) && json.Unmarshal(p.Mode, &params.Mode) != nil {
		return question{}, invalidParams("mode must be \"form\" or \"url\"")
	}
	if !isNull(p.URL) && json.Unmarshal(p.URL, &params.URL) != nil {
		return question{}, invalidParams("url must be a string")
	}
	switch params.Mode {
	case "", "form":
		return formQuestion(params), nil
	case "url":
		if params.URL == "" {
			return question{}, invalidParams("url is required in url mode")
		}
		if _, err := link.Screen(params.URL, serverAddress); err != nil {
			return question{}, invalidParams(fmt.Sprintf("url: %v", err))
		}
		return question{request: ElicitationToRequest(params), linkID: params.ElicitationID}, nil
	}
	return question{}, invalidParams(fmt.Sprintf("unsupported elicitation mode %q", params.Mode))
}

// formQuestion is a request for a form. One without a schema is a confirmation (M8, case form-requested-schema-missing).
func formQuestion(params *mcp.ElicitParams) question {
	q := question{request: ElicitationToRequest(params)}
	if raw, ok := params.RequestedSchema.(json.RawMessage); ok {
		q.schema = raw
		q.form = schema.Parse(raw)
	}
	if params.URL != "" {
		q.note = "The server also sent an address, but this kind of request has no use for one: " + hush.Address(params.URL)
	}
	return q
}

func invalidParams(message string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: message}
}

// result is what goes on the wire for an answer: content with the fields in the order of the form for an accepted form,
// none for a link and for everything that is not accepted (contract B2, B5, B7, D4).
func (q question) result(answer Answer) json.RawMessage {
	res := AnswerToElicitResult(answer)
	list := []member{{"action", quote(res.Action)}}
	if res.Action == "accept" && q.request.Kind != KindAuthorization {
		list = append(list, member{"content", q.content(res.Content)})
	}
	return object(list)
}

// content writes values in the order of the form; what the form does not know follows in the order of the alphabet.
func (q question) content(values map[string]any) json.RawMessage {
	rest := make(map[string]any, len(values))
	for key, value := range values {
		rest[key] = value
	}
	var list []member
	add := func(key string) {
		raw, err := EncodeJSON(rest[key])
		if err == nil {
			list = append(list, member{key, raw})
		}
		delete(rest, key)
	}
	for _, field := range q.form.Fields {
		if _, ok := rest[field.Key]; ok {
			add(field.Key)
		}
	}
	for _, key := range sortedKeys(rest) {
		add(key)
	}
	return object(list)
}

func sortedKeys(values map[string]any) []string {
	keys := make([]string, 0, len(values))
	for key := range values {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// check says in plain words why an accepted answer must not go out, or gives nil. A good form never lets one through;
// this keeps any other WaitFor from sending what the server did not ask for (contract F3).
func (q question) check(answer Answer) error {
	if !answer.OK || q.request.Kind != KindInput || q.schema == nil {
		return nil
	}
	problems := q.form.Validate(q.content(answer.Data))
	if len(problems) == 0 {
		return nil
	}
	first := problems[0]
	if first.Field < 0 {
		return errors.New(first.Message)
	}
	return fmt.Errorf("%s: %s", q.form.Fields[first.Field].Label, first.Message)
}
