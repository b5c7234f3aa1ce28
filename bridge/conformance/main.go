package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"parley/bridge"
	"parley/bridge/config"
)

// limit is a little less than the suite gives.
const limit = 25 * time.Second

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: conformance <server-url>")
		os.Exit(2)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	if err := run(ctx, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// told is what the suite says about a scenario.
type told struct {
	scenario string

	ClientID     string `json:"client_id"`
	ClientSecret string `json:"client_secret"`
	ToolCalls    []struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	} `json:"toolCalls"`
}

func listen() (told, error) {
	t := told{scenario: os.Getenv("MCP_CONFORMANCE_SCENARIO")}
	text := os.Getenv("MCP_CONFORMANCE_CONTEXT")
	if text == "" {
		return t, nil
	}
	if err := json.Unmarshal([]byte(text), &t); err != nil {
		return t, fmt.Errorf("MCP_CONFORMANCE_CONTEXT: %w", err)
	}
	return t, nil
}

// clientMetadata is the address that the suite knows for a client id metadata document.
const clientMetadata = "https://conformance-test.local/client-metadata.json"

// run connects as a person's Parley would and runs what the scenario wants.
func run(ctx context.Context, address string) error {
	t, err := listen()
	if err != nil {
		return err
	}
	changes := make(chan struct{}, 1)
	server := bridge.NewServer(config.Server{
		Name:   "Conformance",
		URL:    address,
		SignIn: config.SignIn{ClientID: t.ClientID, ClientSecret: t.ClientSecret, MetadataURL: clientMetadata},
	}, bridge.Options{
		WaitFor: answer,
		Notify: func(bridge.Event) {
			select {
			case changes <- struct{}{}:
			default:
			}
		},
		Version: "conformance",
	})
	server.Start()
	defer func() {
		closing, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = server.Close(closing)
	}()
	if err := ready(ctx, server, changes); err != nil {
		return err
	}
	return act(ctx, server, t)
}

// ready waits until the server's tools are known. A server that has none is ready too.
func ready(ctx context.Context, server *bridge.Server, changes <-chan struct{}) error {
	for {
		state := server.State()
		switch {
		case state.Phase == bridge.Failed, !state.RetryAt.IsZero():
			return failed(state.Failure)
		case state.Phase == bridge.Ready && (state.Tools != nil || state.ToolsFailure != nil):
			return nil
		}
		select {
		case <-changes:
		case <-ctx.Done():
			return fmt.Errorf("the server was not ready in time (phase %d)", state.Phase)
		}
	}
}

func failed(f *bridge.Failure) error {
	if f == nil {
		return errors.New("failed without a reason")
	}
	return fmt.Errorf("%s %s\n%s", f.What, f.Do, f.Detail)
}
