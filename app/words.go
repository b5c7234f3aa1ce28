package app

import (
	"fmt"
	"strings"
	"time"

	"fyne.io/fyne/v2/lang"

	"parley/bridge"
)

// span says how long something took or how old it is: 0.4 s, 6.2 s, 48 s, 3 min 5 s, 2 h 10 min. Never negative.
func span(d time.Duration) string {
	switch {
	case d <= 0:
		return lang.L("0 s")
	case d < 50*time.Millisecond: // what rounds to 0.0 is not nothing
		return lang.L("less than 0.1 s")
	case d < 9950*time.Millisecond: // what rounds to 10.0 is 10
		return lang.L("{{.Whole}}.{{.Tenths}} s", tenths(d.Seconds()))
	default:
		return age(d + time.Second/2)
	}
}

// age is span in whole seconds, for what is redrawn once a second.
func age(d time.Duration) string {
	d = max(d, 0).Truncate(time.Second)
	switch {
	case d < 2*time.Minute: // 60 s reads better than 1 min 0 s
		return lang.L("{{.Seconds}} s", map[string]any{"Seconds": int(d.Seconds())})
	case d < time.Hour:
		return lang.L("{{.Minutes}} min {{.Seconds}} s", map[string]any{"Minutes": int(d.Minutes()), "Seconds": int(d.Seconds()) % 60})
	default:
		return lang.L("{{.Hours}} h {{.Minutes}} min", map[string]any{"Hours": int(d.Hours()), "Minutes": int(d.Minutes()) % 60})
	}
}

// bulk says how much there is: 312 B, 2.1 kB, 10.5 MB.
func bulk(bytes int) string {
	switch {
	case bytes < 1000:
		return fmt.Sprintf("%d B", bytes)
	case bytes < 1_000_000:
		return lang.L("{{.Whole}}.{{.Tenths}} kB", tenths(float64(bytes)/1000))
	default:
		return lang.L("{{.Whole}}.{{.Tenths}} MB", tenths(float64(bytes)/1_000_000))
	}
}

// tenths is a number with one decimal, in two parts: languages differ in what stands between them.
func tenths(number float64) map[string]any {
	whole, tenth, _ := strings.Cut(fmt.Sprintf("%.1f", number), ".")
	return map[string]any{"Whole": whole, "Tenths": tenth}
}

// requestsWaiting is the label of the waiting button.
func requestsWaiting(n int) string {
	return lang.N("{{.Count}} requests waiting", n, map[string]any{"Count": n})
}

// windowTitle carries the number of open requests in front, where a task bar still shows it.
func windowTitle(waiting int) string {
	if waiting == 0 {
		return "Parley"
	}
	return fmt.Sprintf("(%d) Parley", waiting)
}

// receiptWords says what the server was told, in the words of experience.md's table of outcomes. typed says whether the
// request had anything to fill in, and so anything to keep.
func receiptWords(r bridge.Receipt, typed bool) string {
	data := map[string]any{"Server": serverName(r.Suspension.Server)}
	if r.Suspension.SigningIn {
		if words := signInWords(r.Ending, data); words != "" {
			return words
		}
	}
	switch r.Ending {
	case bridge.EndSent:
		return lang.L("Sent to {{.Server}}.", data)
	case bridge.EndDeclined:
		if !r.Told {
			return lang.L("You declined. The run ends here.")
		}
		return lang.L("You declined. {{.Server}} was told no.", data)
	case bridge.EndDismissed:
		if !r.Told {
			return lang.L("You closed this without deciding. The run ends here.")
		}
		return lang.L("You closed this without deciding. {{.Server}} was told so.", data)
	case bridge.EndExpired:
		return andKept(lang.L("Too late: the time to answer was over."), typed)
	case bridge.EndStoppedWaiting:
		data["Span"] = age(r.After)
		return andKept(lang.L("{{.Server}} stopped waiting after {{.Span}}.", data), typed)
	case bridge.EndWithdrawn:
		return andKept(withdrawnWords(data, r.Words), typed)
	case bridge.EndServerGone:
		if r.Suspension.ServerAddress != "" { // whether it is the server or the way to it, nobody knows
			return andKept(lang.L("The connection to {{.Server}} was lost.", data), typed)
		}
		return andKept(lang.L("{{.Server}} has stopped.", data), typed)
	case bridge.EndStopped:
		return andKept(lang.L("The run was stopped before your answer went out."), typed)
	case bridge.EndUnconfirmed:
		return andKept(lang.L("Sent, but {{.Server}} did not confirm that it arrived. It is not sent a second time.", data), typed)
	default:
		return andKept(lang.L("The answer could not be delivered to {{.Server}}.", data), typed)
	}
}

