package language

import (
	"strings"
	"testing"
	"time"
)

func TestOwnSentencesAreRecognisedByTheirPattern(t *testing.T) {
	if err := speaks(t, "C", "de"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ english, german string }{
		{"", ""},
		{"The disk is full.", "Das Laufwerk ist voll."},
		{"The disk is full", "Das Laufwerk ist voll"},
		{"it has no host", "sie hat keinen Host"},
		{"It has no host.", "Sie hat keinen Host."},
		{"Nothing answers at lab.example.org:80.", "Unter lab.example.org:80 antwortet nichts."},
		{"lab.example.org could not be reached.", "lab.example.org war nicht erreichbar."},
		{"Lab could not be reached.", "Lab war nicht erreichbar."},
		{"The program x did not answer within 3 minutes. It writes things that are no messages of a server.",
			"Das Programm x hat innerhalb von 3 Minuten nicht geantwortet. Es schreibt Dinge, die keine Nachrichten eines Servers sind."},
		{"The program npx was not found.\nThe disk is full.", "Das Programm npx wurde nicht gefunden.\nDas Laufwerk ist voll."},
		{"A whole number from 1 to 64", "Eine ganze Zahl von 1 bis 64"},
		{"Enter a number greater than 0, a multiple of 0.1.", "Geben Sie eine Zahl größer als 0, ein Vielfaches von 0.1 ein."},
		{"Each row: an email address; from 3 to 5 characters", "Jede Zeile: eine E-Mail-Adresse; 3 bis 5 Zeichen"},
		{"This must be true or false, not an object in braces { }.", "Dies muss true oder false sein, nicht ein Objekt in geschweiften Klammern { }."},
		{"This does not have the format that the server asks for: 3 capital letters, then “-”, then 1 or more digits.",
			"Das hat nicht die Form, die der Server verlangt: 3 Großbuchstaben, dann „-“, dann mindestens 1 Ziffer."},
		{"This is required. Choose at least 1, or press “None of these”.", "Dies ist erforderlich. Wählen Sie mindestens 1, oder drücken Sie „Nichts davon“."},
		{"This is required. Choose at most 3, or press “None of these”.", "Dies ist erforderlich. Wählen Sie höchstens 3, oder drücken Sie „Nichts davon“."},
		{"This is required. Add a row, or press “Send empty list”.",
			"Dies ist erforderlich. Fügen Sie eine Zeile hinzu, oder drücken Sie „Leere Liste senden“."},
		{"NAME: This is required.", "NAME: Dies ist erforderlich."},
		{"Lab is busy. It says: Come back.", "Lab is busy. Seine Worte: Come back."},
		// Not ours, so as it is.
		{"Hello, world. The cat could be anywhere", "Hello, world. The cat could be anywhere"},
		{"open /x: permission denied", "open /x: permission denied"},
	} {
		if got := Own(c.english); got != c.german {
			t.Errorf("%q became\n %q, want\n %q", c.english, got, c.german)
		}
	}
}

func TestOwnSentencesStayAsTheyAreInEnglish(t *testing.T) {
	if err := speaks(t, "de_DE.UTF-8", "en"); err != nil {
		t.Fatal(err)
	}
	for _, p := range patterns() {
		if got := Own(p.key); got != p.key {
			t.Errorf("%q became %q", p.key, got)
		}
	}
}

// Each pattern is found again in its own sentence, whatever stands in its slots: no other takes it away.
func TestEveryPatternRecognisesItsSentence(t *testing.T) {
	if err := speaks(t, "C", "de"); err != nil {
		t.Fatal(err)
	}
	german, err := read("bridge.de.json")
	if err != nil {
		t.Fatal(err)
	}
	fill := strings.NewReplacer("{{.A}}", "ALPHA", "{{.B}}", "BETA", "{{.C}}", "GAMMA", "{{.D}}", "DELTA",
		"{{.N}}", "7", "{{.M}}", "8", "{{.W}}", "WORD", "{{.X}}", "XRAY", "{{.Y}}", "YOKE", "{{.Z}}", "ZULU")
	for key, text := range german {
		want := fill.Replace(text.(string))
		if got := Own(fill.Replace(key)); got != want {
			t.Errorf("%q became\n %q, want\n %q", fill.Replace(key), got, want)
		}
	}
}

// A server has a part in some sentences; however long and however cut that is, the window does not stand still.
func TestNoTextTakesLongToRecognise(t *testing.T) {
	if err := speaks(t, "C", "de"); err != nil {
		t.Fatal(err)
	}
	for _, piece := range []string{"a or b, then c: ", "The server refused the call: ", "“a”, “b” and ", "1 2 3 4 ", "this must be a, not ", ". ", "x · ", "ä"} {
		text := strings.Repeat(piece, maxLine/len(piece))
		start := time.Now()
		Own(text)
		Own(strings.Repeat(text, 1000))
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%q, repeated: %v", piece, took)
		}
	}
}
