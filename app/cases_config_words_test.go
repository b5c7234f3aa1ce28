package app

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"

	"parley/bridge"
	"parley/bridge/config"
)

// configWordings are what cases about servers files say in their own words, and how one looks whether it is so. The first whose words are
// in a clause is the one that counts.
func configWordings() []wording {
	return []wording{
		say(`(?:no|never|without|must not|does not|instead of) (?:a |an )?(?:crash|panic|freez|hang)|survives|stays up|keeps running`, func(r *run, _ []string) bool { return r.screen() != "" }),
		say(`unchanged|untouched|not (?:re)?written|never (?:re)?writes?|does not (?:re)?write|left alone|not overwritten|byte for byte`, func(r *run, _ []string) bool {
			now, err := os.ReadFile(r.cfg.path)
			return err == nil && bytes.Equal(now, r.cfg.before)
		}),
		say(`comments? (?:are |is |and \w+ (?:are )?)?(?:kept|preserved|stays?|survives?|there)|keeps? (?:the |its |all )?comments?`, func(r *run, _ []string) bool {
			now, err := os.ReadFile(r.cfg.path)
			return err == nil && !slices.ContainsFunc(comment.FindAll(r.cfg.before, -1), func(c []byte) bool { return !bytes.Contains(now, c) })
		}),
		say(`asks? again|asked again|can be (?:retried|started again|tried again)|prompts? again|retry`, func(r *run, _ []string) bool {
			asked := len(r.cfg.prompts)
			for _, s := range r.cfg.file.Servers {
				if len(s.Inputs) > 0 && r.cfg.dials[s.Name] == 0 {
					r.start(s.Name)
				}
			}
			return r.modal() && len(r.cfg.prompts) > asked
		}),
		say(`(?:asked|prompted|one prompt|single prompt|asks)(?: only)? ?once|only one (?:prompt|question)|not asked (?:again|twice)`, func(r *run, _ []string) bool { r.settle(); return len(r.cfg.prompts) == 1 }),
		say(`not asked|no prompt|never asks|nobody is asked|without asking`, func(r *run, _ []string) bool { r.settle(); return len(r.cfg.prompts) == 0 }),
		say(`no network|no (?:network )?request|not connected|no connection|does not connect|never connects|nothing is sent|never sent|not sent`, func(r *run, _ []string) bool {
			r.settle()
			return r.networkRequests() == 0
		}),
		say(`(?:are|is|be|was|were) (?:not|never) (?:be )?(?:started|run|launched)|(?:does|do|must) not (?:start|run|launch)|starts? no(?:ne|thing)|never (?:starts?|runs?|launch)|nothing (?:is )?start|no process|not started`, func(r *run, match []string) bool {
			r.settle()
			return !slices.ContainsFunc(r.meant(match[0]), func(s config.Server) bool { return r.cfg.dials[s.Name] > 0 })
		}),
		say(`mask|covered|dots|hidden until|not (?:be )?(?:shown|visible|displayed)|never (?:shown|visible|displayed)|redact`, func(r *run, _ []string) bool { return !r.tellsSecret(r.everyPage()) }),
		say(`\blogs?\b|logged|exported`, func(r *run, _ []string) bool { return !r.tellsSecret(r.logged.String()) }),
		say(`other(?: servers?| entries| ones)?s? (?:\w+ )?(?:start|load|work|keep|are|run|stay|connect)|the others|the rest|valid (?:servers?|ones?|entries)|good (?:servers?|ones?)`, func(r *run, _ []string) bool {
			good := 0
			for _, s := range r.cfg.file.Servers {
				if s.Problem != nil || s.Disabled || r.cfg.missing[s.Name] || len(s.Inputs) > 0 {
					continue
				}
				r.start(s.Name)
				good++
				if r.live[s.Name].State().Phase != bridge.Ready {
					return false
				}
			}
			return good > 0
		}),
		say(`listed|in the list|in its place|appears?|is there|are there|shown with|row|sidebar|order`, func(r *run, _ []string) bool { r.checkListed(); return len(r.servers.all()) > 0 }),
		say(`says?|said|tells?|told|names?|naming|explains?|reports?|mentions?|states?|message|error|reason|hint|points? (?:at|to)|clear`, func(r *run, _ []string) bool {
			if r.cfg.err != nil {
				return mentions(withoutSpace(r.seen), withoutSpace(r.cfg.err.Error()))
			}
			said := len(r.cfg.file.Notes) > 0 || r.refused != ""
			for _, s := range r.cfg.file.Servers {
				if s.Problem != nil {
					said = mentions(withoutSpace(r.page(s.Name)), withoutSpace(s.Problem.Error()))
				} else if failure := r.live[s.Name].State().Failure; failure != nil {
					said = failure.What != "" && failure.Do != ""
				}
			}
			return said
		}),
		say(`warn|\bnotes?\b|notice`, func(r *run, _ []string) bool { return len(r.cfg.file.Notes) > 0 || r.refused != "" }),
		say(`asked|prompt|asks`, func(r *run, _ []string) bool { r.settle(); return len(r.cfg.prompts) > 0 }),
		say(`starts?|started|works?|loads?|connects?|runs?`, func(r *run, match []string) bool {
			for _, s := range r.cfg.file.Servers {
				if s.Problem == nil && !s.Disabled && r.cfg.dials[s.Name] == 0 {
					return false
				}
			}
			return len(r.cfg.file.Servers) > 0
		}),
	}
}

