package signin

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// RFC 9728, 3.3, with the allowances of every other host; a token for something else must not go to the server.
func TestTokensAreForTheServerOrWhatItIsAPartOf(t *testing.T) {
	for _, c := range []struct {
		server, resource string
		want             bool
	}{
		{"https://lab.example/mcp", "https://lab.example/mcp", true},
		{"https://lab.example/mcp", "https://lab.example/mcp/", true},
		{"https://lab.example/mcp/", "https://lab.example/mcp", true},
		{"https://lab.example/mcp", "https://lab.example", true},
		{"https://lab.example/mcp", "https://lab.example/", true},
		{"https://lab.example/mcp", "HTTPS://LAB.example:443/mcp", true},
		{"https://lab.example/a/b/mcp", "https://lab.example/a/b", true},
		{"https://lab.example/mcp?tenant=1", "https://lab.example/mcp?tenant=1", true},
		{"https://lab.example/mcp?tenant=1", "https://lab.example/mcp", true},
		{"https://lab.example/mcp", "https://lab.example/mcp?tenant=1", false},
		{"https://lab.example/mcp", "https://lab.example/mcp/deeper", false},
		{"https://lab.example/mcp", "https://lab.example/mc", false},
		{"https://lab.example/mcp", "https://lab.example/other", false},
		{"https://lab.example/mcp", "https://lab.example/mcp/../bank", false},
		{"https://lab.example/a/b", "https://lab.example/a/./", false},
		{"https://lab.example/mcp", "http://lab.example/mcp", false},
		{"https://lab.example/mcp", "https://lab.example:8443/mcp", false},
		{"https://lab.example/mcp", "https://lab.example.evil.example/mcp", false},
		{"https://lab.example/mcp", "https://user@lab.example/mcp", false},
		{"https://lab.example/mcp", "https://lab.example/mcp#x", false},
		{"https://lab.example/mcp", "https://bank.example", false},
		{"https://lab.example/mcp", "urn:lab", false},
		{"https://lab.example/mcp", "//lab.example/mcp", false},
		{"https://lab.example/mcp", "%", false},
	} {
		u, err := url.Parse(c.server)
		if err != nil {
			t.Fatal(err)
		}
		if got := covers(c.resource, u); got != c.want {
			t.Errorf("%s for %s: %v", c.resource, c.server, got)
		}
	}
}

func TestChallengesAreReadAsServersWriteThem(t *testing.T) {
	for header, want := range map[string]map[string]string{
		`Bearer`: {"scope": ""},
		`Bearer scope="a b", error="insufficient_scope"`: {"scope": "a b", "error": "insufficient_scope"},
		`bearer SCOPE=a`:                                             {"scope": "a"},
		`Bearer realm="x" scope="a" error="e"`:                       {"scope": "a", "error": "e"},
		`Bearer realm="x\", scope=\"evil", scope="good"`:             {"scope": "good"},
		`Basic realm="scope=evil", Bearer scope=good`:                {"scope": "good"},
		`Basic scope=evil, error=evil`:                               {"scope": "", "error": ""},
		`Negotiate YII=, Bearer scope="a"`:                           {"scope": "a"},
		`Bearer scope = "a" , error = e`:                             {"scope": "a", "error": "e"},
		`Bearer scope="never ends`:                                   {"scope": "never ends"},
		`DPoP resource_metadata="https://a.example/x", algs="ES256"`: {"resource_metadata": "https://a.example/x"},
		`"stray" Bearer scope=a`:                                     {"scope": "a"},
		`,,, Bearer ,,scope=a,`:                                      {"scope": "a"},
		`=`:                                                          {"scope": ""},
		`Bearer scope=""`:                                            {"scope": ""},
		`Bearer scope="first", scope="second"`:                       {"scope": "first"},
		`Bearer resource_metadata=https://a.example/x?y=1&z=2, scope="é ☃"`: {"resource_metadata": "https://a.example/x?y=1&z=2", "scope": "é ☃"},
		strings.Repeat(`Bearer x="`, 20000):                                 {"scope": ""},
	} {
		c := challenge{header: http.Header{"Www-Authenticate": {header}}}
		for name, value := range want {
			if got := c.param(name); got != value {
				t.Errorf("%.60s: %s is %q, want %q", header, name, got, value)
			}
		}
	}
}

func FuzzChallenge(f *testing.F) {
	f.Add(`Basic realm="x", Bearer scope="a b", error=e`)
	f.Fuzz(func(t *testing.T, header string) {
		for _, p := range challengeParams(header) {
			again := challengeParams(`Bearer scope=` + quoted(p.value))
			if len(again) != 1 || again[0].value != p.value {
				t.Errorf("%q came back as %v", p.value, again)
			}
		}
	})
}

