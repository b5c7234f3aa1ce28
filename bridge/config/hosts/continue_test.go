package hosts_test

import (
	"slices"
	"testing"

	"parley/bridge/config"
)

func TestWhatContinueWritesRunsAsItDoesThere(t *testing.T) {
	continues := in(t, "/h/.continue/config.yaml", "mcpServers:\n- name: A b\n  command: npx\n  args: [demo]\n  env:\n    K: ${{ secrets.org/pack/NOT_SET }}\n    L: ${{ inputs.SET }}\n- name: R\n  type: sse\n  url: https://x.example\n  requestOptions: {headers: {A: 'Bearer ${{secrets.SET}}'}, verifySsl: false}\n", map[string]string{"SET": "here"})
	a, r := continues.Servers[0], continues.Servers[1]
	if a.Name != "A b" || len(a.Inputs) != 1 || a.Inputs[0].ID != "org/pack/NOT_SET" || a.Env["L"] != "here" {
		t.Errorf("%s", fields(a))
	}
	if r.Transport != config.SSE || r.Headers["A"] != "Bearer here" {
		t.Errorf("%s", fields(r))
	}
}

func TestTheOlderListOfContinueIsRead(t *testing.T) {
	file := in(t, "/h/.continue/config.json", `{"models":[],"experimental":{"modelContextProtocolServers":[{"transport":{"type":"stdio","command":"uvx","args":["demo"],"env":{"K":"v"}}}]}}`, nil)
	if s := file.Servers[0]; s.Name != "server-1" || !slices.Equal(s.Command, []string{"uvx", "demo"}) || s.Env["K"] != "v" {
		t.Errorf("%s", fields(s))
	}
}
