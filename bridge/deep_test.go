package bridge

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"parley/bridge/config"
	"parley/bridge/wiretest"
)

// abysmal is how many levels overflow the stack that [wiretest.Alone] gives, were they read one in the other. Without it, it takes three
// million.
const abysmal = 500_000

// abysses are values that are far too deep.
var abysses = map[string]string{
	"lists":               strings.Repeat("[", abysmal) + strings.Repeat("]", abysmal),
	"objects, broken off": strings.Repeat(`{"a":`, abysmal),
}

// deepPlaces are the places of a message at which a server can put a value; ID stands for the id of a request.
var deepPlaces = map[string]string{
	"the message itself": `DEEP`,
	"a result":           `{"jsonrpc":"2.0","id":ID,"result":DEEP}`,
	"inside a result":    `{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"hit"}],"structuredContent":{"a":DEEP}}}`,
	"an error":           `{"jsonrpc":"2.0","id":ID,"error":{"code":-32000,"message":"no","data":DEEP}}`,
	"a question":         `{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"message":"?","requestedSchema":DEEP}}`,
	"a notification":     `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":DEEP}}`,
	"an id":              `{"jsonrpc":"2.0","id":DEEP,"result":{}}`,
	"behind a message":   `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}DEEP`,
	"in a list":          `[{"jsonrpc":"2.0","id":ID,"result":DEEP}]`,
}

// eachDeep tries each place with each value that is too deep, in a process of its own: what goes wrong is the end of a program.
func eachDeep(t *testing.T, test func(t *testing.T, message string)) {
	wiretest.Alone(t, func(t *testing.T) {
		for place, message := range deepPlaces {
			for name, deep := range abysses {
				t.Run(place+", "+name, func(t *testing.T) { test(t, strings.Replace(message, "DEEP", deep, 1)) })
			}
		}
	})
}

// works fails unless a call comes through.
func (h *host) works(t *testing.T) {
	t.Helper()
	if got := wait(t, h.call(`{}`)); got.Phase != Finished || got.Result.Text != "hit" {
		t.Errorf("the next call came to %+v", got)
	}
}

// Whatever a program prints in answer to a call, Parley lives on, and so does the connection.
func TestDeepMessageOfAProgramEndsNothing(t *testing.T) {
	eachDeep(t, func(t *testing.T, message string) {
		script := wiretest.New(t)
		script.OnCall = func(s *wiretest.Server, m wiretest.Message) {
			if strings.Contains(m.Raw, "deep") {
				s.Say(strings.Replace(message, "ID", string(m.ID), 1))
			}
			s.Say(strings.Replace(hit, "ID", string(m.ID), 1))
		}
		h := newHost(t, script, nil)
		wait(t, h.call(`{"say":"deep"}`))
		h.works(t)
	})
}

// The first answers of all are no different.
func TestDeepGreetingOfAProgramEndsNothing(t *testing.T) {
	eachDeep(t, func(t *testing.T, message string) {
		for _, method := range []string{"server/discover", "initialize", "tools/list"} {
			script := wiretest.New(t)
			script.Other = func(s *wiretest.Server, m wiretest.Message) bool {
				if m.Method != method {
					return false
				}
				s.Say(strings.Replace(message, "ID", string(m.ID), 1))
				s.Fail(m, -32601, "no")
				return true
			}
			h := startHost(t, script, nil)
			h.until("decided", func(s ServerState) bool { return s.Phase != Starting })
			h.close()
		}
	})
}

// deepAnswers are the ways in which a server over HTTP says something.
var deepAnswers = map[string]func(w http.ResponseWriter, text string){
	"plain": func(w http.ResponseWriter, text string) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, text)
	},
	"packed": func(w http.ResponseWriter, text string) { // some kilobytes on the wire
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		_, _ = io.WriteString(z, text)
		_ = z.Close()
	},
	"as a stream": func(w http.ResponseWriter, text string) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "data: "+text+"\n\n")
	},
	"refused": func(w http.ResponseWriter, text string) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, text)
	},
}

func TestDeepMessageOverHTTPEndsNothing(t *testing.T) {
	for way, write := range deepAnswers {
		t.Run(way, func(t *testing.T) {
			eachDeep(t, func(t *testing.T, message string) {
				first := true
				o := &oddWeb{session: "s", calls: func(w http.ResponseWriter, r *http.Request, id string) {
					if !first {
						say("application/json", hit)(w, r, id)
						return
					}
					first = false
					write(w, strings.Replace(message, "ID", id, 1))
				}}
				h := newWeb(t, o, nil)
				h.ready()
				if got := wait(t, h.call(`{}`)); got.Phase != Broken {
					t.Errorf("the call came to %+v", got)
				}
				h.works(t)
			})
		})
	}
}

// nanoHUB's stream is read ahead of the SDK.
func TestDeepMessageOfNanoHUBEndsNothing(t *testing.T) {
	eachDeep(t, func(t *testing.T, message string) {
		h, say := newDeepHub(t)
		call := h.call(`{}`)
		id := <-say.calls
		say.stream <- strings.Replace(message, "ID", id, 1)
		say.stream <- strings.Replace(hit, "ID", id, 1)
		wait(t, call)
		call = h.call(`{}`)
		say.stream <- strings.Replace(hit, "ID", <-say.calls, 1)
		if got := wait(t, call); got.Phase != Finished || got.Result.Text != "hit" {
			t.Errorf("the next call came to %+v", got)
		}
	})
}

