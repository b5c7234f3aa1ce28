package lastwords

import (
	"strings"
	"testing"
)

// What well-known programs print when they cannot go on, and what the person is told of it.
func TestLastWordsAreUnderstood(t *testing.T) {
	for _, c := range []struct{ said, what, do string }{
		{"env: node: No such file or directory", "needs node", "Node.js"},
		{"/usr/bin/env: ‘node’: No such file or directory", "needs node", "Node.js"},
		{"env: 'python3': No such file or directory", "needs python3", "Python"},
		{"sh: 1: lab-tool: not found", "needs lab-tool", "Install lab-tool"},
		{"sh: uvx: command not found", "needs uvx", "uv"},
		{"/usr/bin/sh: 1: exec: node: not found", "needs node", "Node.js"},
		{"/usr/local/bin/bash: line 3: node: command not found", "needs node", "Node.js"},
		{"bash: line 1: deno: command not found", "needs deno", "Deno"},
		{"'node' is not recognized as an internal or external command,\r\noperable program or batch file.", "needs node", "Node.js"},
		{"Error: spawn git ENOENT\n    at ChildProcess", "needs git", "Git"},
		{"xcode-select: note: No developer tools were found, requesting install.", "placeholder", "xcode-select --install"},
		{"npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/no-such-demo - Not found", "npm does not know", "args"},
		{"npm ERR! 404  '@lab/no-such@1.0' is not in this registry.", "npm does not know", "args"},
		{"npm error code ETARGET\nnpm error notarget No matching version found for demo@9.", "no such version", "version"},
		{"npm error could not determine executable to run", "holds no program", "name of the package"},
		{"npm error code ENOTFOUND\nnpm error syscall getaddrinfo", "could not reach", "connection"},
		{"npm error code E401", "may not fetch", "npm login"},
		{"npm error code EACCES", "may not write", "owner"},
		{"npm error code ENOSPC", "disk is full", "room"},
		{"npm warn EBADENGINE Unsupported engine {\nSyntaxError: x", "newer Node.js", "nodejs.org"},
		{"Error: Cannot find module '/srv/lab/index.js'\n    at Module._resolveFilename", "does not find /srv/lab/index.js", "path"},
		{"Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /srv/x.js", "does not find zod", "npm install"},
		{"  × No solution found when resolving tool dependencies:\n  ╰─▶ Because no-such-demo was not found in the package registry and you require no-such-demo, we can conclude", "no Python package no-such-demo", "args"},
		{"An executable named `lab` is not provided by package `lab-mcp`.", "no program lab", "--from"},
		{"error: Failed to fetch: `https://pypi.org/simple/x/`", "could not fetch", "connection"},
		{"Traceback (most recent call last):\n  File \"x\"\nModuleNotFoundError: No module named 'mcp'", "package mcp", "pip install"},
		{"/usr/bin/python3: No module named lab_server", "package lab_server", "pip install"},
		{"python3: can't open file '/srv/none.py': [Errno 2] No such file or directory", "file /srv/none.py", "args"},
		{"docker: Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?", "not running", "Start Docker"},
		{"docker: permission denied while trying to connect to the Docker daemon socket", "may not use Docker", "group docker"},
		{"docker: Error response from daemon: pull access denied for lab/none, repository does not exist", "cannot get lab/none", "docker login"},
		{"Error: Unable to access jarfile /srv/lab.jar", "file /srv/lab.jar", "args"},
		{"java.lang.UnsupportedClassVersionError: x has been compiled by a more recent version", "newer Java", "Java"},
		{"npm error code ENOTEMPTY\nnpm error syscall rename\nnpm error path /home/kim/.npm/_npx/15c61037b1978c83/node_modules/zod", "in disorder", "_npx"},
		{"npm ERR! code EEXIST\nnpm ERR! path /home/kim/.npm/_cacache/tmp/x", "in disorder", "once more"},
		{"npm error enoent ENOENT: no such file or directory, lstat 'C:\\Users\\Kim\\AppData\\Roaming\\npm'", `folder C:\Users\Kim\AppData\Roaming\npm`, "Make that folder"},
		{"Error: Cannot find module '/home/kim/.npm/_npx/9ec/node_modules/ajv/dist/core.js'", "that npx fetched is missing: /home/kim", "_npx"},
		{"Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /home/kim/.npm/_npx/9ec/node_modules/lab/index.js", "that npx fetched is missing: zod", "_npx"},
		{"npm error npx canceled due to missing packages and no YES option: [\"lab-mcp@1.0.0\"]", "unasked", "-y"},
		{"TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension \".ts\" for /srv/lab.ts", "TypeScript", "tsx"},
		{"(node:7) Warning: To load an ES module, set \"type\": \"module\"\nSyntaxError: Cannot use import statement outside a module", "older form", ".mjs"},
		{"Error [ERR_REQUIRE_ESM]: require() of ES Module /srv/x.js from /srv/y.js not supported.", "newer Node.js", "nodejs.org"},

		{"Please provide a personal access token (PAT) with the --access-token flag or set the SUPABASE_ACCESS_TOKEN environment variable", "setting SUPABASE_ACCESS_TOKEN", "env"},
		{"Error: BRAVE_API_KEY environment variable is required", "setting BRAVE_API_KEY", "env"},
		{"Error: --brave-api-key is required. You can get one at https://brave.com/search/api/.\nset BRAVE_API_KEY", "setting BRAVE_API_KEY", "env"},
		{"missing LAB_KEY in the environment", "setting LAB_KEY", "env"},
		{"Missing required environment variables: SLACK_BOT_TOKEN, SLACK_TEAM_ID", "the settings SLACK_BOT_TOKEN, SLACK_TEAM_ID.", "env"},
		{"Please set SLACK_BOT_TOKEN and SLACK_TEAM_ID environment variables", "the settings SLACK_BOT_TOKEN, SLACK_TEAM_ID.", "env"},
		{"ValueError: OPENWEATHER_API_KEY is not set", "setting OPENWEATHER_API_KEY", "env"},
		{"  File \"lab.py\", line 3, in <module>\n    key = os.environ['LAB_API_KEY']\nKeyError: 'LAB_API_KEY'", "setting LAB_API_KEY", "env"},
		{"pydantic_core._pydantic_core.ValidationError: 1 validation error for Settings\nlab_key\n  Field required [type=missing, input_value={}, input_type=dict]", "setting lab_key", "env"},
		{"Required: one of\n\nEnvironment variables:\n  SENTRY_ACCESS_TOKEN     Sentry auth token", "setting SENTRY_ACCESS_TOKEN", "env"},
		{"usage: lab [-h] --host HOST\nlab: error: the following arguments are required: --host", "argument --host", "args"},
		{"error: missing required argument 'folder'", "argument folder", "args"},
		{"error: unknown option '--prot'", "does not know the argument --prot", "args"},
		{"lab: error: unrecognized arguments: --fast now", "does not know the argument --fast", "args"},
		{"node: bad option: --experimental-lab", "does not know the argument --experimental-lab", "args"},
		{"[8642] Usage: mcp-remote <https://server-url> [callback-port]", "wrong arguments", "below"},
		{"[8642] Fatal error: TypeError: fetch failed\n  [cause]: Error: connect ECONNREFUSED 127.0.0.1:9999\n  code: 'ECONNREFUSED'", "answers at 127.0.0.1:9999", "args or env"},
		{"Error: getaddrinfo EAI_AGAIN db.example.com", "find db.example.com", "connection"},
		{"httpx.ConnectError: [Errno -2] Name or service not known", "on the network", "connection"},

		{"Enter your API key: thanks", "in a terminal", "answer there"},
		{"Need to install the following packages:\nlab@1.0.0\nOk to proceed? (y) ", "in a terminal", "answer there"},
		{"Overwrite the folder? [y/N] ", "in a terminal", "answer there"},

		{"Error: listen EADDRINUSE: address already in use :::3000", "port", "another port"},
	} {
		m, known := Understand("linux", "some line before\n"+c.said+"\n", nil)
		if !known || !strings.Contains(m.What, c.what) || !strings.Contains(m.Do, c.do) {
			t.Errorf("%q\nsays %q and %q", c.said, m.What, m.Do)
		}
	}
	for _, said := range []string{"", "listening on stdio", "Error: no key was given", "INFO 404 routes loaded", "Error [ERR_LAB_BROKEN]: x requires ERR_LAB_BROKEN", "read DATA_DIR from the file", "Usage telemetry enabled. Disable: LAB_TELEMETRY=off"} {
		if m, known := Understand("linux", said, nil); known {
			t.Errorf("%q is taken for %q", said, m.What)
		}
	}
	m, _ := Understand("linux", "Error: Cannot find module '"+strings.Repeat("x", 5000)+"'", nil)
	if len(m.What) > 300 {
		t.Errorf("a server's own words make a sentence of %d bytes", len(m.What))
	}
}

