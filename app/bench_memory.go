package app

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// residentMB is how much memory this process holds, in megabytes of 1,000,000 bytes. ok is false where the system does not
// tell.
func residentMB() (mb float64, ok bool) {
	if text, err := os.ReadFile("/proc/self/status"); err == nil {
		for line := range strings.Lines(string(text)) {
			if kept, found := strings.CutPrefix(line, "VmRSS:"); found {
				return kilobytes(strings.TrimSuffix(strings.TrimSpace(kept), " kB"))
			}
		}
	}
	text, err := exec.Command("ps", "-o", "rss=", "-p", strconv.Itoa(os.Getpid())).Output()
	if err != nil {
		return 0, false
	}
	return kilobytes(string(text))
}

// kilobytes reads a number of 1024 bytes and gives it in megabytes of 1,000,000.
func kilobytes(text string) (mb float64, ok bool) {
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return n * 1024 / 1e6, err == nil
}

// memoryNow is a measure of residentMB with one sample, or none.
func memoryNow(name string) measure {
	m := measure{Name: name}
	if mb, ok := residentMB(); ok {
		m.Samples = []float64{mb}
	}
	return m
}

// tick is the unit in which Linux counts processor time.
const tick = 10 * time.Millisecond

// processorTime is what this process has used of all processors so far, drawing included. ok is false where the system does
// not tell.
func processorTime() (used time.Duration, ok bool) {
	text, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return 0, false
	}
	_, rest, _ := strings.Cut(string(text), ") ") // the program's name may hold spaces
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0, false
	}
	for _, field := range fields[11:13] { // utime and stime, fields 14 and 15 of proc_pid_stat(5)
		ticks, err := strconv.Atoi(field)
		if err != nil {
			return 0, false
		}
		used += time.Duration(ticks) * tick
	}
	return used, true
}

// load is how busy the machine is, as the system counts it over the last minute; "" where it does not tell.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	one, _, _ := strings.Cut(string(text), " ")
	return one
}
