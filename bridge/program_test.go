package bridge

import (
	"strings"
	"testing"
	"time"

	"parley/bridge/config"
)

// Fetching a server takes longer than starting one, unless the entry says how long.
func TestProgramsThatFetchGetMoreTime(t *testing.T) {
	for line, more := range map[string]bool{
		"npx -y demo": true, "/opt/homebrew/bin/uvx lab": true, `cmd /c npx.cmd -y demo`: true, "docker run -i x": true, "env A=1 npx demo": true,
		"node server.js": false, "python3 -m lab": false, "/usr/bin/lab npx": false, "": false,
	} {
		s := NewServer(config.Server{Command: strings.Fields(line)}, Options{})
		if got := s.startLimit(); (got == fetchLimit) != more || !more && got != defaultPhaseLimit {
			t.Errorf("%s gets %s", line, got)
		}
		s = NewServer(config.Server{Command: strings.Fields(line), Timeout: time.Minute}, Options{})
		if got := s.startLimit(); got != time.Minute {
			t.Errorf("%s gets %s instead of what its entry says", line, got)
		}
	}
}
