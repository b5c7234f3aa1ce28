package schema

import (
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// pattern is a regular expression of a schema, with the meaning that JSON Schema gives it: ECMA-262, in code points,
// matching anywhere. One that cannot be compiled, or that takes too long, allows everything: a broken pattern is the
// server's mistake and the person can still answer (case form-pattern-broken).
type pattern struct {
	text   string
	budget *budget
	once   sync.Once
	linear *regexp.Regexp  // for plain patterns: takes no longer for a nasty one
	expr   *regexp2.Regexp // for the others, such as those with lookahead
	slow   atomic.Bool     // it took too long before
}

const (
	longestPattern = 10_000 // bytes
	matchTimeout   = 100 * time.Millisecond
)

func newPattern(text string, budget *budget) *pattern {
	return &pattern{text: text, budget: budget}
}

func (p *pattern) compile() {
	defer func() {
		if recover() != nil { // a fault of the library: not the person's
			p.linear, p.expr = nil, nil
		}
	}()
	if len(p.text) > longestPattern {
		return
	}
	if isPlainPattern(p.text) {
		if linear, err := regexp.Compile(p.text); err == nil {
			p.linear = linear
			return
		}
	}
	expr, err := regexp2.Compile(p.text, regexp2.ECMAScript|regexp2.Unicode)
	if err != nil {
		// Escapes such as \- and \_ are written by many and refused by the strict dialect only.
		expr, err = regexp2.Compile(p.text, regexp2.ECMAScript)
	}
	if err != nil {
		return
	}
	expr.MatchTimeout = matchTimeout
	p.expr = expr
}

// isPlainPattern recognises patterns that mean the same to Go as to ECMA-262: without dots and escapes that differ in
// some characters, and without what only one of the two has.
func isPlainPattern(text string) bool {
	for i := 0; i < len(text); i++ {
		rest := text[i:]
		switch {
		case text[i] == '\\':
			i++
			if i >= len(text) || strings.IndexByte(`dwDW.-/^$|?*+()[]{}\`, text[i]) < 0 {
				return false
			}
		case text[i] == '.', text[i] >= 0x80,
			strings.HasPrefix(rest, "(?") && !strings.HasPrefix(rest, "(?:"),
			strings.HasPrefix(rest, "[]"), strings.HasPrefix(rest, "[^]"), strings.HasPrefix(rest, "[["), strings.HasPrefix(rest, "[:"),
			strings.HasPrefix(rest, "{,"), strings.HasPrefix(rest, "^*"), strings.HasPrefix(rest, "&&"), strings.HasPrefix(rest, "--"):
			return false
		}
	}
	return true
}

// allows says whether the text matches. A nil pattern allows everything. It is safe for concurrent use.
func (p *pattern) allows(text string) (ok bool) {
	if p == nil {
		return true
	}
	p.once.Do(p.compile)
	if p.linear != nil {
		return p.linear.MatchString(text)
	}
	if p.expr == nil || p.slow.Load() || p.budget.isSpent() {
		return true
	}
	defer p.budget.charge(time.Now())
	defer func() {
		if recover() != nil {
			ok = true
		}
	}()
	matched, err := p.expr.MatchString(text)
	if err != nil {
		p.slow.Store(true)
		return true
	}
	return matched
}
