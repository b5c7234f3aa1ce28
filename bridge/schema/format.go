package schema

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// isCheckedFormat lists the formats that are checked: those of the protocol's forms. Any other never blocks an answer.
func isCheckedFormat(format string) bool {
	switch format {
	case "email", "uri", "date", "date-time":
		return true
	}
	return false
}

// formatProblem says what is wrong with a text of a format, "" when nothing is.
func formatProblem(format, text string) string {
	problem := ""
	switch format {
	case "email":
		problem = emailProblem(text)
	case "uri":
		problem = uriProblem(text)
	case "date":
		problem = dateProblem(text)
	case "date-time":
		problem = timeProblem(text)
	}
	if trimmed := strings.TrimSpace(text); problem != "" && trimmed != text && trimmed != "" && formatProblem(format, trimmed) == "" {
		return "Take out the spaces before and after it."
	}
	return problem
}

const (
	wantEmail = "Enter a full email address, like name@example.org."
	wantURI   = "Enter a full address that starts with https:// or the like."
	wantDate  = "Enter a date as YYYY-MM-DD, like 2026-12-01."
	wantTime  = "Enter date, time and time zone, like 2026-12-01T14:30:00+01:00."
)

// emailProblem follows RFC 5321, in the letters of RFC 6531, and asks for a domain with a dot: an address without is nearly
// always unfinished, but for localhost.
func emailProblem(text string) string {
	at := strings.LastIndexByte(text, '@')
	if at < 1 || len(text) > 254 || at > 64 || !isMailName(text[:at]) || !isMailDomain(text[at+1:]) {
		return wantEmail
	}
	return ""
}

// isMailName recognises what stands before the @: words with dots between them, or a text in quotes.
func isMailName(name string) bool {
	if quoted, ok := strings.CutPrefix(name, `"`); ok {
		return isQuoted(quoted)
	}
	for word := range strings.SplitSeq(name, ".") {
		if word == "" {
			return false
		}
		for _, r := range word {
			if !isLetterOrDigit(r) && !strings.ContainsRune("!#$%&'*+-/=?^_`{|}~", r) {
				return false
			}
		}
	}
	return true
}

// isQuoted recognises the rest of a text in quotes: anything that can be seen and spaces, with a backslash before quotes and
// backslashes.
func isQuoted(rest string) bool {
	escaped := false
	for i, r := range rest {
		switch {
		case r < ' ' || r == 0x7f:
			return false
		case escaped:
			escaped = false
		case r == '\\':
			escaped = true
		case r == '"':
			return i > 0 && i == len(rest)-1
		}
	}
	return false
}

// isMailDomain recognises a name with dots, localhost, and a network address in brackets.
func isMailDomain(domain string) bool {
	if inside, ok := strings.CutPrefix(domain, "["); ok {
		inside, closed := strings.CutSuffix(inside, "]")
		v6, isV6 := strings.CutPrefix(inside, "IPv6:")
		ip, err := netip.ParseAddr(v6)
		return closed && err == nil && ip.Zone() == "" && ip.Is6() == isV6
	}
	labels := strings.Split(domain, ".")
	if len(labels) < 2 && !strings.EqualFold(domain, "localhost") {
		return false
	}
	for _, label := range labels {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for _, r := range label {
			if !isLetterOrDigit(r) && r != '-' {
				return false
			}
		}
	}
	return true
}

func isLetterOrDigit(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || (r >= utf8.RuneSelf && unicode.IsMark(r))
}

// uriProblem follows RFC 3986: an absolute URI of any scheme, in ASCII.
func uriProblem(text string) string {
	scheme, rest, ok := strings.Cut(text, ":")
	if !ok || !isScheme(scheme) || rest == "" || isHostAndPort(scheme, rest) {
		if looksLikeHost(text) {
			return "Enter the full address: https://" + seen(text)
		}
		return wantURI
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '%' && (i+2 >= len(text) || !isHex(text[i+1]) || !isHex(text[i+2])):
			return "Write the percent sign in the address as %25."
		case c == ' ':
			return "Write the spaces in the address as %20."
		case c >= utf8.RuneSelf:
			return inPlainLetters(text)
		case c < ' ' || c == 0x7f || strings.IndexByte("\"<>\\^`{|}", c) >= 0:
			return fmt.Sprintf("An address cannot contain %s. %s", shownByte(c), wantURI)
		}
	}
	scheme = strings.ToLower(scheme)
	if scheme != "http" && scheme != "https" {
		return ""
	}
	u, err := url.Parse(text)
	if err != nil || u.Hostname() == "" {
		return wantURI
	}
	return ""
}

