package app

import (
	"strings"
	"testing"
)

func TestAFigureSaysItsTargetAndWhetherItWasMet(t *testing.T) {
	for _, c := range []struct {
		name string
		f    figure
		want string
	}{
		{"met", figure{name: "click", unit: milliseconds(), of: measure{Samples: []float64{30, 90, 20}}, target: target{40, 100}},
			"click: median 30.0 ms, worst 90.0 ms (target median under 40 ms, worst under 100 ms, met)"},
		{"one slow sample", figure{name: "click", unit: milliseconds(), of: measure{Samples: []float64{30, 130, 20}}, target: target{40, 100}},
			"click: median 30.0 ms, worst 130.0 ms (target median under 40 ms, worst under 100 ms, missed)"},
		{"slow as a whole", figure{name: "click", unit: milliseconds(), of: measure{Samples: []float64{40, 44}}, target: target{40, 100}},
			"click: median 42.0 ms, worst 44.0 ms (target median under 40 ms, worst under 100 ms, missed)"},
		{"the limit itself is not under it", figure{name: "frame", unit: milliseconds(), of: measure{Samples: []float64{10, 50}}, target: target{worst: 50}},
			"frame: median 30.0 ms, worst 50.0 ms (target worst under 50 ms, missed)"},
		{"more is better", figure{name: "rate", unit: perSecond(), of: measure{Samples: []float64{100, 300, 200}}},
			"rate: median 200 /s, worst 100 /s"},
		{"a share that is enough", figure{name: "share", unit: share(), of: measure{Samples: []float64{0.8, 0.8}}, target: target{median: 0.8}},
			"share: median 0.80, worst 0.80 (target median at least 0.8, met)"},
		{"a share that is not", figure{name: "share", unit: share(), of: measure{Samples: []float64{0.7, 0.9, 0.75}}, target: target{median: 0.8}},
			"share: median 0.75, worst 0.70 (target median at least 0.8, missed)"},
		{"one sample", figure{name: "memory", unit: megabytes(), of: measure{Samples: []float64{145.4}}},
			"memory: 145 MB"},
		{"no sample never meets a target", figure{name: "memory", unit: megabytes(), target: target{median: 10}},
			"memory: not measured here"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out strings.Builder
			c.f.print(&out)
			if got := strings.TrimSuffix(out.String(), "\n"); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestComparisonsStandBelowTheirFigure(t *testing.T) {
	var out strings.Builder
	figure{name: "start", unit: milliseconds(), of: measure{Samples: []float64{500}},
		beside: []figure{{name: "an empty window", unit: milliseconds(), of: measure{Samples: []float64{400}}}}}.print(&out)
	if want := "start: 500.0 ms\n    an empty window: 400.0 ms\n"; out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
