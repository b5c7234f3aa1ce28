package bridge

import "testing"

func TestToolsWithHeadersThatCannotBeAreFound(t *testing.T) {
	for schema, bad := range map[string]bool{
		`{"properties":{"a":{"type":"string","x-mcp-header":"Region"}}}`:                                                          false,
		`{"properties":{"a":{"type":"integer","x-mcp-header":"A"},"b":{"type":"boolean","x-mcp-header":"B"}}}`:                    false,
		`{"properties":{"a":{"type":"string"}}}`:                                                                                  false,
		`{"properties":{"a":{"type":"string","description":"x-mcp-header"}}}`:                                                     false,
		`{"properties":{"a":{"type":"string","x-mcp-header":""}}}`:                                                                true,
		`{"properties":{"a":{"type":"string","x-mcp-header":7}}}`:                                                                 true,
		`{"properties":{"a":{"type":"string","x-mcp-header":"two words"}}}`:                                                       true,
		`{"properties":{"a":{"type":"string","x-mcp-header":"Ä"}}}`:                                                               true,
		`{"properties":{"a":{"type":"string","x-mcp-header":"A\u0000"}}}`:                                                         true,
		`{"properties":{"a":{"type":"number","x-mcp-header":"A"}}}`:                                                               true,
		`{"properties":{"a":{"type":"object","x-mcp-header":"A"}}}`:                                                               true,
		`{"properties":{"a":{"x-mcp-header":"A"}}}`:                                                                               true,
		`{"properties":{"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}}}`:                      true,
		`{"properties":{"o":{"type":"object","properties":{"a":{"type":"string","x-mcp-header":"A b"}}}}}`:                        true,
		`{"properties":{"a":{"type":"string","x-mcp-header":"A"},"o":{"properties":{"b":{"type":"string","x-mcp-header":"A"}}}}}`: true,
	} {
		if why := headerFault([]byte(schema)); (why != "") != bad {
			t.Errorf("%s: %q", schema, why)
		}
	}
}
