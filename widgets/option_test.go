package widgets

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

const explained = `{"const":"gp3","title":"General","description":"Enough for most."},{"const":"io2","title":"Fast","description":"Ten times the price."}`

// written is every text that is drawn in a window, popups included.
func written(w fyne.Window) string {
	var out strings.Builder
	walkTexts(w.Content(), &out)
	for _, o := range w.Canvas().Overlays().List() {
		walkTexts(o, &out)
	}
	return out.String()
}

func TestExplanationsOfOptionsStandUnderThem(t *testing.T) {
	for _, property := range []string{
		`{"oneOf":[` + explained + `]}`,
		`{"type":"array","items":{"anyOf":[` + explained + `]}}`,
	} {
		p := showForm(t, `{"properties":{"disk":`+property+`}}`)
		if got := written(p.w); !strings.Contains(got, "Enough for most.") || !strings.Contains(got, "Ten times the price.") {
			t.Errorf("%s: %s", property, got)
		}
	}
}

func TestTheSearchableListShowsAndFindsExplanations(t *testing.T) {
	options := explained
	for i := range 7 {
		options += fmt.Sprintf(`,{"const":"r%d","title":"Region %d","description":"Stays in country %d."}`, i, i, i)
	}
	p := showForm(t, `{"properties":{"where":{"oneOf":[`+options+`]}}}`)
	p.Focus(0)
	p.key(fyne.KeyDown)
	if got := written(p.w); !strings.Contains(got, "Enough for most.") || !strings.Contains(got, "Stays in country 0.") {
		t.Errorf("the open list says %s", got)
	}
	for _, r := range "price" {
		p.w.Canvas().Focused().TypedRune(r)
	}
	p.key(fyne.KeyReturn)
	if p.Shown(0) != "Fast" {
		t.Errorf("the search for a word of the explanation found %q", p.Shown(0))
	}
	if got := written(p.w); !strings.Contains(got, "Ten times the price.") || strings.Contains(got, "Enough for most.") {
		t.Errorf("the closed list says %s", got)
	}
	p.sends(t, `{"where":"io2"}`)
}

func TestOptionsThatLookAlikeSayWhatIsSent(t *testing.T) {
	long := strings.Repeat("x", 100)
	for _, c := range []struct{ options, want string }{
		{`{"const":"a","title":"Savings"},{"const":"b","title":"Savings"},{"const":"c","title":"Current"}`, `sends "a"|sends "b"|`},
		{`{"const":"a","title":"Savings","description":"Old"},{"const":"b","title":"Savings"}`, "sends \"a\"\nOld|sends \"b\""},
		{`{"const":"1"},{"const":1}`, `sends "1"|sends 1`},
		{`{"const":"a"},{"const":"a "}`, `sends "a"|sends "a "`},
		{`{"const":"a"},{"const":"b"},{"const":"a"}`, `||`},
		{`{"const":"a","title":"S"},{"const":"b","title":"S"},{"const":"a","title":"S"}`, `sends "a"|sends "b"|sends "a"`},
		{`{"const":"` + long + `1","title":"S"},{"const":"` + long + `2","title":"S"}`,
			"sends …" + strings.Repeat("x", 20) + `1"|sends …` + strings.Repeat("x", 20) + `2"`},
		{`{"const":"a\u200b","title":"S"},{"const":"a","title":"S"}`, `sends "a\u200b"|sends "a"`},
	} {
		p := showForm(t, `{"properties":{"x":{"oneOf":[`+c.options+`]}}}`)
		if got := strings.Join(p.OptionsExplained(0), "|"); got != c.want {
			t.Errorf("%s: %q, want %q", c.options, got, c.want)
		}
	}
}

func TestNoneOfTheseIsAnAnswerToARequiredList(t *testing.T) {
	p := showForm(t, `{"properties":{"a":{"type":"array","items":{"enum":["nuts","milk"]}},"b":{"type":"array","items":{"type":"string"}},
		"c":{"type":"array","items":{"enum":["x"]},"minItems":1},"d":{"type":"array","items":{"enum":["x"]}}},"required":["a","b","c"]}`)
	p.Pick(2, []int{0})
	p.Content()
	if !strings.Contains(p.ErrorOn(0), "None of these") || !strings.Contains(p.ErrorOn(1), "Send empty list") {
		t.Errorf("the problems are %q and %q", p.ErrorOn(0), p.ErrorOn(1))
	}
	if p.SendEmpty(2) || p.SendEmpty(3) {
		t.Error("an empty list is offered where it says nothing or is not allowed")
	}
	if got := written(p.w); strings.Count(got, "None of these") != 1+strings.Count(p.ErrorOn(0), "None of these") {
		t.Errorf("on the screen: %s", got)
	}
	if !p.SendEmpty(0) || !p.SendEmpty(1) {
		t.Fatal("no way to say none")
	}
	p.sends(t, `{"a":[],"b":[],"c":["x"]}`)
	p.Pick(0, []int{1})
	p.sends(t, `{"a":["milk"],"b":[],"c":["x"]}`)
}
