// Package config reads the files in which people keep their servers.
//
// [Load] reads a file and gives a [File]: the servers in the order of the file, each either ready to use or with the [Server.Problem] that
// keeps it from being used. One bad entry never takes the others down; only text that is no JSON at all fails as a whole. Both errors say
// the line and the column. [Source] is the way to read text in surroundings of one's own, [Entry] one server on its way into a file.
//
// In rooms of their own, above this one: changing a file (bridge/config/edit), keeping one (watch), what a person pastes (paste), and the
// files of other apps (search). Below it: what is known of each of these apps (hosts), where in a file the servers are (outline), and taking
// files apart (tree).
//
// It knows files, not connections: it starts nothing and opens no address. What it read from the environment, headers and variables may
// be secret and is in no error and no note, and a [Server] prints itself without. [Server.AsWritten] is for screens, [Server.Fill] for
// values that the person is asked for, [Server.Fingerprint] for what the person let start.
//
// Start reading at config.go, the values, and load.go, the way to them: document.go finds the entries, server.go reads one (reader.go and what
// follows it), resolve.go puts in what its references stand for (references.go, variables.go).
//
// Anybody may have written what is read here. Each text is held to bounds before its parser sees it (bridge/config/tree).
//
// # What is read
//
// The list is under mcpServers, servers or mcp (and then mcp.servers, as opencode and the settings of VS Code have it), Zed's
// context_servers, Amp's amp.mcpServers or mcp_servers of Codex, in this order; the first that is there counts, also when it is empty
// (contract G1). A file without any is a list itself; of it only what has a command or an address is an entry. Where there is none of these
// either, a list under any name counts that is one by what is in it, and it is noted. A list whose entries hold their names is one, too.
// Comments, trailing commas, byte order marks and UTF-16 are welcome.
//
// A file that ends in .yaml or .yml is YAML, one in .toml is TOML; both are read, and no change is written into them. In YAML these are the
// extensions of Goose, the mcpServers of Continue and LibreChat and the mcp_servers of Hermes Agent: their words are put into Parley's
// before anything else (bridge/config/hosts). Seconds become milliseconds, and what the app keeps elsewhere, Goose's env_keys,
// ${{ secrets.NAME }} of Continue and customUserVars of LibreChat, is the variable of that name when it is set, else asked for as an input.
// Parts of Goose itself are left out. What stands for other parts by anchors is written out up to a bound.
//
// # Where hosts differ
//
// Each line is a decision; a case wins over the contract, the contract over a host.
//
//   - Program or address. An entry with both and no type is a problem: picking one in silence hides the cause of what goes wrong. A type
//     decides, and what is left over is noted. A type that is not known is a problem (toolnexus infers). streamable-http is that
//     alone and sse is SSE alone; http, remote and no type are tried as both, as in VS Code.
//   - command may be text, a list, or Zed's object. Text with blanks, no folder in front and no args is a program with its arguments, as
//     hosts take it that use a shell; so is "uv run" with more in args, for npx, uv and their kind. With signs of a shell in it, it is a
//     problem, for there is none here.
//   - args as text, and env or headers as a list of texts, are problems; lists of objects with a name and a value are what they say.
//   - cwd that is no whole path counts from the project of the file, or from the folder that it is in.
//   - What no program can be given (NUL) and no connection can send (a line break in a header) is a problem, with its place; blanks
//     around a header's value go.
//   - An entry with neither command nor address says which of its names may have been meant: cmd, uri, comand.
//   - Of several names for the address httpUrl counts first, as in Gemini CLI. An empty command beside an address is none (Cherry Studio).
//   - environment wins over env as a whole (toolnexus); the variables of envFile come below both. null takes a variable away, numbers and
//     truth values are their JSON text. inheritEnv false keeps all but a safe part of Parley's own environment away.
//   - disabled true, enabled false and isActive false each leave a server out, whatever the others say. "true" and "false" as text are
//     taken as they are meant, and noted; any other word is a problem. In YAML yes, no, on and off are, too.
//     So do active, autoStart, start_on_launch, startup, state and their kin, also in an object that an app keeps in the entry
//     (anythingllm, config), and lists of names beside the servers: excludeMCPServers, mcp.excluded, disabledServers, and those of the only
//     ones that are allowed, unless they are empty. A switch is turned where it stands (bridge/config/outline).
//   - local says where a server runs, so an address alone may be local. protocol is the type when it holds a word for one.
//   - headersHelper, apiKey, proxy, tls, shell, sandboxEnabled and what else changes how one connects elsewhere is not acted upon, and noted.
//   - timeout is in milliseconds (contract G5). Beside autoApprove, alwaysAllow or isActive a number up to 3600 is in seconds: that is Cline,
//     Roo Code or Cherry Studio.
//     Text is a problem: a limit that was guessed would only show when it is too short.
//   - tools is a map of original names (contract G8) or a list of the ones to offer, in which "*" is all; an empty one offers all.
//     includeTools, enabledTools, allowedTools and excludeTools, disabledTools are lists too; what excludes wins. autoApprove,
//     alwaysAllow and trust grant nothing here: in Parley a person presses Run.
//   - oauth and auth take clientId, clientSecret, scopes or scope, callbackPort or redirectUri, clientMetadataUrl in any spelling of
//     capitals and underscores. oauth false means that no sign-in is offered. FastMCP's auth as text is a bearer token.
//   - One name twice: the last entry counts, at the place of the first, and it is noted. So is a list, a member, a variable or an input
//     that is there twice.
//   - A program of a project's file (.vscode/mcp.json, .cursor/mcp.json, .mcp.json) runs in the folder of the project unless it says
//     another one, as in the apps that own these files.
//
// # References
//
// They are put in once: what they stand for is not looked through again. What is not known here stays as it is, for a ${NAME} among the
// arguments may be meant for the program. A reference inside another is a problem, and so is {{NAME}} in a header, an address or the
// program, where it can mean nothing else; $NAME, %NAME% and ${NAME:-otherwise} in a header stay text (contract G6) and are noted.
//
//   - ${env:NAME} everywhere. When it is not set, the entry has a problem and is not connected: neither the literal text nor an empty one is
//     ever sent as a credential. VS Code and others put in nothing. ${env:NAME:-otherwise} is our own.
//   - ${NAME} in headers alone (contract G6), empty and noted when it is not set. In the environment it is text, and noted when there is such a
//     variable. In Claude Code's own files, .mcp.json and .claude.json, and those of LibreChat and Hermes Agent, it counts everywhere, with
//     ${NAME:-otherwise}, as they are made for that; there it must be set. So does $NAME in the settings of Gemini CLI.
//   - {env:NAME} and {file:path} in lists under mcp, where opencode reads them. A variable that is not set is a problem here too.
//   - ${input:id} in the command, its folder, the environment, the address, the headers and the sign-in. The person is asked before the server
//     starts. An id that is not among the inputs is a problem, and so is an input that a command of VS Code would fill in.
//   - ${workspaceFolder} and ${workspaceFolderBasename} are the project of the file, from its place alone: Parley opens no folders. Elsewhere
//     they are a problem that names them. ${userHome}, ${pathSeparator} and ${/} as in VS Code.
//   - A leading ~ in the command, its arguments, cwd, envFile and roots. Not inside a word, not for another person.
//   - ${command:…}, ${config:…} and ${workspaceFolder:…} are a problem: only the app that owns the file can put them in.
//   - envFile is read when the servers file is; one that cannot be read is a problem, as in VS Code. Nothing is put in for its $NAME.
package config
