package terminal

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"text/tabwriter"

	"parley/app/memory"
	"parley/bridge"
	"parley/bridge/config"
)

// list prints the servers, or the tools of one.
func (c Command) list(ctx context.Context, o Options) error {
	switch {
	case len(o.words) > 1:
		return usage("parley list takes the name of one server")
	case o.args != "", o.answers != "":
		return usage("--args and --answers go with parley call")
	case len(o.words) == 1:
		return c.listTools(ctx, o)
	}
	kept, err := memory.Open(c.Home)
	if err != nil {
		fmt.Fprintln(c.Problems, "parley:", plain(err.Error()))
	}
	entries, err := c.entries(kept, os.Getenv)
	if err != nil {
		return err
	}
	if o.json {
		list := []listedServer{}
		for _, entry := range entries {
			list = append(list, listedOf(entry))
		}
		return c.printJSON(list)
	}
	if len(entries) == 0 {
		fmt.Fprintln(c.Problems, "There are no servers in", c.Servers)
	}
	table := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	for _, entry := range entries {
		l := listedOf(entry)
		fmt.Fprintf(table, "%s\t%s\t%s\n", quoted(l.Name), l.How, line(l.Problem))
	}
	return table.Flush()
}

// listedServer is a server in the list.
type listedServer struct {
	Name    string `json:"name"`
	How     string `json:"how"` // program, address, or off
	Problem string `json:"problem,omitempty"`
}

func listedOf(entry config.Server) listedServer {
	l := listedServer{Name: entry.Name, How: "program"}
	if entry.URL != "" {
		l.How = "address"
	}
	if entry.Disabled {
		l.How = "off"
	}
	if entry.Problem != nil {
		l.Problem = entry.Problem.Error()
	}
	return l
}

// listedTool is a tool in the list.
type listedTool struct {
	Name        string          `json:"name"`
	Title       string          `json:"title,omitempty"`
	Description string          `json:"description,omitempty"`
	InputSchema json.RawMessage `json:"inputSchema,omitempty"`
}

func (c Command) listTools(ctx context.Context, o Options) error {
	asking := &asking{command: c, rules: &rules{}, noInput: o.noInput, lines: readLines(c.In)}
	defer asking.lines.end()
	s, err := c.connect(ctx, o.words[0], o, asking, func(*bridge.Receipt) {})
	if s != nil {
		defer s.close()
	}
	if err != nil {
		return err
	}
	state := s.State()
	for _, note := range state.Notes {
		fmt.Fprintln(c.Problems, plain(note))
	}
	if o.json {
		list := []listedTool{}
		for _, t := range state.Tools {
			list = append(list, listedTool{t.Name, t.Title, t.Description, t.InputSchema})
		}
		return c.printJSON(list)
	}
	if len(state.Tools) == 0 {
		fmt.Fprintln(c.Problems, line(s.Name())+" has no tools.")
	}
	table := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	for _, t := range state.Tools {
		words := t.Title
		if words == "" {
			words = t.Description
		}
		fmt.Fprintf(table, "%s\t%s\n", quoted(t.Name), line(words))
	}
	return table.Flush()
}

func (c Command) printJSON(v any) error {
	raw, err := bridge.EncodeJSON(v)
	if err != nil {
		return err
	}
	_, err = c.Out.Write(append(raw, '\n'))
	return err
}
