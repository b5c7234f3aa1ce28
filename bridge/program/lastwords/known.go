package lastwords

// brokenStore is what helps when a fetch of npx was broken off, or two servers fetched at once.
const brokenStore = "Start it again. If it stays like this, delete the folder _npx in npm's store (~/.npm, on Windows %LocalAppData%\\npm-cache), then start it once more."

// knownLastWords are in the order in which they are tried: the more exact first.
func knownLastWords() []pattern {
	return []pattern{
		{`(?m)^(?:/usr/bin/)?env: [‘'"]?([\w.+-]+)[’'"]?: No such file`, "It needs %s, which was not found.", "%s"},
		{`(?m)^(?:/[\w/.-]*/)?(?:sh|bash|zsh|dash): (?:line )?\d*:? ?(?:exec: )?([\w.+-]+): (?:command )?not found`, "It needs %s, which was not found.", "%s"},
		{`'([\w.+-]+)' is not recognized as an internal or external command`, "It needs %s, which was not found.", "%s"},
		{`(?i)Error: spawn ([\w.+-]+) ENOENT`, "It needs %s, which was not found.", "%s"},
		{`xcode-select: (?:note|error): No developer tools`, "The one that macOS brings is only a placeholder.", "Run xcode-select --install, or install the program itself, then start the server again."},
		{`Unable to locate a Java Runtime`, "There is no Java on this computer.", "Install Java (https://adoptium.net), then start the server again."},
		{`Python was not found; run without arguments to install from the Microsoft Store`, "The one that Windows brings is only a placeholder.", "Install Python (winget install Python.Python.3.13), then start the server again."},

		{`npm (?:ERR!|error) 404 +(?:Not Found.*|'?(@?[\w./@-]+?)(?:@[^@\s']*)?'? is not in this registry)`, "npm does not know this package.", "Check the name of the package in the args of this server."},
		{`npm (?:ERR!|error) code ETARGET|No matching version found for`, "npm has no such version of the package.", "Check the version in the args of this server."},
		{`npm (?:ERR!|error) (?:could not determine executable to run|code ENOVERSIONS)`, "This npm package holds no program.", "Check the name of the package in the args of this server."},
		{`npm (?:ERR!|error) (?:code (?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED)|network )`, "npm could not reach the place where packages come from.", "Check your connection and proxy, then start it again."},
		{`npm (?:ERR!|error) code E40[13]`, "npm may not fetch this package.", "Sign in to the registry it comes from (npm login), then start it again."},
		{`npm (?:ERR!|error) code (?:EACCES|EPERM)`, "npm may not write its files.", "Mend the owner of npm's folder (~/.npm), then start it again."},
		{`npm (?:ERR!|error) (?:code )?(?:ENOTEMPTY|EEXIST|EINTEGRITY)\b|npm (?:warn|WARN) tar TAR_ENTRY_ERROR`, "npm's store of fetched packages is in disorder.", brokenStore},
		{`Cannot find (?:module|package) '([^'\n]+)'[^\n]*[/\\]_npx[/\\]|Cannot find (?:module|package) '([^'\n]*[/\\]_npx[/\\][^'\n]*)'`, "A part of the package that npx fetched is missing: %s.", brokenStore},
		{`ENOENT: no such file or directory, lstat '([^'\n]*[/\\]npm)'`, "npm misses the folder %s.", "Make that folder, then start it again."},
		{`npx canceled|npm (?:ERR!|error) (?:npx )?canceled`, "npx may not fetch the package unasked.", "Write -y as the first of its args (Edit), then start it again."},
		{`npm (?:ERR!|error) code ENOSPC|(?i)no space left on device`, "The disk is full.", "Make room, then start it again."},
		{`npm (?:ERR!|error) code EBADENGINE|Unsupported engine|requires? a? ?[Nn]ode(?:\.js)? (?:version )?[>=v\d]|SyntaxError: Unexpected token '\?\?='|ReferenceError: (?:fetch|crypto|File) is not defined|does not provide an export named 'styleText'`, "It needs a newer Node.js.", "Install the current Node.js (https://nodejs.org), then start it again."},
		{`Error: Cannot find module '([^'\n]+)'|Error \[ERR_MODULE_NOT_FOUND\]: Cannot find (?:module|package) '([^'\n]+)'`, "Node.js does not find %s.", "If it is the server's own file, check its path in the args, and whether it is built (npm run build); if it is a package, run npm install in the server's folder."},

		{`Unknown file extension "\.tsx?"`, "Node.js does not run TypeScript as it is.", "Write npx as the command and tsx before the file in the args, or give the built file, which ends in .js."},
		{`Cannot use import statement outside a module|SyntaxError: Unexpected token 'export'`, "Node.js takes the file for a script of the older form.", "Let its name end in .mjs, or write \"type\": \"module\" into the package.json beside it."},
		{`require\(\) of ES Module|ERR_REQUIRE_ESM`, "It needs a newer Node.js.", "Install the current Node.js (https://nodejs.org), then start it again."},

		{`Package [‘'"` + "`" + `]?([\w.-]+)[’'"` + "`" + `]? (?:was )?not found in the package registry|Because ([\w.-]+) was not found in the package registry`, "There is no Python package %s.", "Check the name of the package in the args of this server."},
		{`An executable named [‘'"` + "`" + `]([\w.-]+)[’'"` + "`" + `] is not provided by package`, "The Python package holds no program %s.", "Write the package and the program apart in the args: --from PACKAGE PROGRAM."},
		{`(?i)error: Failed to fetch|dns error: failed to lookup address|Could not connect, are you offline`, "It could not fetch what it needs.", "Check your connection and proxy, then start it again."},
		{`requires-python|Requires-Python|No interpreter found for Python`, "It needs another version of Python.", "Install it (uv python install fetches one), then start the server again."},
		{`(?:ModuleNotFoundError|ImportError): No module named '?([\w.]+)'?|No module named ([\w.]+)`, "It needs the Python package %s, which is not installed.", "Install it for the very Python that the command names (python3 -m pip install …), then start the server again."},
		{`can't open file '([^'\n]+)'`, "Python does not find the file %s.", "Check its path in the args of this server."},

		{`(?i)Cannot connect to the Docker daemon|docker daemon is not running|error during connect:|docker_engine: The system cannot find|failed to connect to the docker API`, "Docker is installed, but not running.", "Start Docker, then start the server again."},
		{`(?i)permission denied while trying to connect to the Docker`, "You may not use Docker.", "Add yourself to the group docker (sudo usermod -aG docker $USER), then log in again."},
		{`(?i)(?:pull access denied for|manifest for) ([\w./:@-]+)`, "Docker cannot get %s.", "Check the name in the args of this server, or sign in (docker login)."},
		{`(?i)Unable to access jarfile (\S+)`, "Java does not find the file %s.", "Check its path in the args of this server."},
		{`UnsupportedClassVersionError`, "It needs a newer Java.", "Install the current Java (https://adoptium.net), then start the server again."},

		{`(?i)(?:missing|invalid|expect(?:s|ed|ing)?|no|without|reading|parse) [^\n]{0,20}content-length`, "It waits for messages framed as for language servers (Content-Length), and servers of this kind read one message a line.", "Look in its instructions for how it is started as an MCP server, or for a newer version of it. Tell the people who made it."},
		{`(?i)\b(?:enter|paste|type)(?: in)? (?:your|the|a|an) [^\n:?]{1,40}[:?]|[(\[]y(?:es)?/no?[)\]]|Ok to proceed\?`, "It asks for something in a terminal, and there is none.", "Run its command once in a terminal and answer there, or give what it asks for in args or env of its entry (Edit); then start it again."},
		{`EADDRINUSE|(?i)address already in use`, "The port that it wants is taken.", "Another copy of it may be running. End that, or give this one another port."},
	}
}