func shownByte(c byte) string {
	if c < ' ' || c == 0x7f {
		return "control characters"
	}
	return "“" + string(rune(c)) + "”"
}

// inPlainLetters shows how an address with other than ASCII letters is written, for the format allows only that.
func inPlainLetters(text string) string {
	var plain strings.Builder
	for i := range len(text) {
		if text[i] < utf8.RuneSelf {
			plain.WriteByte(text[i])
			continue
		}
		fmt.Fprintf(&plain, "%%%02X", text[i])
	}
	return "Only plain letters are allowed in this address: " + seen(plain.String())
}

func isScheme(text string) bool {
	for i := range len(text) {
		c := text[i] | 0x20
		letter := c >= 'a' && c <= 'z'
		if !letter && (i == 0 || (text[i] < '0' || text[i] > '9') && strings.IndexByte("+-.", text[i]) < 0) {
			return false
		}
	}
	return text != ""
}

// isHostAndPort recognises localhost:3000 and example.org:8080, which read as schemes by the letter of the standard.
func isHostAndPort(scheme, rest string) bool {
	digits := leadingDigits(rest)
	after := rest[len(digits):]
	return digits != "" && (after == "" || after[0] == '/') && (scheme == "localhost" || strings.Contains(scheme, "."))
}

func looksLikeHost(text string) bool {
	host, _, _ := strings.Cut(text, "/")
	if host == "" || len(text) > 200 || strings.ContainsAny(text, " \t\n\\") {
		return false
	}
	name, _, _ := strings.Cut(host, ":")
	return name == "localhost" || (strings.Contains(name, ".") && !strings.HasPrefix(name, ".") && emailProblem("a@"+name) == "")
}

func isHex(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'f'
}

// dateProblem asks for a day that exists, as RFC 3339 writes it. Other orders are refused, never guessed (case
// form-format-date-local-style).
func dateProblem(text string) string {
	if !hasForm(text, "dddd-dd-dd") {
		return wantDate
	}
	if _, err := time.Parse(time.DateOnly, text); err != nil {
		return fmt.Sprintf("There is no day %s. %s", text, wantDate)
	}
	return ""
}

// timeProblem asks for RFC 3339 with a time zone, which is never added silently (case form-format-datetime-needs-offset).
func timeProblem(text string) string {
	if len(text) < len("dddd-dd-ddTdd:dd") || !hasForm(text[:10], "dddd-dd-dd") {
		return wantTime
	}
	if problem := dateProblem(text[:10]); problem != "" {
		return fmt.Sprintf("There is no day %s. %s", text[:10], wantTime)
	}
	if text[10] != 'T' && text[10] != 't' {
		return "Put a T between date and time. " + wantTime
	}
	clock := text[11:]
	if len(clock) < 8 || !hasForm(clock[:8], "dd:dd:dd") {
		return "Give the time with seconds. " + wantTime
	}
	if clock[:2] > "23" || clock[3:5] > "59" || clock[6:8] > "60" { // a leap second is written as 60
		return fmt.Sprintf("There is no time %s. %s", clock[:8], wantTime)
	}
	zone := clock[8:]
	if strings.HasPrefix(zone, ".") {
		fraction := leadingDigits(zone[1:])
		if fraction == "" {
			return wantTime
		}
		zone = zone[1+len(fraction):]
	}
	switch {
	case zone == "":
		return "Add the time zone, like +01:00, or Z for universal time. " + wantTime
	case zone == "Z" || zone == "z":
		return ""
	case (zone[0] == '+' || zone[0] == '-') && hasForm(zone[1:], "dd:dd") && zone[1:3] <= "23" && zone[4:6] <= "59":
		return ""
	}
	return "Write the time zone like +01:00, or Z for universal time. " + wantTime
}

// hasForm compares a text with a form in which d stands for a digit.
func hasForm(text, form string) bool {
	if len(text) != len(form) {
		return false
	}
	for i := range len(form) {
		if form[i] == 'd' && (text[i] < '0' || text[i] > '9') || form[i] != 'd' && text[i] != form[i] {
			return false
		}
	}
	return true
}
