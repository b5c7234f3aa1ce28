package bridge

import (
	"context"
	"strings"
	"testing"

	"parley/bridge/config"
	"parley/bridge/schema"
	"parley/bridge/vault"
	"parley/bridge/wiretest"
)

const withInputs = `{"inputs":[
	{"type":"promptString","id":"tok","description":"Access token","password":true},
	{"type":"pickString","id":"region","options":["eu","us"],"default":"us"}],
	"servers":{"Sales DX":{"url":"https://mcp.example.org/${input:region}","headers":{"Authorization":"Bearer ${input:tok}"}}}}`

func entryOf(t *testing.T, text string) config.Server {
	t.Helper()
	file, err := config.Parse("mcp.json", []byte(text), func(string) string { return "" })
	if err != nil || len(file.Servers) == 0 || file.Servers[0].Problem != nil {
		t.Fatalf("%v %+v", err, file)
	}
	return file.Servers[0]
}

// A value that the entry leaves to the person is asked for before the start, by Parley itself and not in the server's name, and once.
func TestValuesAreAskedForBeforeTheStartAndOnce(t *testing.T) {
	var secrets vault.Memory
	for round := range 2 {
		h := startHost(t, wiretest.New(t), func(e *config.Server, o *Options) {
			*e = entryOf(t, withInputs)
			o.Secrets = &secrets
		})
		if round == 0 {
			a := h.person.next()
			if !a.Own || a.Server != "Sales DX" || a.Call != nil || h.State().Open != 1 || h.State().Phase != Starting {
				t.Errorf("asked %+v, state %+v", a.Suspension, h.State())
			}
			form := schema.Parse(a.Schema)
			if len(form.Fields) != 2 || form.Fields[1].Key != "tok" || !form.Fields[1].Secret || form.Fields[0].Key != "region" {
				t.Errorf("form %+v", form.Fields)
			}
			a.answer <- Answer{OK: true, Data: map[string]any{"tok": "s3cret", "region": "eu"}}
		}
		h.ready()
		h.person.none()
		if h.State().Open != 0 {
			t.Errorf("open %d", h.State().Open)
		}
		entry, failure := h.filled(context.Background())
		if failure != nil || entry.URL != "https://mcp.example.org/eu" || entry.Headers["Authorization"] != "Bearer s3cret" {
			t.Errorf("filled %v %v", entry.URL, failure)
		}
		h.close()
	}
}

// Case config-input-prompt-dismissed: not started, with the reason; nothing empty is used; starting again asks again.
func TestServerWhoseValueIsNotGivenIsNotStarted(t *testing.T) {
	for _, reason := range []Reason{ReasonCancelled, ReasonDeclined, ReasonExpired} {
		script := wiretest.New(t)
		h := startHost(t, script, func(e *config.Server, _ *Options) { *e = entryOf(t, withInputs) })
		h.person.next().answer <- Answer{Reason: reason}
		f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
		if !strings.Contains(f.What, "Access token") || !strings.Contains(f.Do, "again") {
			t.Errorf("%+v", f)
		}
		if len(script.Heard()) != 0 {
			t.Errorf("the server heard %v", script.Heard())
		}
		h.Start()
		h.person.next().answer <- Answer{OK: true, Data: map[string]any{"tok": "x", "region": "us"}}
		h.ready()
	}
}

// What was given for one server is never given to another, and can be forgotten.
func TestValuesBelongToTheirServerAndCanBeForgotten(t *testing.T) {
	var secrets vault.Memory
	start := func(name string) *host {
		return startHost(t, wiretest.New(t), func(e *config.Server, o *Options) {
			*e = entryOf(t, strings.Replace(withInputs, "Sales DX", name, 1))
			o.Secrets = &secrets
		})
	}
	given := Answer{OK: true, Data: map[string]any{"tok": "s3cret", "region": "eu"}}
	a := start("A")
	a.person.next().answer <- given
	a.ready()
	b := start("B")
	b.person.next().answer <- given
	b.ready()
	moved := startHost(t, wiretest.New(t), func(e *config.Server, o *Options) {
		*e = entryOf(t, strings.NewReplacer("Sales DX", "A", "mcp.example.org", "mcp.elsewhere.example").Replace(withInputs))
		o.Secrets = &secrets
	})
	moved.person.next().answer <- given // the same name at another address is another server
	moved.ready()
	if err := a.SignOut(t.Context()); err != nil {
		t.Fatal(err)
	}
	a.Start()
	a.person.next().answer <- given
	a.ready()
}

// Without anybody to ask (contract C6), it says what is missing.
func TestNobodyIsAskedForValuesWhenTesting(t *testing.T) {
	h := startHost(t, wiretest.New(t), func(e *config.Server, o *Options) {
		*e = entryOf(t, withInputs)
		o.WaitFor = nil
	})
	f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
	if !strings.Contains(f.What, "region, Access token") {
		t.Errorf("%+v", f)
	}
}