func TestLifetimesAreReadAsServersWriteThem(t *testing.T) {
	for raw, want := range map[string]int64{
		`3600`: 3600, `"3600"`: 3600, `3599.9`: 3599, `" 60 "`: 60, `1e3`: 1000, `99999999999999`: 1<<31 - 1, `1e300`: 1<<31 - 1,
		`0`: 0, `-1`: 0, `"never"`: 0, `null`: 0, `true`: 0, `[60]`: 0, `"NaN"`: 0, `"Inf"`: 1<<31 - 1, ``: 0,
	} {
		if got, ok := secondsOf([]byte(raw)); got != want || ok != (want > 0) {
			t.Errorf("%s is %d, %v", raw, got, ok)
		}
	}
}

func TestAServerElsewhereSendsNobodyIntoTheOwnNetwork(t *testing.T) {
	for _, c := range []struct {
		server, to string
		want       bool
	}{
		{"https://far.example/mcp", "https://10.0.0.1/x", false},
		{"https://far.example/mcp", "https://192.168.1.1/x", false},
		{"https://far.example/mcp", "https://169.254.169.254/x", false},
		{"https://far.example/mcp", "https://[fe80::1]/x", false},
		{"https://far.example/mcp", "https://[fd00::1]/x", false},
		{"https://far.example/mcp", "https://127.0.0.1/x", false},
		{"https://far.example/mcp", "https://localhost./x", false},
		{"https://far.example/mcp", "https://[::1]/x", false},
		{"https://far.example/mcp", "https://0.0.0.0/x", false},
		{"https://far.example/mcp", "http://login.example/x", false},
		{"https://far.example/mcp", "https://127.1/x", false},
		{"https://far.example/mcp", "https://2130706433/x", false},
		{"https://far.example/mcp", "https://0x7f000001/x", false},
		{"https://far.example/mcp", "https://[::ffff:10.0.0.1]/x", false},
		{"https://far.example/mcp", "https://ｌｏｃａｌｈｏｓｔ/x", false},
		{"https://far.example/mcp", "https://１２７.0.0.1/x", false},
		{"https://far.example/mcp", "https://127。0。0。1/x", false},
		{"https://far.example/mcp", "https://100.64.0.1/x", false},
		{"https://far.example/mcp", "https://100.127.255.254/x", false},
		{"https://far.example/mcp", "https://[64:ff9b::7f00:1]/x", false},
		{"https://far.example/mcp", "https://[64:ff9b::a00:1]/x", false},
		{"https://far.example/mcp", "https://[64:ff9b::a9fe:a9fe]/x", false},
		{"https://far.example/mcp", "https://[2002:a00:1::]/x", false},
		{"https://far.example/mcp", "https://[fe80::1%25eth0]/x", false},
		{"https://far.example/mcp", "https://printer.local/x", false},
		{"https://far.example/mcp", "https://metadata.google.internal/x", false},
		{"https://far.example/mcp", "https://login.corp.INTERNAL./x", false},
		{"https://far.example/mcp", "https://intranet/x", false},
		{"https://far.example/mcp", "https://198.18.0.1/x", false},
		{"https://far.example/mcp", "https://0.0.0.1/x", false},
		{"https://far.example/mcp", "https://100.63.255.255/x", true},
		{"https://far.example/mcp", "https://100.128.0.1/x", true},
		{"https://far.example/mcp", "https://[64:ff9b::808:808]/x", true},
		{"https://far.example/mcp", "https://[2001:db8::1]/x", true},
		{"https://far.example/mcp", "https://local.example/x", true},
		{"https://mcp.corp.internal/mcp", "https://login.corp.internal/x", true},
		{"https://mcp.corp.internal/mcp", "https://10.0.0.1/x", true},
		{"https://mcp.corp.internal/mcp", "https://localhost/x", false},
		{"https://10.0.0.2/mcp", "https://127.0.0.1/x", false},
		{"https://far.example/mcp", "file:///etc/passwd", false},
		{"https://far.example/mcp", "https://login.example/x", true},
		{"https://10.0.0.2/mcp", "https://10.0.0.1/x", true},
		{"http://127.0.0.1:1/mcp", "https://10.0.0.1/x", true},
		{"http://127.0.0.1:1/mcp", "http://127.0.0.1:2/x", true},
	} {
		u, err := url.Parse(c.to)
		if err != nil {
			t.Fatal(err)
		}
		if err := New(Options{URL: c.server}).newWire().mayGo(u); (err == nil) != c.want {
			t.Errorf("from %s to %s: %v", c.server, c.to, err)
		}
	}
}
