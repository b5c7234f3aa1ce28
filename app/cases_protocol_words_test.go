package app

import (
	"net/http"
	"slices"
	"strings"

	"parley/bridge"
	"parley/bridge/wiretest"
)

// protocolWordings are what protocol cases say in their own words. The first whose words are in a clause counts.
var protocolWordings = []wording{
	say(`(?:no|never|without|must not|does not|nothing) (?:a )?(?:crash|panic|freeze|hang|block|deadlock)s?|survives`, func(r *run, _ []string) bool { return r.screen() != "" && !r.broke() }),
	say(`no sse attempt|no fall ?back|not tried over sse`, func(r *run, _ []string) bool { return r.refusal != nil && r.posts(http.MethodGet, "", "") == 0 }),
	say(`new initialize|re-?initiali[sz]|new session|initiali[sz]es? (?:again|anew)|connects? (?:again|anew)|reconnect`, func(r *run, _ []string) bool {
		if r.refusal == nil {
			return false
		}
		r.until("connected anew", func() bool { return r.posts("", "initialize", "none") > 1 && r.server().Phase == bridge.Ready })
		return true
	}),
	say(`side effects|not (?:be )?repeated|no (?:automatic|second|third|further) (?:retry|call|repeat)|is not retried|without (?:a )?retry|no retry`, func(r *run, _ []string) bool {
		r.settle()
		return r.callsMade() <= max(1, len(r.calls)+r.confirmed())
	}),
	say(`offered to (?:repeat|run|retry)|run (?:it )?again|by hand`, func(r *run, _ []string) bool {
		return r.ended() && (r.last().CanContinue || r.enabled("Run again") || r.last().Failure != nil && r.last().Failure.Do != "")
	}),
	say(`no (?:second |empty |new |error )?(?:modal|form|dialog|window|prompt|card)|not asked|nothing is (?:asked|shown)|is not shown`, func(r *run, _ []string) bool { return !r.modal() }),
	say(`(?:modal|form|dialog|card|request) (?:closes|is closed|goes away|disappears|is gone|is withdrawn)|closes as`, func(r *run, _ []string) bool {
		r.until("the modal closes", func() bool { return !r.modal() })
		return true
	}),
	say(`(?:modal|form|dialog|card) (?:appears|opens|is shown|comes|stays|remains|is open)`, func(r *run, _ []string) bool {
		r.until("a modal", func() bool { return r.modal() })
		return true
	}),
	say(`['‘“"]([^'’”"]{3,})['’”"]`, func(r *run, match []string) bool {
		r.glance()
		return mentions(withoutSpace(r.seen), withoutSpace(match[1]))
	}),
	say(`(\d+) of (\d+)`, func(r *run, match []string) bool { return strings.Contains(r.seen, match[0]) }),
	say(`(?:declined|refused) by the (?:user|person)|ends as declined`, func(r *run, _ []string) bool {
		return r.ended() && r.last().Failure != nil && mentions(r.last().Failure.What, "declined")
	}),
	say(`all (?:are )?(?:declined|refused)|declined (?:by one press|at once|together)`, func(r *run, _ []string) bool { return r.allDeclined() }),
	say(`(?:is )?(?:no|not an|without (?:an )?) ?error\b|not treated as (?:a )?fail`, func(r *run, _ []string) bool {
		r.settle()
		s := r.server()
		return s.Phase == bridge.Ready && s.Failure == nil && s.ToolsFailure == nil
	}),
	say(`skipped|passed over`, func(r *run, _ []string) bool {
		r.until("the server is ready", func() bool { return r.server().Phase == bridge.Ready })
		return true
	}),
	say(`answered? (?:with )?(?:a )?cancel`, func(r *run, _ []string) bool { action, _ := r.answer(); return action == "cancel" }),
	say(`answered? (?:with )?(?:a )?decline`, func(r *run, _ []string) bool { action, _ := r.answer(); return action == "decline" }),
	say(`(?:nothing|no answer|no response) (?:is |goes |was )?(?:sent|out)|sends nothing|not answered`, func(r *run, _ []string) bool { r.settle(); return r.sent() == 0 }),
	say(`(?:exactly|only) one (?:answer|response)`, func(r *run, _ []string) bool { r.settle(); return r.sent() == 1 }),
	say(`each (?:url|link|address) .*(?:consent|separate)`, func(r *run, _ []string) bool { return len(r.browsed()) <= r.openings }),
	say(`names its server|which server`, func(r *run, _ []string) bool {
		return !slices.ContainsFunc(r.order, func(name string) bool { return !mentions(r.seen, name) })
	}),
	say(`starts? empty|empty form`, func(r *run, _ []string) bool { form := r.form(); return form == nil || form.Shown(0) == "" }),
	say(`new id|another id|fresh id`, func(r *run, _ []string) bool {
		calls := r.sentCalls()
		return len(calls) > 1 && string(calls[0].ID) != string(calls[1].ID)
	}),
	say(`not cancell?ed|no cancellation|does not count`, func(r *run, _ []string) bool {
		return r.script() != nil && len(r.script().HeardMethod("notifications/cancelled")) == 0
	}),
	say(`cancell?ed|notifications/cancelled`, func(r *run, _ []string) bool {
		return r.script() != nil && len(r.script().HeardMethod("notifications/cancelled")) > 0
	}),
	say(`no (?:duplicate|double)|listed once|once only`, func(r *run, _ []string) bool {
		var names []string
		for _, tool := range r.server().Tools {
			names = append(names, tool.Name)
		}
		slices.Sort(names)
		return len(slices.Compact(slices.Clone(names))) == len(names)
	}),
	say(`duplicates? (?:is |are )?marked|marked as (?:a )?duplicate|both (?:rows|tools|are)`, func(r *run, _ []string) bool {
		return slices.ContainsFunc(r.server().Tools, func(tool bridge.Tool) bool { return tool.Duplicate })
	}),
	say(`no (?:endless|infinite)|bounded|terminates|stops after|ends after`, func(r *run, _ []string) bool {
		r.settle()
		if r.refusal != nil {
			return r.posts("", "tools/list", "") <= 1001 && r.callsMade() <= 25
		}
		return r.script() != nil && len(r.script().HeardMethod("tools/list")) <= 1001 && len(r.sentCalls()) <= 25
	}),
	say(`stderr`, func(r *run, _ []string) bool {
		r.until("the server's own words", func() bool { return r.server().Stderr != "" })
		return len(r.server().Stderr) <= 1<<20
	}),
	say(`(?:result|output|text) (?:is |that follows is |of the call is )?(?:shown|delivered|kept|arrives)|call (?:succeeds|returns|completes|finishes|works)`, func(r *run, _ []string) bool {
		return r.ended() && r.last().Result != nil
	}),
	say(`call (?:ends|fails|is ended|stops)|fails with|error (?:is )?(?:shown|reported|told)|shows? (?:the |an? )?error|protocol error|says (?:what|why|that|so)|message|reported`, func(r *run, _ []string) bool {
		if len(r.calls) > 0 {
			return r.ended() && (r.last().Failure != nil || r.last().Phase == bridge.Stopped || r.last().Result != nil && r.last().Result.IsError)
		}
		return r.server().Failure != nil || r.server().ToolsFailure != nil || len(r.server().Notes) > 0
	}),
	say(`can be (?:started|tried) again|(?:start|try) again`, func(r *run, _ []string) bool { return r.enabled("Start") || r.enabled("Try now") }),
	say(`not connected|connection (?:fails|is refused)|disconnect|does not connect|server (?:fails|is failed)`, func(r *run, _ []string) bool {
		r.until("it failed", func() bool { return r.server().Phase == bridge.Failed || r.server().Phase == bridge.Off })
		return true
	}),
	say(`connected|connects|still works|keeps working|stays (?:usable|ready|alive|connected)|goes on|connection (?:survives|lives|stays|is kept)|session (?:survives|lives|stays|is kept)|usable|ready|ignored|tolerated|unaffected|other (?:tools|calls)`, func(r *run, _ []string) bool {
		r.until("the server is ready", func() bool { return r.server().Phase == bridge.Ready })
		return true
	}),
	say(`server (?:has |is )?(?:gone|stopped|lost|exited|died)|connection (?:has |is |was )?(?:gone|lost|closed)`, func(r *run, _ []string) bool {
		r.until("the loss is told", func() bool { r.glance(); return mentions(r.seen, "stopped") || mentions(r.seen, "lost") })
		return true
	}),
	say(`warn|\bnotes?\b|notice`, func(r *run, _ []string) bool { return len(r.server().Notes) > 0 || r.had["notice"] || r.had["warning"] }),
	say(`countdown`, func(r *run, _ []string) bool { return countdown.MatchString(r.seen) }),
	say(`still working|progress|paced|spaced`, func(r *run, _ []string) bool {
		r.glance()
		return mentions(r.seen, "still working") || len(r.calls) > 0 && r.last().Progress != (bridge.Progress{})
	}),
}

