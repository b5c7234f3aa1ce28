package paste

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"parley/bridge/config/outline"
)

// word is one part of a command line.
type word struct {
	text   string
	quoted int // how many bytes at its beginning are surely unquoted: only there can NAME= be an assignment
}

// windowsPath gives a command line away in which a backslash is a backslash.
var windowsPath = regexp.MustCompile(`(?i)(?:^|[\s"'=,])(?:[a-z]:\\|\\\\[a-z0-9]|\.{1,2}\\|%[a-z_][a-z0-9_]*%)|\.(?:exe|cmd|bat|ps1)(?:["'\s]|$)|^\s*cmd(?:\.exe)?\s+/c\s`)

// splitter takes a command line apart as a shell would, as far as no shell is needed for it. What a shell would do beyond that, such as
// running a second program, is refused: Parley starts a program itself and hands it its arguments one by one.
type splitter struct {
	line      string
	windows   bool
	variables []string // that references in it stand for
	words     []word
	comment   bool // something behind a # was left out

	text  strings.Builder
	plain int // -1: from here on quotation marks were seen in this word
	some  bool
}

func (s *splitter) split() error {
	s.reset()
	for len(s.line) > 0 {
		r, size := utf8.DecodeRuneInString(s.line)
		rest := s.line[size:]
		switch {
		case r == ' ' || r == '\t' || r == '\n':
			s.end()
			s.line = rest
		case r == '#' && !s.some && (rest == "" || rest[0] == ' '):
			s.comment, s.line = true, ""
		case r == '\'' && (!s.windows || !s.some):
			inside, after, closed := strings.Cut(rest, "'")
			if !closed {
				return outline.Refuse("A quotation mark ' is not closed. Add the missing one, or take it away.")
			}
			s.quote()
			s.text.WriteString(inside)
			s.line = after
		case r == '"':
			s.quote()
			if err := s.double(rest); err != nil {
				return err
			}
		case r == '\\' && !s.windows:
			if rest == "" {
				return outline.Refuse("The line ends with a backslash. Paste the rest of it too.")
			}
			_, next := utf8.DecodeRuneInString(rest)
			s.quote()
			s.text.WriteString(rest[:next])
			s.line = rest[next:]
		case r == '$' || r == '%' && s.windows:
			if err := s.variable(); err != nil {
				return err
			}
		default:
			if err := shellSign(s.line, s.some); err != nil {
				return err
			}
			s.some = true
			s.text.WriteString(s.line[:size])
			s.line = rest
		}
	}
	s.end()
	return nil
}

func (s *splitter) reset() {
	s.text.Reset()
	s.plain, s.some = -1, false
}

func (s *splitter) quote() {
	s.some = true
	if s.plain < 0 {
		s.plain = s.text.Len()
	}
}

func (s *splitter) end() {
	if s.some {
		if s.plain < 0 {
			s.plain = s.text.Len()
		}
		s.words = append(s.words, word{text: s.text.String(), quoted: s.plain})
	}
	s.reset()
}

// double reads to the closing mark of a quotation. On Windows a backslash before a mark that ends the word is the end of a folder, as
// people write it: "D:\data\".
func (s *splitter) double(rest string) error {
	for len(rest) > 0 {
		switch r := rest[0]; {
		case r == '"':
			s.line = rest[1:]
			return nil
		case r == '\\' && s.windows:
			if len(rest) > 2 && rest[1] == '"' && rest[2] != ' ' && rest[2] != '\t' && rest[2] != '\n' {
				s.text.WriteByte('"')
				rest = rest[2:]
				continue
			}
			s.text.WriteByte('\\')
			rest = rest[1:]
		case r == '\\' && len(rest) > 1 && strings.IndexByte("\"\\$`\n", rest[1]) >= 0:
			if rest[1] != '\n' {
				s.text.WriteByte(rest[1])
			}
			rest = rest[2:]
		case r == '`' && !s.windows:
			return errSubstitution()
		case r == '$', r == '%' && s.windows:
			s.line = rest
			if err := s.variable(); err != nil {
				return err
			}
			rest = s.line
		default:
			s.text.WriteByte(r)
			rest = rest[1:]
		}
	}
	return outline.Refuse("A quotation mark \" is not closed. Add the missing one, or take it away.")
}

var (
	shellVariable   = regexp.MustCompile(`^\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|env:([A-Za-z_][A-Za-z0-9_]*)|([A-Za-z_][A-Za-z0-9_]*))`)
	windowsVariable = regexp.MustCompile(`^%([A-Za-z_][A-Za-z0-9_()]*)%`)
	kept            = regexp.MustCompile(`^\$\{(?:env|input):[^{}$]+\}|^\$\{(?:workspaceFolder|userHome)\}`)
)

// variable reads a reference to the environment and writes Parley's own.
func (s *splitter) variable() error {
	s.some = true
	if own := kept.FindString(s.line); own != "" {
		s.text.WriteString(own)
		s.line = s.line[len(own):]
		return nil
	}
	found := shellVariable.FindStringSubmatch(s.line)
	if s.line[0] == '%' {
		found = windowsVariable.FindStringSubmatch(s.line)
	}
	if found == nil {
		if strings.HasPrefix(s.line, "$(") {
			return errSubstitution()
		}
		if strings.HasPrefix(s.line, "${") {
			return outline.Refuse("The command has a ${…} in it that only a shell can work out. Write the value itself, or ${NAME} for a variable.")
		}
		s.text.WriteByte(s.line[0])
		s.line = s.line[1:]
		return nil
	}
	name := strings.Join(found[1:], "")
	if name == "PWD" || name == "CD" {
		return outline.Refuse("The command asks for the folder you are in, and Parley is in none. Write the whole path of the folder instead.")
	}
	s.variables = append(s.variables, name)
	s.text.WriteString("${env:" + name + "}")
	s.line = s.line[len(found[0]):]
	return nil
}

func errSubstitution() error {
	return outline.Refuse("The command has another command in it, between $( ) or ` `. Parley runs no shell: write what it gives, for a folder its whole path.")
}

// shellSign refuses what only a shell could do, and says what to do instead.
func shellSign(line string, inWord bool) error {
	switch line[0] {
	case '|':
		if strings.HasPrefix(line, "||") {
			return outline.Refuse("There are two commands with || between them. Paste only the one that starts the server.")
		}
		return outline.Refuse("There is a pipe | in the command. Parley talks with the server directly: paste only the program that is the server.")
	case '&':
		if strings.HasPrefix(line, "&&") {
			return outline.Refuse("There are two commands with && between them. Run the first one in a terminal, and paste only the one that starts the server.")
		}
		return outline.Refuse("There is an & in the command. Parley keeps the server running itself: take it away, or put quotation marks around an argument that has one.")
	case ';':
		return outline.Refuse("There is a ; in the command. Paste only the command that starts the server, or put quotation marks around an argument that has one.")
	case '<', '>':
		if inWord && line[0] == '<' || isPlaceholder(line) {
			return outline.Refuse("There is a <…> to fill in. Put your own value in its place, then paste the command again.")
		}
		return outline.Refuse("There is a redirect < or > in the command. Parley reads what the server writes itself: take the redirect away.")
	case '`':
		return errSubstitution()
	case '(', ')':
		return outline.Refuse("There are parentheses in the command, which only a shell can work out. Put quotation marks around an argument that has them.")
	}
	return nil
}

var placeholder = regexp.MustCompile(`^<[A-Za-z][A-Za-z0-9 _./-]*>`)

func isPlaceholder(line string) bool { return placeholder.MatchString(line) }
