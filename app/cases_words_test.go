package app

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// wording is something that cases say in their own words again and again, and how one looks whether it is so.
type wording struct {
	words *regexp.Regexp
	holds func(r *run, match []string) bool
}

func say(words string, holds func(r *run, match []string) bool) wording {
	return wording{regexp.MustCompile(`(?i)` + words), holds}
}

// wordings are tried in this order; the first whose words are in a clause is the one that counts.
var wordings = []wording{
	say(`^(?:is )?(?:open|true)$`, func(r *run, _ []string) bool { return r.modal() }),
	say(`^(?:is )?(?:none|gone|false)$`, func(r *run, _ []string) bool { return !r.modal() }),
	say(`after (set|choos|check|pick|clear|typ)(?:e|ting|ing)? (\S+?)(?: ?(?:=|to) ?(.*?))?,? (?:and|then) (?:submit|send|press).*?(\{.*\})`, func(r *run, match []string) bool {
		how := map[string]string{"choos": "choose", "typ": "type_more"}[match[1]]
		if how == "" {
			how = match[1]
		}
		entered := map[string]any{"field": match[2], "text": match[3]}
		if how == "pick" {
			entered = map[string]any{"field": match[2], "options": strings.Split(match[3], ",")}
		}
		raw, err := json.Marshal(entered)
		if err != nil {
			return false
		}
		r.fill(how, raw)
		r.press("submit", false)
		action, content := r.answer()
		return action == "accept" && sameJSON(content, json.RawMessage(match[4]))
	}),
	say(`(?:no|never|without|must not|does not) (?:a )?(?:crash|panic|freeze|hang)|survives`, func(r *run, _ []string) bool { return r.screen() != "" }),
	say(`['‘“"]([^'’”"]{4,})['’”"]`, func(r *run, match []string) bool { return mentions(withoutSpace(r.seen), withoutSpace(match[1])) }),
	say(`stays? (?:open|there|on)|(?:form|modal) (?:stays|remains)|remains open|not closed`, func(r *run, _ []string) bool { return r.modal() }),
	say(`(?:text|input|entries|entered|typed|values?)[a-z ]* (?:is |are )?kept|keeps (?:the )?(?:typed|text|entered)|nothing typed is lost|text survives`, func(r *run, _ []string) bool {
		form := r.form()
		if form == nil {
			return false
		}
		for _, text := range r.filled {
			if !slices.ContainsFunc(indexes(form.Fields()), func(i int) bool { return form.Shown(i) == text }) {
				return false
			}
		}
		return true
	}),
	say(`all (?:are )?(?:declined|refused)|declined (?:by one press|at once|together)`, func(r *run, _ []string) bool { return r.allDeclined() }),
	say(`no (?:second |empty |new |other )?(?:modal|form|dialog)\b|not asked|nothing is shown`, func(r *run, _ []string) bool { return !r.modal() }),
	say(`(?:closes|closed|is gone|goes away|disappears)`, func(r *run, _ []string) bool { return !r.modal() }),
	say(`no (?:form )?fields|without fields|buttons only|confirmation|no inputs?|nothing to fill in`, func(r *run, _ []string) bool { return !r.had["form"] }),
	say(`(?:one|single) (?:json )?(?:field|box|entry)`, func(r *run, _ []string) bool { return r.most == 1 }),
	say(`(\d+) (?:fields|entries)`, func(r *run, match []string) bool { return strconv.Itoa(r.most) == match[1] }),
	say(`json (?:box|editor|entry|field)|raw json`, func(r *run, _ []string) bool { return r.had["json"] }),
	say(`(?:exactly|only) one answer|one answer only|answered once`, func(r *run, _ []string) bool { r.settle(); return r.sent() == 1 }),
	say(`no answer|nothing is sent|sends nothing|must not (?:accept|answer|submit)|does not (?:submit|answer|accept)|key press|keystroke|in flight`, func(r *run, _ []string) bool { r.settle(); return r.sent() == 0 }),
	say(`no (?:clickable )?links?\b|not clickable|no link is clickable`, func(r *run, _ []string) bool { return !r.had["link"] }),
	say(`clipboard`, func(r *run, _ []string) bool { return r.clipboard.Content() == caseURL(r) }),
	say(`(?:never|not|nothing is|nothing|no page is?) (?:be )?(?:opened|fetched|prefetched|loaded)|never opens|no prefetch|no remote|no network`, func(r *run, _ []string) bool {
		return len(r.browsed()) == 0 && r.net.count() == 0
	}),
	say(`(?:user|person)'?s choice|consent|by itself|automatically|only after`, func(r *run, _ []string) bool { return len(r.browsed()) <= r.openings }),
	say(`done is (?:enabled|available)|done (?:can be|becomes)|i'm done`, func(r *run, _ []string) bool { return r.had["done"] && !r.had["done first"] }),
	say(`literal|plain text|verbatim|as (?:it is|text)|not rendered`, func(r *run, _ []string) bool {
		return strings.Contains(withoutSpace(r.seen), withoutSpace(caseMessage(r))) && !r.had["link"]
	}),
	say(`buttons (?:stay |are |remain )?(?:visible|reachable|in)`, func(r *run, _ []string) bool { return r.had["buttons"] }),
	say(`(?:whole|complete|full|all of the|entire) (?:message|text)`, func(r *run, _ []string) bool {
		return strings.Contains(withoutSpace(r.seen), withoutSpace(caseMessage(r)))
	}),
	say(`(?:whole|complete|full|entire) (?:url|address|link)`, func(r *run, _ []string) bool {
		return strings.Contains(withoutSpace(r.seen), withoutSpace(caseURL(r))) || r.clipboard.Content() == caseURL(r)
	}),
	say(`(?:within|in less than|under) (\d+) ?(ms|s)\b`, func(r *run, match []string) bool {
		limit, err := time.ParseDuration(match[1] + match[2])
		return err == nil && r.took <= limit
	}),
	say(`not masked|shown as typed`, func(r *run, _ []string) bool { return !r.had["masked"] }),
	say(`no warning|without a warning`, func(r *run, _ []string) bool { return !r.had["warning"] }),
	say(`mask|hidden while typing|dots instead`, func(r *run, _ []string) bool { return r.had["masked"] }),
	say(`no log|not logged|never logged|not (?:be )?(?:in|written to) (?:the|any) log|\bhistory\b|\btrace\b`, func(r *run, _ []string) bool { return r.keepsNothing() }),
	say(`escape|control char|bidi|direction|stored order|order of the`, func(r *run, _ []string) bool {
		return !strings.ContainsFunc(r.seen, func(c rune) bool {
			return unicode.IsControl(c) && c != '\n' && c != '\t' || unicode.Is(unicode.Cf, c)
		})
	}),
	say(`line breaks|newlines`, func(r *run, _ []string) bool {
		return strings.Count(r.message, "\n") >= strings.Count(strings.TrimSpace(caseMessage(r)), "\n")
	}),
	say(`completion|complet|finished|reports`, func(r *run, _ []string) bool { return mentions(r.seen, "finished") || mentions(r.seen, "done") }),
	say(`error (?:is )?(?:shown|under|at|on)|says (?:what|why)`, func(r *run, _ []string) bool {
		form := r.form()
		return form != nil && slices.ContainsFunc(indexes(form.Fields()), func(i int) bool { return form.ErrorOn(i) != "" })
	}),
	say(`warn`, func(r *run, _ []string) bool { return r.had["warning"] }),
	say(`\bnotes?\b|notice`, func(r *run, _ []string) bool { return r.had["notice"] }),
	say(`inputresponses|retried request|retry`, func(r *run, _ []string) bool {
		action, _ := r.roundAnswer()
		return action != "" && len(r.answers(r.order[0])) == 0
	}),
	say(`response (?:to|of) the|json-rpc (?:result|response)|result of (?:the|elicitation)`, func(r *run, _ []string) bool {
		return len(r.answers(r.order[0])) == 1 && r.answers(r.order[0])[0].Result != nil
	}),
	say(`host (?:is |stays |remains )?(?:visible|shown|highlighted)`, func(r *run, _ []string) bool { return r.had["host"] }),
	say(`countdown`, func(r *run, _ []string) bool { return countdown.MatchString(r.seen) }),
}

