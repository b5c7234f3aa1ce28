package bridge

import (
	"encoding/json"
	"net/http"
	"os"
	"strings"
	"testing"

	"parley/bridge/clock"
	"parley/bridge/config"
	"parley/bridge/wiretest"
)

const keptQuiet = "sk-live-4f9a8b7c6d5e"

// Whatever a server repeats of what it was given, in whatever words of its own, is not shown.
func TestSecretsThatAServerRepeatsAreNotShown(t *testing.T) {
	script := wiretest.New(t)
	script.Capabilities = `{"tools":{},"logging":{}}`
	script.Tools = `[{"name":"t","title":"with ` + keptQuiet + `","description":"uses ` + keptQuiet + `","inputSchema":{"type":"object"}}]`
	script.OnCall = func(s *wiretest.Server, m wiretest.Message) {
		var params struct {
			Meta struct {
				Token json.RawMessage `json:"progressToken"`
			} `json:"_meta"`
		}
		_ = json.Unmarshal(m.Params, &params)
		s.Say(`{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","logger":"` + keptQuiet + `","data":{"key":"` + keptQuiet + `"}}}`)
		s.Say(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":` + string(params.Meta.Token) + `,"progress":1,"message":"with ` + keptQuiet + `"}}`)
		s.Ask(`"q"`, `{"message":"May I use `+keptQuiet+`?","requestedSchema":{"type":"object","properties":{"a":{"type":"string","default":"`+keptQuiet+`"}}}}`)
		s.AwaitAnswer(`"q"`)
		s.Fail(m, -32000, "bad key "+keptQuiet)
	}
	h := newHost(t, script, func(e *config.Server, _ *Options) { e.Env = map[string]string{"LAB_API_KEY": keptQuiet} })
	call := h.call(`{}`)
	asked := h.person.next()
	if got := asked.Request.Prompt; got != "May I use …?" {
		t.Errorf("asked %q", got)
	}
	if !strings.Contains(string(asked.Schema), keptQuiet) {
		t.Error("what would be sent was changed")
	}
	asked.answer <- Answer{OK: true}
	end := wait(t, call)
	h.until("logged", func(s ServerState) bool { return len(s.Said) == 1 })
	state := h.State()
	shown := []string{end.Failure.What, end.Failure.Detail, end.Progress.Message, state.Said[0].Text, state.Said[0].Logger, state.Tools[0].Title, state.Tools[0].Description}
	for _, text := range shown {
		if strings.Contains(text, keptQuiet) || !strings.Contains(text, "…") {
			t.Errorf("shown: %q", text)
		}
	}
}

// A result is what the person asked for, and stays as it came.
func TestResultIsNotChanged(t *testing.T) {
	script := wiretest.New(t)
	script.OnCall = func(s *wiretest.Server, m wiretest.Message) {
		s.Answer(m, `{"content":[{"type":"text","text":"`+keptQuiet+`"}]}`)
	}
	h := newHost(t, script, func(e *config.Server, _ *Options) { e.Env = map[string]string{"LAB_API_KEY": keptQuiet} })
	if got := wait(t, h.call(`{}`)); got.Result.Text != keptQuiet {
		t.Errorf("%+v", got)
	}
}

// Over the web, the errors of Go's own client repeat the whole address.
func TestQueriesOfAddressesAreNotShown(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"away": nil,
		"says it": func(w http.ResponseWriter, r *http.Request) {
			http.Error(w, "no such key: "+r.URL.RawQuery+" "+r.Header.Get("Authorization")+" "+r.URL.Query().Get("api_key"), http.StatusBadRequest)
		},
		"redirects": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.String()+"&k="+keptQuiet, http.StatusFound)
		},
	} {
		t.Run(name, func(t *testing.T) {
			h := newWeb(t, answer, func(e *config.Server, _ *Options) {
				if answer == nil {
					e.URL = "http://127.0.0.1:1"
				}
				e.URL += "/mcp?api_key=" + keptQuiet + "&x=ab"
				e.Headers = map[string]string{"Authorization": "Bearer tok-1234567"}
			})
			state := h.until("failed", func(s ServerState) bool { return s.Phase == Failed })
			said := state.Failure.What + state.Failure.Do + state.Failure.Detail
			for _, secret := range []string{keptQuiet, "tok-1234567", "x=ab"} {
				if strings.Contains(said, secret) {
					t.Errorf("shown: %s", said)
				}
			}
		})
	}
}

