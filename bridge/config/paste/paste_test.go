package paste_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"parley/bridge/config"
	"parley/bridge/config/configtest"
	"parley/bridge/config/edit"
	"parley/bridge/config/paste"
	"parley/bridge/config/tree"
	"parley/bridge/wiretest"
)

func TestACommandLineIsUnderstood(t *testing.T) {
	tests := map[string]struct{ text, name, entry, note string }{
		"plain":                {`npx -y @scope/x --flag "a b"`, "x", `{"command":"npx","args":["-y","@scope/x","--flag","a b"]}`, ""},
		"program alone":        {`mcp-server-time`, "time", `{"command":"mcp-server-time"}`, ""},
		"docker":               {`docker run -i --rm -e KEY ghcr.io/github/github-mcp-server:1.2 stdio`, "github", `{"command":"docker","args":["run","-i","--rm","-e","KEY","ghcr.io/github/github-mcp-server:1.2","stdio"]}`, ""},
		"docker hears not":     {`docker run --rm mcp/time`, "time", `{"command":"docker","args":["run","--rm","mcp/time"]}`, "Add -i"},
		"docker with screen":   {`docker run -it mcp/time`, "time", `{"command":"docker","args":["run","-it","mcp/time"]}`, "-t"},
		"docker alone":         {`docker run -di mcp/time`, "time", `{"command":"docker","args":["run","-di","mcp/time"]}`, "-d"},
		"variables before":     {`KEY=v OTHER='a b=c' npx x`, "x", `{"command":"npx","args":["x"],"env":{"KEY":"v","OTHER":"a b=c"}}`, ""},
		"variables twice":      {`A=1 A=2 npx x`, "x", `{"command":"npx","args":["x"],"env":{"A":"2"}}`, ""},
		"env":                  {`env KEY=v npx x`, "x", `{"command":"npx","args":["x"],"env":{"KEY":"v"}}`, ""},
		"a quoted = is none":   {`"KEY=v" x`, "KEY-v", `{"command":"KEY=v","args":["x"]}`, ""},
		"prompt":               {"$ npx -y x", "x", `{"command":"npx","args":["-y","x"]}`, ""},
		"prompt of a machine":  {"me@box:~/src$ npx -y x", "x", `{"command":"npx","args":["-y","x"]}`, ""},
		"PowerShell":           {`PS C:\Users\me> npx -y x`, "x", `{"command":"npx","args":["-y","x"]}`, ""},
		"cmd":                  {`C:\>npx -y x`, "x", `{"command":"npx","args":["-y","x"]}`, ""},
		"Markdown":             {"```bash\n$ npx -y x\n```", "x", `{"command":"npx","args":["-y","x"]}`, ""},
		"inline Markdown":      {"`npx -y x`", "x", `{"command":"npx","args":["-y","x"]}`, ""},
		"curly marks":          {"npx x “a b”", "x", `{"command":"npx","args":["x","a b"]}`, "Curly"},
		"single marks":         {`npx x '{"a": [1, "$b"]}'`, "x", `{"command":"npx","args":["x","{\"a\": [1, \"$b\"]}"]}`, ""},
		"marks in a word":      {`npx x --a="b c"d`, "x", `{"command":"npx","args":["x","--a=b cd"]}`, ""},
		"empty words":          {`npx x "" ''`, "x", `{"command":"npx","args":["x","",""]}`, ""},
		"backslashes":          {`npx x a\ b \"c "d\"e\\f\g"`, "x", `{"command":"npx","args":["x","a b","\"c","d\"e\\f\\g"]}`, ""},
		"lines joined":         {"npx -y \\\n  x \\\n  --a", "x", `{"command":"npx","args":["-y","x","--a"]}`, ""},
		"lines joined by ^":    {"npx -y ^\n  x", "x", `{"command":"npx","args":["-y","x"]}`, ""},
		"lines joined by `":    {"npx -y `\n  x", "x", `{"command":"npx","args":["-y","x"]}`, ""},
		"comment":              {"# starts it\nnpx -y x # now", "x", `{"command":"npx","args":["-y","x"]}`, "#"},
		"no comment":           {"npx x a#b '#c'", "x", `{"command":"npx","args":["x","a#b","#c"]}`, ""},
		"export":               {"export KEY=v\nexport B=\"c d\"\nnpx x", "x", `{"command":"npx","args":["x"],"env":{"KEY":"v","B":"c d"}}`, ""},
		"folder":               {`cd "/my own/x" && node dist/index.js`, "index", `{"command":"node","args":["dist/index.js"],"cwd":"/my own/x"}`, "/my own/x"},
		"variables inside":     {`npx x --token $TOKEN "${REGION}" '$A'`, "x", `{"command":"npx","args":["x","--token","${env:TOKEN}","${env:REGION}","$A"]}`, "TOKEN"},
		"Windows variables":    {`cmd /c npx x %TOKEN% 5%`, "x", `{"command":"cmd","args":["/c","npx","x","${env:TOKEN}","5%"]}`, "TOKEN"},
		"PowerShell variable":  {`npx x $env:TOKEN`, "x", `{"command":"npx","args":["x","${env:TOKEN}"]}`, "TOKEN"},
		"Parley's own words":   {`npx x ${env:TOKEN} ${input:a}`, "x", `{"command":"npx","args":["x","${env:TOKEN}","${input:a}"]}`, ""},
		"a price":              {`npx x 5$ $`, "x", `{"command":"npx","args":["x","5$","$"]}`, ""},
		"Windows path":         {`C:\tools\my.exe D:\x\ --a`, "my", `{"command":"C:\\tools\\my.exe","args":["D:\\x\\","--a"]}`, ""},
		"Windows marks":        {`"C:\Program Files\nodejs\node.exe" "C:\Users\Kim Lee\srv\index.js" --dir "D:\x\" "a\"b"`, "srv", `{"command":"C:\\Program Files\\nodejs\\node.exe","args":["C:\\Users\\Kim Lee\\srv\\index.js","--dir","D:\\x\\","a\"b"]}`, ""},
		"Windows apostrophe":   {`node C:\Users\O'Brien\x.js`, "x", `{"command":"node","args":["C:\\Users\\O'Brien\\x.js"]}`, ""},
		"relative":             {`node ./x.js`, "x", `{"command":"node","args":["./x.js"]}`, "folder"},
		"sudo":                 {`sudo docker run -i mcp/time`, "time", `{"command":"sudo","args":["docker","run","-i","mcp/time"]}`, "password"},
		"hidden blanks":        {"npx\u00a0-y\u00a0x\u200b\ufeff", "x", `{"command":"npx","args":["-y","x"]}`, ""},
		"Claude Code":          {`claude mcp add my-name -- npx -y x`, "my-name", `{"command":"npx","args":["-y","x"]}`, "another app"},
		"Claude Code, more":    {`claude mcp add -s user -e A=1 -e B=2 my-name -- npx -y x -e C`, "my-name", `{"command":"npx","args":["-y","x","-e","C"],"env":{"A":"1","B":"2"}}`, "another app"},
		"Claude Code, behind":  {`claude mcp add air --env A=1 B=2 -- npx -y x`, "air", `{"command":"npx","args":["-y","x"],"env":{"A":"1","B":"2"}}`, ""},
		"Claude Code, no --":   {`claude mcp add air npx -y x`, "air", `{"command":"npx","args":["-y","x"]}`, ""},
		"Claude Code, web":     {`claude mcp add --transport http sentry https://mcp.sentry.dev/mcp --header "Authorization: Bearer $T"`, "sentry", `{"type":"http","url":"https://mcp.sentry.dev/mcp","headers":{"Authorization":"Bearer ${env:T}"}}`, ""},
		"Claude Code, sign-in": {`claude mcp add --transport http s https://a.example/mcp --client-id abc --callback-port 8080`, "s", `{"type":"http","url":"https://a.example/mcp","oauth":{"clientId":"abc","callbackPort":"8080"}}`, ""},
		"Claude Code, SSE":     {`claude mcp add --transport=sse a https://a.example/sse`, "a", `{"type":"sse","url":"https://a.example/sse"}`, ""},
		"Claude Code, JSON":    {`claude mcp add-json -s user w '{"type":"stdio","command":"npx","args":["-y","x"]}'`, "w", `{"type":"stdio","command":"npx","args":["-y","x"]}`, ""},
		"Codex":                {`codex mcp add c7 --env K=v -- npx -y @upstash/context7-mcp`, "c7", `{"command":"npx","args":["-y","@upstash/context7-mcp"],"env":{"K":"v"},"inheritEnv":false}`, ""},
		"Codex, web":           {`codex mcp add w --url https://a.example/mcp --bearer-token-env-var T`, "w", `{"url":"https://a.example/mcp","headers":{"Authorization":"Bearer ${env:T}"}}`, ""},
		"Gemini":               {`gemini mcp add -t http g http://localhost:3000/mcp -H "X: y"`, "g", `{"type":"http","url":"http://localhost:3000/mcp","headers":{"X":"y"}}`, ""},
		"opencode":             {`opencode mcp add c7 --global --url https://mcp.context7.com/mcp`, "c7", `{"url":"https://mcp.context7.com/mcp"}`, ""},
		"VS Code":              {`code --add-mcp "{\"name\":\"w\",\"command\":\"npx\",\"args\":[\"x\"]}"`, "w", `{"command":"npx","args":["x"]}`, "another app"},
		"PowerShell call":      {`PS C:\> & "C:\my tools\x.exe" -a`, "x", `{"command":"C:\\my tools\\x.exe","args":["-a"]}`, ""},
		"example value":        {`API_KEY=your-api-key npx x`, "x", `{"command":"npx","args":["x"],"env":{"API_KEY":"your-api-key"}}`, "API_KEY looks like an example"},
		"example folder":       {`npx x /path/to/files`, "x", `{"command":"npx","args":["x","/path/to/files"]}`, "/path/to/files looks like an example"},
		"README":               {"Run this:\n\n```sh\nnpx -y x\n```\n\nThen ask away.", "x", `{"command":"npx","args":["-y","x"]}`, ""},
		"mcp-remote":           {`npx -y mcp-remote@latest https://mcp.linear.app/sse`, "linear", `{"command":"npx","args":["-y","mcp-remote@latest","https://mcp.linear.app/sse"]}`, "directly"},
		"venv":                 {"(venv) me@box:~$ uvx x", "x", `{"command":"uvx","args":["x"]}`, ""},
		"JSON over lines":      {"claude mcp add-json w '{\n  \"command\": \"npx\",\n  \"args\": [\"x\"]\n}'", "w", `{"command":"npx","args":["x"]}`, ""},
		"argument over lines":  {"# don't\nnpx x \"a\nb\"", "x", `{"command":"npx","args":["x","a\nb"]}`, ""},
		"glob stays":           {`npx x *.txt a?b {c,d}`, "x", `{"command":"npx","args":["x","*.txt","a?b","{c,d}"]}`, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := paste.Understand(test.text, environment)
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Entries) != 1 || got.Entries[0].Name != test.name || !configtest.SameJSON(t, string(got.Entries[0].Raw), test.entry) {
				t.Errorf("got %v %s\nwant %q %s", got.Entries, got.Entries[0].Raw, test.name, test.entry)
			}
			if !strings.Contains(strings.Join(got.Notes, "\n"), test.note) || test.note == "" && len(got.Notes) > 0 && !slices.Contains(got.Notes, "This command adds a server to another app. Parley took over what it adds.") && !strings.Contains(name, "behind") {
				t.Errorf("notes %q, want %q", got.Notes, test.note)
			}
		})
	}
}

