package bridge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// startFailure explains why there is nothing to start.
func startFailure(program string, err error) *Failure {
	if errors.Is(err, errNoCommand) {
		return &Failure{
			What:   "This server has neither a program (command) nor an address (url).",
			Do:     "Press Edit and add one of them.",
			Detail: err.Error(),
			Err:    err,
		}
	}
	return &Failure{What: fmt.Sprintf("The program %s could not be started.", program), Detail: err.Error(), Err: err}
}

// missing explains why no program was found, by what was found instead.
func (s *search) missing() *Failure {
	f := &Failure{Err: fs.ErrNotExist, Detail: s.searchedWords()}
	switch {
	case s.near.forbidden != "":
		f.Err = fs.ErrPermission
		f.What = fmt.Sprintf("The file %s may not be run.", s.near.forbidden)
		f.Do = fmt.Sprintf("If it is the program, allow it to run: chmod +x %s", shellWord(s.near.forbidden))
		if runner := runnerOf(s.near.forbidden); runner != "" {
			f.Do = fmt.Sprintf("It looks like a script. Write %s as the command, and the file as the first of its args; or allow it to run: chmod +x %s", runner, shellWord(s.near.forbidden))
		}
	case s.near.folder != "":
		f.What = fmt.Sprintf("%s is a folder, not a program.", s.near.folder)
		f.Do = "Give the file in it that is to be run as the command in its entry (Edit)."
	case s.namesFile():
		s.missingFile(f)
	case strings.ContainsAny(strings.TrimSpace(s.name), " \t") && len(s.entry.Command) == 1:
		f.What = fmt.Sprintf("The program %s was not found.", s.name)
		f.Do = "The command holds the program alone; what comes after it goes into args, each word by itself."
	default:
		s.missingName(f)
	}
	return f
}

// missingFile is for a command that is the path of a file.
func (s *search) missingFile(f *Failure) {
	file := s.file()
	f.What = fmt.Sprintf("The file %s is not there.", file)
	f.Do = "Check the command in its entry (Edit)."
	if info, err := s.machine.stat(file); err == nil && !info.IsDir() { // on Windows, one without an ending
		f.What = fmt.Sprintf("The file %s is not a program.", file)
		if runner := runnerOf(file); runner != "" {
			f.Do = fmt.Sprintf("It is a script. Write %s as the command, and the file as the first of its args.", runner)
		}
		return
	}
	if how := howToGet(s.machine.goos, baseName(file)); how != "" {
		f.Do = fmt.Sprintf("Check the command in its entry (Edit), or write only %s there: it is looked for. %s", baseName(file), how)
	}
	if !s.machine.isFull(s.name) && s.entry.Cwd == "" {
		f.Do = "Give its full path as the command, or the folder it is in as cwd, in its entry (Edit)."
	}
}

// missingName is for a command that was looked for in all folders.
func (s *search) missingName(f *Failure) {
	f.What = fmt.Sprintf("The program %s was not found.", s.name)
	name := baseName(s.name)
	how := howToGet(s.machine.goos, name)
	if how == "" {
		how = "Install it."
	}
	f.Do = how + " Or give its full path in its entry (Edit). The folders that were searched (PATH) are listed below."
	for _, other := range standIns(name) {
		for _, folder := range s.folders {
			if s.executable(s.machine.join(folder, other)) != "" {
				f.Do = fmt.Sprintf("There is %s on this computer: write that as the command in its entry (Edit). The folders that were searched (PATH) are listed below.", other)
				return
			}
		}
	}
	if name == "cmd" && s.machine.goos != "windows" && len(s.entry.Command) > 2 {
		f.Do = fmt.Sprintf("This entry is written for Windows. Write %s as the command, and what follows it as args. The folders that were searched (PATH) are listed below.", launcher(s.entry.Command))
	}
	if s.entry.Cwd != "" && s.executable(s.machine.join(s.entry.Cwd, s.name)) != "" {
		f.Do = fmt.Sprintf("There is a file of this name in %s. To run that one, write its full path as the command.", s.entry.Cwd)
	}
}

// searchedWords lists where the program was looked for.
func (s *search) searchedWords() string {
	if s.namesFile() {
		return s.file()
	}
	var words strings.Builder
	words.WriteString("Searched (PATH):\n")
	for _, folder := range s.folders {
		words.WriteString(folder + "\n")
	}
	if err := s.programs.loginFailure(); err != nil && s.machine.goos != "windows" {
		words.WriteString(err.Error() + "\n")
	}
	return strings.TrimSuffix(words.String(), "\n")
}

