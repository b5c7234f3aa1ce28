package demo

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// alike runs a test in its own bubble of time, once for each protocol. The bubble fails when anything is left running.
func alike(t *testing.T, test func(t *testing.T, version string)) {
	for _, version := range versions {
		t.Run(version, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { test(t, version) })
		})
	}
}

func TestSubmitBatchSendsTheFormOfTheGuideWordForWord(t *testing.T) {
	alike(t, func(t *testing.T, version string) {
		c := start(t, version, bothKinds)
		c.call("submit_batch", `{"run_handle":"r1"}`)
		q := c.question()
		const want = `{"type":"object","properties":{"queue":{"type":"string","enum":["standby","long"],"default":"standby"},"notify":{"type":"boolean","default":true}},"required":["queue"]}`
		if string(q.schema) != want {
			t.Errorf("schema\n got %s\nwant %s", q.schema, want)
		}
		if q.message != "Submit this 4-hour batch run?" || q.mode != "form" {
			t.Errorf("message %q, mode %q", q.message, q.mode)
		}
		c.answer("submit_batch", `{"run_handle":"r1"}`, q, `{"action":"accept","content":{"notify":true,"queue":"long"}}`)
		got := c.result()
		if got.says() != "The run r1 is in the queue long. You will be told when it is done." {
			t.Errorf("says %q", got.says())
		}
		if want := `{"status":"submitted","run_handle":"r1","answer":{"notify":true,"queue":"long"}}`; string(got.Result.StructuredContent) != want {
			t.Errorf("facts\n got %s\nwant %s", got.Result.StructuredContent, want)
		}
	})
}

func TestEveryOutcomeHasItsOwnCalmWords(t *testing.T) {
	tests := []struct {
		tool, accept string // a fitting content
		done         string // the status of an accepted call
	}{
		{"submit_batch", `{"queue":"standby"}`, "submitted"},
		{"book_visit", `{"name":"Ada","email":"a@example.org","day":"2026-12-01","visitors":2,"building":"bld-31","topics":["t-opt"]}`, "booked"},
		{"slow_survey", `{"mood":"good"}`, "counted"},
		{"confirm_deletion", `{}`, "deleted"},
	}
	for _, test := range tests {
		t.Run(test.tool, func(t *testing.T) {
			alike(t, func(t *testing.T, version string) {
				c := start(t, version, bothKinds)
				for _, way := range []struct {
					answer, status, says string
					failed               bool
				}{
					{`{"action":"accept","content":` + test.accept + `}`, test.done, "", false},
					{`{"action":"decline"}`, "declined", "You said no.", false},
					{`{"action":"cancel"}`, "cancelled", "You closed the question without deciding.", false},
					{`{"action":"maybe"}`, "bad_answer", "an answer that does not exist", true},
				} {
					c.call(test.tool, `{}`)
					c.answer(test.tool, `{}`, c.question(), way.answer)
					got := c.result()
					if got.status() != way.status || !strings.Contains(got.says(), way.says) || got.Result.IsError != way.failed {
						t.Errorf("after %s: status %q, error %v, words %q", way.answer, got.status(), got.Result.IsError, got.says())
					}
				}
			})
		})
	}
}

func TestFieldsOfTheVisitKeepTheirOrderOnTheWire(t *testing.T) {
	alike(t, func(t *testing.T, version string) {
		c := start(t, version, bothKinds)
		c.call("book_visit", `{}`)
		q := c.question()
		var schema struct{ Properties json.RawMessage }
		if err := json.Unmarshal(q.schema, &schema); err != nil {
			t.Fatal(err)
		}
		want := []string{"name", "email", "day", "arrival", "visitors", "first_visit", "tour", "building", "language",
			"topics", "meals", "travel_budget", "parking", "website", "notes"}
		if got := keysOf(t, schema.Properties); !slices.Equal(got, want) {
			t.Errorf("order\n got %v\nwant %v", got, want)
		}
		c.answer("book_visit", `{}`, q, `{"action":"cancel"}`)
		c.result()
	})
}

// keysOf lists the keys of a JSON object in their order.
func keysOf(t *testing.T, object json.RawMessage) []string {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(string(object)))
	if _, err := dec.Token(); err != nil {
		t.Fatal(err)
	}
	var keys []string
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		keys = append(keys, key.(string))
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			t.Fatal(err)
		}
	}
	return keys
}

func TestAnswerIsShownAsItArrived(t *testing.T) {
	alike(t, func(t *testing.T, version string) {
		c := start(t, version, bothKinds)
		c.call("book_visit", `{}`)
		// An order of its own, trailing zeros, and the defaults of tour, language and meals left out on purpose.
		const content = `{"topics":["t-sky"],"name":"Ada \u0026 Bob","email":"a@example.org","day":"2026-12-01","visitors":12,"building":"bld-12","travel_budget":12.50}`
		c.answer("book_visit", `{}`, c.question(), `{"action":"accept","content":`+content+`}`)
		got := c.result()
		if want := `{"status":"booked","answer":` + content + `}`; string(got.Result.StructuredContent) != want {
			t.Errorf("facts\n got %s\nwant %s", got.Result.StructuredContent, want)
		}
	})
}

