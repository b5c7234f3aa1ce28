package bridge

// nanohub is the dialect of nanohub-mcp servers (contract N).
const nanohub = "nanohub"