var comment = regexp.MustCompile(`(?m)//[^\n"]*$|/\*[^"]*?\*/`)

// configWords checks what a case says in its own words, clause by clause. It gives false unless each clause says something that can be
// looked at; what can be looked at and is not so fails the case all the same.
func (r *run) configWords(member string, raw json.RawMessage) bool {
	r.t.Helper()
	r.settle()
	r.glance()
	all, wordings := true, configWordings()
	for _, clause := range clauses(jsonText(raw)) {
		known := slices.IndexFunc(wordings, func(c wording) bool { return c.words.MatchString(clause) })
		if known < 0 {
			r.t.Logf("not understood: %s: %s: %q", r.c.Name, member, clause)
			all = false
			continue
		}
		if !wordings[known].holds(r, []string{clause}) {
			if known >= sureConfigWordings {
				r.t.Logf("perhaps not so: %s: %s: %q", r.c.Name, member, clause)
				all = false
				continue
			}
			r.t.Errorf("%s: it is not so that %q; on the screen: %q", member, clause, r.screen())
		}
	}
	return all
}

// sureConfigWordings is how many of configWordings cannot well mean something else. What the others say and is not so may have been
// meant otherwise, and counts as unchecked.
const sureConfigWordings = 11

// meant are the servers that a clause names, or all when it names none.
func (r *run) meant(clause string) []config.Server {
	words := strings.FieldsFunc(clause, func(c rune) bool { return strings.ContainsRune(" ,;:.'\"`()", c) })
	var named []config.Server
	for _, s := range r.cfg.file.Servers {
		if slices.Contains(words, s.Name) && (len(s.Name) > 1 || strings.Contains(clause, "server "+s.Name) || strings.HasPrefix(clause, s.Name+" ")) {
			named = append(named, s)
		}
	}
	if len(named) == 0 {
		return r.cfg.file.Servers
	}
	return named
}

// everyPage is every word on the pages of all servers, and what was on the screen before.
func (r *run) everyPage() string {
	r.t.Helper()
	for _, s := range r.cfg.file.Servers {
		r.page(s.Name)
	}
	return r.seen
}

// tellsSecret reports whether a value of the environment or of a header is in a text.
func (r *run) tellsSecret(text string) bool {
	for _, s := range r.cfg.file.Servers {
		shown := s.AsWritten()
		for name, value := range s.Env {
			if len(value) > 3 && !config.OnlyRefers(shown.Env[name]) && strings.Contains(text, value) {
				return true
			}
		}
		for name, value := range s.Headers {
			if len(value) > 3 && (value != shown.Headers[name] || !config.OnlyRefers(value)) && strings.Contains(text, value) {
				return true
			}
		}
	}
	return false
}