func (r *run) server() bridge.ServerState { return r.live[r.order[0]].State() }

// broke reports whether Parley caught a fault of its own.
func (r *run) broke() bool { return strings.Contains(r.logged.String(), "caught a fault") }

// ended waits for the last call; false when there was none.
func (r *run) ended() bool {
	if len(r.calls) == 0 {
		return false
	}
	r.result()
	return true
}

func (r *run) last() bridge.CallState { return r.calls[len(r.calls)-1].State() }

// posts counts what a server over HTTP heard; session "none" is without one.
func (r *run) posts(verb, method, session string) int {
	return r.refusal.count(func(p heardPost) bool {
		return (verb == "" || p.verb == verb) && (method == "" || p.method == method) && (session == "" || p.session == "")
	})
}

// allDeclined reports whether each answer that went out is a refusal.
func (r *run) allDeclined() bool {
	all := r.answers(r.order[0])
	return len(all) > 0 && !slices.ContainsFunc(all, func(m wiretest.Message) bool {
		action, content := readAnswer(m)
		return action != "decline" || content != nil
	})
}

func (r *run) callsMade() int {
	if r.refusal != nil {
		return r.posts("", "tools/call", "")
	}
	return len(r.sentCalls())
}

// confirmed counts what the person did that makes a server be called once more: an answer that goes with a retry, a link that was opened.
func (r *run) confirmed() (n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, receipt := range r.receipts {
		if receipt.Answer.OK {
			n++
		}
	}
	return n
}
