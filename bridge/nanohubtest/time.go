package nanohubtest

import "time"

// timer is something that is due.
type timer struct {
	at time.Duration
	f  func()
}

// after calls f, without the lock, once d has passed. The lock must be held.
func (s *Server) after(d time.Duration, f func()) *timer {
	t := &timer{at: s.now + d, f: f}
	s.timers = append(s.timers, t)
	return t
}

// stop takes a timer back. The lock must be held.
func (s *Server) stop(t *timer) {
	for i := range s.timers {
		if s.timers[i] == t {
			s.timers = append(s.timers[:i:i], s.timers[i+1:]...)
			return
		}
	}
}

// Pass lets time pass in the server: everything that is due meanwhile happens, in its order.
func (s *Server) Pass(d time.Duration) {
	s.mu.Lock()
	end := s.now + d
	for {
		var next *timer
		for _, t := range s.timers {
			if t.at <= end && (next == nil || t.at < next.at) {
				next = t
			}
		}
		if next == nil {
			break
		}
		s.stop(next)
		s.now = next.at
		s.mu.Unlock()
		next.f()
		s.mu.Lock()
	}
	s.now = end
	s.mu.Unlock()
}
