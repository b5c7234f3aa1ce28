//go:build unix

package bridge

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"parley/bridge/clock"
	"parley/bridge/config"
)

// installed makes the folder current in which npx finds the servers that `make test` installs, so that an entry can stand here
// as the server's README has it. Nothing is fetched. Without the server there is nothing to test, except where it must be.
func installed(t *testing.T, server string) {
	t.Helper()
	everything(t) // skips, or fails, where nothing is installed
	folder, err := filepath.Abs("../build/npm")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(folder, "node_modules", server)); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is not installed: %v", server, err)
		}
		t.Skipf("%s is not installed; `make test` installs it", server)
	}
	t.Chdir(folder)
	t.Setenv("npm_config_offline", "true")
	t.Setenv("npm_config_update_notifier", "false")
}

// fromFile starts the only server of a servers file, as the app does.
func fromFile(t *testing.T, text string, change func(*config.Server, *Options)) *host {
	t.Helper()
	file, err := config.Parse("servers.json", []byte(text), os.Getenv)
	if err != nil || len(file.Servers) != 1 {
		t.Fatalf("%v %+v", err, file)
	}
	return startHost(t, nil, func(e *config.Server, o *Options) {
		*e = file.Servers[0]
		o.Dial, o.Clock = nil, clock.System{}
		if change != nil {
			change(e, o)
		}
	})
}

// called calls a tool and gives what it says.
func (h *host) called(name string, arguments any) string {
	h.t.Helper()
	raw, err := json.Marshal(arguments)
	if err != nil {
		h.t.Fatal(err)
	}
	state := wait(h.t, h.Server.Call(h.tool(h.t, name), raw))
	if state.Phase != Finished || state.Result.IsError {
		h.t.Fatalf("%s: %+v %+v %+v", name, state, state.Result, state.Failure)
	}
	return state.Result.Text
}

// groupMembers lists the processes of a group.
func groupMembers(t testing.TB, group int) (pids []int) {
	t.Helper()
	entries, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		text, err := os.ReadFile(entry)
		if err != nil {
			continue
		}
		fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
		if len(fields) > 2 && fields[0] != "Z" && fields[2] == strconv.Itoa(group) {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(entry)))
			pids = append(pids, pid)
		}
	}
	return pids
}

// endsWhole closes the server, and fails when npx, the shell under it or node is left.
func (h *host) endsWhole() {
	h.t.Helper()
	h.mu.Lock()
	group, err := syscall.Getpgid(h.process.Pid())
	h.mu.Unlock()
	if err != nil {
		h.t.Fatal(err)
	}
	if members := groupMembers(h.t, group); len(members) < 2 {
		h.t.Errorf("the group %d has only the members %v", group, members)
	}
	h.close()
	eventually(h.t, "group gone", func() bool { return len(groupMembers(h.t, group)) == 0 })
}

func TestFilesystemServerAsItsReadmeSays(t *testing.T) {
	installed(t, "@modelcontextprotocol/server-filesystem")
	folder, other := realTempDir(t), realTempDir(t)
	h := fromFile(t, fmt.Sprintf(`{
	  "mcpServers": {
	    "filesystem": {
	      "command": "npx",
	      "args": [
	        "-y",
	        "@modelcontextprotocol/server-filesystem",
	        %q,
	        %q
	      ]
	    }
	  }
	}`, folder, other), nil)
	h.ready()
	if text := h.called("list_allowed_directories", map[string]any{}); !strings.Contains(text, folder) || !strings.Contains(text, other) {
		t.Errorf("the folders are %s", text)
	}
	path := filepath.Join(folder, "Zürich 1.txt")
	h.called("write_file", map[string]string{"path": path, "content": "first\nsecond"})
	if written, err := os.ReadFile(path); string(written) != "first\nsecond" {
		t.Errorf("the file holds %q, %v", written, err)
	}
	if text := h.called("read_text_file", map[string]any{"path": path, "tail": 1}); !strings.Contains(text, "second") || strings.Contains(text, "first") {
		t.Errorf("the end is %q", text)
	}
	if text := h.called("list_directory", map[string]string{"path": folder}); !strings.Contains(text, "[FILE] Zürich 1.txt") {
		t.Errorf("the folder holds %s", text)
	}
	refused := wait(t, h.Server.Call(h.tool(t, "read_text_file"), json.RawMessage(`{"path":"/etc/passwd"}`)))
	if refused.Phase != Finished || !refused.Result.IsError || !strings.Contains(refused.Result.Text, "denied") {
		t.Errorf("%+v %+v", refused, refused.Result)
	}
	h.endsWhole()
}

