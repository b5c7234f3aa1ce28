package schema

import (
	"cmp"
	"math/big"
	"strconv"
	"strings"
)

// decimal is a JSON number, exact at any size: digits × 10^exp. Nothing here ever takes memory in proportion to the
// exponent, so 1e999999999 is as cheap as 1.
type decimal struct {
	negative bool
	digits   string // no zeros at either end; "" for zero
	exp      int64  // held within ±farAway
}

// farAway bounds exponents. Two numbers beyond it are told apart by sign and digits only.
const farAway = 1 << 60

// parseDecimal reads the JSON grammar of numbers, and nothing else.
func parseDecimal(text string) (decimal, bool) {
	var d decimal
	rest := text
	if strings.HasPrefix(rest, "-") {
		d.negative, rest = true, rest[1:]
	}
	whole := leadingDigits(rest)
	if whole == "" || (len(whole) > 1 && whole[0] == '0') {
		return decimal{}, false
	}
	rest = rest[len(whole):]
	fraction := ""
	if strings.HasPrefix(rest, ".") {
		fraction = leadingDigits(rest[1:])
		if fraction == "" {
			return decimal{}, false
		}
		rest = rest[1+len(fraction):]
	}
	if rest != "" && (rest[0] == 'e' || rest[0] == 'E') {
		exp, ok := parseExponent(rest[1:])
		if !ok {
			return decimal{}, false
		}
		d.exp, rest = exp, ""
	}
	if rest != "" {
		return decimal{}, false
	}
	all := whole + fraction
	d.exp -= int64(len(fraction))
	trimmed := strings.TrimRight(all, "0")
	d.exp += int64(len(all) - len(trimmed))
	d.digits = strings.TrimLeft(trimmed, "0")
	if d.digits == "" {
		return decimal{}, true
	}
	return d, true
}

func leadingDigits(text string) string {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return text[:i]
		}
	}
	return text
}

func parseExponent(text string) (int64, bool) {
	negative := strings.HasPrefix(text, "-")
	if negative || strings.HasPrefix(text, "+") {
		text = text[1:]
	}
	if text == "" || leadingDigits(text) != text {
		return 0, false
	}
	exp, err := strconv.ParseInt(text, 10, 64)
	if err != nil || exp > farAway {
		exp = farAway
	}
	if negative {
		exp = -exp
	}
	return exp, true
}

func (d decimal) isZero() bool { return d.digits == "" }

// isWhole says whether it is a whole number: JSON Schema counts 3.0 and 25e4 as integers.
func (d decimal) isWhole() bool { return d.isZero() || d.exp >= 0 }

// sign is -1, 0 or 1.
func (d decimal) sign() int {
	switch {
	case d.isZero():
		return 0
	case d.negative:
		return -1
	}
	return 1
}

// cmp compares by value.
func (d decimal) cmp(other decimal) int {
	if d.sign() != other.sign() {
		return cmp.Compare(d.sign(), other.sign())
	}
	return d.sign() * d.cmpMagnitude(other)
}

func (d decimal) cmpMagnitude(other decimal) int {
	if d.isZero() {
		return 0
	}
	if c := cmp.Compare(d.exp+int64(len(d.digits)), other.exp+int64(len(other.digits))); c != 0 {
		return c
	}
	// The first digits stand at the same place, so comparing the digits as text is comparing the numbers.
	return strings.Compare(d.digits, other.digits)
}

// longStep is how many digits a step may have to be checked; longer ones are not a person's business.
const longStep = 1000

// isMultipleOf says whether d is a whole multiple of step, in decimal: 0.3 is one of 0.1. A step that is not
// positive or has too many digits counts as met.
func (d decimal) isMultipleOf(step decimal) bool {
	if d.isZero() || step.sign() <= 0 || len(step.digits) > longStep {
		return true
	}
	shift := d.exp - step.exp
	if shift < 0 {
		return false // d has a digit below the last place that a multiple can have
	}
	modulus, _ := new(big.Int).SetString(step.digits, 10)
	rest := remainder(d.digits, modulus)
	rest.Mul(rest, new(big.Int).Exp(big.NewInt(10), big.NewInt(shift), modulus))
	return rest.Mod(rest, modulus).Sign() == 0
}

// remainder divides a number of any length, some digits at a time.
func remainder(digits string, modulus *big.Int) *big.Int {
	const chunk = 18
	rest := new(big.Int)
	for len(digits) > 0 {
		n := min(chunk, len(digits))
		part, _ := strconv.ParseInt(digits[:n], 10, 64)
		rest.Mul(rest, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil))
		rest.Mod(rest.Add(rest, big.NewInt(part)), modulus)
		digits = digits[n:]
	}
	return rest
}

// longestPlain is how many digits a whole number may have to be written without an exponent.
const longestPlain = 400

// plain writes a whole number without exponent or fraction; ok is false when it would become too long.
func (d decimal) plain() (text string, ok bool) {
	if d.isZero() {
		return "0", true
	}
	if d.exp < 0 || (d.exp > 0 && d.exp+int64(len(d.digits)) > longestPlain) {
		return "", false
	}
	text = d.digits + strings.Repeat("0", int(d.exp))
	if d.negative {
		text = "-" + text
	}
	return text, true
}

// count gives a limit such as maxLength as an int. Limits beyond what anything can reach come out as the largest int.
func (d decimal) count() (n int, ok bool) {
	if d.negative || !d.isWhole() {
		return 0, false
	}
	const huge = int(^uint(0) >> 1)
	text, fits := d.plain()
	if !fits {
		return huge, true
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		return huge, true
	}
	return n, true
}

// typedNumber makes a JSON number of what a person typed: spaces around it, a plus sign and leading zeros are put
// right (case form-integer-leading-zeros-and-plus); anything else must follow the JSON grammar.
func typedNumber(text string) (number string, value decimal, ok bool) {
	text = strings.TrimSpace(text)
	sign := ""
	switch {
	case strings.HasPrefix(text, "+"):
		text = text[1:]
	case strings.HasPrefix(text, "-"):
		sign, text = "-", text[1:]
	}
	whole := leadingDigits(text)
	if whole == "" {
		return "", decimal{}, false
	}
	trimmed := strings.TrimLeft(whole, "0")
	if trimmed == "" {
		trimmed = "0"
	}
	number = sign + trimmed + text[len(whole):]
	value, ok = parseDecimal(number)
	return number, value, ok
}
