//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"

	"parley/bridge/demo"
)

// The servers of these tests are real programs: the test's own executable, started once more with these variables. Each
// writes down every line that it gets and sends.
const (
	serverVariable = "PARLEY_WINDOW_SERVER" // which of servers it is
	wireVariable   = "PARLEY_WINDOW_WIRE"   // the file to write to
)

// servers are the programs that the test's executable can be.
func servers() map[string]func(in io.Reader, out *recorder) {
	return map[string]func(io.Reader, *recorder){
		"demo":     func(in io.Reader, out *recorder) { _ = demo.Serve(context.Background(), in, out) },
		"asks":     serveQuestions,
		"stubborn": serveStubbornly,
	}
}

// beServer runs the server that the environment names; false when it names none.
func beServer() bool {
	serve := servers()[os.Getenv(serverVariable)]
	if serve == nil {
		return false
	}
	record, err := os.OpenFile(os.Getenv(wireVariable), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	r := &recorder{file: record}
	r.write("= ", fmt.Appendf(nil, "started %d", os.Getpid()))
	in, feed := io.Pipe()
	go func() {
		lines := bufio.NewReader(os.Stdin)
		for {
			line, err := lines.ReadBytes('\n')
			if len(line) > 0 {
				r.write("> ", line)
				_, _ = feed.Write(line)
			}
			if err != nil {
				feed.Close()
				return
			}
		}
	}()
	serve(in, r)
	r.write("= ", []byte("ended"))
	return true
}

// recorder passes on what a server sends and writes down whole lines, with the time, before anybody can see them.
type recorder struct {
	mu   sync.Mutex
	file *os.File
	rest []byte
}

func (r *recorder) write(mark string, line []byte) {
	stamp := time.Now().Format(time.RFC3339Nano + " ")
	text := append([]byte(stamp+mark), bytes.TrimRight(line, "\r\n")...)
	_, _ = r.file.Write(append(text, '\n'))
}

// Write implements [io.Writer].
func (r *recorder) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.rest = append(r.rest, p...)
	for {
		end := bytes.IndexByte(r.rest, '\n')
		if end < 0 {
			return len(p), nil
		}
		r.write("< ", r.rest[:end])
		if _, err := os.Stdout.Write(r.rest[:end+1]); err != nil {
			return 0, err
		}
		r.rest = append([]byte{}, r.rest[end+1:]...)
	}
}

// question is a tool of the server "asks": when it is called, the server puts one question and gives the answer that it gets
// as the result.
type question struct {
	name, title string
	ask         string        // params of elicitation/create
	after       time.Duration // how long it works before
	signal      turn          // what it does when the test gives a sign while the question is open
}

// turn is what becomes of an open question by the server's doing.
type turn int

const (
	goesOn       turn = iota
	withdraws         // it takes the question back and is done
	stopsWaiting      // it is done, and says nothing about the question
	crashes           // the whole server ends
)

func questions() []question {
	form := func(message, properties string) string {
		return fmt.Sprintf(`{"mode":"form","message":"%s","requestedSchema":{"type":"object","properties":{%s}}}`, message, properties)
	}
	const why = `"why":{"type":"string","title":"Why","maxLength":60}`
	return []question{
		{name: "twenty", title: "Twenty fields", ask: `{"mode":"form","message":"Please fill in all of it.","requestedSchema":` + twentyFields() + `}`},
		{name: "later", title: "Asks later", after: 700 * time.Millisecond, ask: form("May it go on?", `"note":{"type":"string","title":"A note","default":"none"}`)},
		{name: "withdraws", title: "Thinks better of it", signal: withdraws, ask: form("Do you still want it?", why)},
		{name: "stops", title: "Has no patience", signal: stopsWaiting, ask: form("Well?", why)},
		{name: "crashes", title: "Falls over", signal: crashes, ask: form("Is it safe?", why)},
		{name: "secret", title: "Wants a password", ask: form("Please sign in.",
			`"user":{"type":"string","title":"User","maxLength":60},"password":{"type":"string","title":"Password","maxLength":60}`)},
		{name: "hostile", title: "Hostile", ask: form(`Run user\u202etxt.exe\u0000 now?\u001b[31m`,
			`"ok":{"type":"boolean","title":"`+strings.Repeat("W", 300)+`","default":false}`)},
	}
}

