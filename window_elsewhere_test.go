//go:build !linux

package main

// beServer is for the tests of the window: only Linux has the virtual screen that they need.
func beServer() bool { return false }