func TestACommandLineIsCalledACommandLine(t *testing.T) {
	for text, form := range map[string]paste.Form{"npx x": paste.CommandLine, "https://a.example/mcp": paste.Address, `{"command":"x"}`: paste.Block, "server.py": paste.CommandLine} {
		if got, err := paste.Understand(text, environment); err != nil || got.Form != form {
			t.Errorf("%s is %q: %v", text, got.Form, err)
		}
	}
}

func TestAnAddressIsUnderstood(t *testing.T) {
	tests := []struct{ text, name, url string }{
		{"https://mcp.linear.app/sse", "linear", "https://mcp.linear.app/sse"},
		{"  https://mcp.linear.app/sse \n", "linear", "https://mcp.linear.app/sse"},
		{`"https://mcp.linear.app/sse",`, "linear", "https://mcp.linear.app/sse"},
		{"<https://mcp.linear.app/sse>.", "linear", "https://mcp.linear.app/sse"},
		{"“https://mcp.linear.app/sse”", "linear", "https://mcp.linear.app/sse"},
		{"`https://mcp.linear.app/sse`", "linear", "https://mcp.linear.app/sse"},
		{"HTTPS://mcp.linear.app/Sse", "linear", "https://mcp.linear.app/Sse"},
		{"https://x.example/a?b=c%20d&e=f#top", "x", "https://x.example/a?b=c%20d&e=f"},
		{"https://api.foo.co.uk/mcp", "foo", "https://api.foo.co.uk/mcp"},
		{"https://kim.github.io/mcp", "kim", "https://kim.github.io/mcp"},
		{"localhost:3000", "localhost-3000", "http://localhost:3000"},
		{"localhost:3000/mcp", "localhost-3000", "http://localhost:3000/mcp"},
		{"localhost/mcp", "localhost", "http://localhost/mcp"},
		{"127.0.0.1:8080/mcp", "127.0.0.1-8080", "http://127.0.0.1:8080/mcp"},
		{"[::1]:8080/mcp", "1-8080", "http://[::1]:8080/mcp"},
		{"mcp.example.org/mcp", "example", "https://mcp.example.org/mcp"},
		{"example.org:8443", "example", "https://example.org:8443"},
		{"https://mcp.example.org/a-\nlong/path", "example", "https://mcp.example.org/a-long/path"},
	}
	for _, test := range tests {
		got, err := paste.Understand(test.text, environment)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		if got.Form != paste.Address || len(got.Entries) != 1 || got.Entries[0].Server.URL != test.url || got.Entries[0].Name != test.name || got.Entries[0].Server.Problem != nil {
			t.Errorf("%q is %s %v, %q", test.text, got.Form, got.Entries, got.Entries[0].Server.URL)
		}
	}
	two, err := paste.Understand("https://a.example/mcp\n  https://b.example/mcp", environment)
	if err != nil || len(two.Entries) != 2 {
		t.Errorf("two addresses are %v: %v", two.Entries, err)
	}
}

