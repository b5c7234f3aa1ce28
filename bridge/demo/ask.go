package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// question is one thing to ask: a form, or a link when link is set.
type question struct {
	key     string // names the answer within the call
	message string
	form    string        // JSON Schema of the answer
	link    string        // an address to open
	linkID  string        // names the link's errand, for the notice that it is done
	within  time.Duration // how long the demo waits for the answer; 0: as long as it takes
}

// answer is what came back.
type answer struct {
	Action  string          `json:"action"`            // accept, decline or cancel
	Content json.RawMessage `json:"content,omitempty"` // as the client wrote it; nil when it wrote none
}

var (
	// errCannotAsk is returned by [call.ask] when the client did not say that it can show such a question.
	errCannotAsk = errors.New("the app cannot show")
	// errNoAnswer is returned by [call.ask] when the answer did not come in time.
	errNoAnswer = errors.New("nobody answered in time")
)

// call is one tools/call. From protocol 2026-07-28 on a tool is run again for every round of answers, so what it does before
// its last question must be safe to do twice.
type call struct {
	lab    *lab
	req    *mcp.CallToolRequest
	rounds bool // the client's protocol has rounds instead of requests in the middle of a call
	notes  notes
	fresh  map[string]answer // the answers of this very round
}

// notes travel to the client and back between two rounds, as the request state.
type notes struct {
	Answers map[string]answer `json:"answers,omitempty"`
	Asked   time.Time         `json:"asked"` // when the last round of questions was asked
	Page    string            `json:"page,omitempty"`
}

const firstWithRounds = "2026-07-28"

func (l *lab) newCall(req *mcp.CallToolRequest) (*call, error) {
	c := &call{lab: l, req: req, notes: notes{Answers: map[string]answer{}}, fresh: map[string]answer{}}
	if hello := req.Session.InitializeParams(); hello != nil {
		c.rounds = hello.ProtocolVersion >= firstWithRounds
	}
	if state := req.Params.RequestState; state != "" {
		if err := json.Unmarshal([]byte(state), &c.notes); err != nil {
			return nil, errors.New("the answers came with notes that this server did not write")
		}
	}
	if c.notes.Answers == nil {
		c.notes.Answers = map[string]answer{}
	}
	for key, response := range req.Params.InputResponses {
		if result, ok := response.(*mcp.ElicitResult); ok {
			c.fresh[key] = answerOf(result)
			c.notes.Answers[key] = c.fresh[key]
		}
	}
	return c, nil
}

// read decodes the arguments over into's values, which are the defaults. The error is a sentence for the person.
func (c *call) read(into any) error {
	if len(c.req.Params.Arguments) == 0 {
		return nil
	}
	if err := json.Unmarshal(c.req.Params.Arguments, into); err != nil {
		return fmt.Errorf("the arguments do not fit this tool (%w)", err)
	}
	return nil
}

// ask puts questions to the person, all at once, and gives the answers in the same order. The error is errCannotAsk,
// errNoAnswer, a *pause that the tool passes on, the context's, or what the client said instead of an answer.
func (c *call) ask(ctx context.Context, questions ...question) ([]answer, error) {
	for _, q := range questions {
		if err := c.canShow(q); err != nil {
			return nil, err
		}
	}
	if c.rounds {
		return c.askInRounds(questions)
	}
	return c.askNow(ctx, questions)
}

// canShow is contract C2: an empty declaration means forms, links must be named.
func (c *call) canShow(q question) error {
	hello := c.req.Session.InitializeParams()
	if hello == nil || hello.Capabilities == nil || hello.Capabilities.Elicitation == nil {
		return fmt.Errorf("%w any questions", errCannotAsk)
	}
	can := hello.Capabilities.Elicitation
	if q.link != "" && can.URL == nil {
		return fmt.Errorf("%w links", errCannotAsk)
	}
	if q.link == "" && can.Form == nil && can.URL != nil {
		return fmt.Errorf("%w forms", errCannotAsk)
	}
	return nil
}

// pause is the error that ends a round: the call returns with its questions and is made again with the answers.
type pause struct {
	questions []question
	notes     notes
}

func (p *pause) Error() string { return "waiting for the answers of the next round" }

func (p *pause) result() *mcp.CallToolResult {
	res := &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{}}
	for _, q := range p.questions {
		params := q.params()
		params.ElicitationID = "" // gone from 2026-07-28
		res.InputRequests[q.key] = params
	}
	state, err := json.Marshal(p.notes)
	if err != nil {
		return outcome{say: "The demo lost its notes: " + err.Error(), failed: true, facts: facts{Status: "failed"}}.result()
	}
	res.RequestState = string(state)
	return res
}

func (c *call) askInRounds(questions []question) ([]answer, error) {
	var answers []answer
	for _, q := range questions {
		got, ok := c.notes.Answers[q.key]
		if !ok {
			c.notes.Asked = time.Now()
			return nil, &pause{questions: questions, notes: c.notes}
		}
		if _, fresh := c.fresh[q.key]; fresh && q.within > 0 && time.Since(c.notes.Asked) > q.within {
			return nil, errNoAnswer
		}
		answers = append(answers, got)
	}
	return answers, nil
}

