package config

import (
	"errors"
	"strings"
	"testing"
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
			_, err := Parse("servers.json", []byte(test.text), environment)
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("error %v", err)
			}
			if syntax.Line != test.line || syntax.Column != test.column || !strings.Contains(syntax.What, test.words) {
				t.Errorf("error %v, want line %d, column %d, %q", err, test.line, test.column, test.words)
			}
		})
	}
}

func TestProblemOfAnEntrySaysLineAndColumn(t *testing.T) {
	const text = "{\n  // mine\n  \"mcpServers\": {\n    \"ü\": {\n      \"command\": \"x\", \"timeout\": \"5\"\n    },\n    \"b\": 5, \"c\": {}\n  }\n}"
	for _, encoded := range [][]byte{[]byte(text), []byte("\ufeff" + text)} {
		file, err := Parse("servers.json", encoded, environment)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range [][2]int{{5, 34}, {7, 10}, {7, 18}} {
			var problem *EntryError
			if !errors.As(file.Servers[i].Problem, &problem) || problem.Line != want[0] || problem.Column != want[1] {
				t.Errorf("%v, want %v", file.Servers[i].Problem, want)
			}
		}
	}
}

func TestUTF16WithoutItsMarkIsReadToo(t *testing.T) {
	var wide []byte
	for _, b := range []byte(`{"mcpServers":{"a":{"command":"x"}}}`) {
		wide = append(wide, b, 0)
	}
	file, err := Parse("servers.json", wide, environment)
	if err != nil || len(file.Servers) != 1 {
		t.Errorf("%v, %s", err, file.Servers)
	}
}

func TestForeignCharactersAreToldAndStopNothing(t *testing.T) {
	file, err := Parse("servers.json", []byte("{\"mcpServers\":\n{\"a\":{\"command\":\"x\",\"args\":[\"caf\xe9\"]},\"b\":{\"command\":\"y\"}}}"), environment)
	if err != nil || len(file.Servers) != 2 || len(file.Notes) != 1 || !strings.Contains(file.Notes[0], "line 2") {
		t.Errorf("%v, %s, %q", err, file.Servers, file.Notes)
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
		_, err := Parse("f.json", []byte(text), environment)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(syntax.What, words) {
			t.Errorf("%s: %v, want %q", text, err, words)
		}
	}
}
