package widgets

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
)

func TestParleysOwnQuestionWarnsOfNoSecretAndCannotBeDeclined(t *testing.T) {
	s := show(t, ownAsk())
	words := texts(s.layer)
	if strings.Contains(words, "Servers must not ask for secrets") {
		t.Error("it warns of what Parley asks for itself")
	}
	if s.Press(ButtonDecline) {
		t.Error("there is a Decline, though nobody is told")
	}
	if !s.form.Masked(0) {
		t.Error("the token can be read")
	}
}

func TestAllOfAServerCanBeDeclinedFromTwoRequestsOn(t *testing.T) {
	ask := crowdAsk()
	declined := 0
	ask.DeclineAll = func() { declined++ }
	s := show(t, ask)
	s.SetCrowd(1)
	if s.Press(ButtonAll) {
		t.Error("there is a button for one request")
	}
	s.SetCrowd(3)
	if words := texts(s.layer); !strings.Contains(words, "Decline all 3") {
		t.Errorf("shown %q", words)
	}
	if !s.Press(ButtonAll) || declined != 1 {
		t.Errorf("declined %d times", declined)
	}
	s.SetCrowd(1)
	if s.Press(ButtonAll) {
		t.Error("the button stays when the others are gone")
	}
}

// That more requests of the server wait moves none of the buttons that end this one.
func TestDeclineAllMovesNoButton(t *testing.T) {
	long := fieldsForm(30)
	for name, ask := range map[string]Ask{"short": {Title: "x", Form: parsed(`{}`)}, "long": {Title: "x", Form: &long}} {
		for _, width := range []float32{400, 560, 640, 800, 1080, 1600} {
			ask.DeclineAll = func() {}
			s := show(t, ask, width, 560)
			f := s.layer.footer
			places := func() (all []fyne.Position) {
				for _, b := range []*button{f.decline, f.notNow, f.preview, f.send} {
					all = append(all, fyne.CurrentApp().Driver().AbsolutePositionForObject(b))
				}
				return all
			}
			before := places()
			for _, crowd := range []int{2, 11, 1} {
				s.SetCrowd(crowd)
				if now := places(); !slices.Equal(now, before) {
					t.Errorf("%s, %v wide: with %d waiting the buttons are at %v, were at %v", name, width, crowd, now, before)
				}
				if !s.ButtonsVisible() {
					t.Errorf("%s, %v wide: with %d waiting a button is cut", name, width, crowd)
				}
			}
		}
	}
}
