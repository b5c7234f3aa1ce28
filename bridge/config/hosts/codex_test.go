package hosts_test

import (
	"strings"
	"testing"

	"parley/bridge/config/hosts"
)

func TestAFileOfCodexThatIsBrokenGivesNothingAwayButItsLine(t *testing.T) {
	_, err := hosts.CodexEntries("config.toml", []byte("a = 1\nb = s3cret\n"))
	if err == nil || !strings.Contains(err.Error(), "Line 2") || strings.Contains(err.Error(), "s3cret") {
		t.Error(err)
	}
}
