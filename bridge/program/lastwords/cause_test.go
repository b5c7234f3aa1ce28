package lastwords

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// usage is how a program wants to be started, of any length.
func usage(lines int) string {
	var text strings.Builder
	text.WriteString("Usage: lab [options]\n\nOptions:\n")
	for i := range lines {
		fmt.Fprintf(&text, "  --option-%d VALUE   sets the option (LAB_OPTION_%d) [optional]\n", i, i)
	}
	return text.String()
}

// trace is where in its code a program was.
func trace(form string, lines int) string {
	var text strings.Builder
	for i := range lines {
		fmt.Fprintf(&text, form+"\n", i)
	}
	return text.String()
}

// The one line that says why is found at either end of any amount of usage and of traces, in the ways of many languages.
func TestCauseIsFoundInMuchAroundIt(t *testing.T) {
	for _, c := range []struct{ name, said, cause string }{
		{"before its usage (commander)", "error: the licence is over\n\n" + usage(80), "error: the licence is over"},
		{"before its usage, and once more behind it (cobra)", "Error: the licence is over\n" + usage(80) + "\nthe licence is over\n", "Error: the licence is over"},
		{"behind its usage (argparse)", usage(80) + "lab: error: the licence is over\n", "lab: error: the licence is over"},
		{"behind its usage (click)", usage(80) + "\nError: Invalid value for '--mode': 'x' is not one of 'a', 'b'.\n", "Error: Invalid value for '--mode': 'x' is not one of 'a', 'b'."},
		{"before a trace (Node.js)", "/srv/lab.js:10\n    throw new Error(`no ${what}`)\n    ^\n\nError: no licence\n" + trace("    at step%d (/srv/lab.js:1:2)", 80) + "\nNode.js v22.1.0\n", "Error: no licence"},
		{"in its cause (Node.js)", "TypeError: fetch failed\n" + trace("    at step%d (/srv/lab.js:1:2)", 40) + "  [cause]: Error: self-signed certificate\n" + trace("      at step%d (node:net:1:2)", 40) + "  }\n}\n", "[cause]: Error: self-signed certificate"},
		{"behind a trace (Python)", "Traceback (most recent call last):\n" + trace("  File \"/srv/lab.py\", line %d, in step\n    raise ValueError('x')\n    ^^^^^^^^^", 60) + "lab.errors.LicenceError: no licence\n", "lab.errors.LicenceError: no licence"},
		{"behind two traces (Python)", "Traceback (most recent call last):\n  File \"x\", line 1, in a\n    b()\nOSError: no file\n\nThe above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\n  File \"x\", line 2, in c\n    d()\nlab.LicenceError: no licence\n", "lab.LicenceError: no licence"},
		{"in a group (Python)", "  + Exception Group Traceback (most recent call last):\n" + trace("  |   File \"/srv/lab.py\", line %d, in step\n  |     await x()", 30) + "  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)\n  +-+---------------- 1 ----------------\n    | Traceback (most recent call last):\n    |   File \"x\", line 2, in c\n    |     d()\n    | LicenceError: no licence\n    +------------------------------------\n", "LicenceError: no licence"},
		{"before a trace, and in its cause (Java)", "Exception in thread \"main\" java.lang.IllegalStateException: start failed\n" + trace("\tat lab.Main.step%d(Main.java:1)", 60) + "Caused by: lab.LicenceException: no licence\n" + trace("\tat lab.Licence.step%d(Licence.java:1)", 60) + "\t... 8 more\n", "Caused by: lab.LicenceException: no licence"},
		{"before a trace (Go)", "panic: no licence\n\ngoroutine 1 [running]:\n" + trace("main.step%d(...)\n\t/srv/lab.go:10 +0x1d", 40) + "exit status 2\n", "panic: no licence"},
		{"in the line after (Rust)", "thread 'main' panicked at src/main.rs:4:5:\nno licence\nnote: run with `RUST_BACKTRACE=1`\n" + trace("  %d: lab::step\n             at ./src/main.rs:4", 40), "thread 'main' panicked at src/main.rs:4:5: no licence"},
		{"before a trace (.NET)", "Unhandled exception. Lab.LicenceException: no licence\n" + trace("   at Lab.Step%d() in /srv/Lab.cs:line 3", 60), "Unhandled exception. Lab.LicenceException: no licence"},
		{"in a log", "2026-12-01 10:00:00 INFO starting\n2026-12-01T10:00:01Z ERROR no licence\n" + trace("2026-12-01 10:00:02 INFO tidying %d", 60), "2026-12-01T10:00:01Z ERROR no licence"},
		{"in a log in JSON", `{"level":"info","msg":"starting"}` + "\n" + `{"level":"error","time":1,"msg":"no licence"}` + "\n" + trace(`{"level":"info","msg":"tidying %d"}`, 60), "no licence"},
		{"with a cross", "Lab 1.2\n❌ no licence\n\n" + usage(60), "❌ no licence"},
		{"behind a number", "[8642] Fatal error: no licence\n" + trace("    at step%d (x.js:1:2)", 30), "[8642] Fatal error: no licence"},
		{"in what npm says around it", "Error: no licence\nnpm error code 1\nnpm error command failed\nnpm error A complete log of this run can be found in: /x.log\n", "Error: no licence"},
		{"nowhere", "listening\nerrors: 0 so far\nError handling is on\n" + usage(60), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Cause(c.said); got != c.cause {
				t.Errorf("found %q, want %q", got, c.cause)
			}
			evidence := Evidence(c.said)
			if !strings.Contains(evidence, strings.TrimSuffix(c.cause, " no licence")) || strings.Count(evidence, "\n") > 60 {
				t.Errorf("what is shown is\n%s", evidence)
			}
			said := strings.Split(strings.TrimSpace(c.said), "\n")
			shown := strings.Split(evidence, "\n")
			if shown[0] != said[0] || shown[len(shown)-1] != said[len(said)-1] {
				t.Errorf("without its first or its last line:\n%s", evidence)
			}
		})
	}
}

