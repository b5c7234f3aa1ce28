package config_test

import (
	"errors"
	"strings"
	"testing"

	"parley/bridge/config"
)

func TestProblemOfAnEntrySaysLineAndColumn(t *testing.T) {
	const text = "{\n  // mine\n  \"mcpServers\": {\n    \"ü\": {\n      \"command\": \"x\", \"timeout\": \"5\"\n    },\n    \"b\": 5, \"c\": {}\n  }\n}"
	for _, encoded := range [][]byte{[]byte(text), []byte("\ufeff" + text)} {
		file, err := config.Parse("servers.json", encoded, environment)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range [][2]int{{5, 34}, {7, 10}, {7, 18}} {
			var problem *config.EntryError
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
	file, err := config.Parse("servers.json", wide, environment)
	if err != nil || len(file.Servers) != 1 {
		t.Errorf("%v, %s", err, file.Servers)
	}
}

func TestForeignCharactersAreToldAndStopNothing(t *testing.T) {
	file, err := config.Parse("servers.json", []byte("{\"mcpServers\":\n{\"a\":{\"command\":\"x\",\"args\":[\"caf\xe9\"]},\"b\":{\"command\":\"y\"}}}"), environment)
	if err != nil || len(file.Servers) != 2 || len(file.Notes) != 1 || !strings.Contains(file.Notes[0], "line 2") {
		t.Errorf("%v, %s, %q", err, file.Servers, file.Notes)
	}
}
