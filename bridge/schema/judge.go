package schema

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// judge checks a finished value against a part of the schema with a validator for JSON Schema 2020-12. It is for what
// the checks of the kinds do not cover: JSON boxes, and rules that concern the object as a whole.
//
// A part that cannot be judged allows everything: a broken schema, an unknown dialect or a reference to somewhere
// else never blocks an answer. Nothing is fetched. The work for one value is bounded, whatever the schema says. It is safe
// for concurrent use.
type judge struct {
	root   *node
	part   *node
	skip   map[*node]bool    // properties that are judged elsewhere
	names  map[string]string // labels of the keys of the value itself; nil when it has none
	budget *budget

	once     sync.Once
	compiled *jsonschema.Schema // nil: everything is allowed

	turn  sync.Mutex // one value at a time, for steps
	steps int
	until time.Time
	slow  atomic.Bool // it ran out of steps before
}

// mostSteps bounds how many parts of the schema are visited for one value: alternatives that refer to alternatives
// multiply without end.
const mostSteps = 100_000

func (b *builder) judgeOf(part *node) *judge {
	return &judge{root: b.resolver.root, part: part, budget: b.budget}
}

// verdict is one thing wrong with a value.
type verdict struct {
	path  []string // keys and positions from the value down to the place
	kind  jsonschema.ErrorKind
	fault string // in plain words, for a place inside the value
	order []int  // of the place in the value
}

// problem says the first thing that is wrong, in the order of the value; "" when nothing is.
func (j *judge) problem(n *node) string {
	verdicts := j.verdicts(n)
	if len(verdicts) == 0 {
		return ""
	}
	return verdicts[0].words(n)
}

// verdicts lists what is wrong, in the order of the value.
func (j *judge) verdicts(n *node) []verdict {
	if j.budget.isSpent() || j.slow.Load() {
		return nil
	}
	defer j.budget.charge(time.Now())
	j.once.Do(j.compile)
	if j.compiled == nil {
		return nil
	}
	value, ok := plainValue(n)
	if !ok {
		return nil
	}
	var invalid *jsonschema.ValidationError
	if !errors.As(j.validate(value), &invalid) {
		return nil
	}
	if isCircular(invalid) {
		return nil // the schema's own fault
	}
	var verdicts []verdict
	for _, fault := range flatten(invalid) {
		verdicts = append(verdicts, verdict{
			path: fault.InstanceLocation, kind: fault.ErrorKind, fault: faultWords(fault, j.names), order: orderOf(n, fault.InstanceLocation),
		})
	}
	slices.SortStableFunc(verdicts, func(a, b verdict) int {
		return cmp.Or(slices.Compare(a.order, b.order), cmp.Compare(a.fault, b.fault))
	})
	return slices.CompactFunc(verdicts, func(a, b verdict) bool {
		return slices.Equal(a.path, b.path) && a.fault == b.fault
	})
}

func isCircular(e *jsonschema.ValidationError) bool {
	if _, ok := e.ErrorKind.(*kind.RefCycle); ok {
		return true
	}
	return slices.ContainsFunc(e.Causes, isCircular)
}

type outOfSteps struct{}

// validate gives the validator's error, nil too when it would take too long or fails by itself.
func (j *judge) validate(value any) (err error) {
	j.turn.Lock()
	defer j.turn.Unlock()
	j.steps, j.until = 0, time.Now().Add(mostSpent)
	defer func() {
		if problem := recover(); problem != nil {
			_, outOf := problem.(outOfSteps)
			j.slow.Store(outOf)
			err = nil
		}
	}()
	return j.compiled.Validate(value)
}

// step is called by the validator once for every part of the schema that it visits.
func (j *judge) step() {
	j.steps++
	const now = 256 // how often it looks at the clock
	if j.steps > mostSteps || j.steps%now == 0 && time.Now().After(j.until) {
		panic(outOfSteps{})
	}
}

const resourceName = "urn:parley:form"

