package demo

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
)

// reportSize is the length of the report in bytes: 10 MB.
const reportSize = 10_000_000

func largeReport() tool {
	return tool{
		name:        "large_report",
		title:       "Large report",
		description: "Gives back 10 MB of text, the readings of a make-believe weather station. It is the same text every time.",
		hints:       harmless(),
		run:         runLargeReport,
	}
}

func runLargeReport(context.Context, *call) (outcome, error) {
	text := report(reportSize)
	lines := strings.Count(text, "\n") + 1
	sum := sha256.Sum256([]byte(text))
	return outcome{
		say:  fmt.Sprintf("Here are %d lines of readings, 10 MB in all.", lines),
		long: text,
		facts: struct {
			facts
			Bytes  int    `json:"bytes"`
			Lines  int    `json:"lines"`
			SHA256 string `json:"sha256"`
		}{facts{"done"}, len(text), lines, hex.EncodeToString(sum[:])},
	}, nil
}

// report writes exactly size bytes of readings, the same ones every time.
func report(size int) string {
	var out strings.Builder
	out.Grow(size + 128)
	skies := []string{"clear", "cloudy", "rain", "snow", "fog", "thunder"}
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	dice := uint32(2026)
	roll := func(n int) int {
		dice = dice*1664525 + 1013904223 // Numerical Recipes' generator: plain, and the same everywhere
		return int(dice>>16) % n
	}
	for line := 1; out.Len() < size; line++ {
		fmt.Fprintf(&out, "%06d  %s  station %02d  %5.1f °C  %3d %%  %4d hPa  wind %2d km/h  %s\n",
			line, at.Format("2006-01-02 15:04:05"), 1+roll(24), float64(roll(500)-150)/10, roll(101), 970+roll(70), roll(90), skies[roll(len(skies))])
		at = at.Add(5 * time.Minute)
	}
	text := strings.ToValidUTF8(out.String()[:size], "")
	return text + strings.Repeat(".", size-len(text))
}
