package schema

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// manyFields is a schema of n text fields.
func manyFields(n int) []byte {
	var out bytes.Buffer
	out.WriteString(`{"type":"object","properties":{`)
	for i := range n {
		if i > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(&out, `"f%d":{"type":"string"}`, i)
	}
	out.WriteString(`}}`)
	return out.Bytes()
}

func TestAFormOfAMillionFieldsIsOneBoxAndCostsNextToNothing(t *testing.T) {
	schema := manyFields(1_000_000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	form := Parse(schema)
	runtime.ReadMemStats(&after)
	if len(form.Fields) != 1 || form.Fields[0].Kind != JSON || !strings.Contains(form.Note, "far more entries") {
		t.Fatalf("%d fields, note %q", len(form.Fields), form.Note)
	}
	if took := (after.TotalAlloc - before.TotalAlloc) >> 20; took > 8 {
		t.Errorf("looking at it took %d MB", took)
	}
	content, problems := form.Content([]Input{{Text: `{"f7":"x"}`}})
	if string(content) != `{"f7":"x"}` || problems != nil {
		t.Errorf("%s, %v", content, problems)
	}
}

func TestAFormOfThousandsOfFieldsStaysAForm(t *testing.T) {
	if n := len(Parse(manyFields(mostFields)).Fields); n != mostFields {
		t.Errorf("%d fields", n)
	}
	if n := len(Parse(manyFields(mostFields + 1)).Fields); n != 1 {
		t.Errorf("%d fields above the limit", n)
	}
}