func TestABlockIsUnderstood(t *testing.T) {
	const entry = `{"command":"npx","args":["-y","x"]}`
	const safe = `{"command":"npx","args":["-y","x"],"inheritEnv":false}` // as in the app whose words it is in
	tests := map[string]struct {
		text  string
		names []string
		first string
	}{
		"whole file":            {`{"mcpServers":{"a":` + entry + `,"b":{"url":"https://b.example"}}}`, []string{"a", "b"}, safe},
		"VS Code":               {"{\n// mine\n\"servers\":{\"a\":" + entry + ",},\n}", []string{"a"}, entry},
		"opencode":              {`{"mcp":{"a":{"type":"local","command":["npx","-y","x"],"environment":{"K":"{env:TOKEN}"}}}}`, []string{"a"}, `{"type":"local","command":["npx","-y","x"],"environment":{"K":"${env:TOKEN}"}}`},
		"settings":              {`{"editor.fontSize":12,"mcp":{"servers":{"a":` + entry + `}}}`, []string{"a"}, entry},
		"Zed":                   {`"context_servers": {"a": ` + entry + `}`, []string{"a"}, entry},
		"named member":          {`"a": ` + entry, []string{"a"}, entry},
		"named member, comma":   {`"a": ` + entry + ",\n", []string{"a"}, entry},
		"named member, braces":  {`{"a": ` + entry + `,}`, []string{"a"}, entry},
		"two members":           {`"a": ` + entry + `, "b": ` + entry, []string{"a", "b"}, entry},
		"behind a comment":      {"// mine\n\"a\": " + entry, []string{"a"}, entry},
		"with its wrapper":      {`"mcpServers": {"a": ` + entry + `}`, []string{"a"}, safe},
		"a brace too many":      {`"mcpServers": {"a": ` + entry + `}}`, []string{"a"}, safe},
		"bare entry":            {entry, []string{"x"}, entry},
		"bare entry, comma":     {entry + ",", []string{"x"}, entry},
		"bare entry with name":  {`{"name":"my own","command":"npx","args":["-y","x"]}`, []string{"my own"}, entry},
		"bare address":          {`{"type":"http","url":"https://mcp.linear.app/mcp"}`, []string{"linear"}, `{"type":"http","url":"https://mcp.linear.app/mcp"}`},
		"no name":               {`{"mcpServers":{"":` + entry + `}}`, []string{"x"}, safe},
		"name twice":            {`{"mcpServers":{"a":{"command":"old"},"a":` + entry + `}}`, []string{"a"}, safe},
		"unknown members":       {`{"mcpServers":{"a":{"command":"npx","n":12345678901234567890,"x":{"y":[1.50]}}}}`, []string{"a"}, `{"command":"npx","n":12345678901234567890,"x":{"y":[1.50]},"inheritEnv":false}`},
		"curly marks":           {`{“mcpServers”:{“a”:{“command”:“npx”,"args":["-y","x"]}}}`, []string{"a"}, safe},
		"Markdown":              {"```json\n{\"a\":" + entry + "}\n```", []string{"a"}, entry},
		"a server that is none": {`{"mcpServers":{"a":{"x":1},"b":` + entry + `}}`, []string{"a", "b"}, `{"x":1}`},
		"words around":          {"Add this to your settings:\n\n{\n  \"mcpServers\": {\n    \"a\": " + entry + "\n  }\n}\n\nand start again.", []string{"a"}, safe},
		"words around members":  {"Then add\n  \"a\": " + entry + "\nto it.", []string{"a"}, entry},
		"Codex, remark":         {"# ~/.codex/config.toml\n[mcp_servers.a]\ncommand = \"npx\"\nargs = [\"-y\", \"x\"]\n", []string{"a"}, safe},
		"Codex":                 {"[mcp_servers.a]\ncommand = \"npx\"\nargs = [\"-y\", \"x\"]\n", []string{"a"}, safe},
		"Cursor's button":       {"cursor://anysphere.cursor-deeplink/mcp/install?name=a&config=eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyIteSIsIngiXX0=", []string{"a"}, entry},
		"Cursor's page":         {"https://cursor.com/en/install-mcp?name=a&config=eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyIteSIsIngiXX0%3D", []string{"a"}, entry},
		"VS Code's button":      {"vscode:mcp/install?%7B%22name%22%3A%22a%22%2C%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%22x%22%5D%7D", []string{"a"}, entry},
		"VS Code's page":        {"https://insiders.vscode.dev/redirect/mcp/install?name=a&config=%7B%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%22x%22%5D%7D", []string{"a"}, entry},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := paste.Understand(test.text, environment)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, e := range got.Entries {
				names = append(names, e.Name)
			}
			if got.Form != paste.Block || !slices.Equal(names, test.names) || !configtest.SameJSON(t, string(got.Entries[0].Raw), test.first) {
				t.Errorf("%s %q %s", got.Form, names, got.Entries[0].Raw)
			}
			for _, e := range got.Entries {
				if e.Server.Name != e.Name || (e.Server.Problem == nil) != (len(e.Server.Command)+len(e.Server.URL) > 0) {
					t.Errorf("%q reads as %v", e.Name, e.Server)
				}
			}
		})
	}
}

