package tree_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parley/bridge/config/tree"
)

func TestNestingThatNoParserSurvivesIsRefused(t *testing.T) {
	deep := strings.Repeat("[", tree.MaxBrackets+1)
	for _, text := range []string{deep, "/**//**/" + deep, "// [\n" + deep, `{"a":"\\\"",` + deep} {
		if _, err := tree.Parse("x", []byte(text)); err == nil || !strings.Contains(err.Error(), "far too deep") {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	for _, text := range []string{`{"a":"` + deep + `"}`, "{/*" + deep + "*/}", "{//" + deep + "\n}", strings.Repeat("[]", tree.MaxBrackets+1)} {
		if _, err := tree.Parse("x", []byte(text)); err != nil && strings.Contains(err.Error(), "far too") {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

// Every text passes the look before a parser that takes a level of the stack for each of its own.
func TestEveryParserStandsBehindTheLook(t *testing.T) {
	allowed := map[string]string{"hujson.Parse": "json.go", "toml.Decode": "toml.go", "yaml.NewLoader": "yaml.go"}
	call := regexp.MustCompile(`\b(?:hujson\.(?:Parse|Standardize|Minimize|Format)|toml\.(?:Decode|Unmarshal|NewDecoder)\w*|yaml\.(?:NewLoader|Unmarshal|Load|NewDecoder))\(`)
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	above, err := filepath.Glob("../*.go")
	if err != nil {
		t.Fatal(err)
	}
	beside, err := filepath.Glob("../*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range slices.Concat(files, above, beside) {
		if filepath.Dir(file) == "../tree" { // in files already
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range call.FindAllString(string(text), -1) {
			if name := strings.TrimSuffix(found, "("); allowed[name] != file && !strings.HasSuffix(file, "_test.go") {
				t.Errorf("%s calls %s: go by way of Parse", file, name)
			}
		}
	}
}
