// Package clocktest has the clock of tests: [Clock] stands still until a test moves it.
package clocktest