func TestExactNumbersOfABlockStay(t *testing.T) {
	got, err := paste.Understand(`{"command":"x","n":12345678901234567890,"m":1.50}`, environment)
	if err != nil || !strings.Contains(string(got.Entries[0].Raw), "12345678901234567890") || !strings.Contains(string(got.Entries[0].Raw), "1.50") {
		t.Errorf("%s %v", got.Entries[0].Raw, err)
	}
}

func TestABlockBringsItsInputs(t *testing.T) {
	got, err := paste.Understand(`{"inputs":[{"id":"tok","type":"promptString","password":true}],"servers":{"a":{"command":"x","env":{"T":"${input:tok}"}}}}`, environment)
	if err != nil || len(got.Inputs) != 1 || got.Entries[0].Server.Problem != nil || len(got.Entries[0].Server.Inputs) != 1 {
		t.Fatalf("%v %s %v", err, got.Inputs, got.Entries)
	}
	text := editText(t, "", func(e *edit.Editor) error { _, err := e.Add(got.Inputs, got.Entries...); return err })
	if server := parse(t, text).Servers[0]; server.Problem != nil || len(server.Inputs) != 1 || !server.Inputs[0].Password {
		t.Errorf("%v of %s", server, text)
	}
}

func TestNamesAreNotTakenTwice(t *testing.T) {
	got, err := paste.Understand("https://a.example/1\nhttps://a.example/2", environment, "a")
	if err != nil || len(got.Entries) != 2 || got.Entries[0].Name != "a-2" || got.Entries[1].Name != "a-3" || got.Entries[1].Server.Name != "a-3" {
		t.Errorf("%v %v", got.Entries, err)
	}
}

