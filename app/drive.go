package app

import (
	"context"
	"fmt"
	"time"
)

// drive makes Parley run itself for tour, screenshots and bench, once its window is up. finish gives the exit code when Fyne's
// loop has ended.
func (c Command) drive(line commandLine, parley *App) (finish func() int) {
	if line.command == "" {
		return func() int { return ExitOK }
	}
	self := parley.Tour
	switch line.command {
	case "screenshots":
		self = parley.Screenshots
	case "bench":
		self = parley.Measuring()
	}
	ctx, cancel := context.WithCancel(context.Background())
	result := make(chan error, 1)
	parley.WhenShown(func() {
		go func() {
			result <- self(ctx, line.word, c.Out)
			parley.Quit()
		}()
	})
	return func() int {
		cancel()
		select {
		case err := <-result:
			if err == nil {
				return ExitOK
			}
			fmt.Fprintf(c.Problems, "parley %s: %v\n", line.command, err)
		case <-time.After(time.Second):
			fmt.Fprintf(c.Problems, "parley %s: it was ended before it was over\n", line.command)
		}
		return ExitFailed
	}
}
