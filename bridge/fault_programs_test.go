//go:build unix

package bridge

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

// message is what a program of the tests reads.
type heardMessage struct {
	ID     json.RawMessage
	Method string
}

// plainProgram is a server of one tool that answers in the way of 2025-11-25. habit sees every message first, and takes it by
// returning true. It returns at the end of its input.
func plainProgram(habit func(heardMessage) bool) {
	fmt.Fprintf(os.Stderr, "self=%d\n", os.Getpid())
	in := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var msg heardMessage
		if json.Unmarshal(line, &msg) != nil || habit != nil && habit(msg) {
			continue
		}
		switch msg.Method {
		case "initialize":
			respond(msg, `{"protocolVersion":"2025-11-25","serverInfo":{"name":"plain","version":"1"},"capabilities":{"tools":{}}}`)
		case "tools/list":
			respond(msg, `{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}`)
		case "tools/call":
			respond(msg, `{"content":[{"type":"text","text":"done"}]}`)
		default:
			if len(msg.ID) > 0 {
				fmt.Printf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no such method"}}`+"\n", msg.ID)
			}
		}
	}
}

func respond(msg heardMessage, result string) {
	fmt.Printf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", msg.ID, result)
}

// on makes a habit for one method.
func on(method string, do func(heardMessage)) func(heardMessage) bool {
	return func(msg heardMessage) bool {
		if msg.Method != method {
			return false
		}
		do(msg)
		return true
	}
}

// deafen makes a program ignore every polite word.
func deafen() { signal.Ignore(syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP) }

// startChild starts a child that holds the streams of its parent open.
func startChild(own *syscall.SysProcAttr) {
	child := exec.Command("sleep", "600")
	child.Stdout, child.Stderr, child.SysProcAttr = os.Stdout, os.Stderr, own
	_ = child.Start()
	fmt.Fprintf(os.Stderr, "child=%d\n", child.Process.Pid)
}

// countStart leaves a line in the file that the program is given.
func countStart() {
	if file, err := os.OpenFile(os.Args[1], os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		_, _ = file.WriteString("started\n")
	}
}