func TestWhatIsNotUnderstoodSaysWhatToDo(t *testing.T) {
	tests := map[string][]string{
		"":                                      {"Paste a command"},
		" \n\u200b ":                            {"Paste a command"},
		"npx x | tee log":                       {"pipe", "only the program"},
		"npx x |& tee":                          {"pipe"},
		"npx x || true":                         {"||", "only the one"},
		"npm ci && npx x":                       {"&&", "terminal"},
		"npx x &":                               {"&", "keeps the server running"},
		"npx x; echo":                           {";", "Paste only"},
		"npx x > log":                           {"redirect", "take"},
		"npx x 2>&1":                            {"redirect"},
		`C:\x\y.exe --a > log`:                  {"redirect"},
		`C:\x\y.exe 2>log`:                      {"redirect"},
		"npx x 'a\nnpx y":                       {"2 commands"},
		"npx x < in":                            {"redirect"},
		"npx x $(pwd)":                          {"$( )", "whole path"},
		"npx x \"$(pwd)\"":                      {"$( )"},
		"npx x `pwd`":                           {"` `", "whole path"},
		"npx x \"`pwd`\"":                       {"` `"},
		"(npx x)":                               {"parentheses"},
		"npx x $PWD/a":                          {"whole path"},
		"npx x ${A:-b}":                         {"${…}"},
		"npx x <your token>":                    {"fill in"},
		"npx x --key=<KEY>":                     {"fill in"},
		"npx x 'a":                              {"'", "not closed"},
		"npx x \"a":                             {"\"", "not closed"},
		"npx x \\":                              {"backslash"},
		"A=1":                                   {"no command behind"},
		"export A=1":                            {"no command"},
		"export x y\nnpx x":                     {"export"},
		"npx a\nnpx b":                          {"2 commands", "only the one"},
		"npm install -g x":                      {"installs", "terminal"},
		"pip install x":                         {"installs"},
		"git clone https://a.example/b":         {"installs"},
		"cd /x":                                 {"shell"},
		"curl https://a.example":                {"address"},
		`"npx -y x"`:                            {"quotation marks"},
		"claude mcp add":                        {"name"},
		"claude mcp add a":                      {"missing behind the name"},
		"claude mcp list":                       {"another app"},
		"claude mcp add a -e X -- npx x":        {"NAME=value"},
		"claude mcp add-json a":                 {"missing"},
		"claude mcp add-json a {":               {"cannot be read"},
		"claude mcp add-json a x":               {"not whole"},
		"ftp://a.example":                       {"https://", "ftp://"},
		"wss://a.example":                       {"wss://", "https://"},
		"file:///etc/passwd":                    {"https://"},
		"https://":                              {"name of a machine"},
		"https://a.example/mcp and more":        {"address alone"},
		"https://a.example:x/mcp":               {"cannot be read"},
		"{":                                     {"Line 1", "ends too early"},
		"{}":                                    {"empty"},
		`{"a":1}`:                               {"no server"},
		`{"mcpServers":{}}`:                     {"empty"},
		`{"mcpServers":[]}`:                     {`"mcpServers" must be an object`},
		`[{"command":"x"}]`:                     {"square brackets"},
		"{\n\"a\": {\"command\": \"x\" \"y\"}}": {"Line 2", "comma"},
		`{'a': {'command': 'x'}}`:               {"Line 1"},
		"[mcp_servers.a\ncommand":               {"Line 2", "TOML"},
		"vscode:mcp/install?%7B":                {"link"},
		"cursor://anysphere.cursor-deeplink/mcp/install?name=a&config=%%": {"link"},
		strings.Repeat("x", pastedMost+1):                                 {"too long"},
		strings.Repeat("{", tree.MaxBrackets+1):                           {"Line 1"},
	}
	for text, words := range tests {
		short := fmt.Sprintf("%.40q", text)
		got, err := paste.Understand(text, environment)
		if err == nil {
			t.Errorf("%s is understood as %v", short, got.Entries)
			continue
		}
		for _, word := range words {
			if !strings.Contains(err.Error(), word) {
				t.Errorf("%s: %q does not mention %q", short, err, word)
			}
		}
		if message := err.Error(); !strings.HasSuffix(message, ".") {
			t.Errorf("%s: %q is no sentence", short, message)
		}
	}
}

