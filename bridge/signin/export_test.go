package signin

// Waiting is how many requests wait for the sign-in that is going on.
func (s *SignIn) Waiting() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.flight == nil {
		return 0
	}
	return s.flight.waiting
}
