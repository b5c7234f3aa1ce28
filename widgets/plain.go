package widgets

import "parley/bridge/text"

// Plain and PlainLine are those of the room below: every text of a server passes them once before it is drawn.
func Plain(s string) string                  { return text.Plain(s) }
func PlainLine(s string, longest int) string { return text.PlainLine(s, longest) }

// What wrapping a line has to know of characters.
const (
	zwnj       = '\u200c'
	zwj        = '\u200d'
	maxAccents = text.MaxAccents
)

func isEmoji(r rune) bool     { return text.IsEmoji(r) }
func isInvisible(r rune) bool { return text.IsInvisible(r) }
func isSkinTone(r rune) bool  { return text.IsSkinTone(r) }
