package schema

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// words is the whole message: where in the value, and what is wrong there.
func (v verdict) words(n *node) string {
	where := placeWords(n, v.path)
	if where == "" {
		return upperFirst(v.fault) + "."
	}
	return "At " + where + ": " + v.fault + "."
}

// placeWords names a place inside a value: “items”, entry 2, “sku”.
func placeWords(n *node, path []string) string {
	var steps []string
	for _, step := range path {
		if n != nil && n.is == isArray {
			var i int
			if _, err := fmt.Sscan(step, &i); err == nil && i >= 0 && i < len(n.items) {
				steps = append(steps, fmt.Sprintf("entry %d", i+1))
				n = n.items[i]
				continue
			}
		}
		steps = append(steps, "“"+shorten(step)+"”")
		n = n.get(step)
	}
	return strings.Join(steps, ", ")
}

// faultWords says what is wrong, without the value itself: it may be a secret. names gives the labels of keys of
// the value itself, where it has any.
func faultWords(e *jsonschema.ValidationError, names map[string]string) string {
	if len(e.InstanceLocation) > 0 {
		names = nil
	}
	switch k := e.ErrorKind.(type) {
	case *kind.AnyOf:
		return alternativesWords(e, names)
	case *kind.OneOf:
		if len(k.Subschemas) > 0 {
			return "this fits more than one of the forms that the server tells apart"
		}
		return alternativesWords(e, names)
	case *kind.Required:
		return missingWords(k.Missing, names)
	case *kind.AdditionalProperties:
		slices.Sort(k.Properties)
		return "there is no entry called " + listed(k.Properties) + " here"
	case *kind.DependentRequired:
		return fmt.Sprintf("with %s, %s", named(k.Prop, names), missingWords(k.Missing, names))
	case *kind.PropertyNames:
		return fmt.Sprintf("the name “%s” is not allowed", shorten(k.Property))
	case *kind.MinProperties:
		return fmt.Sprintf("this needs at least %s", counted(k.Want, "entry", "entries"))
	case *kind.MaxProperties:
		return fmt.Sprintf("this may have at most %s", counted(k.Want, "entry", "entries"))
	case *kind.FalseSchema:
		return "no value is allowed here"
	case *kind.Not:
		return "this value is not allowed"
	}
	if words := listFault(e.ErrorKind); words != "" {
		return words
	}
	return valueFault(e.ErrorKind)
}

func listFault(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.MinItems:
		return fmt.Sprintf("this list needs at least %s", counted(k.Want, "entry", "entries"))
	case *kind.MaxItems:
		return fmt.Sprintf("this list may have at most %s", counted(k.Want, "entry", "entries"))
	case *kind.AdditionalItems:
		return fmt.Sprintf("this list has %s too many", counted(k.Count, "entry", "entries"))
	case *kind.UniqueItems:
		return fmt.Sprintf("entries %d and %d are the same, but each must be different", k.Duplicates[0]+1, k.Duplicates[1]+1)
	case *kind.Contains, *kind.MinContains:
		return "this list lacks an entry that the server asks for"
	case *kind.MaxContains:
		return "this list has too many entries of one sort"
	}
	return ""
}

func valueFault(k jsonschema.ErrorKind) string {
	switch k := k.(type) {
	case *kind.Type:
		return fmt.Sprintf("this must be %s, not %s", typeWords(k.Want), typeWords([]string{k.Got}))
	case *kind.Enum:
		return "this must be one of " + valuesWords(k.Want)
	case *kind.Const:
		return "this must be " + valuesWords([]any{k.Want})
	case *kind.MinLength:
		return fmt.Sprintf("this needs at least %s", counted(k.Want, "character", "characters"))
	case *kind.MaxLength:
		return fmt.Sprintf("this may have at most %s", counted(k.Want, "character", "characters"))
	case *kind.Pattern:
		return "this does not have the format that the server asks for"
	case *kind.Format:
		return formatFault(k.Err)
	case *kind.Minimum:
		return "this must be at least " + rational(k.Want)
	case *kind.Maximum:
		return "this must be at most " + rational(k.Want)
	case *kind.ExclusiveMinimum:
		return "this must be greater than " + rational(k.Want)
	case *kind.ExclusiveMaximum:
		return "this must be less than " + rational(k.Want)
	case *kind.MultipleOf:
		return "this must be a multiple of " + rational(k.Want)
	}
	return "this does not fit what the server asks for"
}

// alternativesWords sums up why none of several forms fits, when all fail for the same sort of reason.
func alternativesWords(e *jsonschema.ValidationError, names map[string]string) string {
	var types, missing []string
	for _, cause := range e.Causes {
		faults := flatten(cause)
		if len(faults) != 1 || len(faults[0].InstanceLocation) != len(e.InstanceLocation) {
			continue
		}
		switch k := faults[0].ErrorKind.(type) {
		case *kind.Type:
			types = append(types, k.Want...)
		case *kind.Required:
			if len(k.Missing) == 1 {
				missing = append(missing, named(k.Missing[0], names))
			}
		}
	}
	switch {
	case len(types) > 0 && len(missing) == 0:
		return "this must be " + typeWords(types)
	case len(missing) == len(e.Causes) && len(missing) > 0:
		return "one of these is needed: " + strings.Join(missing, ", ")
	}
	return "this fits none of the forms that the server allows"
}

// typeWords are the JSON types in a person's words: a text, a list or nothing (null).
func typeWords(types []string) string {
	var words []string
	for _, name := range types {
		word := map[string]string{
			"string": "a text in quotes", "number": "a number", "integer": "a whole number", "boolean": "true or false",
			"object": "an object in braces { }", "array": "a list in square brackets [ ]", "null": "null",
		}[name]
		if word != "" && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

func missingWords(keys []string, names map[string]string) string {
	labels := make([]string, len(keys))
	for i, key := range keys {
		labels[i] = cmp.Or(names[key], key)
	}
	if len(keys) == 1 {
		return listed(labels) + " is missing"
	}
	return listed(labels) + " are missing"
}

func named(key string, names map[string]string) string {
	return "“" + shorten(cmp.Or(names[key], key)) + "”"
}

func valuesWords(values []any) string {
	const most = 6
	var words []string
	for i, v := range values {
		if i == most {
			words = append(words, "…")
			break
		}
		words = append(words, shorten(string(plainJSON(v))))
	}
	return strings.Join(words, ", ")
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// formatFault fits the message of a format into a sentence.
func formatFault(err error) string {
	if err == nil {
		return "this does not have the format that the server asks for"
	}
	return lowerFirst(strings.TrimSuffix(err.Error(), "."))
}

// rational writes a limit exactly; limits are decimals, so their digits end.
func rational(r *big.Rat) string {
	if r.IsInt() {
		return shorten(r.Num().String())
	}
	digits, exact := r.FloatPrec()
	if !exact {
		return shorten(r.RatString())
	}
	return shorten(r.FloatString(digits))
}
