//go:build linux

package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// running reports whether a process runs; one that is only waiting to be collected does not.
func running(pid int) bool {
	_, state := parentOf(pid)
	return state != "" && state != "Z"
}

// parentOf reads who started a process, and its state; "" when there is no such process.
func parentOf(pid int) (parent int, state string) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, ""
	}
	_, rest, _ := strings.Cut(string(raw), ") ") // the name before may hold anything
	if _, err := fmt.Sscan(rest, &state, &parent); err != nil {
		return 0, ""
	}
	return parent, state
}

// descendants are all processes that a process started, and theirs.
func descendants(pid int) (all []int) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	children := map[int][]int{}
	for _, entry := range entries {
		if child, err := strconv.Atoi(entry.Name()); err == nil {
			parent, _ := parentOf(child)
			children[parent] = append(children[parent], child)
		}
	}
	for next := children[pid]; len(next) > 0; next = next[1:] {
		all = append(all, next[0])
		next = append(next, children[next[0]]...)
	}
	return all
}
