package ospath_test

import (
	"testing"

	"parley/bridge/config/ospath"
)

func TestPathsAreThoseOfTheirSystem(t *testing.T) {
	for _, test := range []struct {
		system             ospath.System
		path, folder, name string
		whole              bool
		joined             string // below /b, or below C:\b
	}{
		{"linux", "/a/b", "/a", "b", true, "/a/b"},
		{"linux", "/b", "/", "b", true, "/b"},
		{"linux", `C:\a`, "", `C:\a`, false, `/b/C:\a`},
		{"linux", "./a/../c", "./a/..", "c", false, "/b/c"},
		{"windows", `C:\a\b`, `C:\a`, "b", true, `C:\a\b`},
		{"windows", `C:\b`, `C:\`, "b", true, `C:\b`},
		{"windows", `\\host\share`, `\\host`, "share", true, `\\host\share`},
		{"windows", "./a/b", "./a", "b", false, `C:\b\a/b`},
	} {
		base := "/b"
		if test.system.Windows() {
			base = `C:\b`
		}
		folder, name := test.system.Split(test.path)
		if folder != test.folder || name != test.name || test.system.Whole(test.path) != test.whole {
			t.Errorf("%s of %s: %q, %q", test.path, test.system, folder, name)
		}
		if joined := test.system.Join(test.path, "", base); joined != test.joined {
			t.Errorf("%s of %s: %s", test.path, test.system, joined)
		}
	}
	if ospath.System("linux").Join("a", "b") != "" {
		t.Error("a path that begins nowhere")
	}
}
