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

// What was entered goes with the entry that it was entered for: when that is gone, or has another name, address or program; and with an
// input that the entry does not have any more.
func TestValuesGoWithTheEntryTheyWereEnteredFor(t *testing.T) {
	replaced := func(old, new string) string { return strings.Replace(withInputs, old, new, 1) }
	const local = `{"inputs":[{"type":"promptString","id":"tok"}],"servers":{"Lab":{"command":"%s","env":{"T":"${input:tok}"}}}}`
	for name, c := range map[string]struct {
		before, after string
		left          int
	}{
		"gone":            {before: withInputs, left: 0},
		"renamed":         {before: withInputs, after: replaced("Sales DX", "Sales"), left: 0},
		"another address": {before: withInputs, after: replaced("mcp.example.org", "mcp.example.net"), left: 0},
		"another program": {before: strings.Replace(local, "%s", "lab", 1), after: strings.Replace(local, "%s", "other", 1), left: 0},
		"the same":        {before: withInputs, after: withInputs, left: 2},
		"another header":  {before: withInputs, after: replaced(`"Authorization":`, `"X-Note":"n","Authorization":`), left: 2},
		"an input less":   {before: withInputs, after: replaced("/${input:region}", ""), left: 0},
		"no such input":   {before: strings.Replace(local, "%s", "lab", 1), after: `{"servers":{"Lab":{"command":"lab"}}}`, left: 0},
	} {
		t.Run(name, func(t *testing.T) {
			var secrets vault.Memory
			h := startHost(t, wiretest.New(t), func(e *config.Server, o *Options) {
				*e = entryOf(t, c.before)
				o.Secrets = &secrets
			})
			h.person.next().answer <- Answer{OK: true, Data: map[string]any{"tok": "s3cret", "region": "eu"}}
			h.ready()
			if secrets.Len() == 0 {
				t.Fatal("nothing was kept: the test proves nothing")
			}
			var now []config.Server
			if c.after != "" {
				now = append(now, entryOf(t, c.after))
			}
			if err := h.Leave(t.Context(), now); err != nil {
				t.Error(err)
			}
			if secrets.Len() != c.left || h.State().Phase != Off {
				t.Errorf("%d values are left, %v", secrets.Len(), h.State().Phase)
			}
		})
	}
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
