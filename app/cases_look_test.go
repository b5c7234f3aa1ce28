package app

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"parley/widgets"
)

// look checks what the form is like: at once when an answer goes out, at the end when the form stays. What stands in the entries is
// checked at the end, in lookShown.
func (r *run) look() {
	r.t.Helper()
	form := r.form()
	if form == nil {
		return
	}
	stays := r.expect["error_on"] != nil
	if stays && r.pressed == 0 && len(r.c.User) > 0 {
		return
	}
	for _, member := range []string{"renders", "labels", "descriptions", "options_shown", "order"} {
		if raw := r.expect[member]; raw != nil {
			r.lookAt(form, member, raw)
			delete(r.expect, member)
		}
	}
}

// lookAt checks one thing about fields.
func (r *run) lookAt(form *widgets.Form, member string, raw json.RawMessage) {
	r.t.Helper()
	if member == "order" {
		r.lookAtOrder(form, texts(raw))
		return
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(raw, &fields); err != nil {
		r.t.Fatal(err)
	}
	for key, want := range fields {
		i := form.Index(key)
		switch {
		case i < 0 && member == "renders" && jsonText(want) == "hidden":
			continue
		case i < 0:
			r.t.Errorf("%s: no field %q", member, key)
			continue
		}
		got, wanted := "", jsonText(want)
		switch member {
		case "renders":
			got = form.Renders(i)
			if wanted == "text" && got == "hidden" && form.Shown(i) != "" {
				got = wanted // a constant that is shown and cannot be changed
			}
		case "labels":
			got = form.Label(i)
		case "descriptions":
			got = form.Description(i)
		case "options_shown":
			if got := form.OptionsShown(i); !slices.Equal(got, texts(want)) {
				r.t.Errorf("%q: options %q, want %q", key, got, texts(want))
			}
			continue
		}
		if got != wanted {
			r.t.Errorf("%s: field %q is %q, want %q", member, key, got, wanted)
		}
	}
}

func (r *run) lookAtOrder(form *widgets.Form, want []string) {
	r.t.Helper()
	last := -1
	for i, key := range want {
		at := form.Index(key)
		if at <= last || len(want) == form.Fields() && at != i {
			r.t.Errorf("field %q stands at %d, want %d", key, at, i)
		}
		last = at
	}
}

// note keeps what stands in the entries that the case asks about.
func (r *run) noteShown(form *widgets.Form) {
	if form == nil || r.expect["shown"] == nil {
		return
	}
	now := map[string]string{}
	for key := range membersOf(r.expect["shown"]) {
		if i := form.Index(key); i >= 0 {
			now[key] = form.Shown(i)
		}
	}
	r.shown = append(r.shown, now)
}

func membersOf(raw json.RawMessage) map[string]json.RawMessage {
	var m map[string]json.RawMessage
	_ = json.Unmarshal(raw, &m)
	return m
}

// lookShown checks what stood in the entries: when the form came up, or last. A case that answers does not say which it means.
func (r *run) lookShown() {
	r.t.Helper()
	raw := r.expect["shown"]
	if raw == nil || r.cfg != nil || len(r.shown) == 0 {
		return
	}
	delete(r.expect, "shown")
	for key, want := range membersOf(raw) {
		if saysMasked(want) {
			if !r.had["masked "+key] || r.had["open "+key] {
				r.t.Errorf("%q was not covered by dots", key)
			}
			continue
		}
		first, had := r.shown[0][key]
		last := r.shown[len(r.shown)-1][key]
		if !had {
			r.t.Errorf("shown: no field %q", key)
			continue
		}
		if !isShown(last, want) && (r.form() != nil || !isShown(first, want)) {
			r.t.Errorf("shown: in field %q stands %q, want %s", key, last, want)
		}
	}
}

// isShown compares what stands in an entry with what a case says of it.
func isShown(got string, want json.RawMessage) bool {
	switch text := jsonText(want); {
	case string(want) == "null", text == "nothing chosen", text == "nothing", text == "not set", text == "unset", text == "not answered":
		return got == ""
	case strings.HasPrefix(string(want), "["):
		return got == strings.Join(texts(want), ", ") || got == strings.Join(texts(want), "\n") || sameJSON(json.RawMessage(got), want)
	case strings.HasPrefix(string(want), "{"):
		return sameJSON(json.RawMessage(got), want)
	default:
		return got == text
	}
}

// expectNow checks what must be so in between.
// aboutModal are the expectations that are about a request in front of the person.
var aboutModal = map[string]bool{
	"text_shown": true, "host_highlighted": true, "registrable_domain_highlighted": true, "open_enabled": true, "done_enabled": true,
	"buttons_visible": true, "full_text_reachable": true, "countdown": true, "reason_mentions": true, "shown": true, "renders": true,
	"labels": true, "descriptions": true, "options_shown": true, "order": true, "error_on": true,
}

func (r *run) expectNow(raw json.RawMessage) {
	r.t.Helper()
	var want map[string]json.RawMessage
	if err := json.Unmarshal(raw, &want); err != nil {
		r.t.Fatal(err)
	}
	if r.c.Kind == "protocol" && slices.ContainsFunc(sortedNames(want), func(name string) bool { return aboutModal[name] }) {
		r.awaitMore()
	}
	for _, name := range sortedNames(want) {
		value := want[name]
		switch now := nowChecks[name]; {
		case now != nil:
			now(r, value)
			continue
		case name == "error_on":
			r.errorOn(value, want["message_mentions"])
			continue
		case name == "message_mentions" && want["error_on"] != nil:
			continue
		case name == "shown" && r.form() != nil:
			r.shownNow(value)
			continue
		case slices.Contains([]string{"renders", "labels", "descriptions", "options_shown", "order"}, name) && r.form() != nil:
			r.lookAt(r.form(), name, value)
			continue
		case r.cfg == nil && checks[name] != nil && checks[name](r, value):
			continue
		}
		r.unchecked = append(r.unchecked, "expect_now "+name)
		r.t.Logf("unchecked: %s: expect_now %s %s", r.c.Name, name, value)
	}
}

func (r *run) shownNow(raw json.RawMessage) {
	r.t.Helper()
	form := r.form()
	for key, want := range membersOf(raw) {
		i := form.Index(key)
		if i < 0 || !isShown(form.Shown(i), want) {
			r.t.Errorf("in field %q (%d) stands something else than %s", key, i, want)
		}
	}
}

var nowChecks = map[string]func(*run, json.RawMessage){
	"modal": func(r *run, want json.RawMessage) {
		switch words := jsonText(want); words {
		case "open", "true":
			r.until("the modal is open", r.modal)
		case "closed", "gone", "none", "false":
			r.until("the modal is gone", func() bool { return !r.modal() })
		default:
			if !r.inWords("modal", want) {
				r.unchecked = append(r.unchecked, "expect_now modal")
			}
		}
	},
	"answers_sent": func(r *run, want json.RawMessage) { checkAnswersSent(r, want) },
	"opened_urls":  func(r *run, want json.RawMessage) { checkOpened(r, want) },
	"calls_sent": func(r *run, want json.RawMessage) {
		r.until("the calls", func() bool { return r.callsMade() >= number(want) })
		r.wantNow("calls", r.callsMade(), number(want))
	},
	"done_enabled":     func(r *run, want json.RawMessage) { r.wantNow("done", r.enabled("I'm done"), string(want) == "true") },
	"open_enabled":     func(r *run, want json.RawMessage) { r.wantNow("open", r.openable(), string(want) == "true") },
	"network_requests": func(r *run, want json.RawMessage) { checkNetwork(r, want) },
	"host_highlighted": func(r *run, want json.RawMessage) {
		if !r.standsOut(jsonText(want)) {
			r.t.Errorf("the host %s does not stand out on the screen: %q", want, r.screen())
		}
	},
	"registrable_domain_highlighted": func(r *run, want json.RawMessage) {
		if r.find(jsonText(want)) == nil {
			r.t.Errorf("the domain %s does not stand out on the screen: %q", want, r.screen())
		}
	},
	"warning_mentions": mentionedNow,
	"note_mentions":    mentionedNow,
	"reason_mentions":  mentionedNow,
	"error_mentions":   mentionedNow,
	"notice_mentions":  mentionedNow,
	"text_shown": func(r *run, want json.RawMessage) {
		for _, words := range texts(want) {
			if !strings.Contains(withoutSpace(r.screen()), withoutSpace(words)) {
				r.t.Errorf("%q is not on the screen: %q", words, r.screen())
			}
		}
	},
	"full_text_reachable": func(r *run, _ json.RawMessage) { checkWholeAddress(r, nil) },
	"buttons_visible": func(r *run, want json.RawMessage) {
		labels := []string{"Decline", "Not now", "I'm done"}
		if r.host() == "" {
			labels[2] = "Send answer"
		}
		if strings.HasPrefix(string(want), "[") {
			labels = texts(want)
		}
		for _, label := range labels {
			if word := buttons[strings.ToLower(label)]; word != "" {
				label = word
			}
			r.wantNow(label+" in the window", r.inWindow(label), string(want) != "false")
		}
	},
	"countdown": func(r *run, want json.RawMessage) {
		r.wantNow("a countdown", countdown.MatchString(r.screen()), string(want) != "false" && string(want) != "null")
	},
	"within_ms": func(r *run, want json.RawMessage) {
		if !r.modal() {
			r.t.Error("no modal")
		}
		checkWithin(r, want)
	},
}

// countdown is how the header says how long there is.
var countdown = regexp.MustCompile(`\d+:\d\d left|only \d+ s left|\d+ h(?: \d+ min)? left|\d+ d(?: \d+ h)? left`)

func mentionedNow(r *run, want json.RawMessage) {
	r.t.Helper()
	for _, words := range texts(want) {
		r.until("the screen mentions "+words, func() bool { return mentions(r.screen(), words) })
	}
}

// openable reports whether the link in front of the person can be opened now.
func (r *run) openable() bool { return r.enabled(strings.TrimSpace("Open " + r.host())) }

func checkDoneEnabled(r *run, want json.RawMessage) bool {
	r.wantNow("done could be pressed", r.had["done"], string(want) == "true")
	return true
}

func checkTextShown(r *run, want json.RawMessage) bool {
	for _, words := range texts(want) {
		if !strings.Contains(withoutSpace(r.seen), withoutSpace(words)) {
			r.t.Errorf("%q was not on the screen: %q", words, r.seen)
		}
	}
	return true
}

// checkWholeAddress looks for the address as the server sent it, or, where it has characters that are not shown as they are, as the
// screened one is written.
func checkWholeAddress(r *run, _ json.RawMessage) bool {
	var in struct {
		URL     string `json:"url"`
		Message string `json:"message"`
	}
	_ = json.Unmarshal(r.c.Input, &in)
	text := in.URL
	if text == "" {
		text = in.Message
	}
	r.glance()
	seen := withoutSpace(r.seen)
	if !strings.Contains(seen, withoutSpace(text)) && !strings.Contains(seen, withoutSpace(r.wholeLink)) {
		r.t.Errorf("%.80q cannot be reached", text)
	}
	return text != ""
}

func checkButtons(r *run, want json.RawMessage) bool {
	r.wantNow("buttons in the window", r.had["buttons"], string(want) != "false")
	return true
}

func checkCountdown(r *run, want json.RawMessage) bool {
	r.wantNow("a countdown", countdown.MatchString(r.seen), string(want) != "false" && string(want) != "null")
	return true
}

func checkDomain(r *run, want json.RawMessage) bool {
	r.wantNow("the domain "+jsonText(want)+" stands out", r.had["domain "+jsonText(want)], true)
	return true
}

// checkWithin compares how long the request took to appear, by the real clock.
func checkWithin(r *run, want json.RawMessage) bool {
	most := number(want)
	if took := r.took.Milliseconds(); took > int64(most) {
		r.t.Errorf("the request took %d ms to appear, want at most %s", took, want)
	}
	return most > 0 && r.took > 0
}
