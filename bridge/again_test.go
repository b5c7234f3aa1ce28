package bridge

import (
	"strings"
	"testing"
)

// What panics is not begun for ever.
func TestAgainGoesOnAfterAPanic(t *testing.T) {
	var a again
	func() {
		defer func() { _ = recover() }()
		a.do(func() { panic("x") })
	}()
	done := false
	a.do(func() { done = true })
	if !done {
		t.Error("nothing is done any more")
	}
}

// A line of many values is noise, not many messages.
func TestEndlessRowIsNoise(t *testing.T) {
	if list := several([]byte(strings.Repeat("{}", maxSeveral+5))); list != nil {
		t.Errorf("%d messages", len(list))
	}
	if list := several([]byte(`{"a":1} {"b":2}`)); len(list) != 2 {
		t.Errorf("%d messages", len(list))
	}
}