// faults are programs with the faults that people's servers have.
func faults() map[string]func() {
	return map[string]func(){
		"plain":               func() { plainProgram(nil) },
		"hangs on everything": func() { plainProgram(func(heardMessage) bool { return true }) },
		"waits at an address": func() {
			fmt.Println("LAB_KEY is not set: requests bring their own\nLab server listening on http://0.0.0.0:3001/mcp")
			plainProgram(func(heardMessage) bool { return true })
		},
		"waits for the browser": func() { // as mcp-remote does
			fmt.Fprint(os.Stderr, "[7] OAuth callback server running at http://127.0.0.1:48619\n\nPlease authorize this client by visiting:\nhttp://127.0.0.1:9301/authorize?response_type=code&client_id=c1\n\n[7] Authentication required. Waiting for authorization...\n")
			plainProgram(func(heardMessage) bool { return true })
		},
		"fetches in vain": func() { // as npx, which then waits for a person or for ever
			fmt.Fprint(os.Stderr, "npm warn retry 1\nTypeError: fetch failed\n    at node:internal/deps/undici:1:2 {\n  [cause]: Error: getaddrinfo ENOTFOUND registry.example\n}\n")
			fmt.Fprintf(os.Stderr, "self=%d\n", os.Getpid())
			plainProgram(func(heardMessage) bool { return true })
		},
		"frames its messages": func() { // as a language server
			fmt.Fprintf(os.Stderr, "self=%d\n", os.Getpid())
			fmt.Print("Content-Length: 66\r\n\r\n{\"jsonrpc\":\"2.0\",\"method\":\"window/logMessage\",\"params\":{\"type\":3}}")
			plainProgram(func(heardMessage) bool { return true })
		},
		"hangs on initialize": func() { plainProgram(on("initialize", func(heardMessage) {})) },
		"hangs on its tools":  func() { plainProgram(on("tools/list", func(heardMessage) {})) },
		"ends at once":        func() {},
		"babbles": func() {
			countStart()
			babble := func(msg heardMessage) bool {
				fmt.Print("listening, more or less\n{}\n\xff\xfe{\x00\n")
				fmt.Fprintln(os.Stderr, "heard "+msg.Method)
				return true
			}
			plainProgram(babble)
		},
		"babbles between messages": func() {
			plainProgram(func(msg heardMessage) bool {
				fmt.Println("listening, more or less")
				fmt.Fprintln(os.Stderr, "heard "+msg.Method)
				return msg.Method != "server/discover"
			})
		},
		"counts its starts": func() {
			countStart()
			if len(os.Args) > 2 {
				fmt.Fprintln(os.Stderr, os.Args[2])
			}
			os.Exit(1)
		},
		"ends with last words": func() {
			plainProgram(on("tools/call", func(heardMessage) {
				fmt.Fprintln(os.Stderr, "Traceback (most recent call last):\nModuleNotFoundError: No module named 'numpy'")
				os.Exit(5)
			}))
		},
		"ends by a signal": func() {
			plainProgram(on("tools/call", func(heardMessage) {
				fmt.Fprintln(os.Stderr, "about to fall")
				_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			}))
		},
		"floods its words": func() {
			part := bytes.Repeat([]byte("0123456789abcde\n"), 64<<10)
			for range 100 {
				_, _ = os.Stderr.Write(part)
			}
			fmt.Fprintln(os.Stderr, "last words")
			plainProgram(nil)
		},
		"leaves a child": func() {
			deafen()
			startChild(nil)
			plainProgram(nil)
			time.Sleep(time.Hour) // ignores the end of its input too
		},
		"leaves a child and ends": func() {
			plainProgram(on("tools/call", func(heardMessage) { startChild(nil); os.Exit(0) }))
		},
		"leaves a stranger": func() {
			startChild(&syscall.SysProcAttr{Setsid: true})
			plainProgram(nil)
		},
		"leaves strangers": func() {
			startChild(&syscall.SysProcAttr{Setsid: true})
			bare := exec.Command("/bin/sleep", "600")
			bare.Env, bare.SysProcAttr = []string{}, &syscall.SysProcAttr{Setsid: true}
			_ = bare.Start()
			fmt.Fprintf(os.Stderr, "bare=%d\n", bare.Process.Pid)
			daemon := exec.Command("sh", "-c", "setsid sh -c 'echo daemon=$$ >&2; exec sleep 600' & exit 0")
			daemon.Stderr = os.Stderr
			_ = daemon.Run()
			plainProgram(nil)
		},
		"leaves a stranger and ends": func() {
			plainProgram(on("tools/call", func(heardMessage) { startChild(&syscall.SysProcAttr{Setsid: true}); os.Exit(0) }))
		},
		"sends a long line": func() {
			plainProgram(on("tools/call", func(msg heardMessage) {
				respond(msg, `{"content":[{"type":"text","text":"`+strings.Repeat("0123456789", 2<<20)+`end"}]}`)
			}))
		},
		"never ends its line": func() {
			plainProgram(on("tools/call", func(heardMessage) {
				part := bytes.Repeat([]byte("x"), 1<<20)
				for {
					if _, err := os.Stdout.Write(part); err != nil {
						return
					}
				}
			}))
		},
		"sends garbage": func() {
			random := rand.New(rand.NewPCG(1, 2))
			garbage := func() {
				part := make([]byte, 256<<10)
				for i := range part {
					part[i] = byte(random.Uint32())
				}
				_, _ = os.Stdout.Write(part)
				_, _ = os.Stdout.WriteString("\n{\"jsonrpc\":\"2.0\",\"id\":\n\x00\x00\n{}\n[[[[\n\"text\"\n{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}\n{\"jsonrpc\":\"2.0\",\"method\":5}\n\xff\xfe{\x00\n")
			}
			garbage()
			plainProgram(func(heardMessage) bool { garbage(); return false })
		},
		"closes its output": func() {
			deafen()
			plainProgram(on("tools/call", func(heardMessage) { _ = os.Stdout.Close() }))
			time.Sleep(time.Hour)
		},
		"closes its output at once": func() {
			deafen()
			_ = os.Stdout.Close()
			plainProgram(nil)
			time.Sleep(time.Hour)
		},
		"deaf": func() {
			deafen()
			plainProgram(nil)
			time.Sleep(time.Hour)
		},
		"closes its input": func() {
			plainProgram(on("tools/list", func(msg heardMessage) {
				end := make(chan os.Signal, 1)
				signal.Notify(end, syscall.SIGUSR1)
				respond(msg, `{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}`)
				_ = os.Stdin.Close()
				fmt.Fprintln(os.Stderr, "closed=1")
				<-end
				os.Exit(4)
			}))
		},
		"stops reading": func() {
			plainProgram(on("tools/list", func(msg heardMessage) {
				respond(msg, `{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}`)
				time.Sleep(time.Hour)
			}))
		},
		"says its environment": func() {
			plainProgram(on("tools/call", func(msg heardMessage) {
				text, _ := json.Marshal(strings.Join(os.Environ(), "\n"))
				respond(msg, `{"content":[{"type":"text","text":`+string(text)+`}]}`)
			}))
		},
		"is killed":    killedHost,
		"says its key": saysKey,
	}
}
