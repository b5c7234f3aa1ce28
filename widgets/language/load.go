package language

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/lang"
	"github.com/jeandeaual/go-locale"
	"golang.org/x/text/language"

	"parley/assets"
)

// loaded is the key under which every translation says what language it is in.
const loaded = "language"

// English is what Parley speaks when it knows nothing better.
const English = "en"

// Languages are those that Parley speaks, by their ISO 639 codes.
func Languages() []string { return []string{English, "de"} }

// Load makes Parley speak the language that was wished for, as in "de" or "de-AT"; for "" the one of the system, or English when Parley does
// not speak that. It must be called before there is a window, and not while one is drawn. The error says that a wish cannot be met.
//
// Fyne takes the language from the system and from nowhere else. So the texts are handed to it as those of the system's language, whatever
// they are in. Otherwise a system in French would see Fyne's own French words among Parley's English ones.
func Load(wish string) error {
	system := systemLocales()
	chosen := best(system)
	if wish != "" {
		tag, err := language.Parse(wish)
		if chosen = best([]language.Tag{tag}); err != nil || chosen == English && base(tag) != English {
			return fmt.Errorf("there is no language %q in Parley; there are %s", wish, strings.Join(Languages(), " and "))
		}
	}
	texts, err := textsIn(chosen)
	if err != nil {
		return err
	}
	for _, name := range namesOf(system) {
		if err := lang.AddTranslationsForLocale(texts, fyne.Locale(name)); err != nil {
			return fmt.Errorf("the texts in the language %s: %w", chosen, err)
		}
	}
	if Spoken() != chosen {
		return fmt.Errorf("the texts in the language %s are not used on a system in %v", chosen, system)
	}
	return nil
}

// Spoken is the language that Parley speaks now, one of [Languages].
func Spoken() string { return lang.X(loaded, English) }

// systemLocales are the languages of the system, the one that the person likes best first.
func systemLocales() []language.Tag {
	var tags []language.Tag
	names, _ := locale.GetLocales() // none: English
	for _, name := range names {
		if tag, err := language.Parse(name); err == nil {
			tags = append(tags, tag)
		}
	}
	if len(tags) == 0 {
		return []language.Tag{language.English}
	}
	return tags
}

// best is the language of Parley's that somebody who speaks these understands best.
func best(tags []language.Tag) string {
	var own []language.Tag
	for _, name := range Languages() {
		own = append(own, language.Make(name))
	}
	_, at, sure := language.NewMatcher(own).Match(tags...)
	if sure == language.No {
		return English
	}
	return Languages()[at]
}

func base(tag language.Tag) string {
	b, _ := tag.Base()
	return b.String()
}

// namesOf are all names under which Fyne may look for the texts of a language: it leaves out the script of one that has a region too.
func namesOf(tags []language.Tag) []string {
	names := map[string]bool{}
	for _, tag := range tags {
		b, script, region := tag.Raw()
		names[b.String()] = true
		if region.String() != "ZZ" {
			names[b.String()+"-"+region.String()] = true
		}
		if script.String() != "Zzzz" {
			names[tag.String()] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// textsIn gives all texts in one language, in the form that Fyne reads.
func textsIn(chosen string) ([]byte, error) {
	texts := map[string]any{}
	files := []string{"fyne." + chosen + ".json", chosen + ".json", "bridge." + chosen + ".json"}
	if chosen == English {
		files = []string{"de.json", "fyne.en.json", "en.json"} // the keys are the English sentences
	}
	for _, file := range files {
		more, err := read(file)
		if err != nil {
			return nil, err
		}
		for key, text := range more {
			if chosen == English && file == "de.json" {
				text = key
			}
			texts[key] = pluralised(text)
		}
	}
	return json.Marshal(texts)
}

func read(file string) (map[string]any, error) {
	raw, err := assets.Translation(file)
	if err != nil {
		return nil, err
	}
	texts := map[string]any{}
	if err := json.Unmarshal(raw, &texts); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return texts, nil
}

// pluralised puts the rule for plurals into the text itself: Fyne would take that of the system's language, whatever the text is in. English
// and German have the same rule.
func pluralised(text any) any {
	forms, ok := text.(map[string]any)
	if !ok {
		return text
	}
	one := fmt.Sprintf("{{if eq .Count 1}}%s{{else}}%s{{end}}", forms["one"], forms["other"])
	return map[string]any{"zero": one, "one": one, "two": one, "few": one, "many": one, "other": one}
}