// interpreterFailure is for a script that is there while what runs it is not.
func (s *search) interpreterFailure(interpreter string) *Failure {
	f := &Failure{
		What:   fmt.Sprintf("The program %s needs %s, which was not found.", s.name, interpreter),
		Do:     fmt.Sprintf("Install %s.", interpreter),
		Detail: s.searchedWords(),
		Err:    fs.ErrNotExist,
	}
	if how := howToGet(s.machine.goos, baseName(interpreter)); how != "" {
		f.Do = how
	}
	if strings.HasSuffix(interpreter, "\r") {
		f.What = fmt.Sprintf("The script %s has the line ends of Windows, so that what runs it is not found.", s.name)
		f.Do = "Save it with the line ends of this system (dos2unix does that)."
	}
	return f
}

// folderFailure is for a folder to run in that is none.
func folderFailure(folder string, err error) *Failure {
	if err == nil {
		err = syscall.ENOTDIR
	}
	f := &Failure{
		What:   fmt.Sprintf("The folder %s, in which the program is to run, is not there.", folder),
		Do:     "Make the folder, or correct cwd in its entry (Edit).",
		Detail: err.Error(),
		Err:    err,
	}
	switch {
	case errors.Is(err, syscall.ENOTDIR):
		f.What = fmt.Sprintf("%s, in which the program is to run, is not a folder.", folder)
		f.Do = "Correct cwd in its entry (Edit)."
	case errors.Is(err, fs.ErrPermission):
		f.What = fmt.Sprintf("The folder %s, in which the program is to run, may not be opened.", folder)
		f.Do = "Allow yourself to open it, or correct cwd in its entry (Edit)."
	}
	return f
}

// batchFailure is for arguments that the command processor of Windows would not get as they are.
func batchFailure(program string, err error) *Failure {
	return &Failure{
		What:   fmt.Sprintf("%s is a script of the Windows command line, and its arguments cannot be handed to it safely.", program),
		Do:     "Take line breaks out of the args and keep them short, or give the program that the script starts as the command.",
		Detail: err.Error(),
		Err:    err,
	}
}

// notStarted explains why the system did not start a program that is there.
func (p *Programs) notStarted(name string, program Program, err error) *Failure {
	f := &Failure{Detail: program.Path + "\n" + err.Error(), Err: err}
	m := machine{goos: p.goos(), files: p.Files}
	switch {
	case errors.Is(err, syscall.ENOEXEC), errors.Is(err, errBadArchitecture), errors.Is(err, errNoWindowsProgram):
		f.What, f.Do = wrongFormat(name, m.head(program.Path), m.goos)
		if runner := runnerOf(program.Path); runner != "" {
			f.Do = fmt.Sprintf("It is a script. Write %s as the command, and the file as the first of its args.", runner)
		}
	case errors.Is(err, fs.ErrNotExist):
		f.What = fmt.Sprintf("The program %s is there, but what it needs to run is not.", name)
		f.Do = "It may be made for another kind of system, such as another Linux. Install it again, for this one."
	case errors.Is(err, fs.ErrPermission):
		f.What = fmt.Sprintf("The program %s may not be run.", name)
		f.Do = "Check that you are allowed to run it, and that its disk is not set up to run nothing (noexec)."
	case errors.Is(err, syscall.E2BIG):
		f.What = fmt.Sprintf("The program %s could not be started: its arguments and environment are too long.", name)
		f.Do = "Shorten the args or env in its entry (Edit)."
	case errors.Is(err, syscall.ETXTBSY):
		f.What = fmt.Sprintf("The program %s is just being written.", name)
		f.Do = "Wait until it is installed, then start the server again."
	case errors.Is(err, syscall.EAGAIN), errors.Is(err, syscall.ENOMEM), errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		f.What = fmt.Sprintf("The program %s could not be started: this computer has too much running.", name)
		f.Do = "Close something, then start the server again."
	default:
		f.What = fmt.Sprintf("The program %s could not be started.", name)
		f.Do = "Try its command in a terminal."
	}
	return f
}

// wrongFormat says what a file is that the system does not run.
func wrongFormat(name string, head []byte, goos string) (what, do string) {
	made := ""
	switch {
	case len(head) == 0:
		return fmt.Sprintf("The program %s is an empty file.", name), "Install it again."
	case strings.HasPrefix(string(head), "\x7fELF"):
		made = "Linux"
	case strings.HasPrefix(string(head), "MZ"):
		made = "Windows"
	case slices.Contains([]string{"\xfe\xed\xfa\xce", "\xfe\xed\xfa\xcf", "\xce\xfa\xed\xfe", "\xcf\xfa\xed\xfe", "\xca\xfe\xba\xbe"}, string(head[:min(4, len(head))])):
		made = "macOS"
	}
	own := map[string]string{"linux": "Linux", "darwin": "macOS", "windows": "Windows"}[goos]
	switch {
	case made != "" && made == own:
		return fmt.Sprintf("The program %s is made for another kind of processor.", name), "Install the one for this computer's processor."
	case made != "":
		return fmt.Sprintf("The program %s is made for %s.", name, made), "Install the one for this system."
	}
	return fmt.Sprintf("The file %s is not a program: it does not say what runs it.", name),
		"If it is a script, write what runs it as the command (such as sh, python3 or node), and the file as the first of its args."
}

