package bridge

// Event says that something changed. It carries no state: read [Server.State] and [Call.State] when drawing.
type Event struct {
	Server  *Server
	Call    *Call    // the call that changed; nil when the server itself did
	Receipt *Receipt // a request that has just ended; nil otherwise
}
