package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"

	"parley/bridge"
	"parley/bridge/schema"
)

// answer stands in for the person: it opens links and sends forms as they come, with yes to what has to be said.
func answer(ctx context.Context, s bridge.Suspension) bridge.Answer {
	yes := bridge.Answer{ID: s.Request.ID, OK: true}
	no := bridge.Answer{ID: s.Request.ID, Reason: bridge.ReasonDeclined}
	switch s.Request.Kind {
	case bridge.KindAuthorization:
		if err := visit(ctx, s.Request.URL); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return no
		}
		select {
		case <-s.Completed:
			return yes
		case <-ctx.Done():
			return bridge.AnswerAtEnd(ctx, s.Request.ID)
		}
	case bridge.KindInput:
		yes.Data = fill(schema.Parse(s.Schema))
		return yes
	}
	return no
}

// fill sends the defaults of a form, and something for what is required and has none.
func fill(form schema.Form) map[string]any {
	data := map[string]any{}
	for i, field := range form.Fields {
		in := field.Start
		if !field.HasDefault && field.Required {
			in = schema.Input{Text: "5", Chosen: []int{0}, Touched: true}
		}
		if value, message := form.Check(i, in); message == "" && value != nil {
			data[field.Key] = json.RawMessage(value)
		}
	}
	return data
}

// visit opens a link as a browser does, up to the page on this computer that it comes back to.
func visit(ctx context.Context, link string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, link, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if _, err := io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<20)); err != nil {
		return err
	}
	if resp.StatusCode >= 300 {
		return fmt.Errorf("the sign-in page ended with status %d", resp.StatusCode)
	}
	return nil
}
