package bridge

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
		{"Error: listen EADDRINUSE: address already in use :::3000", "port", "another port"},
	} {
		what, do, known := understandWords("linux", "some line before\n"+c.said+"\n")
		if !known || !strings.Contains(what, c.what) || !strings.Contains(do, c.do) {
			t.Errorf("%q\nsays %q and %q", c.said, what, do)
		}
	}
	for _, said := range []string{"", "listening on stdio", "missing LAB_KEY in the environment", "INFO 404 routes loaded"} {
		if what, _, known := understandWords("linux", said); known {
			t.Errorf("%q is taken for %q", said, what)
		}
	}
	what, _, _ := understandWords("linux", "Error: Cannot find module '"+strings.Repeat("x", 5000)+"'")
	if len(what) > 300 {
		t.Errorf("a server's own words make a sentence of %d bytes", len(what))
	}
}