// What a program asks for it may also only mention, and then end for another reason: at a question of the newest protocol, for one.
func TestSettingThatIsAskedForIsNoProofOfWhyItEnded(t *testing.T) {
	if m, sure := Sure("linux", "LAB_KEY is not set: anonymous\nunexpected server/discover"); sure {
		t.Errorf("%q", m.What)
	}
}

// What npx does not find is in the package that it has fetched: nobody can install it by itself. A program of the system is another matter.
func TestProgramThatNpxDoesNotFindIsNotToBeInstalled(t *testing.T) {
	for said, want := range map[string]string{"sh: 1: mcp-server-lab: not found": "_npx", "sh: 1: python3: not found": "Python"} {
		m, _ := Sure("linux", said)
		if m = m.For("npx", "linux"); !strings.Contains(m.What, "was not found") || !strings.Contains(m.Do, want) {
			t.Errorf("%s: %q and %q", said, m.What, m.Do)
		}
	}
}

func TestAddressThatIsSaidIsTheNewerOfTwo(t *testing.T) {
	for said, want := range map[string]string{
		"up at http://0.0.0.0:3333/mcp\nand at http://0.0.0.0:3333/sse (older)": "http://localhost:3333/mcp",
		"first http://localhost:3000/ then http://127.0.0.1:3001/sse":           "http://127.0.0.1:3001/sse",
		"nowhere": "",
	} {
		if got := Address(said); got != want {
			t.Errorf("%q: %q, want %q", said, got, want)
		}
	}
}