func TestSecretsOfATextAreInNoMessage(t *testing.T) {
	for _, text := range []string{
		"KEY=s3cret npx x | y", "npx x --token 's3cret", `{"command":"x","env":{"K":"s3cret"`, "claude mcp add a -e s3cret -- x", "npx x s3cret\nnpx y",
		"https://a:s3cret@[x/", "KEY=s3cret", "KEY=s3cret npx x", `{"mcpServers":{"a":{"url":"https://x.example","headers":{"A":"s3cret"},"command":"y"}}}`,
		"[mcp_servers.a]\nx = s3cret", "claude mcp add a https://a.example -H s3cret", `{"command":["x"],"env":{"A":["s3cret"]}}`,
		"npx x $s3cret_not_a_value", "export A s3cret\nnpx x",
	} {
		got, err := paste.Understand(text, environment)
		shown := fmt.Sprintf("%v %+v %v %s", err, got.Entries, got.Notes, got.Form)
		if strings.Contains(text, "$s3cret") { // the name of a variable is no secret
			continue
		}
		if strings.Contains(shown, "s3cret") {
			t.Errorf("%s is shown as %s", text, shown)
		}
	}
}

func TestSuggestedNamesAreWhatAPersonWouldSay(t *testing.T) {
	tests := map[string]string{
		"npx -y @modelcontextprotocol/server-filesystem@1.2.3 /d": "filesystem",
		"npx @playwright/mcp@latest":                              "playwright",
		"npx -y @upstash/context7-mcp":                            "context7",
		"npx -y mcp-remote https://mcp.linear.app/sse":            "linear", "npx mcp-remote": "remote",
		"npx -p @a/thing-mcp tool":                                "thing",
		"npx --package=@a/thing-mcp -- tool":                      "thing",
		"npm exec -y -- @a/thing":                                 "thing",
		"uvx mcp-server-git --repository x":                       "git",
		"uvx --from git+https://g.example/o/serena serena start":  "serena",
		"uvx --python 3.12 'mcp-server-fetch>=1.0'":               "fetch",
		"uvx 'mcp[cli]==1.2'":                                     "mcp",
		"uv --directory /home/me/weather run server.py":           "weather",
		"uv run --with fastmcp fastmcp run /s/weather.py":         "fastmcp",
		"uv run weather.py":                                       "weather",
		"python -m mcp_server_time --x":                           "time",
		"python3 /opt/notes/main.py":                              "notes",
		"node /srv/github-mcp/dist/index.js":                      "github",
		"deno run -A jsr:@a/thing":                                "thing",
		"java -jar /opt/jira-server.jar":                          "jira",
		"/usr/local/bin/github-mcp-server stdio":                  "github",
		"docker run -i --rm -v /a:/b --name n mcp/sqlite --db x":  "sqlite",
		"docker run -i registry.example:5000/o/thing@sha256:abcd": "thing",
		"docker mcp gateway run":                                  "docker-mcp",
		"mcp":                                                     "mcp",
		"データ":                                                     "データ",
		"...":                                                     "server",
	}
	for text, want := range tests {
		got, err := paste.Understand(text, environment)
		if err != nil || got.Entries[0].Name != want {
			t.Errorf("%s is called %v %v, want %s", text, got.Entries, err, want)
		}
	}
}