func TestAnswerThatDoesNotFitIsRefusedInWords(t *testing.T) {
	for name, answer := range map[string]string{
		"not in the list":  `{"action":"accept","content":{"queue":"express"}}`,
		"required missing": `{"action":"accept","content":{}}`,
		"wrong type":       `{"action":"accept","content":{"queue":"long","notify":"yes"}}`,
		"no content":       `{"action":"accept"}`,
	} {
		t.Run(name, func(t *testing.T) {
			alike(t, func(t *testing.T, version string) {
				c := start(t, version, bothKinds)
				c.call("submit_batch", `{}`)
				c.answer("submit_batch", `{}`, c.question(), answer)
				got := c.result()
				if got.status() != "failed" || !got.Result.IsError || !strings.Contains(got.says(), "nothing was done") {
					t.Errorf("status %q, error %v, words %q", got.status(), got.Result.IsError, got.says())
				}
			})
		})
	}
}

func TestClientThatCannotAskGetsACalmSentence(t *testing.T) {
	tests := []struct{ name, capabilities, tool, says string }{
		{"nothing declared", `{}`, "submit_batch", "cannot show any questions"},
		{"nothing declared, link", `{}`, "connect_data_source", "cannot show any questions"},
		{"nothing declared, crash", `{}`, "crash", "cannot show any questions"},
		{"forms by an empty declaration, link (C2)", `{"elicitation":{}}`, "connect_data_source", "cannot show links"},
		{"forms only, link (C2)", `{"elicitation":{"form":{}}}`, "connect_data_source", "cannot show links"},
		{"links only, form (C2)", `{"elicitation":{"url":{}}}`, "book_visit", "cannot show forms"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			alike(t, func(t *testing.T, version string) {
				c := start(t, version, test.capabilities)
				c.call(test.tool, `{}`)
				got := c.result()
				if got.status() != "cannot_ask" || !got.Result.IsError || !strings.Contains(got.says(), test.says) {
					t.Errorf("status %q, error %v, words %q", got.status(), got.Result.IsError, got.says())
				}
			})
		})
	}
	t.Run("an empty declaration is enough for a form (C2)", func(t *testing.T) {
		alike(t, func(t *testing.T, version string) {
			c := start(t, version, `{"elicitation":{}}`)
			c.call("submit_batch", `{}`)
			c.answer("submit_batch", `{}`, c.question(), `{"action":"decline"}`)
			if got := c.result(); got.status() != "declined" {
				t.Errorf("status %q", got.status())
			}
		})
	})
}

func TestClientErrorInsteadOfAnAnswerIsPutIntoWords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := start(t, "2025-11-25", bothKinds)
		c.call("submit_batch", `{}`)
		c.send(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"no screen"}}`, c.question().key)
		got := c.result()
		if !got.Result.IsError || !strings.Contains(got.says(), "no screen") {
			t.Errorf("error %v, words %q", got.Result.IsError, got.says())
		}
	})
}

func TestWrongArgumentsAreRefusedInWords(t *testing.T) {
	for _, test := range []struct{ tool, arguments, says string }{
		{"slow_survey", `{"seconds":0}`, "from 1 to 600 seconds"},
		{"slow_survey", `{"seconds":"soon"}`, "do not fit this tool"},
		{"long_job", `{"seconds":601}`, "from 1 to 600 seconds"},
		{"long_job", `[]`, "do not fit this tool"},
	} {
		t.Run(test.tool+" "+test.arguments, func(t *testing.T) {
			alike(t, func(t *testing.T, version string) {
				c := start(t, version, bothKinds)
				c.call(test.tool, test.arguments)
				got := c.result()
				if got.status() != "failed" || !got.Result.IsError || !strings.Contains(got.says(), test.says) {
					t.Errorf("status %q, error %v, words %q", got.status(), got.Result.IsError, got.says())
				}
			})
		})
	}
}

func TestForeignNotesAreRefusedInWords(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := start(t, "2026-07-28", bothKinds)
		c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":%s,"name":"submit_batch","arguments":{},"requestState":"mine"}}`, c.meta())
		if got := c.result(); !got.Result.IsError || !strings.Contains(got.says(), "notes that this server did not write") {
			t.Errorf("error %v, words %q", got.Result.IsError, got.says())
		}
	})
}

