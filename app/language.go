package app

import (
	"parley/bridge"
	"parley/widgets/language"
)

// own gives what package bridge says in the person's language.
func own(text string) string { return language.Own(text) }

// promptOf is what a request says. The server's words stay as they are; Parley's own are in the person's language.
func promptOf(s bridge.Suspension) string {
	if s.Own || s.SigningIn {
		return own(s.Request.Prompt)
	}
	return s.Request.Prompt
}

// spoken is the language to speak. What drives itself looks for English words in the window.
func (l commandLine) spoken() string {
	if l.command != "" {
		return language.English
	}
	return l.language
}
