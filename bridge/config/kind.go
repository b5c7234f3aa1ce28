package config

import (
	"fmt"
	"strings"

	"parley/bridge/config/tree"
)

// kind is what the entry says about how messages travel, "" when it says nothing.
func (r *reader) kind(members tree.Object) string {
	if m, ok := members.Get("transport"); ok {
		if _, inner := tree.ObjectOf(m.Value); inner {
			return r.text(members, "type")
		}
	}
	if kind := r.text(members, "type"); kind != "" {
		return kind
	}
	if kind := r.text(members, "transport", "transportType"); kind != "" {
		return kind
	}
	for _, name := range []string{"protocol", "connectionType", "connection_type", "transport_type", "mode", "kind"} {
		if r.isTransport(members, name) {
			return r.text(members, name)
		}
	}
	return ""
}

// isTransport reports whether a member holds one of the words for how messages travel. Some apps write it under a name that means something
// else in others (AnythingLLM and BeeAI write protocol).
func (r *reader) isTransport(members tree.Object, name string) bool {
	m, ok := members.Get(name)
	if !ok {
		return false
	}
	text, _ := m.Text()
	_, _, known := transportOf(text)
	return known && text != ""
}

// settle decides between program and address (contract G7). Nothing is guessed when an entry has both: picking one in silence hides
// the cause of what goes wrong later (case config-both-url-and-command). A type decides, and what is left over is reported (case
// config-both-with-explicit-type).
func (r *reader) settle(s *Server, w *written, kind string) {
	program, address := len(w.command) > 0, w.url != ""
	left := ""
	if !program && !address && r.problem != nil {
		return
	}
	at, known := r.places["type"]
	if !known {
		at = r.places["transport"]
	}
	transport, local, ok := transportOf(kind)
	switch {
	case !ok && strings.EqualFold(kind, "inMemory"):
		r.failAt(at, "The type %q is for a server that is a part of Cherry Studio itself. Another app cannot start it.", kind)
		return
	case !ok && (strings.EqualFold(kind, "ws") || strings.EqualFold(kind, "websocket")):
		r.failAt(at, "The type %q is not known: Parley does not connect by WebSocket. Write http or sse when the server has such an address; stdio for a program.", kind)
		return
	case !ok:
		r.failAt(at, "The type %q is not known. Write stdio for a program; http or sse for an address.", kind)
		return
	case kind == "" && program && address:
		r.failAt(r.places["url"], "The entry has both a command and a url. Keep one of them, or add a type.")
		return
	case kind == "":
		if !program && !address {
			if written, instead := meant(r.members); r.hint == "" && written != "" {
				r.hint = fmt.Sprintf(" It has %q; perhaps that should be called %q.", written, instead)
			}
			r.failAt(r.start, "The entry has neither a command to start nor a url to connect to.%s", r.hint)
			return
		}
	case !program && address && openWord(kind): // "local" says where a server runs: one that is reached by an address here is local, too
		s.Transport = Discover
		return
	case local:
		if !program {
			r.failAt(at, "The type is %s, but there is no command.", kind)
		}
		if address {
			left = "url"
		}
		w.url, w.headers, w.signIn = "", nil, SignIn{}
	default:
		if !address {
			r.failAt(at, "The type is %s, but there is no url.", kind)
		}
		if program {
			left = "command"
		}
		w.command = nil
	}
	s.Transport = transport
	if left != "" {
		r.note("%q has both a command and a url. Its type says which to use; the %s is ignored.", r.entry, left)
	}
}

// openWord tells a word that says where a server runs from one that says how messages travel.
func openWord(kind string) bool { return strings.EqualFold(strings.TrimSpace(kind), "local") }

// transportOf reads a type in the words of all hosts (case config-type-aliases). "remote" leaves it open, and so does "http": in VS Code,
// whose word it is, a server that only knows SSE works under it, and toolnexus takes it for remote (contract G7).
func transportOf(kind string) (transport Transport, local, ok bool) {
	switch strings.ToLower(strings.NewReplacer("-", "", "_", "", " ", "").Replace(kind)) {
	case "":
		return Discover, false, true
	case "stdio", "local", "command":
		return Program, true, true
	case "streamablehttp", "streamable", "httpstream", "shttp":
		return Streamable, false, true
	case "sse":
		return SSE, false, true
	case "remote", "url", "http", "https":
		return Discover, false, true
	}
	return Discover, false, false
}