// inWords checks what a case says in its own words, clause by clause. It gives false unless each clause says something that can be
// looked at; what can be looked at and is not so fails the case all the same.
func (r *run) inWords(member string, raw json.RawMessage) bool {
	r.t.Helper()
	wordings := wordings
	switch r.c.Kind {
	case "form-elicitation", "url-elicitation":
	case "protocol":
		wordings = protocolWordings
	default:
		return false
	}
	r.settle()
	r.glance()
	all, alternative := true, r.expect["error_response"] != nil
	for _, text := range texts(raw) {
		for _, clause := range clauses(text) {
			if alternative && strings.HasPrefix(strings.ToLower(clause), "or ") {
				continue // what else would do: the case was refused, as it says elsewhere
			}
			known := slices.IndexFunc(wordings, func(c wording) bool { return c.words.MatchString(clause) })
			if known < 0 {
				r.t.Logf("not understood: %s: %s: %q", r.c.Name, member, clause)
				all = false
				continue
			}
			if c := wordings[known]; !c.holds(r, c.words.FindStringSubmatch(clause)) {
				r.t.Errorf("%s: it is not so that %q; on the screen: %q", member, clause, r.screen())
			}
		}
	}
	return all
}

// clauses cuts what a case says at semicolons, and at commas outside quotes and braces.
func clauses(text string) []string {
	var list []string
	from, deep := 0, 0
	for i, c := range text {
		switch c {
		case '{', '(':
			deep++
		case '}', ')':
			deep--
		case ';', ',':
			if c == ',' && (deep > 0 || strings.Count(text[from:i], `"`)%2 == 1 || strings.HasPrefix(text[from:], "after ")) {
				continue
			}
			list = append(list, strings.TrimSpace(text[from:i]))
			from = i + 1
		}
	}
	list = append(list, strings.TrimSpace(text[from:]))
	return slices.DeleteFunc(list, func(clause string) bool { return clause == "" })
}

func indexes(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

func caseURL(r *run) string { return jsonText(membersOf(r.c.Input)["url"]) }

func caseMessage(r *run) string { return jsonText(membersOf(r.c.Input)["message"]) }

// keepsNothing reports whether what was typed is in no log and in no file.
func (r *run) keepsNothing() bool {
	for _, secret := range r.filled {
		for _, text := range []string{r.logged.String(), readAll(r.t, r.opts.Home)} {
			if len(secret) > 3 && strings.Contains(text, secret) {
				return false
			}
		}
	}
	return true
}
