package program

import (
	"fmt"
	"io/fs"
	"strings"

	"parley/bridge/program/launcher"
)

// missing explains why no program was found, by what was found instead.
func (s *search) missing() *Failure {
	f := &Failure{Err: fs.ErrNotExist, Detail: s.searchedWords()}
	switch {
	case s.near.forbidden != "":
		f.Err = fs.ErrPermission
		f.What = fmt.Sprintf("The file %s may not be run.", s.near.forbidden)
		f.Do = fmt.Sprintf("If it is the program, allow it to run: chmod +x %s", shellWord(s.near.forbidden))
		if runner := launcher.RunnerOf(s.near.forbidden); runner != "" {
			f.Do = fmt.Sprintf("It looks like a script. Write %s as the command, and the file as the first of its args; or allow it to run: chmod +x %s", runner, shellWord(s.near.forbidden))
		}
	case s.near.folder != "":
		f.What = fmt.Sprintf("%s is a folder, not a program.", s.near.folder)
		f.Do = "Give the file in it that is to be run as the command in its entry (Edit)."
	case s.namesFile():
		s.missingFile(f)
	case strings.ContainsAny(strings.TrimSpace(s.name), " \t") && len(s.command.Line) == 1:
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
		if runner := launcher.RunnerOf(file); runner != "" {
			f.Do = fmt.Sprintf("It is a script. Write %s as the command, and the file as the first of its args.", runner)
		}
		return
	}
	if how := launcher.HowToGet(s.machine.goos, launcher.BaseName(file)); how != "" {
		f.Do = fmt.Sprintf("Check the command in its entry (Edit), or write only %s there: it is looked for. %s", launcher.BaseName(file), how)
	}
	if !s.machine.isFull(s.name) && s.command.Dir == "" {
		f.Do = "Give its full path as the command, or the folder it is in as cwd, in its entry (Edit)."
	}
}

// missingName is for a command that was looked for in all folders.
func (s *search) missingName(f *Failure) {
	f.What = fmt.Sprintf("The program %s was not found.", s.name)
	name := launcher.BaseName(s.name)
	how := launcher.HowToGet(s.machine.goos, name)
	if how == "" {
		how = "Install it."
	}
	f.Do = how + " Or give its full path in its entry (Edit). The folders that were searched (PATH) are listed below."
	for _, other := range launcher.StandIns(name) {
		for _, folder := range s.folders {
			if s.executable(s.machine.join(folder, other)) != "" {
				f.Do = fmt.Sprintf("There is %s on this computer: write that as the command in its entry (Edit). The folders that were searched (PATH) are listed below.", other)
				return
			}
		}
	}
	if name == "cmd" && s.machine.goos != "windows" && len(s.command.Line) > 2 {
		f.Do = fmt.Sprintf("This entry is written for Windows. Write %s as the command, and what follows it as args. The folders that were searched (PATH) are listed below.", launcher.Of(s.command.Line))
	}
	if s.command.Dir != "" && s.executable(s.machine.join(s.command.Dir, s.name)) != "" {
		f.Do = fmt.Sprintf("There is a file of this name in %s. To run that one, write its full path as the command.", s.command.Dir)
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
	if err := s.shell.failure(); err != nil && s.machine.goos != "windows" {
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
	if how := launcher.HowToGet(s.machine.goos, launcher.BaseName(interpreter)); how != "" {
		f.Do = how
	}
	if strings.HasSuffix(interpreter, "\r") {
		f.What = fmt.Sprintf("The script %s has the line ends of Windows, so that what runs it is not found.", s.name)
		f.Do = "Save it with the line ends of this system (dos2unix does that)."
	}
	return f
}

// shellWord writes a path so that it can be pasted into a terminal.
func shellWord(path string) string {
	if strings.ContainsFunc(path, needsQuotes) {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}