// FuzzUnderstand: whatever is pasted, there is an answer that can be put into a file and read back as the same, or one sentence.
func FuzzUnderstand(f *testing.F) {
	for _, text := range []string{
		`npx -y @scope/x --flag "a b"`, "docker run -i --rm -e KEY img", "KEY=v cmd a", "claude mcp add name -- cmd", "$ x", "https://a.example/mcp",
		"localhost:3000", `{"mcpServers":{"a":{"command":"x"}}}`, `"a": {"url":"https://x.example"},`, `{"command":"x"}`, "a | b", `"C:\x y\z.exe" "D:\"`,
		"[mcp_servers.a]\ncommand=\"x\"", "vscode:mcp/install?%7B%22command%22%3A%22x%22%7D", "cd /x && y", "export A=1\nx", "claude mcp add-json a '{\"command\":\"x\"}'",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := paste.Understand(text, environment, "x")
		if err != nil {
			if !strings.HasSuffix(err.Error(), ".") || len(got.Entries) > 0 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if len(got.Entries) == 0 {
			t.Fatalf("nothing, and no error, for %q", text)
		}
		for _, entry := range got.Entries { // what is no object is shown with its problem, and no file takes it
			if !strings.HasPrefix(strings.TrimSpace(string(entry.Raw)), "{") {
				if entry.Server.Problem == nil {
					t.Fatalf("%q: %q is %s and has no problem", text, entry.Name, entry.Raw)
				}
				return
			}
		}
		written := editText(t, "", func(e *edit.Editor) error {
			for _, entry := range got.Entries {
				if entry.Name == "x" || !utf8.ValidString(entry.Name) || !json.Valid(entry.Raw) {
					t.Fatalf("%q gives the name %q and %s", text, entry.Name, entry.Raw)
				}
			}
			_, err := e.Add(got.Inputs, got.Entries...)
			return err
		})
		file, err := config.Parse("servers.json", []byte(written), environment)
		if err != nil || len(file.Servers) != len(got.Entries) {
			t.Fatalf("%q is written as %q: %v", text, written, err)
		}
		for i, server := range file.Servers {
			if want := got.Entries[i].Server; server.Name != want.Name || !reflect.DeepEqual(server.Command, want.Command) || server.URL != want.URL || (server.Problem == nil) != (want.Problem == nil) {
				t.Fatalf("%q is read back as %v, not %v", text, server, want)
			}
		}
	})
}

func TestAChosenEntryGoesIntoTheFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "servers.json")
	got, err := paste.Understand("TOKEN=abc npx -y @scope/x", environment)
	if err != nil {
		t.Fatal(err)
	}
	mustEdit(t, path, func(e *edit.Editor) error { _, err := e.Add(got.Inputs, got.Entries...); return err })
	text, err := os.ReadFile(path)
	want := "{\n  \"mcpServers\": {\n    \"x\": {\n      \"command\": \"npx\",\n      \"args\": [\"-y\", \"@scope/x\"],\n      \"env\": {\n        \"TOKEN\": \"abc\"\n      }\n    }\n  }\n}\n"
	if err != nil || string(text) != want {
		t.Errorf("%v\n%s", err, text)
	}
}