func TestToolsAreListedInTheirOrderWithTitlesAndHints(t *testing.T) {
	alike(t, func(t *testing.T, version string) {
		c := start(t, version, bothKinds)
		c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":%s}}`, c.meta())
		var list []struct {
			Name, Title, Description string
			InputSchema              json.RawMessage
			Annotations              struct{ ReadOnlyHint, DestructiveHint bool }
		}
		if err := json.Unmarshal(c.receive().Result.Tools, &list); err != nil {
			t.Fatal(err)
		}
		var titles, destructive, readOnly []string
		for _, tool := range list {
			titles = append(titles, tool.Title)
			if tool.Annotations.DestructiveHint {
				destructive = append(destructive, tool.Title)
			}
			if tool.Annotations.ReadOnlyHint {
				readOnly = append(readOnly, tool.Title)
			}
			if tool.Description == "" || !json.Valid(tool.InputSchema) {
				t.Errorf("%s: description %q, schema %s", tool.Name, tool.Description, tool.InputSchema)
			}
		}
		if want := []string{"Submit batch run", "Book a visit", "Connect data source", "Plan a trip", "Slow survey",
			"Confirm deletion", "Ask twice", "Long job", "Large report", "Crash"}; !slices.Equal(titles, want) {
			t.Errorf("titles\n got %q\nwant %q", titles, want)
		}
		if want := []string{"Confirm deletion"}; !slices.Equal(destructive, want) {
			t.Errorf("destructive %q", destructive)
		}
		if want := []string{"Slow survey", "Ask twice", "Long job", "Large report", "Crash"}; !slices.Equal(readOnly, want) {
			t.Errorf("read only %q", readOnly)
		}
	})
}

// The SDK's own client refuses forms outside the protocol's subset before its user sees them.
func TestEveryFormIsWithinTheProtocol(t *testing.T) {
	contents := map[string]map[string]any{
		"Submit this 4-hour batch run?": {"queue": "long"},
		"Please tell the lab about your visit.": {"name": "Ada", "email": "a@example.org",
			"day": "2026-12-01", "visitors": 1, "building": "bld-12", "topics": []any{"t-opt"}},
		"Where should the trip go?":                                               {"destination": "tos", "nights": 2},
		"How would you like to get to Tromsø?":                                    {"way": "ship"},
		"Book this trip?\n\nTromsø, 2 nights, by Mail ship":                       {"note": "window seat"},
		"A short survey. Take your time. (The server will not.)":                  {"mood": "bad"},
		"Delete the folder results-2019 with 1,204 files? This cannot be undone.": {},
		"What would you like to drink?":                                           {"drink": "tea"},
		"Where would you like to sit?":                                            {"seat": "aisle"},
		"Start typing. In five seconds this server will crash.":                   {"text": "x"},
	}
	alike(t, func(t *testing.T, version string) {
		inR, inW := io.Pipe()
		outR, outW := io.Pipe()
		served := make(chan error, 1)
		go func() { served <- serve(t.Context(), inR, outW, outside{crash: func() {}}) }()

		client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
			ElicitationHandler: func(_ context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
				content, known := contents[req.Params.Message]
				if !known {
					t.Errorf("asked %q", req.Params.Message)
				}
				return &mcp.ElicitResult{Action: "accept", Content: content}, nil
			},
		})
		session, err := client.Connect(t.Context(), &mcp.IOTransport{Reader: outR, Writer: inW},
			&mcp.ClientSessionOptions{ProtocolVersion: version})
		if err != nil {
			t.Fatal(err)
		}
		if got := session.InitializeResult().ProtocolVersion; got != version {
			t.Errorf("protocol %s", got)
		}
		for name, status := range map[string]string{"submit_batch": "submitted", "book_visit": "booked", "plan_trip": "booked",
			"slow_survey": "counted", "confirm_deletion": "deleted", "ask_twice": "answered", "crash": "failed"} {
			res, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: name})
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if got, _ := res.StructuredContent.(map[string]any); got["status"] != status {
				t.Errorf("%s: %v", name, res.StructuredContent)
			}
		}
		if err := session.Close(); err != nil {
			t.Error(err)
		}
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
}

func TestServeEndsWithItsContextWhileAQuestionIsOpen(t *testing.T) {
	alike(t, func(t *testing.T, version string) {
		inR, inW := io.Pipe()
		outR, outW := io.Pipe()
		ctx, cancel := context.WithCancel(t.Context())
		served := make(chan error, 1)
		go func() {
			served <- serve(ctx, inR, outW, outside{crash: func() {}})
			_ = outW.Close()
		}()
		c := &client{t: t, in: inW, version: version}
		go func() { _, _ = io.Copy(io.Discard, outR) }()
		if version >= firstWithRounds {
			c.capabilities(bothKinds)
		} else {
			c.send(`{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":%q,"capabilities":%s,"clientInfo":{"name":"test","version":"1"}}}`, version, bothKinds)
		}
		for _, tool := range []string{"submit_batch", "slow_survey", "crash", "ask_twice", "long_job"} {
			c.call(tool, `{}`)
		}
		synctest.Wait()
		cancel()
		if err := <-served; err != nil {
			t.Error(err)
		}
		_ = inW.Close()
	})
}
