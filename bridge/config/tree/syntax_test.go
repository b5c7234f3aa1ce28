package tree_test

import (
	"errors"
	"strings"
	"testing"

	"parley/bridge/config/tree"
)

func TestSlipsOfPeopleAreNamedWhereTheyAre(t *testing.T) {
	tests := map[string]struct {
		text         string
		line, column int
		words        string
	}{
		"a Windows path":              {"{\"mcpServers\":\n{\"a\":{\"command\":\"C:\\Program Files\\node.exe\"}}}", 2, 20, "backslash"},
		"a Windows user's path":       {`{"a":"C:\Users\u"}`, 1, 9, "backslash"},
		"a user whose name begins so": {`{"a":"C:\users"}`, 1, 9, "backslash"},
		"typographic marks":           {"{\n “mcpServers”: {}}", 2, 2, "straight"},
		"single marks":                {"{'mcpServers': {}}", 1, 2, "double"},
		"a text over two lines":       {"{\"a\":\"one\ntwo\"}", 1, 6, "quotation mark is missing"},
		"a tabulator in a text":       {"{\"a\":\"one\ttwo\"}", 1, 10, `\t`},
		"after letters of two bytes":  {`{"ä":"ü" "b":1}`, 1, 10, "comma"},
		"an end that is missing":      {"{\"mcpServers\": {\n\n", 1, 17, "ends too early"},
		"a comment that never ends":   {"{ // a /* b\n \"http://x/*\": {}, /* why */\n /* oops\n}", 3, 2, "never ends"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := tree.Parse("servers.json", []byte(test.text))
			var syntax *tree.SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("error %v", err)
			}
			if syntax.Line != test.line || syntax.Column != test.column || !strings.Contains(syntax.What, test.words) {
				t.Errorf("error %v, want line %d, column %d, %q", err, test.line, test.column, test.words)
			}
		})
	}
}

func TestSlipsOfBracketsCommasAndWordsAreToldApart(t *testing.T) {
	for text, words := range map[string]string{
		`{"a":1,,"b":2}`: "one comma too many",
		`{"a":}`:         "a value is missing",
		`{"a":1}}`:       "one closing bracket too many",
		`{"a":[1}`:       "not of the kind",
		`{"a":1]}`:       "not of the kind",
		`{a: 1}`:         "this name must stand in quotation marks",
		`{"a":True}`:     "small letters",
		`{"a":None}`:     "small letters",
		"# x\n{}":        "begins with //",
		`{"a":x}`:        "neither text in quotation marks",
	} {
		_, err := tree.Parse("f.json", []byte(text))
		var syntax *tree.SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(syntax.What, words) {
			t.Errorf("%s: %v, want %q", text, err, words)
		}
	}
}
