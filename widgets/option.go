package widgets

import (
	"strings"
	"unicode/utf8"

	"fyne.io/fyne/v2/lang"

	"parley/bridge/schema"
)

// shownOption is an option as it is drawn. Options that would look the same say what is sent for them.
type shownOption struct {
	label string // one line
	sent  string // the value, where another option of another value has the same label; else ""
	means string // the server's explanation; may be ""
}

func shownOptions(f schema.Field) []shownOption {
	shown := make([]shownOption, len(f.Options))
	alike := map[string][]int{}
	for i, o := range f.Options {
		shown[i] = shownOption{label: PlainLine(o.Label, maxLabel), means: plainUpTo(o.Description, maxDescribe)}
		look := strings.Join(strings.Fields(shown[i].label), " ") // blanks at the end are not seen
		alike[look] = append(alike[look], i)
	}
	for _, group := range alike {
		tellApart(f.Options, shown, group)
	}
	return shown
}

// tellApart gives options that look the same the values that are sent for them: whole when they are short, else the part in which
// they differ.
func tellApart(options []schema.Option, shown []shownOption, group []int) {
	first, same, differ := string(options[group[0]].Value), 0, false
	for _, i := range group {
		if value := string(options[i].Value); value != first {
			if common := commonStart(first, value); !differ || common < same {
				same = common
			}
			differ = true
		}
	}
	if !differ {
		return // one option, or one value offered twice
	}
	for _, i := range group {
		shown[i].sent = PlainLine(aroundDifference(string(options[i].Value), same), mostSent)
	}
}

const mostSent = 60 // characters of a value

func aroundDifference(value string, at int) string {
	if utf8.RuneCountInString(value) <= mostSent || at < mostSent/2 {
		return value
	}
	from := at - mostSent/3
	for from > 0 && !utf8.RuneStart(value[from]) {
		from--
	}
	return "…" + value[from:]
}

func commonStart(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// line is the option where there is one line for it.
func (o shownOption) line() string {
	if o.sent == "" {
		return o.label
	}
	return o.label + " · " + o.sent
}

// more is what stands under the label, "" for nothing.
func (o shownOption) more() string {
	if o.sent == "" {
		return o.means
	}
	sends := lang.L("sends {{.Value}}", map[string]any{"Value": o.sent})
	if o.means == "" {
		return sends
	}
	return sends + "\n" + o.means
}

// searched is all that a search looks into.
func (o shownOption) searched() string {
	return strings.ToLower(o.label + " " + o.sent + " " + o.means)
}

// labelled are options of labels alone, for a yes or no.
func labelled(labels ...string) []shownOption {
	shown := make([]shownOption, len(labels))
	for i, label := range labels {
		shown[i].label = label
	}
	return shown
}
