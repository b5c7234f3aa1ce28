package lastwords

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"parley/bridge/text"
)

// A program that cannot go on says why in one line, and much around it: how it wants to be started, or where in its code it was. Which
// end the line stands at differs: those that print their usage say it before (commander, cobra) or after (argparse, click), Python and
// Java say it last, Node.js and .NET first.

// maxQuoted bounds what is quoted of a program in a sentence of ours. All of it is in the evidence.
const maxQuoted = 300

// What of a program's words is evidence when there is too much of it to read.
const (
	manyLines  = 40
	firstLines = 10
	finalLines = 20
	linesAfter = 12 // of the cause, at most
)

// leading is what stands before the words in a line: the frame around a group of exceptions, a time, a number in brackets, who says it.
const leading = `^[\s|>*•·-]*(?:\[?\d[\d:.,/TZ+ -]*\]? *|\[[\w .:/-]{1,40}\] *|\(\w+:\d+\) *)*`

// How a line begins that says why a program cannot go on. The second is the name of an exception, the third a level of a log.
var errorLine = regexp.MustCompile(leading + `(?:` + strings.Join([]string{
	`(?:[\w./-]+: )?(?i:(?:[a-z]+ ){0,3}(?:error|fatal|panic|exception|critical|failure)(?: in [\w.()]+)?(?: ?\[[\w-]+\])?:)`,
	`(?:[\w$]+(?:\.|::))*[A-Z]\w*(?:Error|Exception)(?: \[\w+\])?(?::|$)`,
	`(?:.{0,60}?[\s\[|])?(?:ERROR|FATAL|CRITICAL|PANIC|ERR)(?:[\]:|]|\s)`,
	`(?i:npm (?:error|err!) )`,
	`\{.{0,200}?"(?:level|severity)": ?"?(?i:error|fatal|critical|50|60)\b`,
	`(?i:caused by|\[cause\]): `,
	`Exception in thread |Unhandled exception[.:]|Uncaught |thread '[^']*' (?:\(\d+\) )?panicked at `,
	`[✖✗❌×🚨💥]`,
}, "|") + `)`)

// hollow is what is said of an end by those around it: it is no cause.
var hollow = regexp.MustCompile(`(?i)\bexit(?:ed|ing)?(?: with)?(?: code| status|:)|complete log of this run|shutting down|command failed|ELIFECYCLE|SystemExit\b|KeyboardInterrupt|npm (?:error|err!) (?:code|errno|syscall|path|command) `)

// Lines about a program's code: a place in it, and what marks a place.
var (
	pythonFrame = regexp.MustCompile(`^[\s|]*File ".*", line \d+`)
	codeFrame   = regexp.MustCompile(`^\s+at \S|^\s*\.\.\. \d+ more|^\s*from \S+:\d+:in |^#\d+ |^goroutine \d+ \[|^\t\S+:\d+(?: \+0x[0-9a-f]+)?$|^\s+\d+: \S+$|^(?:file:|node:)?\S*[/\\]\S+:\d+$|^node:\S+:\d+$|^Node\.js v\d|^\s*[|\s]*Traceback \(most|^Stack trace:`)
	caretLine   = regexp.MustCompile(`^[\s|]*[\^~]+[\^~\s]*$`)
)

// wordsOf gives what a program said without the lines about its code.
func wordsOf(said string) []string {
	lines := strings.Split(strings.TrimRight(said, "\n"), "\n")
	code := make([]bool, len(lines))
	for i := 0; i < len(lines); i++ {
		switch {
		case pythonFrame.MatchString(lines[i]):
			code[i] = true
			for deep := indent(lines[i]); i+1 < len(lines) && indent(lines[i+1]) > deep; i++ { // the line of the code, and what marks a place in it
				code[i+1] = true
			}
		case caretLine.MatchString(lines[i]):
			code[i] = true
			if i > 0 {
				code[i-1] = true
			}
		case codeFrame.MatchString(lines[i]):
			code[i] = true
		}
	}
	var words []string
	for i, line := range lines {
		if !code[i] {
			words = append(words, line)
		}
	}
	return words
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " \t|")) }

// complains reports whether a line begins like an error.
func complains(line string) bool {
	return errorLine.MatchString(line) && !hollow.MatchString(line)
}

// causes are the lines of a program that begin like an error, each with what belongs to it, oldest first.
func causes(said string) []string {
	words := wordsOf(said)
	var all []string
	for i := 0; i < len(words); i++ {
		if !complains(words[i]) {
			continue
		}
		block := words[i : i+1]
		for j := i + 1; j < len(words) && j <= i+linesAfter && strings.TrimSpace(words[j]) != "" && !complains(words[j]); j++ {
			block = words[i : j+1]
		}
		all = append(all, strings.Join(block, "\n"))
		i += len(block) - 1
	}
	return all
}

// Cause is the one line of a program that says why, as it is quoted; "" when none begins like an error.
func Cause(said string) string {
	for _, block := range slices.Backward(causes(said)) {
		first, rest, _ := strings.Cut(block, "\n")
		next, _, _ := strings.Cut(rest, "\n")
		words := bareLine(first)
		if next = strings.Trim(next, " \t|"); strings.HasSuffix(words, ":") && next != "" { // thread 'main' panicked at src/main.rs:4:5:
			words += " " + next
		}
		if words = strings.TrimRight(text.Shorten(words, maxQuoted), " :{[("); words != "" {
			return words
		}
	}
	return ""
}

// bareLine is one line without what stands before its words; of a log in JSON it is the message.
func bareLine(line string) string {
	line = strings.Trim(line, " \t|")
	var entry map[string]any
	if strings.HasPrefix(line, "{") && len(line) < 4096 && json.Unmarshal([]byte(line), &entry) == nil {
		for _, name := range []string{"msg", "message", "error", "err"} {
			if text, ok := entry[name].(string); ok && text != "" {
				return text
			}
		}
	}
	return line
}

// Evidence is what of a program's words is worth reading: its first and its last lines, and those about the cause.
func Evidence(said string) string {
	said = strings.TrimSpace(said)
	lines := strings.Split(said, "\n")
	if len(lines) <= manyLines {
		return said
	}
	keep := make([]bool, len(lines))
	mark := func(from, to int) {
		for i := max(from, 0); i < min(to, len(lines)); i++ {
			keep[i] = true
		}
	}
	mark(0, firstLines)
	mark(len(lines)-finalLines, len(lines))
	if all := causes(said); len(all) > 0 {
		first, rest, _ := strings.Cut(all[len(all)-1], "\n")
		for i, line := range slices.Backward(lines) {
			if line == first {
				mark(i-1, i+1+strings.Count(rest, "\n")+1)
				break
			}
		}
	}
	var kept []string
	for i, line := range lines {
		switch {
		case keep[i]:
			kept = append(kept, line)
		case keep[i-1]:
			kept = append(kept, "…")
		}
	}
	return strings.Join(kept, "\n")
}