// realTempDir is a temporary folder by its own name: the server does not go through links.
func realTempDir(t *testing.T) string {
	t.Helper()
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestMemoryServerAsItsReadmeSays(t *testing.T) {
	installed(t, "@modelcontextprotocol/server-memory")
	file := filepath.Join(t.TempDir(), "memory.jsonl")
	text := fmt.Sprintf(`{
	  "mcpServers": {
	    "memory": {
	      "command": "npx",
	      "args": [
	        "-y",
	        "@modelcontextprotocol/server-memory"
	      ],
	      "env": {
	        "MEMORY_FILE_PATH": %q
	      }
	    }
	  }
	}`, file)
	h := fromFile(t, text, nil)
	h.ready()
	h.called("create_entities", map[string]any{"entities": []any{map[string]any{
		"name": "Sample 7", "entityType": "sample", "observations": []string{"kept at −80 °C"},
	}}})
	h.endsWhole()
	if kept, err := os.ReadFile(file); !strings.Contains(string(kept), "Sample 7") {
		t.Errorf("the file of its environment holds %q, %v", kept, err)
	}
	h = fromFile(t, text, nil) // a new process remembers
	h.ready()
	if found := h.called("search_nodes", map[string]string{"query": "sample"}); !strings.Contains(found, "kept at −80 °C") {
		t.Errorf("it remembers %s", found)
	}
	h.endsWhole()
}

func TestReferenceServerAsItsReadmeSays(t *testing.T) {
	installed(t, "@modelcontextprotocol/server-everything")
	h := fromFile(t, `{
	  "mcpServers": {
	    "everything": {
	      "command": "npx",
	      "args": [
	        "-y",
	        "@modelcontextprotocol/server-everything"
	      ]
	    }
	  }
	}`, nil)
	h.until("ready with the tools that ask", func(s ServerState) bool { return s.Phase == Ready && hasTool(s, "trigger-elicitation-request") })
	formOfReferenceServer(t, h)
	h.endsWhole()
}

// A package that is nowhere: npm's own words, and what they mean.
func TestPackageThatIsNotThereSaysSo(t *testing.T) {
	installed(t, "@modelcontextprotocol/server-everything")
	h := fromFile(t, `{"mcpServers": {"none": {"command": "npx", "args": ["-y", "@modelcontextprotocol/no-such-demo"]}}}`, nil)
	f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure
	if !strings.Contains(f.What, "npx ended with error code") || !strings.Contains(f.What, "npm could not reach") || !strings.Contains(f.Detail, "no-such-demo") {
		t.Errorf("failure %+v", f)
	}
}

// needsPython leaves a test out where there is no Python; never in CI.
func needsPython(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("python3"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip("there is no Python here; `make test` installs it")
	}
}

// A server in Python, as VS Code keeps it: relative to a folder, and asking in the middle of a call.
func TestServerInPython(t *testing.T) {
	needsPython(t)
	folder, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	h := fromFile(t, fmt.Sprintf(`{
	  // as VS Code writes it
	  "servers": {
	    "lab": {
	      "type": "stdio",
	      "command": "python3",
	      "args": ["lab_server.py", "the cold room"],
	      "cwd": %q,
	    },
	  },
	}`, folder), nil)
	h.ready()
	for _, c := range []struct {
		answer Answer
		want   string
	}{
		{Answer{OK: true, Data: map[string]any{"seconds": json.Number("0.10"), "operator": "Zoë"}}, "Zoë measured S-7 for 0.1 s"},
		{Answer{Reason: ReasonDeclined}, "decline"},
		{Answer{Reason: ReasonCancelled}, "cancel"},
	} {
		call := h.Server.Call(h.tool(t, "measure"), json.RawMessage(`{"sample":"S-7"}`))
		a := h.person.next()
		if a.Request.Prompt != "Ready to measure?" {
			t.Errorf("asked %+v", a.Request)
		}
		a.answer <- c.answer
		if state := wait(t, call); state.Result == nil || state.Result.Text != c.want {
			t.Errorf("%s: %+v %+v", c.want, state, state.Result)
		}
	}
	h.until("its log is readable", func(s ServerState) bool { return strings.Contains(s.Stderr, "INFO measuring in the cold room") })
	h.endsWhole()
}

// What people get wrong with Python, and what they are told.
func TestServerInPythonThatDoesNotStart(t *testing.T) {
	needsPython(t)
	for args, want := range map[string]string{
		`["none.py"]`:                      "Python does not find the file",
		`["-m", "no_such_lab_server"]`:     "It needs the Python package no_such_lab_server",
		`["-c", "import no_such_numpy"]`:   "It needs the Python package no_such_numpy",
		`["-c", "raise SystemExit(9)"]`:    "ended with error code 9",
		`["-c", "print('Hello, world!')"]`: "ended by itself",
	} {
		h := fromFile(t, `{"mcpServers": {"lab": {"command": "python3", "args": `+args+`}}}`, nil)
		if f := h.until("failed", func(s ServerState) bool { return s.Phase == Failed }).Failure; !strings.Contains(f.What, want) || f.Do == "" {
			t.Errorf("%s: %+v", args, f)
		}
	}
}

// The folders that the person chose replace those of its arguments, also while it runs.
func TestFilesystemServerSeesTheFoldersOfThePerson(t *testing.T) {
	installed(t, "@modelcontextprotocol/server-filesystem")
	given, chosen, later := realTempDir(t), realTempDir(t), realTempDir(t)
	h := fromFile(t, fmt.Sprintf(`{"mcpServers": {"filesystem": {
	  "command": "npx", "args": ["-y", "@modelcontextprotocol/server-filesystem", %q]
	}}}`, given), func(e *config.Server, _ *Options) { e.Roots = []string{chosen} })
	h.ready()
	sees := func(folder string, not ...string) {
		t.Helper()
		eventually(t, "seeing "+folder, func() bool {
			text := h.called("list_allowed_directories", map[string]any{})
			for _, other := range not {
				if strings.Contains(text, other) {
					return false
				}
			}
			return strings.Contains(text, folder)
		})
	}
	sees(chosen, given)
	h.SetRoots([]string{chosen, later})
	sees(later)
	h.SetRoots([]string{later})
	sees(later, chosen)
	h.endsWhole()
}
