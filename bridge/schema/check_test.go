package schema

import (
	"strings"
	"sync"
	"testing"
	"time"
)

// entry is what a person does to the one field x, and what comes of it: a JSON value, "-" for left out, or "!words" for a
// message that mentions the words.
type entry struct {
	property string
	in       Input
	want     string
}

func (e entry) check(t *testing.T, required bool) {
	t.Helper()
	rest := ""
	if required {
		rest = `,"required":["x"]`
	}
	form, _ := one(t, e.property, rest)
	content, problems := form.Content([]Input{e.in})
	got := string(content)
	if problems != nil {
		got = "!" + problems[0].Message
	}
	switch words, isError := strings.CutPrefix(e.want, "!"); {
	case isError && (!strings.HasPrefix(got, "!") || !strings.Contains(strings.ToLower(got), strings.ToLower(words))):
		t.Errorf("%s %+v: %s, want a message about %q", e.property, e.in, got, words)
	case isError:
	case e.want == "-" && got != "{}":
		t.Errorf("%s %+v: %s, want nothing", e.property, e.in, got)
	case e.want != "-" && got != `{"x":`+e.want+`}`:
		t.Errorf("%s %+v: %s, want %s", e.property, e.in, got, e.want)
	}
}

func TestOptionalAndUnansweredIsLeftOut(t *testing.T) {
	touched := Input{Touched: true}
	for _, property := range []string{
		`{"type":"string"}`, `{"type":"string","minLength":3,"format":"email","pattern":"^x"}`, `{"type":"integer","minimum":5}`, `{"type":"number"}`, `{"type":"boolean"}`,
		`{"enum":["a"]}`, `{"enum":["",null]}`, `{"type":"array","items":{"enum":["a"]}}`, `{"type":"array","items":{"enum":["a"]},"minItems":1}`,
		`{"type":"array","items":{"type":"string"},"minItems":1}`, `{"type":"object","required":["a"]}`, `{"type":"array"}`, `{}`, `true`, `false`, `{"const":"a"}`,
		`{"anyOf":[{"type":"string"},{"type":"null"}]}`, `{"type":"string","default":"north"}`, `{"type":"integer","default":5}`, `{"enum":["a"],"default":"a"}`, `{"type":"boolean","default":true}`,
		`{"type":"array","items":{"enum":["a"]},"default":["a"],"minItems":1}`, `{"type":"string","not":{"const":""}}`,
	} {
		entry{property, Input{}, "-"}.check(t, false)
		entry{property, touched, map[bool]string{true: "[]", false: "-"}[property == `{"type":"array","items":{"type":"string"}}`]}.check(t, false)
	}
	for _, blank := range []string{" ", "\n\t", ""} {
		entry{`{"type":"integer"}`, Input{Text: blank, Touched: true}, "-"}.check(t, false)
		entry{`{"type":"number"}`, Input{Text: blank, Touched: true}, "-"}.check(t, false)
		entry{`{"type":"object"}`, Input{Text: blank, Touched: true}, "-"}.check(t, false)
	}
}

func TestRequiredAndBlankIsAnError(t *testing.T) {
	for property, words := range map[string]string{
		`{"type":"string"}`: "required", `{"type":"integer"}`: "required", `{"type":"number","default":null}`: "required", `{"type":"boolean"}`: "yes or no",
		`{"enum":["a"]}`: "required", `{"enum":["a",null]}`: "required", `{"type":"array","items":{"enum":["a"]}}`: "required", `{"type":"array","items":{"type":"string"}}`: "required",
		`{"type":"object"}`: "required", `{}`: "required", `{"anyOf":[{"type":"string"},{"type":"null"}]}`: "required", `{"type":"string","default":"north"}`: "required",
		`{"type":"array","items":{"enum":["a","b"]},"minItems":2}`: "at least 2", `{"type":"array","items":{"enum":["a"]},"default":["a"]}`: "required",
	} {
		entry{property, Input{}, "!" + words}.check(t, true)
		entry{property, Input{Touched: true}, "!" + words}.check(t, true)
	}
}

