package app

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The runner of the cases is what the summary is believed for, so it is run itself, in a process of its own: its failures are no
// failures here.
func TestRunnerOfCases(t *testing.T) {
	server := `"initialize":{"protocolVersion":"2025-11-25","capabilities":{%s},"serverInfo":{"name":"lab","version":"1"}},
		"server_script":[{"on":"tools/list","error":{"code":-32601,"message":"Method not found"}}]`
	noTools := `{"name":"NAME","kind":"protocol","protocol":"2025-11-25","input":{` + server + `},"expect":{"behaviour":"is no error"}}`
	for name, c := range map[string]struct {
		file string
		want string
	}{
		"nothing to find fault with":                             {strings.Replace(noTools, "%s", `"prompts":{}`, 1), "1 run, 1 passed, 0 failed"},
		"no list of tools where there should be one is an error": {strings.Replace(noTools, "%s", `"tools":{}`, 1), "1 run, 0 passed, 1 failed"},
		"what cannot be generated":                               {`{"name":"NAME","kind":"form-elicitation","input":{"message":{"$gen":"nonsense"}}}`, "1 run, 0 passed, 1 failed"},
		"not JSON":                                               {`{"name":`, "1 run, 0 passed, 1 failed"},
		"a member of another kind":                               {`{"name":"NAME","kind":"protocol","user":7}`, "1 run, 0 passed, 1 failed"},
		"an input of another kind":                               {`{"name":"NAME","kind":"config","input":[[7]]}`, "1 run, 0 passed, 1 failed"},
		"a kind that is not built, whatever it needs":            {`{"name":"NAME","kind":"result","input":{"$gen":"png"}}`, "0 run, 0 passed, 0 failed"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said := runsCases(t, map[string]string{
				"a.json": strings.ReplaceAll(c.file, "NAME", "it"),
				"b.json": `{"name":"after it","kind":"result"}`,
			})
			if !strings.Contains(said, "cases: "+c.want) || !strings.Contains(said, "result") {
				t.Errorf("want %s and the other case looked at; it said:\n%s", c.want, said)
			}
		})
	}
}

// runsCases runs the cases in the given files and gives what was said of them.
func runsCases(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	self := exec.Command(os.Args[0], "-test.run=^TestCases$", "-test.v")
	self.Env = append(os.Environ(), "PARLEY_CASES="+folder, "PARLEY_SUMMARY=")
	said, _ := self.CombinedOutput() // that it failed is what the summary says
	return string(said)
}
