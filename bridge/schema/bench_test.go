package schema

import (
	"fmt"
	"strings"
	"testing"
)

// manyProperties is a flat schema of n properties with a bit of everything.
func manyProperties(n int) []byte {
	kinds := []string{
		`{"type":"string","title":"A text","maxLength":40,"default":"x"}`,
		`{"type":"integer","minimum":1,"maximum":64,"default":4}`,
		`{"type":"boolean","default":true}`,
		`{"$ref":"#/$defs/Priority"}`,
		`{"type":"string","pattern":"^[A-Z]{3}-[0-9]+$","default":"ABC-1"}`,
		`{"type":"array","items":{"type":"string","enum":["a","b","c"]},"default":["b"]}`,
		`{"anyOf":[{"type":"string"},{"type":"null"}],"default":null}`,
		`{"type":"object","default":{"depth":2}}`,
	}
	var out strings.Builder
	out.WriteString(`{"type":"object","$defs":{"Priority":{"type":"string","enum":["low","high"],"default":"low"}},"properties":{`)
	for i := range n {
		if i > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(&out, `"property_%d":%s`, i, kinds[i%len(kinds)])
	}
	out.WriteString(`},"required":["property_0","property_1"]}`)
	return []byte(out.String())
}

var sizes = []int{10, 200, 5000}

func BenchmarkParse(b *testing.B) {
	for _, n := range sizes {
		raw := manyProperties(n)
		b.Run(fmt.Sprintf("%d fields", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if form := Parse(raw); len(form.Fields) != n {
					b.Fatalf("%d fields", len(form.Fields))
				}
			}
		})
	}
}

func BenchmarkContent(b *testing.B) {
	for _, n := range sizes {
		form := Parse(manyProperties(n))
		inputs := form.Inputs()
		b.Run(fmt.Sprintf("%d fields", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, problems := form.Content(inputs); problems != nil {
					b.Fatal(problems)
				}
			}
		})
	}
}

func BenchmarkValidate(b *testing.B) {
	for _, n := range sizes {
		form := Parse(manyProperties(n))
		content, problems := form.Content(form.Inputs())
		if problems != nil {
			b.Fatal(problems)
		}
		b.Run(fmt.Sprintf("%d fields", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if problems := form.Validate(content); problems != nil {
					b.Fatal(problems)
				}
			}
		})
	}
}