func TestEmptyAndNullAreSentWhenAskedFor(t *testing.T) {
	empty, null := Input{Empty: true, Touched: true}, Input{Null: true, Touched: true}
	for _, required := range []bool{false, true} {
		for _, e := range []entry{
			{`{"type":"string"}`, empty, `""`},
			{`{"type":"string","minLength":1}`, empty, "!at least 1"},
			{`{"type":"array","items":{"type":"string"}}`, empty, `[]`},
			{`{"type":"array","items":{"enum":["a"]}}`, empty, `[]`},
			{`{"type":"array","items":{"enum":["a"]},"minItems":1}`, empty, `!at least 1`},
			{`{"type":["string","null"]}`, null, `null`},
			{`{"type":["integer","null"]}`, null, `null`},
			{`{"type":["boolean","null"]}`, null, `null`},
			{`{"anyOf":[{"enum":["a"]},{"type":"null"}]}`, null, `null`},
			{`{"type":"string"}`, Input{Empty: true, Text: "typed after"}, `"typed after"`},
			{`{"type":["string","null"]}`, Input{Null: true, Text: "typed after"}, `"typed after"`},
			{`{"type":["integer","null"]}`, Input{Null: true, Text: "7"}, `7`},
			{`{"enum":["a",null]}`, Input{Chosen: []int{1}}, `null`},
		} {
			e.check(t, required)
		}
	}
	entry{`{"type":"string"}`, null, "-"}.check(t, false)
	entry{`{"type":"string"}`, null, "!required"}.check(t, true)
	entry{`{"type":"integer"}`, empty, "-"}.check(t, false)
}

