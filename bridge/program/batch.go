package program

import (
	"errors"
	"fmt"
	"strings"
)

// maxBatchLine is the longest line that the command processor of Windows takes.
const maxBatchLine = 8191

var (
	errBatchBreak = errors.New("an argument has a line break or a null character in it")
	errBatchLong  = fmt.Errorf("the command line is longer than %d characters", maxBatchLine)
	errBatchName  = errors.New("the name of the script has a quotation mark in it")
)

// isBatch reports whether a file is a script of the command processor of Windows, such as npx.cmd.
func isBatch(path string) bool {
	lower := strings.ToLower(path)
	return strings.HasSuffix(lower, ".cmd") || strings.HasSuffix(lower, ".bat")
}

// batchLine is the line with which the command processor runs a script so that every argument arrives as it is and none of it is
// run (CVE-2024-24576; the quoting is that of Rust's standard library). What cannot be quoted safely is refused.
func batchLine(script string, args []string) (string, error) {
	if strings.ContainsAny(script, "\"\r\n\x00") || strings.HasSuffix(script, `\`) {
		return "", errBatchName
	}
	var line strings.Builder
	// The switches: no AutoRun, and with the extensions that %cd:~,% needs; ! means nothing.
	line.WriteString(`cmd.exe /e:ON /v:OFF /d /c ""` + strings.ReplaceAll(script, "%", "%%cd:~,%") + `"`)
	for _, arg := range args {
		if strings.ContainsAny(arg, "\r\n\x00") {
			return "", errBatchBreak
		}
		line.WriteByte(' ')
		appendBatchArg(&line, arg)
	}
	line.WriteByte('"')
	if line.Len() > maxBatchLine {
		return "", errBatchLong
	}
	return line.String(), nil
}

// appendBatchArg writes one argument, quoted unless it is sure to need no quotes.
func appendBatchArg(line *strings.Builder, arg string) {
	quote := arg == "" || strings.HasSuffix(arg, `\`) || strings.ContainsFunc(arg, needsQuotes)
	if quote {
		line.WriteByte('"')
	}
	backslashes := 0
	for _, c := range arg {
		switch c {
		case '\\':
			backslashes++
		case '"':
			line.WriteString(strings.Repeat(`\`, backslashes) + `"`) // doubled; those before it too
			backslashes = 0
		case '%':
			line.WriteString(`%%cd:~,`) // an empty piece of a variable, so that no other is read in its place
			backslashes = 0
		default:
			backslashes = 0
		}
		line.WriteRune(c)
	}
	if quote {
		line.WriteString(strings.Repeat(`\`, backslashes) + `"`)
	}
}

func needsQuotes(c rune) bool {
	if c >= 0x80 {
		return c <= 0x9f
	}
	letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
	return !letter && !strings.ContainsRune(`#$*+-./:?@\_`, c)
}
