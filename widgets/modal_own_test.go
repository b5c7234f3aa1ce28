package widgets

import (
	"strings"
	"testing"
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