func TestTextGoesOutVerbatim(t *testing.T) {
	for _, text := range []string{
		"  two spaces ", " ", "\n", "line one\nline two\n", "\r\n", "007", "true", "null", "[]", `"`, `\`, "<b>&amp;</b>", "a\u2028b", "\u0000", "👨‍👩‍👧", "é", "e\u0301", "\ufeff", "עברית",
	} {
		form, _ := one(t, `{"type":"string"}`, `,"required":["x"]`)
		content, problems := form.Content([]Input{{Text: text}})
		n, _, err := readJSON(content)
		if problems != nil || err != nil || n.get("x").text != text {
			t.Errorf("%q went out as %s %v", text, content, problems)
		}
		if strings.Contains(string(content), `\u003c`) {
			t.Errorf("%s is escaped for HTML", content)
		}
	}
}

func TestNumbersFollowTheGrammarOfJSON(t *testing.T) {
	for typed, want := range map[string]string{
		"0": "0", "7": "7", " +007 ": "7", "-007": "-7", "+0": "0", "-0": "0", "00": "0", "000": "0", "3.0": "3", "3.000": "3", "-3.0": "-3", "25e4": "250000", "25E+4": "250000", "1.5e1": "15", "10e-1": "1", "0e5": "0",
		"120e-1": "12", "\t12\n": "12", "9007199254740993": "9007199254740993", "18446744073709551617": "18446744073709551617", "-170141183460469231731687303715884105729": "-170141183460469231731687303715884105729",
		"1e30": "1" + strings.Repeat("0", 30), "1e999999999": "1e999999999", "12e99999999999999999999": "12e99999999999999999999", "0e99999999999999999999": "0",
		strings.Repeat("9", 5000): strings.Repeat("9", 5000), "\u00a012": "12",
		"25g": "!whole number", "2o": "!whole number", "NaN": "!whole number", "Inf": "!whole number", "-Infinity": "!whole number", "0x10": "!whole number", "1_000": "!whole number", "1,000": "!whole number", "1 000": "!whole number",
		"3.5": "!whole number", "1e-1": "!whole number", "1.": "!whole number", ".0": "!whole number", "+": "!whole number", "-": "!whole number", "+-7": "!whole number", "--7": "!whole number", "- 7": "!whole number", "1e": "!whole number", "1e+": "!whole number",
		"e5": "!whole number", "1e5.0": "!whole number", "１２": "!whole number", "٣": "!whole number", "−7": "!whole number", "7.0.0": "!whole number", "1e-99999999999999999999": "!whole number", "0b1": "!whole number", "seven": "!whole number", "\"7\"": "!whole number", "true": "!whole number", "7;": "!whole number",
	} {
		entry{`{"type":"integer"}`, Input{Text: typed}, want}.check(t, true)
	}
	for typed, want := range map[string]string{
		"12.5": "12.5", "-74.01": "-74.01", "12.50": "12.50", "+1.5": "1.5", "007.5": "7.5", "-00.5": "-0.5", "1e5": "1e5", "1E-5": "1E-5", "0.1": "0.1", "1.10": "1.10", "100": "100", " 5 ": "5", "1e999999999": "1e999999999", "0.30000000000000000000001": "0.30000000000000000000001",
		"NaN": "!number", "inf": "!number", "0x1p-2": "!number", "1_0.5": "!number", ".5": "!number", "5.": "!number", "1.5.2": "!number", "12,5": "!point", "1,234.5": "!number", "1.5e": "!number", "abc": "!number", "1.5 kg": "!number", "½": "!number", "1/2": "!number", "50%": "!number",
	} {
		entry{`{"type":"number"}`, Input{Text: typed}, want}.check(t, true)
	}
}

func TestLimitsOfNumbersAreExact(t *testing.T) {
	for _, e := range []struct{ property, typed, want string }{
		{`{"type":"integer","minimum":1,"maximum":64}`, "0", "!Enter a whole number from 1 to 64."},
		{`{"type":"integer","minimum":1,"maximum":64}`, "1", "1"},
		{`{"type":"integer","minimum":1,"maximum":64}`, "64.0", "64"},
		{`{"type":"integer","minimum":1,"maximum":64}`, "65", "!from 1 to 64"},
		{`{"type":"number","minimum":0,"maximum":100}`, "100", "100"},
		{`{"type":"number","minimum":0,"maximum":100}`, "100.00000000000000000001", "!from 0 to 100"},
		{`{"type":"number","minimum":0}`, "-1e-400", "!at least 0"},
		{`{"type":"number","minimum":0}`, "-0", "-0"},
		{`{"type":"number","exclusiveMinimum":0}`, "0", "!greater than 0"},
		{`{"type":"number","exclusiveMinimum":0}`, "-0.0", "!greater than 0"},
		{`{"type":"number","exclusiveMinimum":0}`, "1e-400", "1e-400"},
		{`{"type":"number","exclusiveMaximum":1}`, "1.0", "!less than 1"},
		{`{"type":"number","exclusiveMaximum":1}`, "0.99999999999999999999", "0.99999999999999999999"},
		{`{"type":"integer","minimum":5,"exclusiveMinimum":true}`, "5", "!greater than 5"},
		{`{"type":"integer","minimum":5,"exclusiveMinimum":false}`, "5", "5"},
		{`{"type":"integer","minimum":5,"exclusiveMinimum":7}`, "6", "!greater than 7"},
		{`{"type":"integer","minimum":7,"exclusiveMinimum":5}`, "6", "!at least 7"},
		{`{"type":"integer","maximum":9007199254740992}`, "9007199254740993", "!9007199254740992"},
		{`{"type":"integer","maximum":9007199254740993}`, "9007199254740993", "9007199254740993"},
		{`{"type":"number","maximum":1e308}`, "1e309", "!1e308"},
		{`{"type":"integer","maximum":100}`, "1e999999999", "!at most 100"},
		{`{"type":"integer","minimum":1e999999999}`, "5", "!1e999999999"},
		{`{"type":"integer","minimum":-1e999999999}`, "-5", "-5"},
		{`{"type":"number","multipleOf":0.1}`, "0.3", "0.3"},
		{`{"type":"number","multipleOf":0.1}`, "0.35", "!multiple of 0.1"},
		{`{"type":"number","multipleOf":0.01}`, "19.99", "19.99"},
		{`{"type":"number","multipleOf":1e-9}`, "12.123456789", "12.123456789"},
		{`{"type":"integer","multipleOf":5}`, "10", "10"},
		{`{"type":"integer","multipleOf":5}`, "12", "!multiple of 5"},
		{`{"type":"integer","multipleOf":7}`, "1e999999999", "!multiple of 7"},
		{`{"type":"integer","multipleOf":5}`, "1e999999999", "1e999999999"},
		{`{"type":"integer","multipleOf":3}`, strings.Repeat("3", 4000), strings.Repeat("3", 4000)},
		{`{"type":"integer","multipleOf":0}`, "7", "7"},
		{`{"type":"integer","multipleOf":-2}`, "7", "7"},
		{`{"type":"integer","minimum":"10"}`, "1", "1"},
		{`{"type":"integer","minimum":[1]}`, "0", "0"},
		{`{"type":"integer","minimum":10,"maximum":1}`, "5", "!from 10 to 1"},
		{`{"type":["integer","null"],"minimum":3}`, "2", "!at least 3"},
		{`{"anyOf":[{"type":"integer","minimum":3},{"type":"null"}]}`, "2", "!at least 3"},
		{`{"$ref":"#/$defs/N"}`, "2", "!at least 3"},
		{`{"$ref":"#/$defs/N","minimum":1}`, "2", "!at least 3"}, // both hold
		{`{"$ref":"#/$defs/N","maximum":9}`, "10", "!from 3 to 9"},
	} {
		form, _ := one(t, e.property, `,"$defs":{"N":{"type":"integer","minimum":3}}`)
		value, message := form.Check(0, Input{Text: e.typed})
		words, isError := strings.CutPrefix(e.want, "!")
		if isError != (message != "") || !isError && string(value) != e.want || !strings.Contains(message, words) && isError {
			t.Errorf("%s with %.40s: %.80s %q, want %.80s", e.property, e.typed, value, message, e.want)
		}
	}
}

func TestLengthCountsCodePoints(t *testing.T) {
	for _, e := range []entry{
		{`{"type":"string","maxLength":5}`, Input{Text: "👨‍👩‍👧"}, `"👨‍👩‍👧"`},
		{`{"type":"string","maxLength":4}`, Input{Text: "👨‍👩‍👧"}, `!Enter at most 4 characters. You have 5.`},
		{`{"type":"string","maxLength":1}`, Input{Text: "é"}, `"é"`},
		{`{"type":"string","maxLength":1}`, Input{Text: "e\u0301"}, `!at most 1 character.`},
		{`{"type":"string","minLength":2}`, Input{Text: "𝒳"}, `!at least 2 characters. You have 1.`},
		{`{"type":"string","minLength":2,"maxLength":2}`, Input{Text: "𝒳𝒴"}, `"𝒳𝒴"`},
		{`{"type":"string","minLength":3,"maxLength":5}`, Input{Text: "ab"}, `!from 3 to 5`},
		{`{"type":"string","minLength":2.0}`, Input{Text: "a"}, `!at least 2`},
		{`{"type":"string","minLength":2.5}`, Input{Text: "a"}, `"a"`},
		{`{"type":"string","minLength":-2}`, Input{Text: "a"}, `"a"`},
		{`{"type":"string","maxLength":0}`, Input{Text: "a"}, `!at most 0`},
		{`{"type":"string","maxLength":1e999999999}`, Input{Text: "a"}, `"a"`},
		{`{"type":"string","minLength":3}`, Input{Text: "   "}, `"   "`},
	} {
		e.check(t, true)
	}
}

func TestChoicesAreSentInSchemaOrder(t *testing.T) {
	days := `{"type":"array","items":{"enum":["mon","tue","wed"]},"minItems":1,"maxItems":2}`
	for _, e := range []entry{
		{days, Input{Chosen: []int{2, 0}}, `["mon","wed"]`},
		{days, Input{Chosen: []int{1, 1}}, `["tue"]`},
		{days, Input{Chosen: []int{0, 1, 2}}, `!Choose from 1 to 2.`},
		{days, Input{Chosen: []int{7}}, `!Choose`},
		{days, Input{Chosen: []int{-1}}, `!Choose`},
		{`{"enum":["a"]}`, Input{Chosen: []int{1}}, `!Choose`},
		{`{"type":"boolean"}`, Input{Chosen: []int{2}}, `!yes or no`},
		{`{"type":"boolean"}`, Input{Chosen: []int{1}}, `false`},
		{`{"type":"array","items":{"enum":["a","a"]}}`, Input{Chosen: []int{0, 1}}, `["a","a"]`},
	} {
		e.check(t, true)
	}
	unpicked := Input{Touched: true}
	entry{`{"type":"array","items":{"enum":["a"]},"default":["a"]}`, unpicked, `[]`}.check(t, false)
	entry{`{"type":"array","items":{"enum":["a"]},"default":["a"],"minItems":1}`, unpicked, `-`}.check(t, false)
	entry{`{"type":"array","items":{"enum":["a"]}}`, unpicked, `-`}.check(t, false)
	entry{`{"type":["array","null"],"items":{"enum":["a"]},"default":["a"]}`, unpicked, `[]`}.check(t, false)
}

func TestRowsAreCheckedOneByOne(t *testing.T) {
	rows := func(texts ...string) Input { return Input{Items: texts, Touched: true} }
	for _, e := range []entry{
		{`{"type":"array","items":{"type":"string"}}`, rows("Ada", "Bo"), `["Ada","Bo"]`},
		{`{"type":"array","items":{"type":"string"}}`, rows("", " "), `[""," "]`},
		{`{"type":"array","items":{"type":"string","minLength":1}}`, rows("a", ""), `!Row 2: Enter at least 1 character`},
		{`{"type":"array","items":{"type":"string","format":"email"}}`, rows("a@b.org", "x"), `!Row 2: Enter a full email`},
		{`{"type":"array","items":{"type":"string","pattern":"^a"}}`, rows("b"), `!Row 1: This does not have the format`},
		{`{"type":"array","items":{"$ref":"#/properties/x/definitions/s"},"definitions":{"s":{"type":"string","maxLength":1}}}`, rows("ab"), `!Row 1`},
		{`{"type":"array","items":{"type":"string"},"uniqueItems":true}`, rows("a", "b", "a"), `!Row 3 is the same as row 1`},
		{`{"type":"array","items":{"type":"string"},"uniqueItems":false}`, rows("a", "a"), `["a","a"]`},
		{`{"type":"array","items":{"type":"string"},"maxItems":1}`, rows("a", "b"), `!at most 1 row`},
		{`{"type":"array","items":{"type":"string"},"minItems":3}`, rows("a"), `!at least 3 rows`},
		{`{"type":"array","items":{"type":"string"},"contains":{"const":"z"}}`, rows("a"), `!lacks an entry`},
		{`{"type":"array","items":{"type":"string"},"contains":{"const":"z"}}`, rows("z"), `["z"]`},
	} {
		e.check(t, false)
	}
}

func TestKeysKeepTheirSpelling(t *testing.T) {
	form := Parse([]byte(`{"properties":{"zip":{"type":"string"},"10":{"type":"string"},"a.b":{"type":"string"},"":{"type":"string"},"é":{"type":"string"},"\u00fc":{"type":"string"},"<&>":{"type":"string"},"__proto__":{"type":"string"},"\ud800":{"type":"string"},"q\"\\":{"type":"string"}}}`))
	inputs := form.Inputs()
	for i := range inputs {
		inputs[i].Text = "v"
	}
	content, problems := form.Content(inputs)
	want := `{"zip":"v","10":"v","a.b":"v","":"v","é":"v","ü":"v","<&>":"v","__proto__":"v","\ud800":"v","q\"\\":"v"}`
	if string(content) != want || problems != nil {
		t.Errorf("%s %v, want %s", content, problems, want)
	}
}

func TestProblemsComeInTheOrderOfTheFields(t *testing.T) {
	form := Parse([]byte(`{"properties":{"b":{"type":"string"},"a":{"type":"integer"},"c":{"type":"boolean"}},"required":["c","b","a"]}`))
	_, problems := form.Content([]Input{{}, {Text: "x"}})
	if len(problems) != 3 || problems[0].Field != 0 || problems[1].Field != 1 || problems[2].Field != 2 {
		t.Errorf("%v", problems)
	}
}

func TestPatternsMeanWhatECMAScriptMeans(t *testing.T) {
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{`b+`, "xxbxx", true},
		{`^b+$`, "xxbxx", false},
		{`^[A-Z]{3}-[0-9]+$`, "ABC-1", true},
		{`^[A-Z]{3}-[0-9]+$`, "abc-1", false},
		{`^[a-z]+$`, "abc\n", false}, // $ is the end, not before a last line break
		{`^.+$`, "abc\n", false},
		{`^a.b$`, "a\rb", false},
		{`^a.b$`, "a\u2028b", false},
		{`^(?=.*[0-9])[a-z0-9]{4,}$`, "ab12", true},
		{`^(?=.*[0-9])[a-z0-9]{4,}$`, "abcd", false},
		{`^(?!admin)`, "administrator", false},
		{`(?<=\$)[0-9]+`, "costs $5", true},
		{`(?<!\$)\b[0-9]+`, "$5", false},
		{`^(a|b)\1$`, "aa", true},
		{`^(a|b)\1$`, "ab", false},
		{`^(?<y>[0-9]{4})-\k<y>$`, "2026-2026", true},
		{`^\d+$`, "٣", false},
		{`^\w+$`, "é", false},
		{`^\s$`, "\u00a0", true},
		{`^\s$`, "\ufeff", true},
		{`^.$`, "😀", true}, // code points
		{`^[😀]$`, "😀", true},
		{`^\u{1F600}$`, "😀", true},
		{`^\uD83D\uDE00$`, "😀", true},
		{`^\p{L}+$`, "größe", true},
		{`^\p{Lu}`, "a", false},
		{`^\p{Script=Cyrillic}+$`, "привет", true},
		{`^[\w\-]+$`, "a-b", true},
		{`^[\w.-]+@[\w-]+\.\w+$`, "a.b@c-d.org", true},
		{`^\_\-\@$`, "_-@", true},
		{`^\/api\/`, "/api/x", true},
		{`^[^]$`, "\n", true},
		{`[]`, "a", false},
		{`^\cJ$`, "\n", true},
		{`^\x41$`, "A", true},
		{`^(?:)$`, "", true},
		{`^a{2}$`, "aa", true},
		{`^a{,2}$`, "a{,2}", true},
		{`^$|^x$`, "x", true},
		{``, "anything", true},
		// Not compilable: nobody is blocked.
		{`[`, "zz", true}, {`(`, "zz", true}, {`*`, "zz", true}, {`a**`, "zz", true}, {`(?P<n>a)`, "zz", true}, {`\`, "zz", true}, {`(?z)`, "zz", true}, {`[z-a]`, "zz", true},
		{strings.Repeat("(", 100000), "zz", true}, {strings.Repeat("a?", 20000), "zz", true},
	} {
		p := newPattern(c.pattern, &budget{})
		if got := p.allows(c.text); got != c.want {
			t.Errorf("%.60s with %q: %v", c.pattern, c.text, got)
		}
	}
}

func TestNastyPatternsTakeBoundedTime(t *testing.T) {
	long := strings.Repeat("a", 50_000) + "!"
	for _, pattern := range []string{`^(a+)+$`, `^(a|a)*$`, `^(a|aa)+$`, `(?=(a+)+$)x`, `^(?=(a|a?)+$)(a+a+)+b$`, `(.*)*=(.*)*`, `^(([a-z])+.)+[A-Z]([a-z])+$`, `(a*)*\1b`} {
		started := time.Now()
		newPattern(pattern, &budget{}).allows(long)
		if took := time.Since(started); took > 30*time.Second {
			t.Errorf("%s took %v", pattern, took)
		}
	}
}

func TestSimplePatternsAreReadOut(t *testing.T) {
	for pattern, want := range map[string]string{
		`^[A-Z]{3}-[0-9]+$`: "3 capital letters, then “-”, then 1 or more digits",
		`^[0-9]{5}$`:        "5 digits", `^\d{3,4}$`: "3 to 4 digits", `^\d{3,}$`: "3 or more digits", `^\d?$`: "at most 1 digits",
		`^[a-z0-9_-]{3,16}$`: "3 to 16 small letters, digits, “_” or “-”", `^(red|green)$`: "one of “red”, “green”", `^(?:a|b)$`: "one of “a”, “b”",
		`^v\d+\.\d+$`: "“v”, then 1 or more digits, then “.”, then 1 or more digits", `^[A-Z]$`: "1 capital letter", `^ID-\w+$`: "“ID-”, then 1 or more letters, digits or “_”",
		`^#[0-9a-fA-F]{6}$`: "“#”, then 6 digits, “a” to “f” or “A” to “F”", `^\$x$`: "“$x”",
		`[0-9]`: "", `^a`: "", `^a|b$`: "", `^.*$`: "", `^(a)(b)$`: "", `^[^a]$`: "", `^\p{L}$`: "", `^a{2,1,3}$`: "", `(?=a)`: "", `^a\$`: "", `^$`: "", `^()$`: "", `^(a|)$`: "", `^[$`: "",
		`^a1b2?c3?d4?e5?f6?g7?$`: "",
	} {
		if got := newPattern(pattern, &budget{}).words(); got != want {
			t.Errorf("%s reads %q, want %q", pattern, got, want)
		}
	}
}

func TestFormatsOfTheProtocolAreChecked(t *testing.T) {
	for _, c := range []struct{ format, good, bad, mention string }{
		{"email", "kim@example.org|kim+list@mail.example.org|a.b-c_d@e-f.co|o'hara@x.ie|kim@xn--mnchen-3ya.de|KIM@EXAMPLE.ORG|jörg@müller.de|1@2.3|root@localhost|\"kim b\"@example.org|\"a@b\\\\\\\"c\"@example.org|kim@[192.0.2.1]|kim@[IPv6:2001:db8::1]",
			"kim|kim@|@example.org|kim@@example.org|kim@example|kim@.org|kim@example.|kim@exa mple.org|ki m@example.org|.kim@example.org|kim.@example.org|k..m@example.org|Kim <kim@example.org>|kim@-example.org|kim@example-.org|kim@exam_ple.org|kim,lee@example.org|mailto:kim@example.org|kim@example..org|kim@example.org,lee@example.org|\"kim@example.org|\"\"@example.org|\"a\"b\"@example.org|\"kim\"|kim@[192.0.2.300]|kim@[2001:db8::1]|kim@[IPv6:192.0.2.1]|kim@[192.0.2.1|" + strings.Repeat("a", 65) + "@example.org", "email"},
		{"uri", "https://example.org|http://localhost:3000/x|urn:isbn:0451450523|mailto:kim@example.org|ftp://x/y|file:///etc/hosts|HTTPS://EXAMPLE.ORG|https://example.org/a?b=c%20d#e|tel:+1-2|data:,x|https://[::1]/|custom+scheme.x://y|https://user@example.org|https://example.org/a'(b)[c]|about:blank|x:y",
			"www.example.org|example.org/x|/relative|//example.org/x|example|https://|https:///x|http:|https:example.org|localhost:3000|example.org:8080/x|:x|1a:x|://x|#frag|?q", "https://"},
		{"date", "2026-03-29|2028-02-29|2000-02-29|0001-01-01|9999-12-31",
			"03/04/2026|2026-3-4|2026-02-29|1900-02-29|2026-13-01|2026-00-10|2026-04-31|2026-01-00|20260304|2026-03-04T10:00:00Z|today|26-03-04|+2026-03-04|-026-03-04|２０２６-03-04|2026-03-04 x|2026/03/04", "YYYY-MM-DD"},
		{"date-time", "2026-03-04T10:00:00Z|2026-03-04T10:00:00+05:30|2026-03-04T10:00:00.123456789-00:00|2026-03-04t10:00:00z|1990-12-31T23:59:60Z|2028-02-29T00:00:00+14:00|2026-03-04T10:00:00.1Z",
			"2026-03-04T10:00:00|2026-03-04|2026-03-04 10:00:00Z|2026-03-04T10:00Z|2026-03-04T25:00:00Z|2026-03-04T10:60:00Z|2026-03-04T10:00:61Z|2026-02-30T10:00:00Z|2026-03-04T10:00:00+0530|2026-03-04T10:00:00+05|2026-03-04T10:00:00+24:00|2026-03-04T10:00:00+05:60|2026-03-04T10:00:00.Z|10:00:00Z|2026-03-04T10:00:00 UTC|now|2026-03-04T10:00:00,5Z|2026-03-04T24:00:00Z", "time zone"},
	} {
		property := `{"type":"string","format":"` + c.format + `"}`
		for good := range strings.SplitSeq(c.good, "|") {
			entry{property, Input{Text: good}, string(quote(good))}.check(t, true)
		}
		for bad := range strings.SplitSeq(c.bad, "|") {
			entry{property, Input{Text: bad}, "!" + c.mention}.check(t, true)
		}
		good, _, _ := strings.Cut(c.good, "|")
		for _, padded := range []string{" " + good, good + "\n"} {
			entry{property, Input{Text: padded}, "!spaces"}.check(t, true)
		}
	}
}

func TestAddressMessagesSayHowToMendThem(t *testing.T) {
	for typed, words := range map[string]string{
		"www.example.org": "https://www.example.org", "example.org/a b": "https://", "localhost:3000": "https://localhost:3000", "https://example.org/a b": "%20", "https://example.org/100%": "%25",
		"https://de.example.org/Käse": "https://de.example.org/K%C3%A4se", `https://example.org/a\b`: `“\”`, "https://example.org/<x>": "“<”", "https://example.org/a\tb": "control characters",
	} {
		entry{`{"type":"string","format":"uri"}`, Input{Text: typed}, "!" + words}.check(t, true)
	}
}

func TestOtherFormatsNeverBlock(t *testing.T) {
	for _, format := range []string{"uuid", "ipv4", "hostname", "time", "duration", "regex", "uri-reference", "idn-email", "password", "phone", "color", "EMAIL", "url", "int32", ""} {
		entry{`{"type":"string","format":"` + format + `"}`, Input{Text: "no such thing"}, `"no such thing"`}.check(t, true)
	}
}

func TestFormIsSafeForConcurrentUse(t *testing.T) {
	form := Parse([]byte(`{"properties":{"a":{"type":"string","pattern":"^(?=x)x","default":"x"},"b":{"type":"object","default":{"c":1},"properties":{"c":{"type":"integer"}}}},"minProperties":1}`))
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 20 {
				if _, problems := form.Content(form.Inputs()); problems != nil {
					t.Error(problems)
				}
			}
		})
	}
	all.Wait()
}