// signInWords are the receipts of a sign-in, of which the server itself is told nothing; "" for those that read like all others.
func signInWords(ending bridge.Ending, data map[string]any) string {
	switch ending {
	case bridge.EndSent:
		return lang.L("You are back from signing in to {{.Server}}.", data)
	case bridge.EndDeclined, bridge.EndDismissed:
		return lang.L("You did not sign in to {{.Server}}.", data)
	case bridge.EndStopped:
		return lang.L("Signing in to {{.Server}} is not needed any more.", data)
	}
	return ""
}

func withdrawnWords(data map[string]any, reason string) string {
	if reason == "" {
		return lang.L("{{.Server}} has withdrawn the question.", data)
	}
	data["Reason"] = oneLine(reason, 120)
	return lang.L("{{.Server}} has withdrawn the question: “{{.Reason}}”.", data)
}

func andKept(sentence string, typed bool) string {
	if !typed {
		return sentence
	}
	return sentence + " " + lang.L("What you typed is kept.")
}

// toolTitle is what a tool is called on the surface: the title that the server gave, else its name.
func toolTitle(t bridge.Tool) string {
	if t.Title != "" {
		return oneLine(t.Title, 80)
	}
	return oneLine(t.Name, 80)
}

// toolTitleOf is toolTitle for the tool of a call; "" when there is no call.
func toolTitleOf(call *bridge.Call) string {
	if call == nil {
		return ""
	}
	return toolTitle(call.Tool())
}

// claims says what a tool may do, as its server claims it: annotations are untrusted (case tool-title-and-name-shown).
func claims(t bridge.Tool) string {
	switch {
	case !t.Hinted:
		return lang.L("The server does not say what it may do.")
	case t.ReadOnly && t.OpenWorld:
		return lang.L("The server says it only reads, and reaches outside.")
	case t.ReadOnly:
		return lang.L("The server says it only reads.")
	case t.Destructive && t.OpenWorld:
		return lang.L("The server says it may delete or change things, and reaches outside.")
	case t.Destructive:
		return lang.L("The server says it may delete or change things.")
	case t.OpenWorld:
		return lang.L("The server says it may add things, and reaches outside.")
	}
	return lang.L("It may change things.")
}

// stateWords is the state of a server in one or two words.
func stateWords(s standing) string {
	switch {
	case s.Open > 0 || s.held() || s.notGiven() || s.sentOn():
		return lang.L("needs you")
	case s.Phase == bridge.Ready:
		return lang.L("ready")
	case s.Phase == bridge.Starting && !s.RetryAt.IsZero():
		return lang.L("tries again")
	case s.Phase == bridge.Starting:
		return lang.L("starting")
	case s.Phase == bridge.Failed:
		return lang.L("failed")
	}
	return lang.L("off")
}

// because puts the reason behind a sentence of ours.
func because(words string, err error) string {
	return strings.TrimSuffix(words, ".") + ": " + sentence(err.Error())
}

// sentence ends a text with a full stop, for errors inside sentences of ours.
func sentence(text string) string {
	return strings.TrimRight(oneLine(own(text), 300), ".") + "."
}
