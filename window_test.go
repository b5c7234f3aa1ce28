//go:build linux

package main

import "testing"

// TestWindow uses the real program like a person: a window on a screen, a mouse, a keyboard, and nothing else. What a
// server was told is read where the server reads it. See window_desk_test.go for the screen, window_sight_test.go for how
// words are found on it, window_program_test.go for one running Parley, window_wire_test.go for the servers.
//
// A scenario that fails leaves a picture in build/window; with PARLEY_PICTURES=1 all of them leave some.
func TestWindow(t *testing.T) {
	s := newStage(t)
	for _, scenario := range []struct {
		promise string
		play    func(*stage, *testing.T)
	}{
		{"a form is sent as it was filled in", (*stage).sendsTheBatchForm},
		{"decline says no", (*stage).declines},
		{"the cross closes without deciding", (*stage).closesByTheCross},
		{"not now closes without deciding", (*stage).closesByNotNow},
		{"escape asks before it drops entries", (*stage).closesByEscape},
		{"time runs out", (*stage).expires},
		{"the window is closed with a request open", (*stage).leavesWithARequestOpen},
		{"the server stops waiting", (*stage).isTooSlowForTheServer},
		{"the server withdraws its question", (*stage).isWithdrawn},
		{"a secret is kept nowhere", (*stage).keepsNoSecret},
		{"hostile text steers nothing", (*stage).showsHostileTextAsItIs},
		{"two requests at once", (*stage).answersTwoAtOnce},
		{"answers go back in rounds", (*stage).answersInRounds},
		{"a request is put aside and brought back", (*stage).putsAside},
		{"the waiting requests are listed", (*stage).listsWhatWaits},
		{"the server crashes with the form open", (*stage).keepsWhatWasTypedWhenTheServerCrashes},
		{"keys meant for something else send nothing", (*stage).sendsNothingToWhoTypesOn},
		{"a key that is held answers nothing", (*stage).answersNothingToAHeldKey},
		{"a click on what is no longer there answers nothing", (*stage).answersNothingToALateClick},
		{"twenty fields by keyboard", (*stage).fillsTwentyFieldsByKeyboard},
		{"what is missing is said at its field", (*stage).saysWhatIsMissing},
		{"a window of 800x560 keeps every button", (*stage).keepsTheButtonsInASmallWindow},
		{"what is sent is shown to the letter", (*stage).showsWhatIsSent},
		{"a tool is found and run by keyboard alone", (*stage).plansATripByKeyboard},
		{"a link is opened", (*stage).connectsByLink},
		{"a link is copied", (*stage).copiesTheLink},
		{"a long job is stopped", (*stage).stopsALongJob},
		{"the next start goes on where it was", (*stage).goesOnWhereItWas},
		{"servers of other apps are brought", (*stage).bringsServersOfOtherApps},
		{"servers are added by what is pasted", (*stage).addsServersByWhatIsPasted},
		{"a server that fails is mended", (*stage).mendsAServerThatFails},
		{"a folder is chosen", (*stage).choosesAFolder},
		{"a server wants the person to sign in", (*stage).signsIn},
		{"a large report is shown", (*stage).showsALargeReport},
		{"a field of every kind", (*stage).booksAVisit},
	} {
		t.Run(scenario.promise, func(t *testing.T) { scenario.play(s, t) })
	}
}
