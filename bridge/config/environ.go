package config

import (
	"encoding/json"
	"strings"

	"github.com/tailscale/hujson"

	"parley/bridge/config/tree"
)

// handsOnSafePart tells the apps that give a server only a few variables of the person's environment and what its entry sets. What comes
// from them was made to run so, and starts so here. Known from their sources:
//
//   - Claude Desktop and Cline start servers by the TypeScript SDK (client/stdio.ts, DEFAULT_INHERITED_ENV_VARS: HOME, LOGNAME, PATH,
//     SHELL, TERM, USER; on Windows APPDATA, HOMEDRIVE, HOMEPATH, LOCALAPPDATA, PATH, PROCESSOR_ARCHITECTURE, SYSTEMDRIVE, SYSTEMROOT,
//     TEMP, USERNAME, USERPROFILE and PROGRAMFILES), and so do Roo Code and Kilo Code, which came from Cline;
//   - Continue does, too, and adds the PATH of the login shell (continuedev/continue: core/context/mcp/MCPConnection.ts);
//   - Codex has a list of its own, with LANG, LC_ALL, TMPDIR and TZ besides (openai/codex: codex-rs/rmcp-client/src/utils.rs,
//     DEFAULT_ENV_VARS), and takes more under env_vars.
//
// VS Code hands all of its environment on (microsoft/vscode: src/vs/workbench/api/node/extHostMcpNode.ts). Of the others it is not known,
// or they do the same.
func handsOnSafePart(app string) bool {
	app, _, _ = strings.Cut(app, " in ") // Cline in Cursor
	switch app {
	case "Claude Desktop", "Cline", "Roo Code", "Kilo Code", "Continue", "Codex":
		return true
	}
	return false
}

// WithSafePart has the program of an entry get only the safe part of the environment, unless the entry says how it is itself.
func WithSafePart(raw json.RawMessage) json.RawMessage {
	root, err := tree.Parse("The entry", raw)
	if err != nil {
		return raw
	}
	members, _ := tree.MembersOf(root)
	_, runs := tree.LastOf(members, "command")
	if _, says := tree.LastOf(members, "inheritEnv"); says || !runs {
		return raw
	}
	object, is := root.Value.(*hujson.Object)
	if !is {
		return raw
	}
	object.Members = append(object.Members, tree.MemberValue("inheritEnv", tree.LiteralValue("false", 0)))
	return tree.Standard(root)
}
