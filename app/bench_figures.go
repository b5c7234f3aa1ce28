package app

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// measure is every sample of one thing that was measured, in the unit of its figure.
type measure struct {
	Name    string    `json:"name"`
	Samples []float64 `json:"samples"`
}

// median is 0 without samples.
func (m measure) median() float64 {
	if len(m.Samples) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(m.Samples))
	half := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[half]
	}
	return (sorted[half-1] + sorted[half]) / 2
}

// unit is what samples are counted in, and which way is worse.
type unit struct {
	word      string
	digits    int
	moreIsOne bool // a larger sample is the better one
}

func milliseconds() unit { return unit{word: "ms", digits: 1} }
func megabytes() unit    { return unit{word: "MB"} }
func perSecond() unit    { return unit{word: "/s", moreIsOne: true} }
func share() unit        { return unit{digits: 2, moreIsOne: true} }

func (u unit) write(value float64) string {
	return strings.TrimSpace(fmt.Sprintf("%.*f %s", u.digits, value, u.word))
}

// limit writes a number that was chosen, not measured.
func (u unit) limit(value float64) string {
	return strings.TrimSpace(fmt.Sprintf("%g %s", value, u.word))
}

// worst is the sample that is furthest on the wrong side.
func (u unit) worst(m measure) float64 {
	if len(m.Samples) == 0 {
		return 0
	}
	if u.moreIsOne {
		return slices.Min(m.Samples)
	}
	return slices.Max(m.Samples)
}

// target is what a figure has to keep to; 0 asks for nothing. For a unit of which more is better it is the least, otherwise
// what all must stay under.
type target struct{ median, worst float64 }

func (t target) none() bool { return t == target{} }

func (t target) met(u unit, m measure) bool {
	return keeps(u, m.median(), t.median) && keeps(u, u.worst(m), t.worst)
}

func keeps(u unit, value, limit float64) bool {
	switch {
	case limit == 0:
		return true
	case u.moreIsOne:
		return value >= limit
	}
	return value < limit
}

func (t target) words(u unit) string {
	bound := "under "
	if u.moreIsOne {
		bound = "at least "
	}
	var words []string
	if t.median != 0 {
		words = append(words, "median "+bound+u.limit(t.median))
	}
	if t.worst != 0 {
		words = append(words, "worst "+bound+u.limit(t.worst))
	}
	return strings.Join(words, ", ")
}

// figure is one line of what is printed, and what stands beside it for comparison.
type figure struct {
	name   string
	unit   unit
	of     measure
	target target
	beside []figure
}

// print writes "name: median X ms, worst Y ms (target …, met)", and the comparisons below it.
func (f figure) print(out io.Writer) {
	fmt.Fprintf(out, "%s: %s\n", f.name, f.words())
	for _, other := range f.beside {
		fmt.Fprintf(out, "    %s: %s\n", other.name, other.words())
	}
}

func (f figure) words() string {
	words := "not measured here"
	switch len(f.of.Samples) {
	case 0:
	case 1:
		words = f.unit.write(f.of.Samples[0])
	default:
		words = "median " + f.unit.write(f.of.median()) + ", worst " + f.unit.write(f.unit.worst(f.of))
	}
	if f.target.none() || len(f.of.Samples) == 0 {
		return words
	}
	verdict := "missed"
	if f.target.met(f.unit, f.of) {
		verdict = "met"
	}
	return words + " (target " + f.target.words(f.unit) + ", " + verdict + ")"
}
