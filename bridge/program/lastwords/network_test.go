package lastwords_test

import (
	"strings"
	"testing"

	"parley/bridge/program/lastwords"
)

func TestNetworkErrorIsOneWhileNothingBetterWasSaidSince(t *testing.T) {
	for said, want := range map[string]bool{
		"error: Failed to fetch: `https://pypi.org/simple/x/`\n  Caused by: dns error\n":                    true,
		"npm error code ENOTFOUND\nnpm error network request to https://r failed\n":                         true,
		"docker: Error response from daemon: lookup registry-1.docker.io: no such host.\nSee 'docker help'": true,
		"WARNING: Retrying after connection broken: Connection refused":                                     false,
		"npm warn attempt 1 failed with ETIMEDOUT":                                                          false,
		"Error: ECONNREFUSED\n" + strings.Repeat("fetching part\n", 20):                                     false,
		"": false,
	} {
		if got := lastwords.ReachesNothing(said); got != want {
			t.Errorf("%q: %v", said, got)
		}
	}
}
