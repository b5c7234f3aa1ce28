package nanohubtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/google/uuid"
)

// job is the work of an async tool, in the background (contract J1).
type job struct {
	status string // running, done or error
	result string // JSON
}

// startJob begins the work of an async tool. response is what its call is answered with; then must be called once that is on
// the stream.
func (s *Server) startJob(tl tool, c caller, arguments map[string]json.RawMessage) (response outcome, then func()) {
	id := uuid.NewString()
	s.mu.Lock()
	s.jobs[id] = &job{status: "running"}
	s.mu.Unlock()
	answered, far := make(chan struct{}), make(chan struct{})
	c.asked = sync.OnceFunc(func() { close(far) })
	s.work.Add(1)
	go func() {
		defer s.work.Done()
		defer c.asked()
		if !s.JobFirst {
			<-answered
		}
		result, err := tl.run(c, arguments)
		s.mu.Lock()
		defer s.mu.Unlock()
		if err != nil {
			*s.jobs[id] = job{status: "error", result: quote(err.Error())}
			return
		}
		*s.jobs[id] = job{status: "done", result: result.json()}
	}()
	if s.JobFirst {
		<-far
	}
	words := fmt.Sprintf("Job started. Poll with get_job_result(job_id=%q)", id)
	return outcome{text: dumps(fmt.Sprintf(`{"status":"running","job_id":%q,"message":%s}`, id, quote(words)))}, func() { close(answered) }
}

// jobResult is the tool with which jobs are polled. The first look at an end takes the job away (contract J1).
func jobResult(c caller, arguments map[string]json.RawMessage) (outcome, error) {
	if len(arguments["job_id"]) == 0 {
		return outcome{}, errors.New("get_job_result() missing 1 required positional argument: 'job_id'")
	}
	id := textOf(arguments["job_id"])
	c.server.mu.Lock()
	defer c.server.mu.Unlock()
	found := c.server.jobs[id]
	if found == nil {
		return outcome{dict: fmt.Sprintf(`{"status":"not_found","job_id":%s}`, quote(id))}, nil
	}
	switch found.status {
	case "running":
		return outcome{dict: fmt.Sprintf(`{"status":"running","job_id":%q}`, id)}, nil
	case "error":
		delete(c.server.jobs, id)
		return outcome{dict: fmt.Sprintf(`{"status":"error","job_id":%q,"error":%s}`, id, found.result)}, nil
	}
	delete(c.server.jobs, id)
	return outcome{dict: fmt.Sprintf(`{"status":"done","job_id":%q,"result":%s}`, id, found.result)}, nil
}
