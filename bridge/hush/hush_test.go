package hush_test

import (
	"strings"
	"testing"

	"parley/bridge/hush"
)

func TestSecretIsHiddenInWhateverFormItIsRepeated(t *testing.T) {
	var words hush.Words
	words.Add(`ke<e>y &"1`, "ke<e>y", "short", "")
	for text, want := range map[string]string{
		`it is ke<e>y &"1.`:               "it is ….",
		`{"a":"ke<e>y &\"1"}`:             `{"a":"…"}`,
		`{"a":"ke\u003ce\u003ey"}`:        `{"a":"…"}`,
		"?a=ke%3Ce%3Ey+%26%221":           "?a=…",
		"/ke%3Ce%3Ey%20&%221":             "/…",
		"<p>ke&lt;e&gt;y &amp;&#34;1</p>": "<p>…</p>",
		"short words stay":                "short words stay",
	} {
		if got := words.Hide(text); got != want {
			t.Errorf("%s became %s, want %s", text, got, want)
		}
	}
}

func TestMemoryOfSecretsIsBounded(t *testing.T) {
	var words hush.Words
	for i := range 1_000 {
		words.Add("token-" + strings.Repeat("x", i%300) + string(rune('a'+i%26)))
	}
	words.Add("the-last-one")
	if got := words.Hide("the-last-one"); got != "…" {
		t.Error(got)
	}
}

func TestAddressKeepsAllButPasswordAndValues(t *testing.T) {
	for address, want := range map[string]string{
		"https://lab.example/mcp":                           "https://lab.example/mcp",
		"https://Lab.Example:8443/mcp/?api_key=abc&x=&page": "https://Lab.Example:8443/mcp/?api_key=…&x=&page",
		"https://kim:pw@lab.example/?a=1#token=2":           "https://kim:…@lab.example/?a=…#token=…",
		"https://kim@lab.example/a@b?0123456789abcdef":      "https://kim@lab.example/a@b?…",
		"http://x/?u=https://y/?k=v":                        "http://x/?u=…",
		"no address":                                        "no address",
		"postgres://kim:pw@db/x":                            "postgres://kim:…@db/x",
	} {
		if got := hush.Address(address); got != want {
			t.Errorf("%s became %s, want %s", address, got, want)
		}
	}
	text := `Post "https://lab.example/mcp?api_key=abc": dial tcp: lookup lab.example; see <https://help.example/?p=1>`
	if got, want := hush.Addresses(text), `Post "https://lab.example/mcp?api_key=…": dial tcp: lookup lab.example; see <https://help.example/?p=…>`; got != want {
		t.Error(got)
	}
}
