package widgets

import (
	"testing"

	"parley/bridge/schema"
)

func TestAConstantIsShownAndCannotBeChanged(t *testing.T) {
	form := schema.Parse([]byte(`{"properties":{"kind":{"const":"report","title":"Kind"},"note":{"type":"string"}},"required":["kind"]}`))
	w := window(t, 800, 560, false)
	s := NewModal(w.Canvas(), Ask{Title: "Demo lab asks", Form: &form}, func(Result) {})
	s.Show()
	if got := s.form.Shown(0); got != "report" {
		t.Errorf("the constant shows as %q", got)
	}
	if s.form.Required(0) {
		t.Error("what cannot be left out is marked as required")
	}
	if s.form.Label(0) != "Kind" || s.form.Type(0, "x") || s.form.Choose(0, 0) {
		t.Error("the constant can be changed, or has no name")
	}
	v := s.form.view(0)
	if v.Size().Height < v.HeightFor(v.Size().Width)-1 || v.control.Size().Height <= 0 {
		t.Errorf("no room for the constant: %v, control %v", v.Size(), v.control.Size())
	}
	if content, _ := s.form.Peek(); string(content) != `{"kind":"report"}` {
		t.Errorf("content %s", content)
	}
}
