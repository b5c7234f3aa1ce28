package demo

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestTripAsksThreeTimesAndBuildsOnTheAnswers(t *testing.T) {
	alike(t, func(t *testing.T, version string) {
		c := start(t, version, bothKinds)
		c.call("plan_trip", `{}`)
		q := c.question()
		if !strings.Contains(string(q.schema), `{"const":"tos","title":"Tromsø"}`) {
			t.Errorf("first form %s", q.schema)
		}
		c.answer("plan_trip", `{}`, q, `{"action":"accept","content":{"destination":"tos","nights":4}}`)
		q = c.question()
		if q.message != "How would you like to get to Tromsø?" || !strings.Contains(string(q.schema), "Mail ship") {
			t.Errorf("second question %q, form %s", q.message, q.schema)
		}
		c.answer("plan_trip", `{}`, q, `{"action":"accept","content":{"way":"ship"}}`)
		q = c.question()
		if q.message != "Book this trip?\n\nTromsø, 4 nights, by Mail ship" {
			t.Errorf("third question %q", q.message)
		}
		c.answer("plan_trip", `{}`, q, `{"action":"accept","content":{}}`)
		got := c.result()
		want := `{"status":"booked","answers":[{"destination":"tos","nights":4},{"way":"ship"},{}]}`
		if string(got.Result.StructuredContent) != want {
			t.Errorf("facts\n got %s\nwant %s", got.Result.StructuredContent, want)
		}
	})
}

func TestTripStopsAtTheFirstNo(t *testing.T) {
	alike(t, func(t *testing.T, version string) {
		c := start(t, version, bothKinds)
		c.call("plan_trip", `{}`)
		c.answer("plan_trip", `{}`, c.question(), `{"action":"accept","content":{"destination":"lis","nights":1}}`)
		c.answer("plan_trip", `{}`, c.question(), `{"action":"decline"}`)
		if got := c.result(); got.status() != "declined" {
			t.Errorf("status %q", got.status())
		}
	})
}

func TestSlowSurveyStopsWaitingInSilence(t *testing.T) {
	for _, version := range []string{"2025-06-18", "2025-11-25"} {
		t.Run(version, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := start(t, version, bothKinds)
				began := time.Now()
				c.call("slow_survey", `{}`)
				q := c.question()
				got := c.result() // fails on anything that comes before it, such as a withdrawal
				if got.status() != "timed_out" || got.Result.IsError {
					t.Errorf("status %q, error %v", got.status(), got.Result.IsError)
				}
				if waited := time.Since(began); waited != 20*time.Second {
					t.Errorf("waited %v", waited)
				}
				c.answer("slow_survey", `{}`, q, `{"action":"accept","content":{"mood":"good"}}`)
				c.call("confirm_deletion", `{}`)
				c.answer("confirm_deletion", `{}`, c.question(), `{"action":"decline"}`)
				if got := c.result(); got.status() != "declined" {
					t.Errorf("after a late answer: status %q", got.status())
				}
			})
		})
	}
}

func TestSlowSurveyDoesNotCountALateRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := start(t, "2026-07-28", bothKinds)
		c.call("slow_survey", `{"seconds":3}`)
		q := c.question()
		time.Sleep(4 * time.Second)
		c.answer("slow_survey", `{"seconds":3}`, q, `{"action":"accept","content":{"mood":"good"}}`)
		if got := c.result(); got.status() != "timed_out" || !strings.Contains(got.says(), "3 seconds") {
			t.Errorf("status %q, words %q", got.status(), got.says())
		}
	})
}

func TestSubmitBatchWaitsFiveMinutes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := start(t, "2025-11-25", bothKinds)
		began := time.Now()
		c.call("submit_batch", `{}`)
		c.question()
		got := c.result()
		if got.status() != "timed_out" || time.Since(began) != 5*time.Minute || !strings.Contains(got.says(), "waited 5 minutes") {
			t.Errorf("status %q after %v, words %q", got.status(), time.Since(began), got.says())
		}
	})
}