func TestSecretsOfAnEntryAreFound(t *testing.T) {
	s := NewServer(config.Server{Name: "Lab", Command: []string{"lab", "--token", "argument-1", "--api-key=argument-2", "--header", "Authorization: Bearer argument-3", "--verbose", "harmless-4",
		"https://kim:argument-5@lab.example/?k=argument-6"},
		Env: map[string]string{"SESSION_COOKIE": "variable-1", "DATABASE_URL": "postgres://kim:variable-2@db/lab", "ODD": "AKIA2E4F6G8H0J1K", "MODE": "production", "SSH_AUTH_SOCK": "/tmp/ssh-agent-1",
			"PWD": "/home/kim", "MODEL": "gpt-large-2026"},
		Headers: map[string]string{"X": "header-1"},
	}, Options{})
	s.keepEnvironQuiet([]string{"OPENAI_API_KEY=inherited-1", "EDITOR=some-editor", "=C:=C:\\x", ""})
	for _, secret := range []string{"argument-1", "argument-2", "argument-3", "argument-5", "argument-6", "variable-1", "variable-2", "AKIA2E4F6G8H0J1K", "header-1", "inherited-1"} {
		if got := s.hush("it is " + secret); got != "it is …" {
			t.Errorf("%q", got)
		}
	}
	for _, word := range []string{"harmless-4", "production", "/tmp/ssh-agent-1", "/home/kim", "gpt-large-2026", "some-editor", "lab"} {
		if got := s.hush(word); got != word {
			t.Errorf("%s is taken for a secret", word)
		}
	}
}

// A question with holes in it cannot be answered: what an entry says about the form of messages, and in words in its address and not under
// the name of a key, is no secret.
func TestWordsOfAnEntryAreNotMissingInQuestions(t *testing.T) {
	s := NewServer(config.Server{Name: "Lab", URL: "https://lab.example/mcp?features=database,docs&group=storage&profile=Default&key=sesame-open&t=qWeRtYuI",
		Headers: map[string]string{"Accept": "application/json, text/event-stream", "X-Api-Key": "open-sesame", "X-Lab": "production"},
	}, Options{})
	for _, text := range []string{"Delete the storage and the database,docs?", "Default: text/event-stream or application/json"} {
		if got := s.hush(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	for _, secret := range []string{"sesame-open", "open-sesame", "qWeRtYuI", "production"} {
		if got := s.hush("it is " + secret); got != "it is …" {
			t.Errorf("%q", got)
		}
	}
}

// saysKey prints the key that it was given, as programs do that do not like it.
func saysKey() {
	os.Stderr.WriteString("cannot log in with " + os.Getenv("LAB_API_KEY") + " or " + os.Getenv("PARENT_PASSWORD") + "\n")
	os.Exit(3)
}

func TestSecretsThatAProgramPrintsAreNotShown(t *testing.T) {
	t.Setenv("PARENT_PASSWORD", "hunter2hunter2")
	h := startHost(t, nil, func(e *config.Server, o *Options) {
		e.Command, e.Env = []string{os.Args[0]}, map[string]string{programVariable: "says its key", "LAB_API_KEY": keptQuiet}
		o.Dial, o.Clock = nil, clock.System{}
	})
	state := h.until("failed", func(s ServerState) bool { return s.Phase == Failed })
	for _, text := range []string{state.Stderr, state.Failure.What + state.Failure.Detail} {
		if strings.Contains(text, keptQuiet) || strings.Contains(text, "hunter2") || !strings.Contains(text, "cannot log in with …") {
			t.Errorf("shown: %s", text)
		}
	}
}