// deepHub says responses on its stream alone, as a test puts them there.
type deepHub struct {
	calls  chan string // their ids
	stream chan string
}

func newDeepHub(t *testing.T) (*host, deepHub) {
	say := deepHub{make(chan string, 1), make(chan string, 2)}
	o := &oddWeb{
		calls: func(w http.ResponseWriter, _ *http.Request, id string) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusAccepted)
			_, _ = io.WriteString(w, `{"status":"accepted"}`)
			say.calls <- id
		},
		get: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for text := "event: open\ndata: {}\n\n"; ; {
				_, _ = io.WriteString(w, text)
				w.(http.Flusher).Flush()
				select {
				case message := <-say.stream:
					text = "data: " + message + "\n\n"
				case <-r.Context().Done():
					return
				}
			}
		},
	}
	h := newWeb(t, o, func(e *config.Server, _ *Options) { e.Dialect = nanohub })
	h.ready()
	return h, say
}

// A call whose answer is too deep says so, whatever way the answer takes, and does not wait for it.
func TestCallSaysThatItsAnswerIsTooDeep(t *testing.T) {
	deep := strings.Replace(deepPlaces["inside a result"], "DEEP", strings.Repeat("[", deepest)+strings.Repeat("]", deepest), 1)
	hosts := map[string]func() (*host, *Call){
		"program": func() (*host, *Call) {
			script := wiretest.New(t)
			script.OnCall = func(s *wiretest.Server, m wiretest.Message) { s.Say(strings.Replace(deep, "ID", string(m.ID), 1)) }
			h := newHost(t, script, nil)
			return h, h.call(`{}`)
		},
		"nanoHUB": func() (*host, *Call) {
			h, say := newDeepHub(t)
			call := h.call(`{}`)
			say.stream <- strings.Replace(deep, "ID", <-say.calls, 1)
			return h, call
		},
	}
	for way, write := range deepAnswers {
		hosts[way] = func() (*host, *Call) {
			o := &oddWeb{calls: func(w http.ResponseWriter, _ *http.Request, id string) { write(w, strings.Replace(deep, "ID", id, 1)) }}
			h := newWeb(t, o, nil)
			h.ready()
			return h, h.call(`{}`)
		}
	}
	delete(hosts, "refused") // that is told by its status
	for way, start := range hosts {
		t.Run(way, func(t *testing.T) {
			_, call := start()
			got := wait(t, call)
			if got.Phase != Broken || got.Failure == nil || !strings.Contains(got.Failure.What, "answered the call, but more than 1000 levels deep") {
				t.Errorf("%+v %+v", got, got.Failure)
			}
		})
	}
}

// What is deep and still read keeps every level.
func TestAnswerOfManyLevelsIsRead(t *testing.T) {
	lists := strings.Repeat("[", deepest-4) + strings.Repeat("]", deepest-4)
	script := wiretest.New(t)
	script.OnCall = func(s *wiretest.Server, m wiretest.Message) {
		s.Say(strings.NewReplacer("ID", string(m.ID), "DEEP", lists).Replace(deepPlaces["inside a result"]))
	}
	h := newHost(t, script, nil)
	if got := wait(t, h.call(`{}`)); got.Phase != Finished || string(got.Result.Structured) != `{"a":`+lists+`}` {
		t.Errorf("%+v %+v", got, got.Failure)
	}
}

// However a message is cut and nested, reading its head takes no stack, and what is read of it is what a decoder reads.
func FuzzHeadOfAMessageIsReadWhateverItsDepth(f *testing.F) {
	for _, message := range deepPlaces {
		f.Add([]byte(strings.NewReplacer("ID", "7", "DEEP", `{"a":[{"b":"]}\\\""}]}`).Replace(message)))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var whole envelope
		if readJSON(raw, &whole) != nil {
			flattened(raw)
			return
		}
		var flat envelope
		if err := json.Unmarshal(flattened(raw), &flat); err != nil && json.Valid(raw) && bytes.HasPrefix(raw, []byte("{")) {
			t.Fatalf("%q became %q: %v", raw, flattened(raw), err)
		}
		if scalar := len(whole.ID) > 0 && !strings.ContainsAny(string(whole.ID[:1]), "[{"); json.Valid(raw) && scalar && flat.key() != whole.key() {
			t.Fatalf("%q: id %s, want %s", raw, flat.ID, whole.ID)
		}
	})
}

// The first answers of all, and what comes on the server's own stream, are no different.
func TestDeepGreetingOverHTTPEndsNothing(t *testing.T) {
	for way, write := range deepAnswers {
		t.Run(way, func(t *testing.T) {
			eachDeep(t, func(t *testing.T, message string) {
				for _, method := range []string{"server/discover", "initialize", "tools/list", "GET"} {
					o := &oddWeb{session: "s", calls: say("application/json", hit)}
					o.other = func(w http.ResponseWriter, r *http.Request, msg envelope) bool {
						if msg.Method == method {
							write(w, strings.Replace(message, "ID", string(msg.ID), 1))
						}
						return msg.Method == method
					}
					if method == "GET" {
						o.get = func(w http.ResponseWriter, r *http.Request) { write(w, message) }
					}
					for _, transport := range []config.Transport{config.Discover, config.SSE} {
						h := newWeb(t, o, func(e *config.Server, _ *Options) { e.Transport = transport })
						h.until("decided", func(s ServerState) bool { return s.Phase != Starting })
						h.close()
					}
				}
			})
		})
	}
}