func TestPartsOfYAMLFilesAreUnderstood(t *testing.T) {
	for text, want := range map[string]string{
		"mcpServers:\n  a:\n    command: npx\n    args: [-y, x]\n":                                  `a {"command":"npx","args":["-y","x"]}`,
		"```yaml\nmcpServers:\n  - name: My own\n    command: npx\n```":                             `My own {"command":"npx"}`,
		"- name: b\n  url: https://x.example/mcp\n":                                                 `b {"url":"https://x.example/mcp"}`,
		"  a:\n    command: npx\n  b:\n    command: uvx\n":                                          `a {"command":"npx"}; b {"command":"uvx"}`,
		"extensions:\n  dev:\n    type: builtin\n  g:\n    cmd: uvx\n    args:\n    - x\n":          `g {"command":"uvx","args":["x"]}`,
		"g:\n  type: stdio\n  cmd: uvx\n  timeout: 300\n":                                           `g {"type":"stdio","command":"uvx","timeout":300000}`,
		"# LibreChat\nmcpServers:\n  l:\n    url: https://x.example\n    headers:\n      A: ${T}\n": `l {"url":"https://x.example","headers":{"A":"${env:T}"}}`,
		"mcp_servers:\n  h: {command: x, timeout: 5}\n":                                             `h {"command":"x","timeout":5000}`,
	} {
		got, err := paste.Understand(text, environment)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		var said []string
		for _, e := range got.Entries {
			var small bytes.Buffer
			if err := json.Compact(&small, e.Raw); err != nil {
				t.Fatal(err)
			}
			said = append(said, e.Name+" "+small.String())
		}
		if all := strings.Join(said, "; "); all != want || got.Form != paste.Block {
			t.Errorf("%q:\n got %s\nwant %s", text, all, want)
		}
	}
	if _, err := paste.Understand("mcpServers:\n\ta:\n\t\tcommand: x\n", environment); err == nil || !strings.Contains(err.Error(), "Line 2") || !strings.HasSuffix(err.Error(), ".") {
		t.Error(err)
	}
}

func TestAnExportOfCherryStudioKeepsItsNames(t *testing.T) {
	got, err := paste.Understand(`{"mcpServers":{"D5AMDe-dzU2rTZx7IfkDJ":{"name":"Fetch","type":"stdio","isActive":true,"command":"uvx","args":["mcp-server-fetch"],"env":{},"timeout":60},
		"zz9":{"name":"Far","type":"streamableHttp","isActive":false,"baseUrl":"https://x.example/mcp"}}}`, environment)
	if err != nil || len(got.Entries) != 2 {
		t.Fatal(err, got.Entries)
	}
	fetch, far := got.Entries[0], got.Entries[1]
	if fetch.Name != "Fetch" || fetch.Server.Problem != nil || fetch.Server.Timeout != time.Minute || far.Name != "Far" || !far.Server.Disabled || far.Server.URL == "" {
		t.Errorf("%v %v", fetch, far)
	}
}

func TestNothingPastedEndsOrFillsParley(t *testing.T) {
	wiretest.Alone(t, func(t *testing.T) {
		var texts []string
		for name, text := range configtest.Hostile() {
			text = text[:min(len(text), pastedMost)]
			texts = append(texts, text)
			if strings.HasSuffix(name, ".toml") {
				texts = append(texts, ("[mcp_servers.a]\n" + text)[:min(len(text), pastedMost)])
			}
		}
		entry := `"#":{"command":"x"},`
		texts = append(texts, "mcpServers:\n  a:\n    command: x\n    args: "+strings.Repeat("[", 200_000),
			`{"mcpServers":{`+strings.Repeat(entry, 20_000)+`"a":{"command":"x"}},"inputs":[`+strings.Repeat(`{"id":"x"},`, 40_000)+`{}]}`)
		for _, text := range texts {
			configtest.HeldDown(t, func() { _, _ = paste.Understand(text, environment) })
		}
	})
}

func TestPersonMayHaveItTheOtherWay(t *testing.T) {
	got, err := paste.Understand(`{"mcpServers":{"a":{"command":"x"}}}`, environment)
	if err != nil || !got.Entries[0].Server.OnlySafeEnv {
		t.Fatal(got.Entries, err)
	}
	all := got.Entries[0].HandOn(false)
	if all.Server.OnlySafeEnv || !configtest.SameJSON(t, string(all.Raw), `{"command":"x"}`) {
		t.Errorf("all of it: %s", all.Raw)
	}
	if again := all.HandOn(true); !again.Server.OnlySafeEnv || !configtest.SameJSON(t, string(again.Raw), `{"command":"x","inheritEnv":false}`) {
		t.Errorf("the safe part: %s", again.Raw)
	}
}

func environment(name string) string {
	return map[string]string{"TOKEN": "t0ken", "REGION": "eu", "HOME": "/home/u"}[name]
}

func parse(t *testing.T, text string) config.File {
	t.Helper()
	file, err := config.Parse("servers.json", []byte(text), environment)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// editText makes a change to a text as a file.
func editText(t *testing.T, text string, change func(*edit.Editor) error) string {
	t.Helper()
	after, err := edit.Text("servers.json", []byte(text), change)
	if err != nil {
		t.Fatal(err)
	}
	return string(after)
}

func mustEdit(t *testing.T, path string, change func(*edit.Editor) error) {
	t.Helper()
	if err := edit.Edit(path, change); err != nil {
		t.Fatal(err)
	}
}

// pastedMost is how long a text may be.
const pastedMost = 1 << 20