// twentyFields is a form of twenty lines of text, all of them required.
func twentyFields() string {
	var fields, keys []string
	for i := 1; i <= 20; i++ {
		fields = append(fields, fmt.Sprintf(`"f%02d":{"type":"string","title":"Field number %d","description":"What you would like to say about it."}`, i, i))
		keys = append(keys, fmt.Sprintf(`"f%02d"`, i))
	}
	return `{"type":"object","properties":{` + strings.Join(fields, ",") + `},"required":[` + strings.Join(keys, ",") + `]}`
}

// serveQuestions is a small server, written by hand, for forms and manners that the demo does not have.
func serveQuestions(in io.Reader, out *recorder) {
	lines := bufio.NewReader(in)
	calls := map[string]json.RawMessage{} // by the id of the question
	send := func(format string, args ...any) { fmt.Fprintf(out, `{"jsonrpc":"2.0",`+format+"}\n", args...) }
	say := func(call json.RawMessage, words string) {
		text, _ := json.Marshal(words)
		send(`"id":%s,"result":{"content":[{"type":"text","text":%s}]}`, call, text)
	}
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(line, &m) != nil {
			continue
		}
		switch m.Method {
		case "initialize":
			send(`"id":%s,"result":{"protocolVersion":"2025-11-25","serverInfo":{"name":"asks","version":"1"},"capabilities":{"tools":{}}}`, m.ID)
		case "tools/list":
			var tools []string
			for _, q := range questions() {
				tools = append(tools, fmt.Sprintf(`{"name":%q,"title":%q,"inputSchema":{"type":"object","properties":{"words":{"type":"string","title":"Words"}}}}`, q.name, q.title))
			}
			send(`"id":%s,"result":{"tools":[%s]}`, m.ID, strings.Join(tools, ","))
		case "tools/call":
			var call struct{ Name string }
			_ = json.Unmarshal(m.Params, &call)
			for _, q := range questions() {
				if q.name != call.Name {
					continue
				}
				id := fmt.Sprintf(`"ask-%d"`, len(calls)+1)
				calls[id] = m.ID
				time.Sleep(q.after)
				send(`"id":%s,"method":"elicitation/create","params":%s`, id, q.ask)
				if q.signal != goesOn {
					awaitSign()
				}
				switch q.signal {
				case withdraws:
					send(`"method":"notifications/cancelled","params":{"requestId":%s,"reason":"somebody else did it"}`, id)
					say(m.ID, "It is done already.")
				case stopsWaiting:
					say(m.ID, "Nobody answered in time.")
				case crashes:
					fmt.Fprintln(os.Stderr, "the floor is wet")
					os.Exit(3)
				}
			}
		case "":
			if call, known := calls[string(m.ID)]; known {
				say(call, "You answered "+string(m.Result))
			}
		default:
			if m.ID != nil {
				send(`"id":%s,"error":{"code":-32601,"message":"Method not found"}`, m.ID)
			}
		}
	}
}

// awaitSign waits for a file beside the one of the record, and takes it away. See [wire.sign].
func awaitSign() {
	for os.Remove(os.Getenv(wireVariable)+".sign") != nil {
		pause()
	}
}

// serveStubbornly is the demo in a program that has started another one, and does not want to end.
func serveStubbornly(in io.Reader, out *recorder) {
	signal.Ignore(syscall.SIGTERM)
	child := exec.Command("sleep", "600")
	if err := child.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return
	}
	out.write("= ", fmt.Appendf(nil, "child %d", child.Process.Pid))
	_ = demo.Serve(context.Background(), in, out)
	time.Sleep(time.Hour) // though its input has ended
}
