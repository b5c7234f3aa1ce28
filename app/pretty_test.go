package app

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/bridge/wiretest"
)

// A thousand brackets with a hundred thousand numbers inside would be laid out in 200 MB of spaces.
func TestLayingOutTakesNoMoreRoomThanItIsWorth(t *testing.T) {
	deep := strings.Repeat("[", 1000) + strings.Repeat("1,", 100_000) + "1" + strings.Repeat("]", 1000)
	for name, raw := range map[string]string{"deep": deep, "deeper than JSON may be": strings.Repeat("[", 3_000_000)} {
		if got := prettyJSON(json.RawMessage(raw)); got != raw {
			t.Errorf("%s: %d bytes became %d", name, len(raw), len(got))
		}
	}
	flat := "[" + strings.Repeat("1,", 1_000_000) + "1]"
	if got := prettyJSON(json.RawMessage(flat)); strings.Count(got, "\n") != 1_000_002 {
		t.Errorf("a list of a million numbers has %d lines", strings.Count(got, "\n")+1)
	}
	if got := prettyJSON(json.RawMessage(`{"a":["]}",{"b":1}]}`)); got != "{\n  \"a\": [\n    \"]}\",\n    {\n      \"b\": 1\n    }\n  ]\n}" {
		t.Error(got)
	}
}

// What a person types and what stands in a file is looked at before it is gone through level by level.
func TestDeepTextOfAPersonEndsNothing(t *testing.T) {
	wiretest.Alone(t, func(t *testing.T) {
		for _, deep := range []string{strings.Repeat("[", 500_000), strings.Repeat(`{"env":`, 500_000), `{"env":{"KEY":"s3cret"},"a":` + strings.Repeat("[", 500_000)} {
			raw := json.RawMessage(deep)
			if m := masked(raw); m.text != "" {
				t.Errorf("of a text that cannot be gone through, %.60s is shown", m.text)
			}
			if _, err := (masking{}).unmasked(raw); err == nil {
				t.Error("dots were put back into a text that cannot be gone through")
			}
			if got := objectProblem(raw); !strings.Contains(got, "more than 1000 lists") {
				t.Errorf("the person reads %q", got)
			}
			readSchema(raw)
		}
	})
}
