package widgets

import (
	"testing"

	"fyne.io/fyne/v2"

	"parley/bridge/schema"
)

// ask is a small form for tests.
func nameForm() *schema.Form {
	return &schema.Form{Fields: []schema.Field{{Key: "name", Label: "Your name", Description: "As on the badge.", Required: true}}}
}

func TestModalSendsOnEnterInALine(t *testing.T) {
	w := window(t, 1080, 700, false)
	var got []Result
	m := NewModal(w.Canvas(), Ask{Title: "Demo lab asks", Cause: "while running Book a visit, started 3 s ago", Message: "Who is coming?", Form: nameForm()}, func(r Result) { got = append(got, r) })
	m.Show()
	write(w, "Ada")
	picture(t, w, "first")
	key(w, fyne.KeyReturn)
	if len(got) != 1 || got[0].Outcome != Accepted || got[0].Draft[0].Text != "Ada" {
		t.Fatalf("results %+v", got)
	}
	if w.Canvas().Overlays().Top() != nil {
		t.Error("the modal is still there")
	}
}