// All settings that are needed are named, and none that a program could do without.
func TestMissingSettingsAreAllNamedAndNoOptionalOne(t *testing.T) {
	for _, c := range []struct {
		said  string
		names string // joined
		one   bool
	}{
		{"Error: LAB_URL is required\nError: LAB_KEY is required\n" + usage(80), "LAB_URL,LAB_KEY", false},
		{"Missing required environment variables:\n  - LAB_URL\n  - LAB_KEY\n\nOptional environment variables:\n  - LAB_MODE\n", "LAB_URL,LAB_KEY", false},
		{"The following environment variables are required:\n\n  LAB_URL   where it is\n  LAB_KEY   the key\n  LAB_MODE  how (optional)\n", "LAB_URL,LAB_KEY", false},
		{"Environment variables:\n  LAB_URL   where it is (required)\n  LAB_MODE  how\n  LAB_KEY   the key, required\n  LAB_X     default: 1\n", "LAB_URL,LAB_KEY", false},
		{"Environment variables:\n  LAB_KEY   the key\n  LAB_MODE  how, optional\n", "LAB_KEY", false},
		{"Environment variables:\n  LAB_KEY   the key\n  LAB_MODE  how\n", "", false},
		{"LAB_MODE is not set, using the default\nError: LAB_KEY must be set", "LAB_KEY", false},
		{"warning: LAB_MODE is not set\nLAB_KEY is required (LAB_X is optional)", "LAB_KEY", false},
		{"Error: either LAB_KEY or LAB_TOKEN must be set", "LAB_KEY,LAB_TOKEN", true},
		{"env: required environment variable \"LAB_URL\" is not set; required environment variable \"TOKEN\" is not set", "TOKEN,LAB_URL", false},
		{"2 validation errors for Settings\nlab_url\n  Field required [type=missing]\nlab_key\n  Field required [type=missing]", "lab_url,lab_key", false},
		{"ZodError: [\n  {\n    \"code\": \"invalid_type\",\n    \"path\": [\n      \"LAB_URL\"\n    ],\n    \"message\": \"Required\"\n  },\n  {\n    \"path\": [\n      \"LAB_KEY\"\n    ],\n    \"message\": \"Invalid input: expected string, received undefined\"\n  }\n]", "LAB_URL,LAB_KEY", false},
		{"❌ Invalid environment variables: { LAB_URL: [ 'Required' ], LAB_KEY: [ 'Required' ] }", "LAB_URL,LAB_KEY", false},
		{"=====\n Missing environment variables:\n    LAB_URL: where it is (eg. \"https://x\")\n    LAB_KEY: the key\n=====", "LAB_URL,LAB_KEY", false},
		{"KeyError: 'TOKEN'", "TOKEN", false},
		{"/srv/lab.sh: line 3: TOKEN: unbound variable", "TOKEN", false},
		{"/srv/lab.rb:3:in 'fetch': key not found: \"TOKEN\" (KeyError)", "TOKEN", false},
		{"Traceback (most recent call last):\n  File \"x\", line 1\n    raise X('no LAB_MODE and LAB_KEY')\nX: LAB_KEY is missing", "LAB_KEY", false},
		{"Error: PERMISSION_DENIED: missing permission", "", false},
		{"Set LAB_DEBUG=1 to see more", "", false},
		{"requires ERR_LAB_BROKEN", "", false},
		{"read DATA_DIR from the file", "", false},
	} {
		m := missingSettings(c.said)
		slices.Sort(m.names)
		want := strings.FieldsFunc(c.names, func(r rune) bool { return r == ',' })
		slices.Sort(want)
		if !slices.Equal(m.names, want) || m.one != c.one {
			t.Errorf("%q\nnames %v (one of them: %v), want %v", c.said, m.names, m.one, want)
		}
	}
}

func TestSettingThatWasGivenIsNotNamed(t *testing.T) {
	has := func(name string) bool { return name == "LAB_URL" }
	if m, _ := Understand("linux", "Error: LAB_URL and LAB_KEY are required", has); m.What != "It needs the setting LAB_KEY." {
		t.Errorf("says %q", m.What)
	}
	if m, _ := Understand("linux", "Error: LAB_URL is required", has); m.What != "It needs the setting LAB_URL." {
		t.Errorf("of the only one it says %q", m.What)
	}
}

// The usage that follows a cause, and mentions other things, does not explain the end.
func TestCauseExplainsAnEndBeforeTheUsageDoes(t *testing.T) {
	for said, want := range map[string]string{
		"Error: LAB_KEY is required\n" + usage(80) + "\nEnvironment variables:\n  OTHER_KEY  is required for more\n":   "the setting LAB_KEY.",
		"error: required option '--token <token>' not specified\n" + usage(80):                                         "the argument --token <token>.",
		"error: the following required arguments were not provided:\n  --host <HOST>\n  --port <PORT>\n\n" + usage(80): "the arguments --host <HOST>, --port <PORT>.",
		"Error: required flag(s) \"host\", \"port\" not set\n" + usage(80):                                             "the arguments host, port.",
		usage(80) + "Missing required arguments: host, port\n":                                                         "the arguments host, port.",
		usage(80) + "\nError: Missing option '--host'.\n":                                                              "the argument --host.",
	} {
		if m, _ := Understand("linux", said, nil); !strings.HasSuffix(m.What, want) {
			t.Errorf("%.60q says %q, want %q", said, m.What, want)
		}
	}
}