func TestFormMadeByHandWorks(t *testing.T) {
	form := Form{Fields: []Field{{Key: "a", Kind: Text, Required: true}, {Key: "b", Kind: Choices, Options: []Option{{Label: "x", Value: []byte(`1`)}}}, {Key: "c", Kind: List}, {Key: "d", Kind: JSON}, {Key: "e", Kind: Integer}}}
	content, problems := form.Content([]Input{{Text: "t"}, {Chosen: []int{0}}, {Items: []string{"r"}}, {Text: "[1]"}, {Text: "5"}})
	if string(content) != `{"a":"t","b":[1],"c":["r"],"d":[1],"e":5}` || problems != nil {
		t.Errorf("%s %v", content, problems)
	}
	if problems := form.Validate([]byte(`{"a":1}`)); len(problems) != 1 {
		t.Errorf("%v", problems)
	}
}

func TestInputsShareNothing(t *testing.T) {
	form, _ := one(t, `{"type":"array","items":{"enum":["a","b"]},"default":["a"]}`, "")
	form.Inputs()[0].Chosen[0] = 1
	if content, _ := form.Content(form.Inputs()); string(content) != `{"x":["a"]}` {
		t.Errorf("changing an entry changed the form: %s", content)
	}
}

func TestLimitsOfProgrammingLanguagesAreSaidOnlyWhenBroken(t *testing.T) {
	for property, hint := range map[string]string{
		`{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}`:             "A whole number",
		`{"type":"integer","minimum":1,"maximum":9007199254740991}`:                             "A whole number of at least 1",
		`{"type":"integer","exclusiveMinimum":0,"maximum":9007199254740991}`:                    "A whole number greater than 0",
		`{"type":"integer","format":"int32","minimum":-2147483648,"maximum":2147483647}`:        "A whole number",
		`{"type":"number","minimum":-1.7976931348623157e308,"maximum":1.7976931348623157E+308}`: "A number",
		`{"type":"integer","minimum":0,"maximum":18446744073709551615}`:                         "A whole number of at least 0",
		`{"type":"integer","minimum":0,"maximum":9007199254740990}`:                             "A whole number from 0 to 9007199254740990",
	} {
		if _, f := one(t, property, ""); f.Hint != hint {
			t.Errorf("%s: %q, want %q", property, f.Hint, hint)
		}
	}
	form, _ := one(t, `{"type":"integer","minimum":1,"maximum":9007199254740991}`, "")
	for text, want := range map[string]string{
		"9007199254740992": "Enter a whole number from 1 to 9007199254740991.",
		"0":                "Enter a whole number of at least 1.",
		"x":                "Enter a whole number of at least 1.",
		"1.5":              "Enter a whole number of at least 1.",
		"9007199254740991": "",
	} {
		if _, message := form.Check(0, Input{Text: text}); message != want {
			t.Errorf("%s: %q, want %q", text, message, want)
		}
	}
	for property, hint := range map[string]string{
		`{"type":"string","minLength":1}`: "", `{"type":"string","minLength":1,"maxLength":9}`: "At most 9 characters", `{"type":"string","minLength":2}`: "At least 2 characters",
	} {
		if _, f := one(t, property, `,"required":["x"]`); f.Hint != hint {
			t.Errorf("%s: %q, want %q", property, f.Hint, hint)
		}
	}
}
