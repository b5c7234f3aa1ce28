// Package conformance is the program "conformance <server-url>", which the protocol's public conformance suite runs as its client
// (npm @modelcontextprotocol/conformance; .ci/conformance runs it). It connects through package bridge as Parley does, and stands in for
// the person: it signs in where it is sent, answers questions with their defaults, and runs what there is to run.
//
// What the suite tells it is in the environment: MCP_CONFORMANCE_SCENARIO and MCP_CONFORMANCE_CONTEXT, a JSON object.
//
// It is not for use by people. Begin reading at main.go.
package main
