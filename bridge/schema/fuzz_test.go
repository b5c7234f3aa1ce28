package schema

import (
	"encoding/json"
	"math/big"
	"strings"
	"testing"
)

// FuzzParse holds for any schema and anything a person may do: nothing panics, what may be sent is valid JSON that the
// form itself finds valid, and filling it in again gives the same bytes.
func FuzzParse(f *testing.F) {
	for _, raw := range oddSchemas() {
		f.Add([]byte(raw), "12", uint64(3))
	}
	for _, raw := range []string{
		`{"properties":{"a":{"type":"string","default":"x"},"b":{"type":"integer","minimum":1},"c":{"enum":[1,"1",null]},"d":{"type":"array","items":{"enum":["x","y"]}},"e":{"type":"array","items":{"type":"string"}},"f":{"type":"object"},"g":{"type":"boolean"},"h":{"const":1}},"required":["a","h"]}`,
		`{"$ref":"#/$defs/a","$defs":{"a":{"properties":{"x":{"$ref":"#/$defs/a"}}}}}`,
		`{"properties":{"x":{"type":["integer","null"]}},"dependentRequired":{"x":["y"]},"minProperties":1,"additionalProperties":false}`,
	} {
		f.Add([]byte(raw), `{"a":1}`, uint64(77))
	}
	f.Fuzz(func(t *testing.T, raw []byte, typed string, dice uint64) {
		form := Parse(raw)
		checkForm(t, form)
		inputs := form.Inputs()
		for _, touched := range []bool{false, true} {
			if touched {
				dice = scramble(form, inputs, typed, dice)
			}
			content, problems := form.Content(inputs)
			checkProblems(t, form, problems)
			if problems != nil {
				continue
			}
			if !json.Valid(content) {
				t.Fatalf("%q is no JSON", content)
			}
			if problems := form.Validate(content); problems != nil {
				t.Fatalf("%s is sent but not valid: %v", content, problems)
			}
			if again, problems := form.Content(form.InputsFor(content)); string(again) != string(content) {
				t.Fatalf("%s filled in again gives %s %v", content, again, problems)
			}
		}
		form.Validate([]byte(typed))
		form.InputsFor([]byte(typed))
	})
}

// scramble does something to every entry.
func scramble(form Form, inputs []Input, typed string, dice uint64) uint64 {
	for i := range inputs {
		dice = dice*6364136223846793005 + 1442695040888963407
		roll := dice >> 33
		if roll%5 == 0 {
			continue
		}
		in := Input{Touched: true, Text: typed, Empty: roll%7 == 0, Null: roll%11 == 0}
		if roll%4 == 0 {
			in.Text = ""
		}
		for j := range form.Fields[i].Options {
			if roll>>(j%20)&1 == 1 {
				in.Chosen = append(in.Chosen, j)
			}
		}
		if form.Fields[i].Kind == Boolean {
			in.Chosen = []int{int(roll % 2)}
		}
		for range roll % 3 {
			in.Items = append(in.Items, typed)
		}
		inputs[i] = in
	}
	return dice
}

// hasHidden reports whether a text has anything in it that would be written as its number.
func hasHidden(words string) bool { return seen(words) != words }

func checkForm(t *testing.T, form Form) {
	t.Helper()
	if hasHidden(strings.ReplaceAll(form.Note, "\n", "")) {
		t.Fatalf("hidden characters in %q", form.Note)
	}
	for i, field := range form.Fields {
		if hasHidden(field.Hint) {
			t.Fatalf("hidden characters in %q", field.Hint)
		}
		if field.Label == "" {
			t.Fatalf("field %d has no label", i)
		}
		for _, o := range field.Options {
			if o.Label == "" || !json.Valid(o.Value) {
				t.Fatalf("field %d has a bad option %+v", i, o)
			}
		}
		if len(field.Start.Chosen) > 0 && !field.HasDefault {
			t.Fatalf("field %d starts with a choice nobody made", i)
		}
	}
}

func checkProblems(t *testing.T, form Form, problems []Problem) {
	t.Helper()
	before := -1
	for _, p := range problems {
		if hasHidden(p.Message) {
			t.Fatalf("hidden characters in %q", p.Message)
		}
		if p.Message == "" || p.Field >= len(form.Fields) || p.Field < -1 {
			t.Fatalf("bad problem %+v", p)
		}
		if p.Field != -1 && p.Field < before {
			t.Fatalf("problems out of order: %v", problems)
		}
		before = p.Field
	}
}

// FuzzNumber holds decimals against big.Rat.
func FuzzNumber(f *testing.F) {
	for _, text := range []string{"0", "-0", "1e999999999", "1E+05", "0.1", "-12.50e-3", "18446744073709551617", "+007", "1e-99999999999999999999", "3.0", "00", "1.", ".5"} {
		f.Add(text, "10")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		x, ok := parseDecimal(a)
		if isJSONNumber(a) != ok {
			t.Fatalf("%q: read as a number: %v", a, ok)
		}
		if number, d, ok := typedNumber(a); ok {
			if !isJSONNumber(number) {
				t.Fatalf("%q typed gives %q", a, number)
			}
			if plain, ok := d.plain(); ok && (!isJSONNumber(plain) || strings.ContainsAny(plain, ".eE")) {
				t.Fatalf("%q written out is %q", a, plain)
			}
		}
		y, okY := parseDecimal(b)
		if !ok || !okY {
			return
		}
		if x.cmp(y) != -y.cmp(x) || x.cmp(x) != 0 {
			t.Fatalf("comparing %q and %q is not symmetric", a, b)
		}
		x.isMultipleOf(y)
		if !isHandy(x) || !isHandy(y) {
			return
		}
		p, okP := new(big.Rat).SetString(a)
		q, okQ := new(big.Rat).SetString(b)
		if !okP || !okQ {
			return // zero with an exponent that big.Rat does not take
		}
		if p.Cmp(q) != x.cmp(y) {
			t.Fatalf("%q and %q compare as %d", a, b, x.cmp(y))
		}
		if p.IsInt() != x.isWhole() {
			t.Fatalf("%q is whole: %v", a, x.isWhole())
		}
		if q.Sign() > 0 && new(big.Rat).Quo(p, q).IsInt() != x.isMultipleOf(y) {
			t.Fatalf("%q is a multiple of %q: %v", a, b, x.isMultipleOf(y))
		}
	})
}

func isJSONNumber(text string) bool {
	return text != "" && strings.Trim(text, "0123456789-+.eE") == "" && json.Valid([]byte(text))
}
