package demo

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// clickWithin is how long the tool waits for the click once the person said they are done.
const clickWithin = 20 * time.Second

func connectData() tool {
	return tool{
		name:  "connect_data_source",
		title: "Connect data source",
		description: "Acts out connecting an outside service. It gives you a link; one click on the page behind it, " +
			"which the demo serves on this computer only, and you are connected.",
		hints: changing(false),
		run:   runConnectData,
	}
}

func runConnectData(ctx context.Context, c *call) (outcome, error) {
	const nothing = "No data source was connected."
	if err := c.canShow(question{link: "page"}); err != nil {
		return outcome{}, err
	}
	p, err := c.page()
	if err != nil {
		return outcome{}, err
	}
	ask := question{key: "connect", message: "Connect the demo's data source: open the page and press Connect there.",
		link: p.url, linkID: uuid.NewString()}
	if c.rounds {
		c.notes.Page = p.token // the page stays open from one round to the next
	} else {
		defer p.close()
		stop := c.tellWhenClicked(ctx, p, ask.linkID)
		defer stop()
	}

	answers, err := c.ask(ctx, ask)
	if err != nil {
		return outcome{}, err
	}
	defer p.close()
	if done, refused := answers[0].refusal(nothing); refused {
		return done, nil
	}
	c.report(ctx, 0, 0, "Waiting for your click on Connect in the browser")
	patience := time.NewTimer(clickWithin)
	defer patience.Stop()
	select {
	case <-p.clicked:
		return outcome{say: "The data source is connected. Thank you for the click.", facts: facts{"connected"}}, nil
	case <-p.closed:
	case <-patience.C:
	case <-ctx.Done():
		return outcome{}, ctx.Err()
	}
	return outcome{say: "You said you were done, but nobody pressed Connect on the page. " + nothing, facts: facts{"not_connected"}}, nil
}

// page is the page of this call: a new one, or the one of the round before.
func (c *call) page() (*page, error) {
	if c.notes.Page == "" {
		return c.lab.openPage()
	}
	c.lab.mu.Lock()
	defer c.lab.mu.Unlock()
	if p := c.lab.pages[c.notes.Page]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("the page has been closed meanwhile, so run the tool again")
}

// tellWhenClicked reports the link's errand as done, once, if the click comes before stop is called.
func (c *call) tellWhenClicked(ctx context.Context, p *page, linkID string) (stop func()) {
	over := make(chan struct{})
	told := make(chan struct{})
	go func() {
		defer close(told)
		select {
		case <-p.clicked:
			// If it cannot be told, the person still can say so.
			_ = c.req.Session.NotifyElicitationComplete(ctx, &mcp.ElicitationCompleteParams{ElicitationID: linkID})
		case <-over:
		}
	}()
	return func() {
		close(over)
		<-told
	}
}