func (j *judge) compile() {
	defer func() {
		if recover() != nil {
			j.compiled = nil
		}
	}()
	document, ok := plainSchema(j.root, j.part, j.skip)
	if !ok {
		return
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	c.UseRegexpEngine(func(text string) (jsonschema.Regexp, error) {
		return judgePattern{newPattern(text, j.budget)}, nil
	})
	c.AssertFormat()
	c.RegisterFormat(&jsonschema.Format{Name: stepFormat, Validate: func(any) error { j.step(); return nil }})
	for _, name := range []string{"email", "uri", "date", "date-time"} {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: func(v any) error {
			j.step()
			if text, ok := v.(string); ok {
				if problem := formatProblem(name, text); problem != "" {
					return errors.New(problem)
				}
			}
			return nil
		}})
	}
	if c.AddResource(resourceName, document) != nil {
		return
	}
	if compiled, err := c.Compile(resourceName); err == nil {
		j.compiled = compiled
	}
}

// noLoader fetches nothing.
type noLoader struct{}

func (noLoader) Load(string) (any, error) { return nil, errors.New("nothing is fetched") }

// judgePattern is a pattern as the validator wants it.
type judgePattern struct{ *pattern }

func (p judgePattern) MatchString(text string) bool { return p.allows(text) }
func (p judgePattern) String() string               { return p.text }

// flatten takes the faults out of the tree in which the validator gives them. Where alternatives failed, the one that
// the value was most likely meant for speaks for all.
func flatten(e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	switch e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		if likely := likelyAlternative(e); likely != nil {
			return flatten(likely)
		}
		return []*jsonschema.ValidationError{e}
	case *kind.Contains, *kind.MinContains, *kind.PropertyNames, *kind.Not:
		return []*jsonschema.ValidationError{e}
	}
	if len(e.Causes) == 0 {
		return []*jsonschema.ValidationError{e}
	}
	var all []*jsonschema.ValidationError
	for _, cause := range e.Causes {
		all = append(all, flatten(cause)...)
	}
	return all
}

// likelyAlternative is the only alternative whose type fits; nil when several or none do.
func likelyAlternative(e *jsonschema.ValidationError) *jsonschema.ValidationError {
	var likely *jsonschema.ValidationError
	for _, cause := range e.Causes {
		if isWrongType(cause, len(e.InstanceLocation)) {
			continue
		}
		if likely != nil {
			return nil
		}
		likely = cause
	}
	return likely
}

// isWrongType says whether an alternative fails at its first step already: by the type, or by a constant.
func isWrongType(e *jsonschema.ValidationError, depth int) bool {
	if len(e.InstanceLocation) != depth {
		return false
	}
	switch e.ErrorKind.(type) {
	case *kind.Type, *kind.Const:
		return true
	case *kind.Reference, *kind.Group, *kind.AllOf:
		return slices.ContainsFunc(e.Causes, func(c *jsonschema.ValidationError) bool { return isWrongType(c, depth) })
	}
	return false
}

// orderOf turns a path into positions, so that faults can be put in the order of the value.
func orderOf(n *node, path []string) []int {
	order := make([]int, 0, len(path))
	for _, step := range path {
		i := -1
		switch {
		case n == nil:
		case n.is == isObject:
			i = n.find(step)
			n = n.get(step)
		case n.is == isArray:
			i, _ = strconv.Atoi(step)
			if i >= 0 && i < len(n.items) {
				n = n.items[i]
			}
		}
		order = append(order, i)
	}
	return order
}

// plainValue gives a value as the validator wants it, its numbers exact. It refuses numbers so long or so far from 1 that
// calculating with them takes long.
func plainValue(n *node) (any, bool) {
	switch n.is {
	case isNull:
		return nil, true
	case isBool:
		return n.truth, true
	case isString:
		return n.text, true
	case isNumber:
		return plainNumber(n)
	case isArray:
		list := make([]any, len(n.items))
		for i, item := range n.items {
			value, ok := plainValue(item)
			if !ok {
				return nil, false
			}
			list[i] = value
		}
		return list, true
	}
	object := make(map[string]any, len(n.members))
	for _, m := range n.members {
		value, ok := plainValue(m.value)
		if !ok {
			return nil, false
		}
		object[m.key] = value
	}
	return object, true
}

func plainNumber(n *node) (json.Number, bool) {
	d, ok := parseDecimal(n.text)
	if ok && d.isZero() {
		return "0", true // whatever its exponent
	}
	return json.Number(n.text), ok && isHandy(d) && len(n.text) < 2*longStep
}

func isHandy(d decimal) bool {
	return d.exp > -longStep && d.exp < longStep && len(d.digits) < longStep
}
