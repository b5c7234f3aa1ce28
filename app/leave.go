package app

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
)

// leaveLimit bounds how long leaving may take, whatever the servers do.
const leaveLimit = 5 * time.Second

// leaveOnSignals lets an interrupt or a request to end do what closing the window does. Fyne listens too and would end its
// loop at once, with requests unanswered; it is sent away. It begins to listen in a goroutine at some moment of its
// start, so it is sent away more than once.
func leaveOnSignals(parley *App) {
	signals := make(chan os.Signal, 2)
	listen := func() {
		signal.Reset(os.Interrupt, syscall.SIGTERM)
		signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	}
	listen()
	time.AfterFunc(300*time.Millisecond, listen)
	time.AfterFunc(2*time.Second, listen)
	go func() {
		<-signals
		parley.Leave()
		<-signals // the person means it
		os.Exit(ExitFailed)
	}()
}

// closeDown answers what is open with cancel and lets the servers go, in bounded time.
func closeDown(parley *App) {
	ctx, cancel := context.WithTimeout(context.Background(), leaveLimit)
	defer cancel()
	parley.Close(ctx)
}

// fell tells about a panic that came out of Fyne's loop: one while there was no window yet is a display that does not
// work, any other is our fault.
func fell(parley *App, what any, problems io.Writer) int {
	if !parley.Shown() {
		fmt.Fprintf(problems, "parley: no window could be opened on this display (%v).\n", what)
		return ExitUsage
	}
	crash := parley.Fell(what, debug.Stack())
	fmt.Fprintf(problems, "parley: something in Parley went wrong, and it had to close. What happened is written in %s\n", crash.File)
	return ExitFailed
}
