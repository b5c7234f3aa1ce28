package language

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2/lang"
)

// speaks sets the language of the system for one test, and of Parley back to English behind it.
func speaks(t *testing.T, system, wish string) error {
	t.Helper()
	t.Cleanup(func() {
		if err := Load(English); err != nil {
			t.Error(err)
		}
	})
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANGUAGE"} {
		t.Setenv(name, "")
	}
	t.Setenv("LANG", system)
	return Load(wish)
}

func TestLanguageFollowsTheSystemAndTheWish(t *testing.T) {
	for _, c := range []struct{ system, wish, want string }{
		{"de_DE.UTF-8", "", "de"},
		{"de_AT.UTF-8", "", "de"},
		{"de", "", "de"},
		{"en_US.UTF-8", "", "en"},
		{"C", "", "en"},
		{"POSIX", "", "en"},
		{"", "", "en"},
		{"fr_FR.UTF-8", "", "en"},
		{"ja_JP.UTF-8", "", "en"},
		{"zh_CN.UTF-8", "", "en"},
		{"zh-Hans-CN", "", "en"},
		{"sr_RS@latin", "", "en"},
		{"not a language", "", "en"},
		{"en_US.UTF-8", "de", "de"},
		{"C", "de", "de"},
		{"ja_JP.UTF-8", "de", "de"},
		{"zh-Hans-CN", "de-CH", "de"},
		{"pt_BR.UTF-8", "de_DE", "de"},
		{"de_DE.UTF-8", "en", "en"},
		{"de_DE.UTF-8", "en-GB", "en"},
	} {
		t.Run(c.system+" "+c.wish, func(t *testing.T) {
			if err := speaks(t, c.system, c.wish); err != nil {
				t.Fatal(err)
			}
			decline, cancel, folder, tools := "Decline", "Cancel", "Create Folder", "1 tool"
			if c.want == "de" {
				decline, cancel, folder, tools = "Ablehnen", "Abbrechen", "Ordner anlegen", "1 Werkzeug"
			}
			if got := Spoken(); got != c.want {
				t.Errorf("speaks %q, want %q", got, c.want)
			}
			if got := lang.L("Decline"); got != decline {
				t.Errorf("our own word is %q, want %q", got, decline)
			}
			if got := lang.L("Cancel"); got != cancel { // Fyne has it in fifteen languages
				t.Errorf("a word of Fyne's too is %q, want %q", got, cancel)
			}
			if got := lang.L("Create Folder"); got != folder {
				t.Errorf("a word of Fyne's alone is %q, want %q", got, folder)
			}
			if got := lang.N("{{.Count}} tools", 1, map[string]any{"Count": 1}); got != tools {
				t.Errorf("one of them is %q, want %q", got, tools)
			}
			if got := lang.N("{{.Count}} tools", 5, map[string]any{"Count": 5}); !strings.HasPrefix(got, "5 ") || !strings.HasSuffix(strings.ToLower(got), "s") && c.want == "en" {
				t.Errorf("five of them are %q", got)
			}
		})
	}
}

// Whoever likes a language that Parley does not speak, and then German, gets German.
func TestSecondChoiceOfTheSystemCounts(t *testing.T) {
	t.Cleanup(func() { _ = Load(English) })
	for _, name := range []string{"LC_ALL", "LC_MESSAGES"} {
		t.Setenv(name, "")
	}
	t.Setenv("LANG", "fr_CH.UTF-8")
	t.Setenv("LANGUAGE", "fr_CH:de_CH")
	if err := Load(""); err != nil || Spoken() != "de" || lang.L("Decline") != "Ablehnen" {
		t.Errorf("%v: %q, %q", err, Spoken(), lang.L("Decline"))
	}
}

func TestUnknownLanguageIsRefusedWithWhatThereIs(t *testing.T) {
	for _, wish := range []string{"fr", "klingon", "tlh", "123", "zh-Hans"} {
		err := speaks(t, "de_DE.UTF-8", wish)
		if err == nil || !strings.Contains(err.Error(), "en and de") {
			t.Errorf("%q: %v", wish, err)
		}
	}
}

// Fyne's own dialogs must not be in another language than the rest, and a word that is missing would be logged on every use.
func TestEveryWordOfFyneIsThereInEachLanguage(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "fyne.io/fyne/v2").Output()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), "lang", "translations", "base.en.json"))
	if err != nil {
		t.Fatal(err)
	}
	var words map[string]any
	if err := json.Unmarshal(raw, &words); err != nil || len(words) < 20 {
		t.Fatal(len(words), err)
	}
	for _, language := range Languages() {
		texts, err := textsIn(language)
		if err != nil {
			t.Fatal(err)
		}
		var ours map[string]any
		if err := json.Unmarshal(texts, &ours); err != nil {
			t.Fatal(err)
		}
		for word := range words {
			if ours[word] == nil {
				t.Errorf("%s lacks %q", language, word)
			}
		}
	}
}

// The files are read by people who translate; a double key would hide one of its texts.
func TestTranslationsHaveEachKeyOnce(t *testing.T) {
	files, err := filepath.Glob("../../assets/translation/*.json")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		decoder := json.NewDecoder(strings.NewReader(string(raw)))
		if _, err := decoder.Token(); err != nil {
			t.Fatal(file, err)
		}
		var keys []string
		for decoder.More() {
			key, err := decoder.Token()
			if err != nil {
				t.Fatal(file, err)
			}
			var text any
			if err := decoder.Decode(&text); err != nil {
				t.Fatalf("%s: %v: %v", file, key, err)
			}
			if slices.Contains(keys, key.(string)) {
				t.Errorf("%s has %q twice", file, key)
			}
			keys = append(keys, key.(string))
		}
	}
}
