package app

import (
	"strings"
	"testing"

	"parley/bridge"
	"parley/bridge/config"
	"parley/bridge/program"
)

// drawing are addresses as the file of a project may hand them on: they are sent what is on this computer.
const drawing = `{"inputs":[{"id":"key","type":"promptString","description":"The key","password":true}],"servers":{
"Env":{"url":"https://env.example/mcp?k=${env:PATH}"},
"Asked":{"url":"https://asked.example/mcp","headers":{"X-Key":"${input:key}"}},
"Plain":{"url":"https://plain.example/mcp","headers":{"X-Key":"literal"}}}}`

func TestAddressThatDrawsOnThisComputerIsLookedAtBeforeTheFirstContact(t *testing.T) {
	r := newRig(t, rigOptions{servers: drawing, unseen: true})
	if r.fakes["Env"].started()+r.fakes["Asked"].started() != 0 {
		t.Fatal("it was connected unseen")
	}
	if r.fakes["Plain"].started() != 1 {
		t.Error("an address that takes nothing from here was not connected")
	}
	r.sees("2 servers are not started until you have looked")
	r.window.open(place{page: serverAt, server: "Env"})
	r.sees("look at what is sent to it", "Look before it connects", "What stands for ${env:PATH} is sent there", "https://env.example/mcp?k=${env:PATH}", "Connect it")
	r.misses("variables of your environment")
	r.picture("trust-address")
	r.press("Connect it")
	if r.fakes["Env"].started() != 1 {
		t.Error("it was seen, and is not connected")
	}
	r.sees("Asked is not connected until you have looked at what is sent to it.")
	r.reload(strings.Replace(drawing, "?k=", "?other=", 1))
	if r.fakes["Env"].started() != 0 {
		t.Error("the changed one was connected")
	}
	r.window.open(place{page: serverAt, server: "Env"})
	r.sees("This is not what you let connect under this name before.", "What is different: its address.")
}

// Where an address leads is shown, also when a variable decides it.
func TestWhereAnAddressLeadsIsShown(t *testing.T) {
	t.Setenv("LAB_HOST", "evil.example")
	r := newRig(t, rigOptions{servers: `{"mcpServers":{"a":{"url":"https://${env:LAB_HOST}/mcp"}}}`, unseen: true})
	r.openServer("a")
	r.sees("https://${env:LAB_HOST}/mcp", "That is", "https://evil.example")
}

// The person who wants a server to ask for a key has looked at it.
func TestServerThatIsMadeToAskForItsKeyNeedsNoOtherLook(t *testing.T) {
	r := newRig(t, rigOptions{servers: `{"mcpServers":{"Lab":{"url":"https://lab.example/mcp"}}}`, unseen: true})
	s := r.fakes["Lab"]
	s.set(bridge.ServerState{Phase: bridge.Failed, Failure: &bridge.Failure{What: "It wants a key.", Status: 401}})
	r.settle()
	r.window.open(place{page: serverAt, server: "Lab"})
	r.press("Enter its key")
	r.q.Until(t, "the new entry", func() bool { return r.fakes["Lab"] != s })
	r.settle()
	if r.fakes["Lab"].started() != 1 {
		t.Error("it is held")
	}
}

// The program that runs is the one that was seen: another file of the same name is looked at again.
func TestProgramThatIsAnotherFileNowIsAskedAboutAgain(t *testing.T) {
	home := t.TempDir()
	r := newRig(t, rigOptions{servers: evil, unseen: true, home: home})
	r.window.open(place{page: serverAt, server: "a"})
	r.q.Until(t, "which file it is", func() bool { return strings.Contains(r.seen(), "/usr/bin/sh") })
	r.press("Start it")
	entry, approve := r.fakes["a"].entry, r.fakes["a"].opts.Approve
	if approve(entry, program.Found{Path: "/usr/bin/sh"}) != nil {
		t.Fatal("the file that was seen may not start")
	}
	failure := approve(entry, program.Found{Path: "/tmp/evil/sh"})
	if failure == nil || !strings.Contains(failure.What, "another file now") || !strings.Contains(failure.Detail, "/usr/bin/sh\n/tmp/evil/sh") {
		t.Fatalf("another file may start: %+v", failure)
	}
	r.settle()
	r.sees("This is not the program that you let start under this name before", "What is different: the file that the program is.")
	started := r.fakes["a"].started()
	r.servers.named("a").Start()
	if r.fakes["a"].started() != started {
		t.Error("it was started unseen")
	}
	r.Close(t.Context())

	again := newRig(t, rigOptions{servers: evil, unseen: true, home: home})
	if failure := again.fakes["a"].opts.Approve(entry, program.Found{Path: "/opt/sh"}); failure == nil {
		t.Error("after a restart any file may start")
	}
}

// A change that is offered shows where it would connect, and what would be sent along.
func TestOfferedChangeShowsAddressesAndHeaders(t *testing.T) {
	old := []config.Server{{Name: "Same", URL: "https://same.example"}, {Name: "Moved", URL: "https://old.example"}}
	now := []config.Server{old[0], {Name: "Moved", URL: "https://new.example/mcp", Headers: map[string]string{"Authorization": "s3cret", "X-Lab": "1"}},
		{Name: "New", URL: "https://fresh.example/mcp"}, {Name: "Off", URL: "https://off.example", Disabled: true}, {Name: "Program", Command: []string{"x"}}}
	want := "Moved reaches https://new.example/mcp, sending Authorization, X-Lab along.\nNew reaches https://fresh.example/mcp."
	if got := reaches(old, now); got != want {
		t.Errorf("%q", got)
	}
	if got := reaches(now, now); got != "" {
		t.Errorf("without a change %q", got)
	}
}
