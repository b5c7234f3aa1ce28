package program

import (
	"errors"
	"strings"
	"testing"
)

// CVE-2024-24576: the expected lines are those of Rust's standard library, which was mended for it.
func TestBatchFilesGetTheirArgumentsAsTheyAre(t *testing.T) {
	const begin, end = `cmd.exe /e:ON /v:OFF /d /c ""C:\nodejs\npx.cmd"`, `"`
	for args, want := range map[string]string{
		`-y`:                         ` -y`,
		`@scope/server@1.0`:          ` @scope/server@1.0`,
		``:                           ` ""`,
		`two words`:                  ` "two words"`,
		`a&calc.exe`:                 ` "a&calc.exe"`,
		`"&calc.exe`:                 ` """&calc.exe"`,
		`say "hi"`:                   ` "say ""hi"""`,
		`%PATH%`:                     ` "%%cd:~,%PATH%%cd:~,%"`,
		`back\`:                      ` "back\\"`,
		`C:\lab\data`:                ` C:\lab\data`,
		`C:\my lab\`:                 ` "C:\my lab\\"`,
		`tail\"x`:                    ` "tail\\""x"`,
		`{"a":1}`:                    ` "{""a"":1}"`,
		`caret^ pipe| less< more> !`: ` "caret^ pipe| less< more> !"`,
		`(x)`:                        ` "(x)"`,
		`Zürich`:                     ` Zürich`,
	} {
		got, err := batchLine(`C:\nodejs\npx.cmd`, []string{args})
		if err != nil || got != begin+want+end {
			t.Errorf("%s\n got %s, %v\nwant %s", args, got, err, begin+want+end)
		}
	}
}

func TestWhatCannotBeQuotedSafelyIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		script, arg string
		want        error
	}{
		"line feed":        {`C:\x.cmd`, "a\nb", errBatchBreak},
		"carriage return":  {`C:\x.cmd`, "a\rb", errBatchBreak},
		"null":             {`C:\x.cmd`, "a\x00b", errBatchBreak},
		"too long":         {`C:\x.cmd`, strings.Repeat("a", maxBatchLine), errBatchLong},
		"quote in a name":  {`C:\x".cmd`, "", errBatchName},
		"ends in a folder": {`C:\x\`, "", errBatchName},
	} {
		if _, err := batchLine(c.script, []string{c.arg}); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