// shellWord writes a path so that it can be pasted into a terminal.
func shellWord(path string) string {
	if strings.ContainsFunc(path, needsQuotes) {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

// programFailure explains why a running or ended program is no connection.
func (s *Server) programFailure(err error, p *process) *Failure {
	if endedByItself(p) {
		p.awaitOutput()
	}
	said := p.stderr.String()
	f := &Failure{Err: err, Detail: evidence(said, err)}
	if errors.Is(err, errLineTooLong) {
		f.What = fmt.Sprintf("The program %s sent a message that is too long: more than %d MB.", p.name, maxLine>>20)
		f.Do = "Start it again, and ask it for less at a time. Tell the people who made it."
		return f
	}
	// One whose time was over ends as soon as it is let go.
	if endedByItself(p) && !errors.Is(err, context.DeadlineExceeded) {
		f.What = fmt.Sprintf("The program %s ended%s.", p.name, howItEnded(p))
		f.Do = "Look at its last words below, mend the cause, then start it again."
		if said == "" {
			f.Do = "It said nothing about why. Try its command in a terminal, then start it again."
			if p.goos == "darwin" && p.exitCode() < 0 {
				f.Do = "macOS may have ended it because it does not trust it. Look at System Settings, Privacy & Security; then start it again."
			}
		}
		if p.signalled.Load() {
			f.What = fmt.Sprintf("The program %s stopped talking, though it still ran. Parley has ended it.", p.name)
			f.Do = "Start it again. If it stays like this, tell the people who made it."
		}
		p.tellRefusal(f, err)
		if !p.explain(f, said, p.understand) {
			p.quote(f, said, err)
		}
		return f
	}
	f.What = fmt.Sprintf("The program %s runs, but does not answer as a server.", p.name)
	f.Do = "Check that it is a server for this kind of app, and its arguments."
	p.tellRefusal(f, err)
	if errors.Is(err, context.DeadlineExceeded) {
		f.What = fmt.Sprintf("The program %s did not answer within %s.", p.name, inWords(s.startLimit()))
		f.Do = "If it is slow to start, give it more time in its entry (Edit, timeout); then start it again."
		if fetches(s.entry.Command) {
			f.Do = "It may still have been fetching the server. Start it again; if it stays like this, give it more time in its entry (Edit, timeout)."
		}
	}
	if errors.Is(err, errUnreached) || errors.Is(err, context.DeadlineExceeded) && reachesNothing(said) && !waitsForSignIn(said) {
		f.What += " It could not reach what it needs on the network."
		f.Do = "Check your connection and proxy, and the addresses in its entry (Edit); then start it again."
		if errors.Is(err, errUnreached) {
			f.What = fmt.Sprintf("The program %s could not reach what it needs on the network.", p.name)
		}
		if !p.explain(f, said, known) {
			p.quote(f, said, err)
		}
		return f
	}
	if errors.Is(err, errFramed) {
		f.What += " It frames its messages as language servers do (Content-Length), and servers of this kind write one message a line."
		f.Do = "Look in its instructions for how it is started as an MCP server, or for a newer version of it. Tell the people who made it."
		return f
	}
	if p.babbles() {
		f.What += " It writes things that are no messages of a server."
		if !fetches(s.entry.Command) {
			f.Do = "Check that it is a server for this kind of app, and its arguments. What it wrote is below."
		}
	}
	if waitsForSignIn(said) {
		f.What += " It waits for you to sign in, in the browser."
		f.Do = "Start it again, and sign in before its time is over."
		if _, address := goBetween(s.entry.AsWritten().Command); address != "" {
			f.Do += fmt.Sprintf(" Or write %s as the url of its entry (Edit) instead of the command: then Parley itself lets you sign in.", address)
		}
		return f
	}
	if address := addressSaid(said); address != "" {
		f.Do = fmt.Sprintf("It seems to wait for calls at %s. Write that as the url of its entry instead of the command, or change its args so that it talks over its standard input and output.", address)
	}
	p.explain(f, said, known)
	return f
}

// tellRefusal quotes a program that answered the introduction with an error. Whether it has ended by now says less.
func (p *process) tellRefusal(f *Failure, err error) {
	wire, ok := asWireError(err)
	if !ok || isTransportError(wire) {
		return
	}
	if words, _ := errorWords(wire.Message); words != "" {
		f.What = fmt.Sprintf("The program %s refused to begin: %s.", p.name, strings.TrimSuffix(words, "."))
		f.Do = "Check its arguments and its settings, then start it again. All that it said is below."
	}
}

// evidence is what a program said, and what else is known of why it is no connection. That it hung up, or that its time was over,
// stands in the sentence above already.
func evidence(said string, err error) string {
	words := evidenceOf(said)
	if !hungUp(err) && !errors.Is(err, context.DeadlineExceeded) && !givenUp(err) {
		words += "\n\n" + err.Error()
	}
	return strings.TrimSpace(words)
}

// startLimit bounds the introduction of a program. One that may have to fetch the server first gets more time.
func (s *Server) startLimit() time.Duration {
	if s.entry.Timeout == 0 && s.entry.URL == "" && fetches(s.entry.Command) {
		return fetchLimit
	}
	return s.phaseLimit()
}

// inWords writes a time limit.
func inWords(limit time.Duration) string {
	if minutes := limit / time.Minute; minutes > 1 && limit%time.Minute == 0 {
		return fmt.Sprintf("%d minutes", minutes)
	}
	return limit.String()
}

// fetchLimit is enough for a package of some hundred megabytes on an ordinary line.
const fetchLimit = 3 * time.Minute

// addressSaid is the address on this machine at which a program says that it waits: it was started as a server of the other kind.
func addressSaid(said string) string {
	found := regexp.MustCompile(`https?://(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?::\d{2,5})?(?:/[\w./-]*)?`).FindAllString(said, -1)
	if len(found) == 0 {
		return ""
	}
	address := found[len(found)-1]
	for _, other := range found { // it may name an older way to call it as well
		if strings.HasSuffix(other, "/mcp") {
			address = other
		}
	}
	return strings.Replace(address, "//0.0.0.0", "//localhost", 1)
}

// explain adds what the words of a program mean, and reports whether that is known.
func (p *process) explain(f *Failure, said string, understand func(goos, said string) (what, do string, known bool)) bool {
	what, do, known := understand(p.goos, said)
	if !known {
		return false
	}
	f.What += " " + what
	f.Do = do
	if missing, found := strings.CutSuffix(what, ", which was not found."); found && baseName(p.name) == "npx" && howToGet(p.goos, strings.TrimPrefix(missing, "It needs ")) == "" {
		f.Do = brokenStore // it is a part of the package, which npx has fetched
	}
	return true
}

// understand is [understandWords] for what this program said.
func (p *process) understand(goos, said string) (what, do string, known bool) {
	return understandWords(goos, said, p.has)
}

// has reports whether the program was given a value for a setting.
func (p *process) has(name string) bool {
	value, _ := environment{goos: p.goos, pairs: p.cmd.Env}.get(name)
	return value != ""
}

// quote adds the one line of a program that says why it ended, unless the sentence quotes it already.
func (p *process) quote(f *Failure, said string, err error) {
	if wire, ok := asWireError(err); ok && !isTransportError(wire) {
		return
	}
	if cause := causeOf(said); cause != "" {
		f.What += " It says: " + strings.TrimSuffix(cause, ".") + "."
	}
}

// windowsNoLibrary is STATUS_DLL_NOT_FOUND.
const windowsNoLibrary = 0xC0000135

// hungUp reports whether a program closed one of its ends: its output, or its input while something was written to it. The SDK
// says the former in two ways.
func hungUp(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, mcp.ErrConnectionClosed) || errors.Is(err, errNoReader) || errors.Is(err, os.ErrClosed)
}

// saidWhy reports whether a program that ended said a reason that has nothing to do with what it was asked. The codes are those of
// shells and env for a program that they cannot run.
func (p *process) saidWhy() bool {
	_, _, isKnown := known(p.goos, p.stderr.String())
	return isKnown || p.exitCode() == 126 || p.exitCode() == 127
}

// howItEnded says so in words, with a blank in front.
func howItEnded(p *process) string {
	switch code := p.exitCode(); {
	case uint32(code) == windowsNoLibrary:
		return " because a part of it, a library, is missing"
	case code == 0:
		return " by itself"
	case code > 0:
		return fmt.Sprintf(" with error code %d", code)
	}
	return " unexpectedly (" + p.cmd.ProcessState.String() + ")"
}
