package program

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"parley/bridge/clock/clocktest"
)

const bareDesktopPath = "/usr/bin:/bin:/usr/sbin:/sbin"

// disk is a made file system of files that may be run.
func disk(files ...string) fstest.MapFS {
	all := fstest.MapFS{}
	for _, file := range files {
		all[strings.TrimPrefix(strings.ReplaceAll(file, `\`, "/"), "/")] = &fstest.MapFile{Mode: 0o755, Data: []byte("\x7fELF")}
	}
	return all
}

// shellSays is a login shell with the given PATH that counts how often it is asked.
func shellSays(path string, asked *atomic.Int32) func(context.Context) (string, error) {
	return func(context.Context) (string, error) {
		asked.Add(1)
		return path, nil
	}
}

func command(words ...string) Command { return Command{Line: words} }

func found(t *testing.T, p *Finder, entry Command) Found {
	t.Helper()
	program, failure := p.Find(t.Context(), entry)
	if failure != nil {
		t.Fatalf("%+v", failure)
	}
	return program
}

func failed(t *testing.T, p *Finder, entry Command) *Failure {
	t.Helper()
	program, failure := p.Find(t.Context(), entry)
	if failure == nil {
		t.Fatalf("found %+v", program)
	}
	if failure.What == "" || failure.Do == "" || failure.Err == nil {
		t.Errorf("the failure does not say everything: %+v", failure)
	}
	return failure
}

func pathGiven(program Found, goos string) []string {
	path, _ := environment{goos: goos, pairs: program.Environ}.get("PATH")
	return machine{goos: goos}.split(path)
}

// Case config-npx-not-on-gui-path.
func TestProgramsAreFoundWhereALoginShellFindsThem(t *testing.T) {
	var asked atomic.Int32
	npx := disk("/opt/homebrew/bin/npx", "/opt/homebrew/bin/node", "/usr/bin/env")
	npx["opt/homebrew/bin/npx"].Data = []byte("#!/usr/bin/env node\nrequire('x')\n")
	p := &Finder{
		GOOS:    "darwin",
		Environ: func() []string { return []string{"PATH=" + bareDesktopPath, "HOME=/Users/kim"} },
		Login:   shellSays("/opt/homebrew/bin:/usr/bin:/bin", &asked),
		Files:   npx,
	}
	program := found(t, p, command("npx", "-y", "demo"))
	if program.Path != "/opt/homebrew/bin/npx" || !slices.Equal(program.Args, []string{"-y", "demo"}) {
		t.Errorf("found %+v", program)
	}
	if given := pathGiven(program, "darwin"); given[0] != "/opt/homebrew/bin" || !slices.Contains(given, "/usr/sbin") {
		t.Errorf("the program gets the PATH %v, in which npx does not find node", given)
	}
	if asked.Load() != 1 {
		t.Errorf("the login shell was asked %d times", asked.Load())
	}
}

func TestWhereProgramsAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		goos    string
		environ []string
		login   string
		files   []string
		entry   Command
		want    string
		asked   int32
		path    string // what the program gets; "": not checked
	}{
		"in a terminal its own PATH counts, and nobody is asked": {
			"linux", []string{"PATH=/opt/a:/usr/bin", "TERM=xterm", "HOME=/home/kim"}, "/opt/b",
			[]string{"/opt/a/node", "/opt/b/node", "/home/kim/.local/bin/x"}, command("node"), "/opt/a/node", 0, "/opt/a:/usr/bin",
		},
		"from the desktop, what the person's terminal would take comes first": {
			"linux", []string{"PATH=/usr/bin", "HOME=/home/kim"}, "/home/kim/.nvm/versions/node/v22.1.0/bin:/usr/bin",
			[]string{"/usr/bin/node", "/home/kim/.nvm/versions/node/v22.1.0/bin/node"}, command("node"), "/home/kim/.nvm/versions/node/v22.1.0/bin/node", 1, "",
		},
		"in a terminal, what is not in its PATH is asked for": {
			"linux", []string{"PATH=/usr/bin", "TERM=xterm"}, "/home/kim/go/bin:/usr/bin",
			[]string{"/home/kim/go/bin/server"}, command("server"), "/home/kim/go/bin/server", 1, "/home/kim/go/bin:/usr/bin",
		},
		"well-known folders are looked through last, and come first in the PATH": {
			"darwin", []string{"PATH=" + bareDesktopPath, "HOME=/Users/kim"}, "",
			[]string{"/Users/kim/.local/bin/uvx", "/usr/bin/python3"}, command("uvx"), "/Users/kim/.local/bin/uvx", 1,
			"/Users/kim/.local/bin:" + bareDesktopPath,
		},
		"of several versions the newest, by number": {
			"linux", []string{"PATH=/usr/bin", "HOME=/home/kim", "TERM=xterm"}, "",
			[]string{"/home/kim/.nvm/versions/node/v9.11.2/bin/npx", "/home/kim/.nvm/versions/node/v22.3.0/bin/npx", "/home/kim/.nvm/versions/node/v22.12.0/bin/npx"},
			command("npx"), "/home/kim/.nvm/versions/node/v22.12.0/bin/npx", 1, "",
		},
		"a PATH in the entry is searched and given as it is": {
			"linux", []string{"PATH=/usr/bin"}, "/opt/b",
			[]string{"/opt/mine/node", "/opt/b/node"}, Command{Line: []string{"node"}, Env: map[string]string{"PATH": "/opt/mine:/usr/bin"}}, "/opt/mine/node", 0, "/opt/mine:/usr/bin",
		},
		"the current folder is no place to look": {
			"linux", []string{"PATH=.::bin:/usr/bin", "TERM=xterm"}, "",
			[]string{"/usr/bin/tool", "/tool", "/bin/tool"}, command("tool"), "/usr/bin/tool", 0, "",
		},
		"folders and files that may not be run are passed over": {
			"linux", []string{"PATH=/opt/a:/opt/b", "TERM=xterm"}, "",
			[]string{"/opt/a/tool/inside", "/opt/b/tool"}, command("tool"), "/opt/b/tool", 0, "",
		},
		"a file that is named in full is taken, and nobody is waited for": {
			"darwin", []string{"PATH=" + bareDesktopPath, "HOME=/Users/kim"}, "/opt/homebrew/bin",
			[]string{"/Applications/Tool.app/tool", "/opt/homebrew/bin/node"}, command("/Applications/Tool.app/tool"), "/Applications/Tool.app/tool", 0,
			bareDesktopPath + ":/opt/homebrew/bin",
		},
		"a file is named from the folder it runs in": {
			"linux", []string{"PATH=/usr/bin", "TERM=xterm"}, "",
			[]string{"/srv/lab/run/server"}, Command{Line: []string{"./run/server"}, Dir: "/srv/lab"}, "/srv/lab/run/server", 0, "",
		},
		"without a PATH of its own the program is still found": {
			"linux", []string{"PATH=/opt/a", "TERM=xterm"}, "",
			[]string{"/opt/a/tool"}, Command{Line: []string{"tool"}, Unset: []string{"PATH"}}, "/opt/a/tool", 0, "",
		},
		"Windows adds endings, and not the script for other systems": {
			"windows", []string{`Path=C:\Windows;C:\Found Files\nodejs\`, `PATHEXT=.COM;.EXE;.BAT;.CMD;.JS`, `SystemRoot=C:\Windows`}, "",
			[]string{`C:\Found Files\nodejs\npx`, `C:\Found Files\nodejs\npx.cmd`}, command("npx", "-y", "demo"), `C:\Found Files\nodejs\npx.cmd`, 0, "",
		},
		"Windows: a name with its ending": {
			"windows", []string{`Path="C:\tools"`}, "",
			[]string{`C:\tools\docker.exe`}, command("Docker.EXE"), `C:\tools\Docker.EXE`, 0, "",
		},
		"Windows: what was installed after Parley was started": {
			"windows", []string{`Path=C:\Windows`}, `C:\Windows;C:\Found Files\nodejs`,
			[]string{`C:\Found Files\nodejs\node.exe`}, command("node"), `C:\Found Files\nodejs\node.exe`, 1, "",
		},
		"Windows: scoop": {
			"windows", []string{`PATH=C:\Windows`, `USERPROFILE=C:\Users\kim`}, "",
			[]string{`C:\Users\kim\scoop\shims\uvx.exe`}, command("uvx"), `C:\Users\kim\scoop\shims\uvx.exe`, 1, "",
		},
		"Windows: the folder of npm": {
			"windows", []string{`PATH=C:\Windows`, `APPDATA=C:\Users\kim\AppData\Roaming`}, "",
			[]string{`C:\Users\kim\AppData\Roaming\npm\lab-server.cmd`}, command("lab-server"), `C:\Users\kim\AppData\Roaming\npm\lab-server.cmd`, 1, "",
		},
		"Windows: the newest Python": {
			"windows", []string{`PATH=C:\Windows`, `LOCALAPPDATA=C:\Users\kim\AppData\Local`}, "",
			[]string{`C:\Users\kim\AppData\Local\Programs\Python\Python39\python.exe`, `C:\Users\kim\AppData\Local\Programs\Python\Python313\python.exe`},
			command("python"), `C:\Users\kim\AppData\Local\Programs\Python\Python313\python.exe`, 1, "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			var asked atomic.Int32
			files := disk(c.files...)
			if c.goos == "windows" { // names do not tell upper from lower case there
				for name, file := range files {
					files[strings.Replace(name, "docker.exe", "Docker.EXE", 1)] = file
				}
			}
			p := &Finder{GOOS: c.goos, Environ: func() []string { return c.environ }, Login: shellSays(c.login, &asked), Files: files}
			program := found(t, p, c.entry)
			if program.Path != c.want {
				t.Errorf("found %s, want %s; searched %v", program.Path, c.want, program.Searched)
			}
			if asked.Load() != c.asked {
				t.Errorf("the login shell was asked %d times, want %d", asked.Load(), c.asked)
			}
			if given := strings.Join(pathGiven(program, c.goos), ":"); c.path != "" && given != c.path {
				t.Errorf("the program gets the PATH %s, want %s", given, c.path)
			}
			if slices.Contains(c.entry.Unset, "PATH") && len(pathGiven(program, c.goos)) > 0 {
				t.Errorf("the PATH was not taken away: %v", program.Environ)
			}
		})
	}
}

// A script without what runs it is no program yet: it is looked for in the same places (varandrew/moor#49).
func TestWhatRunsAScriptIsFoundToo(t *testing.T) {
	script := disk("/opt/homebrew/bin/npx", "/Users/kim/.volta/bin/node", "/usr/bin/env")
	script["opt/homebrew/bin/npx"].Data = []byte("#!/usr/bin/env -S node --no-warnings\n")
	var asked atomic.Int32
	p := &Finder{
		GOOS: "darwin", Files: script, Login: shellSays(bareDesktopPath, &asked),
		Environ: func() []string { return []string{"PATH=" + bareDesktopPath, "HOME=/Users/kim"} },
	}
	program := found(t, p, command("/opt/homebrew/bin/npx"))
	if given := pathGiven(program, "darwin"); !slices.Contains(given, "/Users/kim/.volta/bin") || asked.Load() != 1 {
		t.Errorf("the program gets the PATH %v; the shell was asked %d times", given, asked.Load())
	}
	delete(script, "Users/kim/.volta/bin/node")
	f := failed(t, p, command("/opt/homebrew/bin/npx"))
	if !strings.Contains(f.What, "needs node") || !strings.Contains(f.Do, "Node.js") {
		t.Errorf("failure %+v", f)
	}
}

func TestOneAsksTheLoginShellForAll(t *testing.T) {
	var asked atomic.Int32
	entered, leave := make(chan struct{}), make(chan struct{})
	p := &Finder{
		GOOS: "darwin", Files: disk("/opt/homebrew/bin/npx"), Clock: clocktest.New(),
		Environ: func() []string { return []string{"PATH=" + bareDesktopPath} },
		Login: func(context.Context) (string, error) {
			if asked.Add(1) == 1 {
				close(entered)
			}
			<-leave
			return "/opt/homebrew/bin", nil
		},
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if program, failure := p.Find(context.Background(), command("npx")); failure != nil || program.Path != "/opt/homebrew/bin/npx" {
				t.Errorf("%+v %+v", program, failure)
			}
		})
	}
	<-entered
	close(leave)
	all.Wait()
	if asked.Load() != 1 {
		t.Errorf("the login shell was asked %d times", asked.Load())
	}
}

// Somebody installs what is missing and presses Start once more.
func TestLoginShellIsAskedAgainWhenSomethingIsMissing(t *testing.T) {
	clock, files, login, times := clocktest.New(), disk(), "/usr/bin", 0
	p := &Finder{
		GOOS: "linux", Files: files, Clock: clock,
		Environ: func() []string { return []string{"PATH=/usr/bin"} },
		Login:   func(context.Context) (string, error) { times++; return login, nil },
	}
	failed(t, p, command("uvx"))
	if times != 1 {
		t.Errorf("asked %d times for one search", times)
	}
	clock.Advance(time.Minute)
	login = "/home/kim/.local/bin:/usr/bin"
	files["home/kim/.local/bin/uvx"] = &fstest.MapFile{Mode: 0o755}
	if program := found(t, p, command("uvx")); program.Path != "/home/kim/.local/bin/uvx" || times != 2 {
		t.Errorf("%+v after %d times", program, times)
	}
	clock.Advance(time.Minute)
	if found(t, p, command("uvx")); times != 2 {
		t.Errorf("asked once more for what is known: %d times", times)
	}
}

func TestLoginShellThatHangsIsGivenUp(t *testing.T) {
	clock := clocktest.New()
	entered := make(chan struct{}, 1)
	p := &Finder{
		GOOS: "linux", Files: disk("/snap/bin/docker"), Clock: clock,
		Environ: func() []string { return []string{"PATH=/usr/bin"} },
		Login: func(ctx context.Context) (string, error) {
			entered <- struct{}{}
			<-ctx.Done()
			return "", ctx.Err()
		},
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if program, failure := p.Find(context.Background(), command("docker")); failure != nil || program.Path != "/snap/bin/docker" {
			t.Errorf("%+v %+v", program, failure)
		}
	}()
	<-entered
	clock.Advance(loginPatience)
	<-done
	if err := p.shell().failure(); !errors.Is(err, errLoginLate) {
		t.Errorf("the reason is %v", err)
	}
	clock.Advance(time.Minute)
	go func() { <-entered; clock.Advance(loginPatience) }()
	if f := failed(t, p, command("no-such-demo")); !strings.Contains(f.Detail, "did not answer within 10s") {
		t.Errorf("detail %q", f.Detail)
	}
}

func TestSearchEndsWhenTheServerIsClosed(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	p := &Finder{
		GOOS: "linux", Files: disk(), Environ: func() []string { return nil },
		Login: func(ctx context.Context) (string, error) { cancel(); <-ctx.Done(); return "", ctx.Err() },
	}
	if _, failure := p.Find(ctx, command("npx")); failure == nil || !errors.Is(failure, context.Canceled) {
		t.Errorf("failure %+v", failure)
	}
	p.Login = shellSays("/opt", new(atomic.Int32))
	if path, _ := p.shell().path(context.Background(), time.Time{}); path != "/opt" {
		t.Error("nobody can ask any more")
	}
}

// Case config-command-not-found-message, and what people are told of programs that servers are started with.
func TestMissingProgramsAreNamedWithHowToGetThem(t *testing.T) {
	for _, c := range []struct {
		goos, program string
		marks         []string // of what to do
	}{
		{"linux", "no-such-demo", []string{"Install it", "full path", "PATH"}},
		{"linux", "npx", []string{"Node.js", "apt install nodejs", "brings it", "PATH"}},
		{"darwin", "npx", []string{"Node.js", "brew install node"}},
		{"windows", "npx", []string{"Node.js", "winget install OpenJS.NodeJS.LTS"}},
		{"darwin", "uvx", []string{"brew install uv"}},
		{"linux", "uvx", []string{"astral.sh/uv/install.sh"}},
		{"windows", "uv.exe", []string{"winget install astral-sh.uv"}},
		{"linux", "python", []string{"apt install python3"}},
		{"windows", "python", []string{"Python.Python"}},
		{"darwin", "docker", []string{"Docker Desktop"}},
		{"linux", "docker", []string{"docker.io"}},
		{"darwin", "bunx", []string{"Bun"}},
		{"linux", "deno", []string{"deno.land"}},
		{"windows", "dotnet", []string{"Microsoft.DotNet"}},
		{"linux", "java", []string{"default-jre"}},
		{"darwin", "go", []string{"go.dev/dl"}},
		{"linux", "cargo", []string{"rustup"}},
	} {
		p := &Finder{GOOS: c.goos, Files: disk(), Environ: func() []string { return []string{"PATH=/opt/one:/opt/two", `Path=C:\one;C:\two`} }, Login: shellSays("", new(atomic.Int32))}
		f := failed(t, p, command(c.program))
		if !strings.Contains(f.What, c.program) || !errors.Is(f, fs.ErrNotExist) {
			t.Errorf("%s on %s: %+v", c.program, c.goos, f)
		}
		for _, mark := range c.marks {
			if !strings.Contains(f.Do, mark) {
				t.Errorf("%s on %s: %q does not say %q", c.program, c.goos, f.Do, mark)
			}
		}
		folder := "/opt/two"
		if c.goos == "windows" {
			folder = `C:\two`
		}
		if !strings.Contains(f.Detail, folder) {
			t.Errorf("%s on %s: the searched PATH is not in %q", c.program, c.goos, f.Detail)
		}
	}
}

func TestWhatIsNearlyAProgramIsCalledByItsName(t *testing.T) {
	files := disk("/opt/tools/inner/x", "/usr/bin/python3", "/opt/plain", "/opt/serve me.py", "/srv/lab/server")
	files["opt/plain"].Mode, files["opt/serve me.py"].Mode = 0o644, 0o644
	environ := func() []string { return []string{"PATH=/opt:/usr/bin", "TERM=xterm"} }
	for name, c := range map[string]struct {
		goos     string
		entry    Command
		what, do string
	}{
		"a folder":                 {"linux", command("/opt/tools"), "/opt/tools is a folder", "file in it"},
		"a folder in the PATH":     {"linux", command("tools"), "/opt/tools is a folder", "file in it"},
		"no permission":            {"linux", command("/opt/plain"), "/opt/plain may not be run", "chmod +x /opt/plain"},
		"a script":                 {"linux", command("/opt/serve me.py"), "may not be run", "python3 as the command"},
		"a script to allow":        {"linux", command("/opt/serve me.py"), "may not be run", "chmod +x '/opt/serve me.py'"},
		"python3 instead":          {"linux", command("python"), "python was not found", "There is python3"},
		"a file that is not there": {"linux", command("/opt/none"), "/opt/none is not there", "Check the command"},
		"a known one elsewhere":    {"linux", command("/opt/homebrew/bin/npx"), "npx is not there", "write only npx"},
		"a file with no folder":    {"linux", command("./none"), "/none is not there", "full path"},
		"in its folder":            {"linux", Command{Line: []string{"server"}, Dir: "/srv/lab"}, "server was not found", "full path"},
		"a whole command line":     {"linux", command("npx -y demo"), "npx -y demo was not found", "args"},
		"a folder to run in":       {"linux", Command{Line: []string{"python3"}, Dir: "/srv/none"}, "/srv/none", "cwd"},
		"a file to run in":         {"linux", Command{Line: []string{"python3"}, Dir: "/opt/plain"}, "not a folder", "cwd"},
		"nothing":                  {"linux", Command{}, "neither a program", "Edit"},
		"an empty one":             {"linux", command(""), "neither a program", "Edit"},
		"a script on Windows":      {"windows", command(`C:\lab\server.py`), "", "python3 as the command"},
		"an entry for Windows":     {"linux", command("cmd", "/c", "npx", "-y", "demo"), "cmd was not found", "Write npx as the command"},
		"a break for a batch file": {"windows", command(`C:\lab\run.cmd`, "a\nb"), "cannot be handed to it safely", "line breaks"},
	} {
		t.Run(name, func(t *testing.T) {
			files := files
			if c.goos == "windows" {
				files = disk(`C:\lab\server.py`, `C:\lab\run.cmd`)
			}
			p := &Finder{GOOS: c.goos, Files: files, Environ: environ, Login: shellSays("", new(atomic.Int32))}
			f := failed(t, p, c.entry)
			if !strings.Contains(f.What, c.what) || !strings.Contains(f.Do, c.do) {
				t.Errorf("says %q and %q", f.What, f.Do)
			}
		})
	}
}

// Case config-env-overrides-keep-inherited; contract G3.
func TestEnvironmentOfAProgram(t *testing.T) {
	inherited := []string{"PATH=/usr/bin", "HOME=/home/kim", "LANG=de_DE.UTF-8", "TMPDIR=/tmp/kim", "OPENAI_API_KEY=sk-1", "MODE=old", "TERM=xterm"}
	windows := []string{`Path=C:\Windows`, `USERPROFILE=C:\Users\kim`, `APPDATA=C:\r`, `SystemRoot=C:\Windows`, "Mode=old", "AWS_SECRET_ACCESS_KEY=s", `=C:=C:\x`}
	for name, c := range map[string]struct {
		goos  string
		entry Command
		want  []string
	}{
		"everything, and the entry over it": {"linux", Command{Env: map[string]string{"MODE": "x", "NEW": ""}},
			[]string{"PATH=/usr/bin", "HOME=/home/kim", "LANG=de_DE.UTF-8", "TMPDIR=/tmp/kim", "OPENAI_API_KEY=sk-1", "MODE=x", "TERM=xterm", "NEW="}},
		"only the safe part": {"linux", Command{OnlySafeEnv: true, Env: map[string]string{"MODE": "x"}},
			[]string{"PATH=/usr/bin", "HOME=/home/kim", "LANG=de_DE.UTF-8", "TMPDIR=/tmp/kim", "TERM=xterm", "MODE=x"}},
		"without what is unset": {"linux", Command{Unset: []string{"OPENAI_API_KEY", "HOME"}},
			[]string{"PATH=/usr/bin", "LANG=de_DE.UTF-8", "TMPDIR=/tmp/kim", "MODE=old", "TERM=xterm"}},
		"Windows does not tell upper from lower case": {"windows", Command{Env: map[string]string{"MODE": "x"}, Unset: []string{"appdata"}},
			[]string{`Path=C:\Windows`, `USERPROFILE=C:\Users\kim`, `SystemRoot=C:\Windows`, "Mode=x", "AWS_SECRET_ACCESS_KEY=s", `=C:=C:\x`}},
		"the safe part of Windows": {"windows", Command{OnlySafeEnv: true},
			[]string{`Path=C:\Windows`, `USERPROFILE=C:\Users\kim`, `APPDATA=C:\r`, `SystemRoot=C:\Windows`}},
	} {
		t.Run(name, func(t *testing.T) {
			files := disk("/usr/bin/demo", `C:\Windows\demo.exe`)
			p := &Finder{GOOS: c.goos, Files: files, Environ: func() []string { return inherited }}
			if c.goos == "windows" {
				p.Environ = func() []string { return windows }
			}
			c.entry.Line = []string{"demo"}
			if got := found(t, p, c.entry).Environ; !slices.Equal(got, c.want) {
				t.Errorf("gets %q\nwant %q", got, c.want)
			}
		})
	}
	if inherited[5] != "MODE=old" {
		t.Error("Parley's own environment was changed")
	}
}
