package program

import (
	"bytes"
	"os"
	"strconv"
)

// What a program starts may leave its group and its session (setsid, as daemons do), and its parent may be gone. It keeps the environment
// that it was started with: a mark in there tells whose it is. A subreaper would only learn that it is an orphan, and a control group is
// not everybody's to make.
//
// What the desktop has taken into a control group of its own is an app of the person, such as a browser in which they sign in, and no part
// of the server.

// strays gives what runs outside of the group and belongs to it, each by a handle that no other process takes over.
func (g *group) strays() []*os.Process {
	entries, err := os.ReadDir("/proc")
	if err != nil || g.mark == "" {
		return nil
	}
	home, _ := os.ReadFile("/proc/self/cgroup")
	all := map[int]relative{}
	var known []int // with the mark
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		r, ok := relativeOf(entry.Name())
		if !ok {
			continue
		}
		environ, _ := os.ReadFile("/proc/" + entry.Name() + "/environ") // of others' processes it may not be read
		r.marked = bytes.Contains(environ, []byte(markVariable+"="+g.mark+"\x00"))
		all[pid] = r
		if r.marked {
			known = append(known, pid)
		}
	}
	for i := 0; i < len(known); i++ { // those whom they started with another environment
		for pid, r := range all {
			if r.parent == known[i] && !r.marked {
				r.marked = true
				all[pid] = r
				known = append(known, pid)
			}
		}
	}
	var strays []*os.Process
	for _, pid := range known {
		if all[pid].group == g.leader {
			continue // ended with the group
		}
		if where, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cgroup"); !bytes.Equal(where, home) {
			continue
		}
		if process, err := os.FindProcess(pid); err == nil {
			strays = append(strays, process)
		}
	}
	return strays
}

// relative is what of a process tells where it belongs.
type relative struct {
	parent, group int
	marked        bool
}

// relativeOf reads /proc/PID/stat: behind the name in brackets, which may hold anything, come its state, its parent and its group. One that
// has ended already is none.
func relativeOf(pid string) (r relative, ok bool) {
	stat, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return r, false
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) < 3 || string(fields[0]) == "Z" {
		return r, false
	}
	r.parent, _ = strconv.Atoi(string(fields[1]))
	r.group, err = strconv.Atoi(string(fields[2]))
	return r, err == nil
}
