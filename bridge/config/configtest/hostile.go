package configtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"
)

// Hostile are texts that end or fill a parser that nobody looked before, by the name of a file.
func Hostile() map[string]string {
	many := func(text string) string { return strings.Repeat(text, 3<<20/len(text)) }
	return map[string]string{
		"brackets.toml":       "a = " + many("["),
		"braces.toml":         "a = " + many("{a="),
		"name.toml":           many("a.") + "a = 1",
		"header.toml":         "[" + many("a.") + "a]",
		"tables.toml":         "[[" + many("a.") + "a]]",
		"inline.toml":         "a = {" + many("a.") + "a = 1}",
		"inside.toml":         "a = " + strings.Repeat("{"+strings.Repeat("a.", 150)+"a = ", 10_000) + "1",
		"text.toml":           "a = '''\n[" + many("a.") + "a]\n'''",
		"kept.toml":           "[" + strings.Repeat("a.", 150) + "a]\n" + many("b = 1\n"),
		"behind-text.toml":    "a = \"\"\"\n\"\"\"\"\"\nb = 'it''s'\n# ' \n\"c\" = " + many("["),
		"values.toml":         "a = [" + many("1,") + "1]",
		"brackets.json":       many("["),
		"closed.json":         `{"a":` + strings.Repeat("[", 50_000) + strings.Repeat("]", 50_000) + "}",
		"braces.json":         many(`{"a":`),
		"comments.json":       many("/**/["),
		"values.json":         `{"mcpServers":{"a":{"args":[` + many("1,") + `1]}}}`,
		"commas.json":         `{"a":[` + many(",") + `]}`,
		"brackets.yaml":       "a: " + many("["),
		"braces.yaml":         "a: " + many("{a: "),
		"lines.yaml":          many("- "),
		"values.yaml":         "a:\n" + many("- 1\n"),
		"questions.yaml":      many("? "),
		"laughs.yaml":         laughs(),
		"merged.yaml":         "x: &x {a: 1, b: 2}\n" + strings.Repeat("y: {<<: ["+strings.Repeat("*x,", 1000)+"]}\n", 100),
		"itself.yaml":         "a: &a [*a]\n",
		"names.json":          `{"mcpServers":{` + numbered(`"#":{"command":5},`, 15_000) + `"x":5}}`,
		"members.json":        `{"mcpServers":{"a":{` + numbered(`"#":{"active":0},`, 15_000) + `"command":5}}}`,
		"excluded.json":       `{"excluded":[` + numbered(`"#",`, 30_000) + `"x"],"mcpServers":{` + numbered(`"#":5,`, 15_000) + `"x":5}}`,
		"anchored-above.yaml": "a: &a {b: {c: *a}}\n",
	}
}

func numbered(each string, times int) string {
	var text strings.Builder
	for i := range times {
		text.WriteString(strings.ReplaceAll(each, "#", fmt.Sprint(i)))
	}
	return text.String()
}

// laughs is text that stands for a billion times as much.
func laughs() string {
	var text strings.Builder
	text.WriteString("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n")
	for i := range 9 {
		fmt.Fprintf(&text, "a%d: &a%d [%s]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*a%d,", i), 10))
	}
	return text.String()
}

// HeldDown fails when f takes more memory than a parser may, or longer than a person waits.
func HeldDown(t *testing.T, f func()) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	f()
	took := time.Since(began)
	runtime.ReadMemStats(&after)
	if got := (after.TotalAlloc - before.TotalAlloc) >> 20; got > 1000 {
		t.Errorf("it took %d MB", got)
	}
	if took > 20*time.Second { // far more than it needs, for machines that do other things, too
		t.Errorf("it took %v", took)
	}
}

// SameJSON reports whether two texts mean the same.
func SameJSON(t *testing.T, a, b string) bool {
	t.Helper()
	var x, y any
	if err := errors.Join(json.Unmarshal([]byte(a), &x), json.Unmarshal([]byte(b), &y)); err != nil {
		t.Fatalf("%v in %s", err, a)
	}
	return reflect.DeepEqual(x, y)
}
