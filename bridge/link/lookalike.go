package link

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// imitates gives the plain name that a name could be mistaken for, "" when it has none. Whole names in another script count
// as well as single letters (UTS #39, restricted to what a small screen font cannot tell apart from a to z).
func imitates(name string) string {
	var plain strings.Builder
	for _, r := range norm.NFD.String(name) {
		switch {
		case unicode.Is(unicode.Mn, r): // an accent is easily overlooked
		case r < 0x80:
			plain.WriteRune(r)
		default:
			twin := twinOf(r)
			if twin == 0 {
				return ""
			}
			plain.WriteRune(twin)
		}
	}
	return plain.String()
}

// twins are letters beside the plain letter that they look like.
const twins = "аaеeоoрpсcуyхxѕsіiјjԁdԛqԝwһhӏlѵvкkмmтtвbнhгrпnьbзeԍgүyұyѡwԑeєe" + // Cyrillic
	"αaοoρpνvυuιiκkχxγyηnτtωwεeσoςcϲcϳjμuβbδdζzλlϝfϱpϰk" + // Greek
	"օoսuհhցgզqոnյjաwրnլlքpտsեtբpոn" + // Armenian
	"ɑaɡgıiɩiɪiʟlᴏoᴀaᴄcᴅdᴇeᴊjᴋkᴍmᴘpᴛtᴜuᴠvᴡwᴢzƅbɢgʏyłløođdħhŧtɫlƙkɓbɗdɛeɇeɉjɍrɏyʀrɴnʜhœoæa" + // Latin
	"סoוlןl०o௦o೦o൦o๐o໐o၀o〇oᗅaᏼbꭰdꮃwꮐgꮋhꮇmꮲpꮪsꮩvꮓzꮯcꭱrꮮlꭻjꮶkꭺa" // others

func twinOf(r rune) rune {
	return plainTwins()[r]
}

// isMixed says whether one label of a name has letters of scripts that are not written together. Japanese, Chinese and
// Korean are written with Latin letters in between.
func isMixed(name string) bool {
	for label := range strings.SplitSeq(name, ".") {
		scripts := map[string]bool{}
		for _, r := range label {
			if script := scriptOf(r); script != "" {
				scripts[script] = true
			}
		}
		if len(scripts) > 2 || len(scripts) == 2 && !(scripts["Latin"] && scripts[eastAsian]) {
			return true
		}
	}
	return false
}

// eastAsian stands for the scripts that Japanese, Chinese and Korean write together.
const eastAsian = "East Asian"

// scriptOf names the script of a letter, "" for what belongs to none.
func scriptOf(r rune) string {
	if !unicode.IsLetter(r) {
		return ""
	}
	for name, table := range unicode.Scripts {
		if !unicode.Is(table, r) {
			continue
		}
		switch name {
		case "Common", "Inherited":
			return ""
		case "Han", "Hiragana", "Katakana", "Hangul", "Bopomofo":
			return eastAsian
		}
		return name
	}
	return ""
}

// plainTwins gives the plain letter by the one that looks like it.
var plainTwins = sync.OnceValue(func() map[rune]rune {
	plain := map[rune]rune{}
	letters := []rune(twins)
	for i := 0; i+1 < len(letters); i += 2 {
		if _, known := plain[letters[i]]; !known {
			plain[letters[i]] = letters[i+1]
		}
	}
	return plain
})

// PlainLetters gives a text with each letter of another alphabet as the plain one that it looks like, and without accents. What
// looks like none stays.
func PlainLetters(text string) string {
	plain := plainTwins()
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		twin, found := plain[unicode.ToLower(r)]
		switch {
		case !found || r < 0x80:
			return r
		case unicode.IsUpper(r):
			return unicode.ToUpper(twin)
		}
		return twin
	}, norm.NFD.String(text))
}