// askNow sends the questions in their order and waits for all answers.
func (c *call) askNow(ctx context.Context, questions []question) ([]answer, error) {
	type reply struct {
		answer answer
		err    error
	}
	replies := make([]chan reply, len(questions))
	for i, q := range questions {
		replies[i] = make(chan reply, 1)
		sent := make(chan struct{})
		c.lab.tasks.Go(func() {
			got, err := c.send(context.WithValue(ctx, sentKey{}, sync.OnceFunc(func() { close(sent) })), q)
			replies[i] <- reply{got, err}
		})
		select {
		case <-sent:
		case failed := <-replies[i]:
			replies[i] <- failed
		}
	}
	answers := make([]answer, len(questions))
	var problem error
	for i := range questions {
		got := <-replies[i]
		answers[i], problem = got.answer, errors.Join(problem, got.err)
	}
	return answers, problem
}

// send asks one question and waits for its answer, or as long as the question says.
//
// A demo that stops waiting tells the client nothing, like the servers people really meet (contract T1): the client sees only
// that the call is over. The request itself stays open until the connection ends, and a late answer is dropped.
func (c *call) send(ctx context.Context, q question) (answer, error) {
	if q.within == 0 {
		return c.elicit(ctx, q)
	}
	type reply struct {
		answer answer
		err    error
	}
	request, withdraw := context.WithCancel(context.WithValue(c.lab.life, sentKey{}, ctx.Value(sentKey{})))
	came := make(chan reply, 1)
	c.lab.tasks.Go(func() {
		defer withdraw()
		got, err := c.elicit(request, q)
		came <- reply{got, err}
	})
	patience := time.NewTimer(q.within)
	defer patience.Stop()
	select {
	case got := <-came:
		return got.answer, got.err
	case <-patience.C:
		return answer{}, errNoAnswer
	case <-ctx.Done():
		withdraw()
		return answer{}, ctx.Err()
	}
}

func (c *call) elicit(ctx context.Context, q question) (answer, error) {
	params := q.params()
	if q.form != "" {
		ctx = context.WithValue(ctx, schemaKey{}, json.RawMessage(q.form))
		params.RequestedSchema = nil
	}
	result, err := c.req.Session.Elicit(ctx, params)
	if err != nil {
		return answer{}, fmt.Errorf("the app did not answer the question: %w", err)
	}
	return answerOf(result), nil
}

func (q question) params() *mcp.ElicitParams {
	if q.link != "" {
		return &mcp.ElicitParams{Mode: "url", Message: q.message, URL: q.link, ElicitationID: q.linkID}
	}
	return &mcp.ElicitParams{Mode: "form", Message: q.message, RequestedSchema: json.RawMessage(q.form)}
}

func answerOf(result *mcp.ElicitResult) answer {
	got := answer{Action: result.Action}
	if text, ok := result.Meta[contentNote].(string); ok {
		got.Content = json.RawMessage(text)
	}
	return got
}

// check reads an accepted answer's content after looking whether it fits the form.
func (q question) check(a answer, into any) error {
	if a.Content == nil {
		return errors.New("the answer has no content")
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal([]byte(q.form), &schema); err != nil {
		return fmt.Errorf("the demo's own form is broken: %w", err)
	}
	form, err := schema.Resolve(nil)
	if err != nil {
		return fmt.Errorf("the demo's own form is broken: %w", err)
	}
	var content any
	if err := json.Unmarshal(a.Content, &content); err != nil {
		return fmt.Errorf("the answer cannot be read: %w", err)
	}
	if err := form.Validate(content); err != nil {
		return fmt.Errorf("the answer does not fit the form: %s", strings.TrimPrefix(err.Error(), "validating root: "))
	}
	if err := json.Unmarshal(a.Content, into); err != nil {
		return fmt.Errorf("the answer does not fit the form: %w", err)
	}
	return nil
}

// refusal is the outcome when the person said no or did not decide; ok is false for any other answer. nothing says what
// therefore did not happen.
func (a answer) refusal(nothing string) (done outcome, ok bool) {
	switch a.Action {
	case "decline":
		return outcome{say: "You said no. " + nothing, facts: facts{Status: "declined"}}, true
	case "cancel":
		return outcome{say: "You closed the question without deciding. " + nothing, facts: facts{Status: "cancelled"}}, true
	case "accept":
		return outcome{}, false
	default:
		return outcome{say: "The app sent an answer that does not exist: " + a.Action + ". " + nothing, failed: true,
			facts: facts{Status: "bad_answer"}}, true
	}
}

// tooLate is the outcome when nobody answered in time.
func tooLate(within time.Duration, nothing string) outcome {
	return outcome{say: "The demo waited " + inWords(within) + " and then stopped. " + nothing, facts: facts{Status: "timed_out"}}
}

// inWords writes a duration of whole seconds or minutes.
func inWords(d time.Duration) string {
	switch {
	case d == time.Second:
		return "1 second"
	case d == time.Minute:
		return "1 minute"
	case d%time.Minute == 0:
		return fmt.Sprintf("%d minutes", d/time.Minute)
	default:
		return fmt.Sprintf("%g seconds", d.Seconds())
	}
}
