package config_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"parley/bridge/config"
)

const asking = `{"inputs":[
	{"type":"promptString","id":"tok","description":"Your token","password":true},
	{"type":"pickString","id":"region","description":"Region","options":["eu","us",{"label":"Asia","value":"as"}],"default":"eu"},
	{"type":"promptString","id":"unused"},
	{"type":"command","id":"cmd","command":"x.pick"},
	{"type":"pickString","id":"none"},
	{"type":"promptString","id":"host"}],
	"servers":{
	"p":{"command":"demo","args":["--region","${input:region}","${env:TOKEN}"],"env":{"T":"x ${input:tok}","U":"${input:tok}","V":"${env:TOKEN}"},"cwd":"~/${input:region}"},
	"u":{"url":"https://${input:host}/mcp","headers":{"Authorization":"Bearer ${input:tok}"},"oauth":{"clientSecret":"${input:tok}"}},
	"c":{"command":"demo","env":{"T":"${input:cmd}"}},
	"n":{"command":"demo","env":{"T":"${input:none}"}},
	"z":{"command":"demo","env":{"T":"${input:nope}"}},
	"r":{"command":"demo","roots":["/x/${input:tok}"]},
	"plain":{"command":"demo"}}}`

func asked(t *testing.T, name string) config.Server {
	t.Helper()
	file := parse(t, asking)
	at := slices.IndexFunc(file.Servers, func(s config.Server) bool { return s.Name == name })
	if at < 0 {
		t.Fatalf("servers %s", file.Servers)
	}
	return file.Servers[at]
}

func TestInputsOfAnEntryAreThoseItAsksFor(t *testing.T) {
	tok := config.Input{ID: "tok", Description: "Your token", Password: true}
	region := config.Input{ID: "region", Description: "Region", Default: "eu", Options: []string{"eu", "us", "as"}}
	for name, want := range map[string][]config.Input{"p": {region, tok}, "u": {{ID: "host"}, tok}, "plain": nil} {
		if s := asked(t, name); !reflect.DeepEqual(s.Inputs, want) || s.Problem != nil {
			t.Errorf("%s: %+v, %v", name, s.Inputs, s.Problem)
		}
	}
	for name, words := range map[string][]string{
		"c": {"${input:cmd}", "command of VS Code"}, "n": {"${input:none}", "no options"}, "z": {"nope", `"inputs"`}, "r": {"roots", "${input:tok}"},
	} {
		problem := asked(t, name).Problem
		for _, word := range words {
			if problem == nil || !strings.Contains(problem.Error(), word) {
				t.Errorf("%s: %v does not mention %q", name, problem, word)
			}
		}
	}
}

func TestInputsOfVSCodesSettingsAreRead(t *testing.T) {
	file := parse(t, `{"editor.fontSize":12,"mcp":{"inputs":[{"id":"i","type":"promptString"}],"servers":{"a":{"command":"x","args":["${input:i}"]}}}}`)
	if len(file.Servers) != 1 || len(file.Servers[0].Inputs) != 1 || file.Servers[0].Problem != nil {
		t.Errorf("%s", file.Servers)
	}
}

func TestFillPutsWhatWasEnteredWhereItIsAskedFor(t *testing.T) {
	p, err := asked(t, "p").Fill(map[string]string{"tok": "s3cret ${env:TOKEN} ${input:region}", "region": "us", "other": "x"})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"demo", "--region", "us", "t0ken"}; !slices.Equal(p.Command, want) {
		t.Errorf("command %q, want %q", p.Command, want)
	}
	if p.Env["T"] != "x s3cret ${env:TOKEN} ${input:region}" || p.Env["V"] != "t0ken" || p.Cwd != "/home/u/us" || len(p.Inputs) != 0 {
		t.Errorf("%s", fields(p))
	}
	u, err := asked(t, "u").Fill(map[string]string{"tok": "s3cret", "host": "x.example"})
	if err != nil || u.URL != "https://x.example/mcp" || u.Headers["Authorization"] != "Bearer s3cret" || u.SignIn.ClientSecret != "s3cret" {
		t.Errorf("%s, %v", fields(u), err)
	}
	if plain, err := asked(t, "plain").Fill(nil); err != nil || !reflect.DeepEqual(plain, asked(t, "plain")) {
		t.Errorf("%s, %v", fields(plain), err)
	}
}

func TestFillKeepsWhatWasChangedSinceTheFileWasRead(t *testing.T) {
	p := asked(t, "p")
	p.Roots, p.Disabled, p.LogLevel = []string{"/r"}, true, "debug"
	filled, err := p.Fill(map[string]string{"tok": "s"})
	if err != nil || !slices.Equal(filled.Roots, []string{"/r"}) || !filled.Disabled || filled.LogLevel != "debug" || filled.Command[2] != "eu" {
		t.Errorf("%s, %v", fields(filled), err)
	}
	if len(p.Inputs) != 2 || p.Env["T"] != "x ${input:tok}" {
		t.Errorf("the entry itself changed: %s", fields(p))
	}
}

func TestFillRefusesWhatCannotBeMeant(t *testing.T) {
	for name, test := range map[string]struct {
		server string
		values map[string]string
		words  string
	}{
		"nothing entered": {"p", nil, "Your token"},
		"blank":           {"p", map[string]string{"tok": ""}, "Your token"},
		"no option":       {"p", map[string]string{"tok": "hunter2", "region": "mars"}, "Region"},
		"no address":      {"u", map[string]string{"tok": "hunter2", "host": "hun ter2"}, "url"},
		"a bad entry":     {"z", nil, "nope"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := asked(t, test.server).Fill(test.values)
			if err == nil || !strings.Contains(err.Error(), test.words) {
				t.Fatalf("%v, %s", err, fields(s))
			}
			for _, value := range test.values {
				if value != "" && strings.Contains(err.Error(), value) {
					t.Errorf("%q tells a value", err)
				}
			}
		})
	}
}

func TestWhatWasEnteredCannotAddAHeaderOrEndAProgramsText(t *testing.T) {
	for entry, words := range map[string]string{
		`{"url":"https://x.example","headers":{"X":"${input:v}"}}`: `The header "X" holds`,
		`{"command":"x","args":["${input:v}"]}`:                    `"args" holds`,
		`{"command":"x","env":{"K":"${input:v}"}}`:                 `The variable "K" holds`,
	} {
		file := parse(t, `{"inputs":[{"id":"v","type":"promptString"}],"servers":{"a":`+entry+`}}`)
		_, err := file.Servers[0].Fill(map[string]string{"v": "s3cret\r\nX-Evil: 1\x00"})
		if err == nil || !strings.Contains(err.Error(), words) || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v", entry, err)
		}
	}
}