func TestStoppedCallWithdrawsItsQuestion(t *testing.T) {
	for _, tool := range []string{"submit_batch", "book_visit"} { // with and without a limit of its own
		t.Run(tool, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := start(t, "2025-11-25", bothKinds)
				id := c.call(tool, `{}`)
				q := c.question()
				c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}`, id)
				for m := c.receive(); ; m = c.receive() {
					if m.Method == "notifications/cancelled" {
						if string(m.Params.RequestID) != q.key {
							t.Errorf("withdrew %s, not %s", m.Params.RequestID, q.key)
						}
						return
					}
				}
			})
		})
	}
}

func TestAskTwiceSendsBothQuestionsBeforeAnyAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := start(t, "2025-11-25", bothKinds)
		c.call("ask_twice", `{}`)
		first, second := c.question(), c.question()
		if first.message != "What would you like to drink?" || second.message != "Where would you like to sit?" {
			t.Errorf("asked %q, then %q", first.message, second.message)
		}
		c.answer("ask_twice", `{}`, second, `{"action":"accept","content":{"seat":"aisle"}}`)
		c.answer("ask_twice", `{}`, first, `{"action":"decline"}`)
		got := c.result()
		if got.says() != "You said no. You get no drink. You sit at the aisle." {
			t.Errorf("words %q", got.says())
		}
	})
}

func TestAskTwiceAsksBothInOneRound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := start(t, "2026-07-28", bothKinds)
		c.call("ask_twice", `{}`)
		m := c.receive()
		if len(m.Result.InputRequests) != 2 || strings.Index(m.line, `"1-drink"`) > strings.Index(m.line, `"2-seat"`) {
			t.Fatalf("round %s", m.line)
		}
		c.send(`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"_meta":%s,"name":"ask_twice","arguments":{},"requestState":%q,`+
			`"inputResponses":{"2-seat":{"action":"cancel"},"1-drink":{"action":"accept","content":{"drink":"tea"}}}}}`, c.meta(), m.Result.RequestState)
		if got := c.result(); !strings.HasPrefix(got.says(), "You get a glass of tea. You closed") {
			t.Errorf("words %q", got.says())
		}
	})
}

func TestCrashExitsWhileItsQuestionIsOpen(t *testing.T) {
	alike(t, func(t *testing.T, version string) {
		c := start(t, version, bothKinds)
		began := time.Now()
		c.call("crash", `{}`)
		c.question()
		if <-c.crashed; time.Since(began) != crashAfter {
			t.Errorf("crashed after %v", time.Since(began))
		}
	})
}

func TestCrashNeedsNoPatienceOnceAnswered(t *testing.T) {
	alike(t, func(t *testing.T, version string) {
		c := start(t, version, bothKinds)
		began := time.Now()
		c.call("crash", `{}`)
		c.answer("crash", `{}`, c.question(), `{"action":"decline"}`)
		if <-c.crashed; time.Since(began) != 0 {
			t.Errorf("crashed after %v", time.Since(began))
		}
		c.result()
	})
}

func TestCrashDoesNotHappenOnceStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := start(t, "2025-11-25", bothKinds)
		id := c.call("crash", `{}`)
		c.question()
		c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}`, id)
		for over := time.After(2 * crashAfter); over != nil; {
			select {
			case <-c.crashed:
				t.Error("it crashed all the same")
			case <-c.lines:
			case <-over:
				over = nil
			}
		}
	})
}

func TestLongJobReportsProgressToTheEnd(t *testing.T) {
	alike(t, func(t *testing.T, version string) {
		c := start(t, version, bothKinds)
		began := time.Now()
		c.call("long_job", `{"seconds":2}`)
		var seen []float64
		m := c.receive()
		for ; m.Method == "notifications/progress"; m = c.receive() {
			seen = append(seen, m.Params.Progress)
			if m.Params.Total != 8 || m.Params.Message == "" {
				t.Errorf("progress %s", m.line)
			}
		}
		if fmt.Sprint(seen) != "[0 1 2 3 4 5 6 7 8]" {
			t.Errorf("progress %v", seen)
		}
		if m.status() != "done" || time.Since(began) != 2*time.Second {
			t.Errorf("status %q after %v", m.status(), time.Since(began))
		}
	})
}

func TestLongJobStopsWhenToldTo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := start(t, "2025-11-25", bothKinds)
		id := c.call("long_job", `{"seconds":600}`)
		c.receive()
		c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%s}}`, id)
		late := 0
		for over := time.After(time.Minute); over != nil; {
			select {
			case m := <-c.lines:
				if m.Method == "notifications/progress" {
					late++
				}
			case <-over:
				over = nil
			}
		}
		if late > 1 { // one may have been on its way
			t.Errorf("%d reports after the stop", late)
		}
	})
}

func TestLargeReportIsTheSameTenMegabytesEveryTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := start(t, "2025-11-25", bothKinds)
		c.call("large_report", `{}`)
		got := c.result()
		if len(got.Result.Content) != 2 || len(got.Result.Content[1].Text) != 10_000_000 {
			t.Fatalf("%d blocks", len(got.Result.Content))
		}
		want := `{"status":"done","bytes":10000000,"lines":112572,"sha256":"d9bc29b66dc1d17f67370b12a1ef7533bb7448e0c1a825e7ca23a751351c977f"}`
		if string(got.Result.StructuredContent) != want {
			t.Errorf("facts\n got %s\nwant %s", got.Result.StructuredContent, want)
		}
		if !strings.HasPrefix(got.Result.Content[1].Text, "000001  2026-01-01 00:00:00  station ") {
			t.Errorf("begins %q", got.Result.Content[1].Text[:100])
		}
	})
}

func TestDemoServesOnItsOwnStreamsAndEndsWithThem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		if err := Serve(context.Background(), strings.NewReader(""), &strings.Builder{}); err != nil {
			t.Error(err)
		}
	})
}
