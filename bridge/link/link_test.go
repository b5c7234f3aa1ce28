package link

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// TestPublicCases runs the url cases as far as an address alone decides them.
func TestPublicCases(t *testing.T) {
	files, err := filepath.Glob("../../testdata/cases/url-*.json")
	if err != nil || len(files) < 15 {
		t.Fatalf("only %d cases found: %v", len(files), err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var c publicCase
		if err := json.Unmarshal(raw, &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.Name, func(t *testing.T) { c.run(t) })
	}
}

type publicCase struct {
	Name   string
	Input  struct{ URL json.RawMessage }
	User   []map[string]json.RawMessage
	Expect expectation
}

type expectation struct {
	ErrorResponse int    `json:"error_response"`
	OpenEnabled   *bool  `json:"open_enabled"`
	Host          string `json:"host_highlighted"`
	Domain        string `json:"registrable_domain_highlighted"`
	Text          string `json:"text_shown"`
	Warning       string `json:"warning_mentions"`
	Reason        string `json:"reason_mentions"`
}

func (c *publicCase) run(t *testing.T) {
	l, err := Screen(c.address(t), "")
	if c.Expect.ErrorResponse != 0 {
		if !errors.Is(err, ErrNoAddress) {
			t.Errorf("got %+v, want an error", l)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	c.Expect.check(t, l)
	for _, step := range c.User {
		var now expectation
		if step["expect_now"] != nil {
			if err := json.Unmarshal(step["expect_now"], &now); err != nil {
				t.Fatal(err)
			}
			now.check(t, l)
		}
	}
}

func (c *publicCase) address(t *testing.T) string {
	t.Helper()
	var text string
	if json.Unmarshal(c.Input.URL, &text) == nil {
		return text
	}
	var made struct {
		Prefix, Text string
		Times        int
	}
	if err := json.Unmarshal(c.Input.URL, &made); err != nil {
		t.Fatal(err)
	}
	return made.Prefix + strings.Repeat(made.Text, made.Times)
}

func (e expectation) check(t *testing.T, l Link) {
	t.Helper()
	if e.OpenEnabled != nil && l.Openable != *e.OpenEnabled {
		t.Errorf("openable %v, want %v", l.Openable, *e.OpenEnabled)
	}
	if e.Host != "" && (l.Host != e.Host || l.Shown != e.Host) {
		t.Errorf("host %q shown as %q, want %q", l.Host, l.Shown, e.Host)
	}
	if e.Domain != "" && l.Domain != e.Domain {
		t.Errorf("domain %q, want %q", l.Domain, e.Domain)
	}
	if e.Text != "" && l.Before+l.Shown+l.After != e.Text {
		t.Errorf("shown %q, want %q", l.Before+l.Shown+l.After, e.Text)
	}
	if e.Warning != "" && !warns(l, e.Warning) {
		t.Errorf("no warning mentions %q: %v", e.Warning, l.Remarks)
	}
	if !strings.Contains(l.Reason, e.Reason) {
		t.Errorf("reason %q does not mention %q", l.Reason, e.Reason)
	}
}

func warns(l Link, word string) bool {
	for _, r := range l.Remarks {
		if r.Warning && strings.Contains(r.Text, word) {
			return true
		}
	}
	return false
}

func mentions(l Link, word string) bool {
	for _, r := range l.Remarks {
		if strings.Contains(r.Text, word) {
			return true
		}
	}
	return false
}

func TestWhatReadersDisagreeAboutIsRefused(t *testing.T) {
	for _, raw := range []string{
		"", " ", "\n", "/connect?id=1", "connect", "./x", "../x", "?x=1", "#x", "//example.org", "//example.org/x",
		"example.org", "example.org/path", "example.org:8080/path", "www.example.org", "localhost:3000/x", "://example.org",
		":https://example.org", "1https://example.org", "ht tps://example.org", "-://example.org",
		"https:", "https:/", "https://", "https:///x", "https:////x", "https:example.org", "https:/example.org", "https://?x", "https://#x",
		"http://:80/", "https://user@/x", "https://@/", "https://user:pw@:80/",
		`https://good.example\@evil.example/`, `https:\\evil.example`, `https://evil.example\.good.example/`, `https://example.org/a\b`,
		`https://example.org?x=\`, `\\evil.example\share`,
		" https://example.org", "https://example.org ", "https://example.org/a b", "https://exam ple.org/", "https://example.org/\u00a0",
		"https://example.org/\u2003x", "https://example.org/\u3000", "https://\u3000example.org/",
		"https://example.org/\x00", "https://example.org/\t", "https://example.org\n/", "https://example.org/\r\n", "java\nscript:alert(1)",
		"https://example.org/\x1b[31m", "https://example.org/\x7f", "https://example.org/\u0085", "https://example.org/\u2028",
		"https://example.org/\u202etxt.exe", "https://example.org/\u2066x\u2069", "https://exam\u200bple.org/", "https://exam\u2800ple.org/", "https://example.org/\u2800", "https://example.org/\ufff9x", "https://example.org/\ufdd0", "https://example.org/\u200b",
		"https://example.org/\ufeff", "\ufeffhttps://example.org/", "https://exam\u00adple.org/", "https://example.org/\u00ad",
		"https://example.org/\U000e0041", "https://example.org/a\ufe0f", "https://exa\u2060mple.org/", "https://example.org/\u3164",
		"https://example.org/\xff", "https://\xc3\x28.org/",
		"https://evil%2eexample/", "https://good.example%2f@evil.example/%", "https://good.example%40evil.example/", "https://good.example%2Fevil.example/",
		"https://good.example%00.evil.example/", "https://good.example%/", "https://good.example%zz/", "https://%65vil.example/",
		"https://good.example%5c.evil.example/", "https://good.example%23.evil.example/", "https://good.example%3a80/",
		"https://example..org/", "https://.example.org/", "https://./", "https://example.org../", "https://..",
		"https://exa<mple.org/", "https://exam|ple.org/", "https://exam^ple.org/", "https://exam,ple.org/", "https://exam!ple.org/",
		"https://exam\"ple.org/", "https://exam'ple.org/", "https://exam;ple.org/", "https://exam(ple.org/", "https://exam$ple.org/",
		"https://good.example\uff0fevil.example/", "https://good.example\u2044evil.example/", "https://good.example\uff1fevil.example/",
		"https://good.example\uff20evil.example/", "https://good.example\uff03.evil.example/", "https://good.example\u2100evil.example/",
		"https://xn--a.example/", "https://xn--.example/", "https://xn--0.example/", "https://xn--\u00fc.example/",
		"https://example.org:99999/", "https://example.org:65536/", "https://example.org:-1/", "https://example.org:80x/", "https://example.org:8 0/",
		"https://example.org:80:80/", "https://example.org:\uff18/", "https://example.org:0x50/", "https://example.org:999999999999999999999/",
		"https://256.1.1.1/", "https://1.2.3.4.5/", "https://1.2.3.999/", "https://0x100000000/", "https://4294967296/", "https://1.2.3.0x/x.0xg/0",
		"https://example.1/", "https://1.2.3.08/", "https://a.0x1/",
		"https://[::1/", "https://::1/", "https://[::1]x/", "https://[fe80::1%25eth0]/", "https://[fe80::1%eth0]/", "https://[1.2.3.4]/", "https://[]/", "https://[::g]/",
		"https://[v1.x]/", "https://[::1]:99999/",
		"https://" + strings.Repeat("a", 64) + ".example/", "https://" + strings.Repeat("a.", 130) + "example/",
		"https://example.org/%zz", "https://user%zz@example.org/",
	} {
		l, err := Screen(raw, "")
		if err == nil && raw == "https://1.2.3.0x/x.0xg/0" {
			continue // 0x is 0 in browsers
		}
		if err == nil {
			t.Errorf("%q leads to %q", raw, l.Host)
			continue
		}
		if !errors.Is(err, ErrNoAddress) {
			t.Errorf("%q: %v does not wrap ErrNoAddress", raw, err)
		}
	}
}

func TestOtherSchemesAreNeverOpenable(t *testing.T) {
	for raw, scheme := range map[string]string{
		"javascript:alert(document.cookie)":    "javascript",
		"JavaScript:alert(1)":                  "javascript",
		"javascript://example.org/%0aalert(1)": "javascript",
		"vbscript:msgbox(1)":                   "vbscript",
		"data:text/html,<h1>Sign in</h1>":      "data",
		"data:text/html;base64,PGgxPg==":       "data",
		"DATA:,x":                              "data",
		"file:///etc/passwd":                   "file",
		"file://server/share/x.exe":            "file",
		"ftp://example.org/x":                  "ftp",
		"mailto:kim@example.org":               "mailto",
		"tel:+123":                             "tel",
		"urn:isbn:0451450523":                  "urn",
		"about:blank":                          "about",
		"blob:https://example.org/1":           "blob",
		"view-source:https://example.org":      "view-source",
		"vscode://extension/install":           "vscode",
		"ms-settings:privacy":                  "ms-settings",
		"ws://example.org":                     "ws",
		"httpx://example.org":                  "httpx",
		"https+unix://example.org":             "https+unix",
		"chrome://settings":                    "chrome",
		"intent://scan/#Intent;end":            "intent",
	} {
		l, err := Screen(raw, "")
		if err != nil {
			t.Errorf("%q: %v", raw, err)
			continue
		}
		if l.Openable || l.NeedTick || !strings.Contains(l.Reason, "“"+scheme+":”") {
			t.Errorf("%q: openable %v, reason %q", raw, l.Openable, l.Reason)
		}
		if l.Raw != raw || l.Before+l.Shown+l.After == "" {
			t.Errorf("%q is shown as %q", raw, l.Before+l.Shown+l.After)
		}
	}
}

func TestHostIsTheOneABrowserGoesTo(t *testing.T) {
	for _, c := range []struct{ raw, host, unicode, domain, before, shown, after string }{
		{"https://example.org", "example.org", "", "example.org", "https://", "example.org", ""},
		{"HTTPS://EXAMPLE.ORG/A?B#C", "example.org", "", "example.org", "https://", "example.org", "/A?B#C"},
		{"hTTp://Example.Org:80", "example.org", "", "example.org", "http://", "example.org", ":80"},
		{"https://example.org:/x", "example.org", "", "example.org", "https://", "example.org", ":/x"},
		{"https://example.org.", "example.org", "", "example.org", "https://", "example.org", "."},
		{"https://example.org.:443/x", "example.org", "", "example.org", "https://", "example.org", ".:443/x"},
		{"https://a.b.example.co.uk/", "a.b.example.co.uk", "", "example.co.uk", "https://", "a.b.example.co.uk", "/"},
		{"https://login.example.com.evil.example/", "login.example.com.evil.example", "", "evil.example", "https://", "login.example.com.evil.example", "/"},
		{"https://me.github.io/", "me.github.io", "", "me.github.io", "https://", "me.github.io", "/"},
		{"https://github.io/", "github.io", "", "github.io", "https://", "github.io", "/"},
		{"https://com/", "com", "", "com", "https://", "com", "/"},
		{"https://my_host.example.org/", "my_host.example.org", "", "example.org", "https://", "my_host.example.org", "/"},
		{"https://r3---sn-x.example.org/", "r3---sn-x.example.org", "", "example.org", "https://", "r3---sn-x.example.org", "/"},
		{"https://аpple.example/login", "xn--pple-43d.example", "аpple.example", "xn--pple-43d.example", "https://", "xn--pple-43d.example", "/login"},
		{"https://XN--PPLE-43D.example/login", "xn--pple-43d.example", "аpple.example", "xn--pple-43d.example", "https://", "xn--pple-43d.example", "/login"},
		{"https://m%C3%BCnchen.de/", "xn--mnchen-3ya.de", "münchen.de", "xn--mnchen-3ya.de", "https://", "xn--mnchen-3ya.de", "/"},
		{"https://MÜNCHEN.de/", "xn--mnchen-3ya.de", "münchen.de", "xn--mnchen-3ya.de", "https://", "xn--mnchen-3ya.de", "/"},
		{"https://mu\u0308nchen.de/", "xn--mnchen-3ya.de", "münchen.de", "xn--mnchen-3ya.de", "https://", "xn--mnchen-3ya.de", "/"},
		{"https://faß.de/", "xn--fa-hia.de", "faß.de", "xn--fa-hia.de", "https://", "xn--fa-hia.de", "/"},
		{"https://βόλος.com/", "xn--nxasmm1c.com", "βόλος.com", "xn--nxasmm1c.com", "https://", "xn--nxasmm1c.com", "/"},
		{"https://例え.テスト/", "xn--r8jz45g.xn--zckzah", "例え.テスト", "xn--r8jz45g.xn--zckzah", "https://", "xn--r8jz45g.xn--zckzah", "/"},
		{"https://example。org/", "example.org", "", "example.org", "https://", "example.org", "/"},
		{"https://example．org/", "example.org", "", "example.org", "https://", "example.org", "/"},
		{"https://ｅｖｉｌ.example/", "evil.example", "", "evil.example", "https://", "evil.example", "/"},
		{"https://ⓔⓥⓘⓛ.example/", "evil.example", "", "evil.example", "https://", "evil.example", "/"},
		{"https://paypa\u2c7c.example/", "paypaj.example", "", "paypaj.example", "https://", "paypaj.example", "/"},
		{"https://user:pw@example.org/", "example.org", "", "example.org", "https://user:pw@", "example.org", "/"},
		{"https://accounts.example.com@evil.example/login", "evil.example", "", "evil.example", "https://accounts.example.com@", "evil.example", "/login"},
		{"https://a@b@evil.example/", "evil.example", "", "evil.example", "https://a@b@", "evil.example", "/"},
		{"https://good.example%40x:%2f@evil.example/", "evil.example", "", "evil.example", "https://good.example%40x:%2f@", "evil.example", "/"},
		{"https://@evil.example/", "evil.example", "", "evil.example", "https://@", "evil.example", "/"},
		{"https://good.example:443@evil.example:8443/x@y", "evil.example", "", "evil.example", "https://good.example:443@", "evil.example", ":8443/x@y"},
		{"https://evil.example/@good.example", "evil.example", "", "evil.example", "https://", "evil.example", "/@good.example"},
		{"https://evil.example?@good.example/", "evil.example", "", "evil.example", "https://", "evil.example", "?@good.example/"},
		{"https://evil.example#@good.example/", "evil.example", "", "evil.example", "https://", "evil.example", "#@good.example/"},
		{"http://127.0.0.1:8080/cb", "127.0.0.1", "", "127.0.0.1", "http://", "127.0.0.1", ":8080/cb"},
		{"http://127.1/", "127.0.0.1", "", "127.0.0.1", "http://", "127.0.0.1", "/"},
		{"http://2130706433/", "127.0.0.1", "", "127.0.0.1", "http://", "127.0.0.1", "/"},
		{"http://0x7f000001/", "127.0.0.1", "", "127.0.0.1", "http://", "127.0.0.1", "/"},
		{"http://0X7F.1/", "127.0.0.1", "", "127.0.0.1", "http://", "127.0.0.1", "/"},
		{"http://017700000001/", "127.0.0.1", "", "127.0.0.1", "http://", "127.0.0.1", "/"},
		{"http://0177.0.0.1/", "127.0.0.1", "", "127.0.0.1", "http://", "127.0.0.1", "/"},
		{"http://10.0x100/", "10.0.1.0", "", "10.0.1.0", "http://", "10.0.1.0", "/"},
		{"http://0x/", "0.0.0.0", "", "0.0.0.0", "http://", "0.0.0.0", "/"},
		{"http://１２７.0.0.1/", "127.0.0.1", "", "127.0.0.1", "http://", "127.0.0.1", "/"},
		{"http://127.0.0.1./", "127.0.0.1", "", "127.0.0.1", "http://", "127.0.0.1", "./"},
		{"http://[::1]:80/x", "::1", "", "::1", "http://", "[::1]", ":80/x"},
		{"http://[0:0:0:0:0:0:0:1]/", "::1", "", "::1", "http://", "[::1]", "/"},
		{"https://[2001:DB8::A]/", "2001:db8::a", "", "2001:db8::a", "https://", "[2001:db8::a]", "/"},
		{"http://[::ffff:127.0.0.1]/", "::ffff:127.0.0.1", "", "::ffff:127.0.0.1", "http://", "[::ffff:127.0.0.1]", "/"},
		{"https://1.2.3.4.example/", "1.2.3.4.example", "", "4.example", "https://", "1.2.3.4.example", "/"},
		{"https://example.org/ä/日本", "example.org", "", "example.org", "https://", "example.org", "/ä/日本"},
		{"https://example.org/א", "example.org", "", "example.org", "https://", "example.org", "/%D7%90"},
		{"https://example.org/a∕b", "example.org", "", "example.org", "https://", "example.org", "/a%E2%88%95b"},
		{"https://example.org/🙂", "example.org", "", "example.org", "https://", "example.org", "/%F0%9F%99%82"},
		{"https://example.org/a\u0338b", "example.org", "", "example.org", "https://", "example.org", "/a%CC%B8b"},
	} {
		l, err := Screen(c.raw, "")
		if err != nil {
			t.Errorf("%s: %v", c.raw, err)
			continue
		}
		if l.Host != c.host || l.Unicode != c.unicode || l.Domain != c.domain {
			t.Errorf("%s: host %q, unicode %q, domain %q", c.raw, l.Host, l.Unicode, l.Domain)
		}
		if l.Before != c.before || l.Shown != c.shown || l.After != c.after {
			t.Errorf("%s: shown as %q %q %q", c.raw, l.Before, l.Shown, l.After)
		}
		if !l.Openable || l.Reason != "" || l.Raw != c.raw {
			t.Errorf("%s: openable %v, reason %q, raw %q", c.raw, l.Openable, l.Reason, l.Raw)
		}
	}
}

func TestOnlyPlainHTTPToAnotherMachineNeedsATick(t *testing.T) {
	for raw, want := range map[string]bool{
		"https://example.org/":       false,
		"https://192.168.1.1/":       false,
		"http://localhost/":          false,
		"http://LOCALHOST:3000/":     false,
		"http://app.localhost/":      false,
		"http://localhost./":         false,
		"http://127.0.0.1/":          false,
		"http://127.255.0.3/":        false,
		"http://127.1/":              false,
		"http://0x7f000001/":         false,
		"http://[::1]/":              false,
		"http://[::ffff:127.0.0.1]/": false,
		"http://0.0.0.0:8080/":       false,
		"http://[::]/":               false,
		"http://example.org/":        true,
		"HTTP://example.org/":        true,
		"http://192.168.1.1/":        true,
		"http://router/":             true,
		"http://printer.local/":      true,
		"http://128.0.0.1/":          true,
		"http://localhost.example/":  true,
		"http://notlocalhost/":       true,
		"http://127.0.0.1.example/":  true,
		"http://[fd00::1]/":          true,
	} {
		l, err := Screen(raw, "")
		if err != nil {
			t.Errorf("%s: %v", raw, err)
			continue
		}
		if l.NeedTick != want || !l.Openable {
			t.Errorf("%s: needs a tick: %v, openable: %v", raw, l.NeedTick, l.Openable)
		}
		if want != warns(l, "Not secure") {
			t.Errorf("%s: remarks %v", raw, l.Remarks)
		}
	}
}

func TestPlainSecureAddressHasNoWarning(t *testing.T) {
	for _, raw := range []string{
		"https://example.org/x?y=z#f", "https://auth.example.org:443/", "https://www.example.co.uk", "https://EXAMPLE.org./",
		"https://a-b_c.example.org/%20?q=%zz", "https://xn.example.org/", "http://localhost:8080/callback", "http://127.0.0.1:1/",
	} {
		l, err := Screen(raw, "")
		if err != nil {
			t.Errorf("%s: %v", raw, err)
			continue
		}
		if warns(l, "") {
			t.Errorf("%s: %v", raw, l.Remarks)
		}
	}
}

func TestRemarksSayWhatIsNotable(t *testing.T) {
	for _, c := range []struct{ raw, server, words string }{
		{"https://example.org/", "", "Secure connection"},
		{"http://localhost/", "", "this machine"},
		{"https://[::1]/", "", "this machine"},
		{"https://192.168.0.1/", "", "!private network"},
		{"https://10.1.2.3/", "", "!private network"},
		{"https://172.31.0.1/", "", "!private network"},
		{"https://3232235521/", "", "!private network"},
		{"https://0xc0a80001/", "", "!unusual way"},
		{"http://0300.0250.0.1/", "", "!private network"},
		{"https://169.254.169.254/latest", "", "!private network"},
		{"https://100.64.0.1/", "", "!private network"},
		{"https://[fe80::1]/", "", "!private network"},
		{"https://[64:ff9b::a9fe:a9fe]/", "", "!private network"},
		{"https://[fd12::1]/", "", "!private network"},
		{"https://[fc00::1]/", "", "!private network"},
		{"https://[::ffff:192.168.1.1]/", "", "!private network"},
		{"https://nas/", "", "!private network"},
		{"https://nas.local/", "", "!private network"},
		{"https://nas.lan/", "", "!private network"},
		{"https://vault.internal/", "", "!private network"},
		{"https://x.home.arpa/", "", "!private network"},
		{"https://8.8.8.8/", "", "!bare number"},
		{"https://[2606:4700::1]/", "", "!bare number"},
		{"https://accounts.example.com@evil.example/", "", "!user name"},
		{"https://accounts.example.com@evil.example/", "", "!evil.example"},
		{"https://user:pw@evil.example/", "", "!user name"},
		{"https://%20@evil.example/", "", "!user name"},
		{"https://@evil.example/", "", "!user name"},
		{"https://example.org:8443/", "", "port 8443"},
		{"https://example.org:80/", "", "port 80"},
		{"http://example.org:443/", "", "port 443"},
		{"https://example.org:0/", "", "port 0"},
		{"https://аpple.example/", "", "!look-alike"},
		{"https://аpple.example/", "", "!xn--pple-43d.example"},
		{"https://аpple.example/", "", "!not apple.example"},
		{"https://аррӏе.com/", "", "!not apple.com"},
		{"https://xn--80ak6aa92e.com/", "", "!look-alike"},
		{"https://gοοgle.example/", "", "!not google.example"},
		{"https://gɡ.example/", "", "!look-alike"},
		{"https://paypał.example/", "", "!look-alike"},
		{"https://exämple.org/", "", "!look-alike"},
		{"https://straße.de/", "", "!look-alike"},
		{"https://例え.jp/", "", "!look-alike"},
		{"https://пример.рф/", "", "!look-alike"},
		{"https://пgример.example/", "", "!mixes"},
		{"https://ｅvil.example/", "", "!look-alike"},
		{"https://example。org/", "", "!look-alike"},
		{"https://example.org/" + strings.Repeat("a", 3000), "", "very long"},
		{"https://example.org/", "https://mcp.example.com/sse", "not the server's own address (mcp.example.com)"},
		{"http://127.0.0.1:5000/", "https://mcp.example.com/", "!this machine"},
		{"https://example.org/", "http://localhost:3000/mcp", "not the server's own address (localhost)"},
	} {
		l, err := Screen(c.raw, c.server)
		if err != nil {
			t.Errorf("%s: %v", c.raw, err)
			continue
		}
		words, warning := strings.CutPrefix(c.words, "!")
		if warning && !warns(l, words) || !mentions(l, words) {
			t.Errorf("%s: no remark says %q: %v", c.raw, c.words, l.Remarks)
		}
	}
}

func TestContractS3OnlyWebPagesOpenAndTricksAreTold(t *testing.T) {
	for raw, want := range map[string]struct {
		openable bool
		warning  string
	}{
		"javascript:alert(1)":                        {false, ""},
		"file:///etc/passwd":                         {false, ""},
		"https://accounts.example.com@evil.example/": {true, "user name"},
		"https://xn--pple-43d.example/":              {true, "look-alike"},
		"http://example.org/":                        {true, "Not secure"},
	} {
		l, err := Screen(raw, "")
		if err != nil || l.Openable != want.openable || want.warning != "" && !warns(l, want.warning) {
			t.Errorf("%s: openable %v, remarks %v, %v", raw, l.Openable, l.Remarks, err)
		}
	}
}

func TestOwnAddressIsNotRemarkedOn(t *testing.T) {
	for _, c := range []struct{ raw, server string }{
		{"https://mcp.example.com/login", "https://mcp.example.com/sse"},
		{"https://login.example.com/", "https://mcp.example.com/sse"},
		{"https://LOGIN.example.com./", "https://user:pw@Example.com:8443/sse"},
		{"http://localhost:9/", "http://localhost:3000/mcp"},
		{"https://example.org/", ""},
		{"https://example.org/", "not an address"},
		{"https://example.org/", "https://"},
	} {
		l, err := Screen(c.raw, c.server)
		if err != nil {
			t.Errorf("%s: %v", c.raw, err)
			continue
		}
		if mentions(l, "own address") {
			t.Errorf("%s from %s: %v", c.raw, c.server, l.Remarks)
		}
	}
}

func TestSharedSuffixIsNotTheSameOwner(t *testing.T) {
	for _, c := range []struct{ raw, server string }{
		{"https://evil.github.io/", "https://good.github.io/"},
		{"https://evil.co.uk/", "https://good.co.uk/"},
		{"https://10.0.0.1/", "https://10.0.0.2/"},
		{"https://example.com.evil.example/", "https://example.com/"},
	} {
		l, err := Screen(c.raw, c.server)
		if err != nil {
			t.Fatal(err)
		}
		if !mentions(l, "own address") {
			t.Errorf("%s from %s: %v", c.raw, c.server, l.Remarks)
		}
	}
}

func TestWarningsComeFirst(t *testing.T) {
	l, err := Screen("https://user@аpple.example:8443/", "https://example.org/")
	if err != nil {
		t.Fatal(err)
	}
	calm := false
	for _, r := range l.Remarks {
		if r.Warning && calm {
			t.Errorf("a warning comes after an information: %v", l.Remarks)
		}
		calm = calm || !r.Warning
	}
	if len(l.Remarks) != 5 {
		t.Errorf("%d remarks: %v", len(l.Remarks), l.Remarks)
	}
}

// checkHarmless is what must hold for every address, whatever it is.
func checkHarmless(t *testing.T, raw, server string) {
	t.Helper()
	l, err := Screen(raw, server)
	if err != nil {
		if !errors.Is(err, ErrNoAddress) || hasHidden(err.Error()) {
			t.Errorf("%q: bad error %q", raw, err)
		}
		return
	}
	if l.Raw != raw {
		t.Errorf("%q: raw is %q", raw, l.Raw)
	}
	if l.Openable == (l.Reason != "") {
		t.Errorf("%q: openable %v with reason %q", raw, l.Openable, l.Reason)
	}
	if l.Openable && (l.Host == "" || l.Domain == "" || !strings.Contains(l.Shown, l.Host) || len(l.Remarks) == 0) {
		t.Errorf("%q: %+v", raw, l)
	}
	if l.NeedTick && (!l.Openable || !strings.HasPrefix(l.Before, "http://")) {
		t.Errorf("%q: needs a tick: %+v", raw, l)
	}
	if strings.Trim(l.Host, "abcdefghijklmnopqrstuvwxyz0123456789-_.:") != "" {
		t.Errorf("%q: host %q is not plain", raw, l.Host)
	}
	if !strings.HasSuffix(l.Host, l.Domain) {
		t.Errorf("%q: domain %q is not in host %q", raw, l.Domain, l.Host)
	}
	texts := []string{l.Host, l.Unicode, l.Domain, l.Before, l.Shown, l.After, l.Reason}
	for _, r := range l.Remarks {
		texts = append(texts, r.Text)
	}
	for _, text := range texts {
		if hasHidden(text) {
			t.Errorf("%q: %q has hidden characters", raw, text)
		}
	}
}

func hasHidden(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u200b' || r == '\ufeff'
	})
}

func FuzzScreen(f *testing.F) {
	for _, raw := range []string{
		"https://example.org/x?y#z", "http://127.1:80/", "https://a@b@c", "javascript:alert(1)", "https://аpple.example/",
		"https://xn--pple-43d.example", "http://[::1]/", "https://ex。am\u202ee/", `https://a\@b/`, "data:,x", "https:///x", "http://0x7f.1",
		"https://%C3%A4.de", "ftp://host/ä ö", "https://faß.de.", "https://א.example/א",
	} {
		f.Add(raw, "https://example.com")
	}
	f.Fuzz(checkHarmless)
}
