// Package headless is the program parley without its window, for machines that have no display: parley call, parley list and
// parley demo-server. It needs no cgo.
package main
