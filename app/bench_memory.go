package app

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
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

// load is how busy the machine is, as the system counts it over the last minute; "" where it does not tell.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return ""
	}
	one, _, _ := strings.Cut(string(text), " ")
	return one
}
