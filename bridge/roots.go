package bridge

//lint:file-ignore SA1019 roots are deprecated from 2026-07-28 on, and servers of every earlier protocol use them

import (
	"bytes"
	"encoding/json"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// SetRoots says which folders, as whole paths, the server may see. A server that is connected is told at once that they
// changed; it asks for them when it wants to know. Nothing is opened or read by Parley itself.
func (s *Server) SetRoots(folders []string) {
	s.set(func() { s.roots = slices.Clone(folders) })
	if c := s.connection(); c != nil {
		c.spawn(c.tellRoots) // announcing goes on the wire, so nobody waits for it here
	}
}

func (s *Server) folders() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.roots
}

// tellRoots gives the SDK, which answers roots/list, the folders as they are now; it announces every change.
func (c *conn) tellRoots() {
	c.rooting.Lock()
	defer c.rooting.Unlock()
	now := c.server.folders()
	var gone, added []string
	for _, folder := range c.rooted {
		if !slices.Contains(now, folder) {
			gone = append(gone, rootURI(folder))
		}
	}
	for _, folder := range now {
		if !slices.Contains(c.rooted, folder) {
			added = append(added, folder)
		}
	}
	if len(gone) > 0 {
		c.client.RemoveRoots(gone...)
	}
	if len(added) > 0 {
		c.client.AddRoots(roots(added)...)
	}
	c.rooted = now
}

// isRootsRequest reports whether an input of a round asks for the folders (2026-07-28, multi round-trip requests).
func isRootsRequest(raw json.RawMessage) bool {
	var wire struct {
		Method string `json:"method"`
	}
	return json.Unmarshal(raw, &wire) == nil && wire.Method == "roots/list"
}

// rootsResult is the answer to it.
func (s *Server) rootsResult() json.RawMessage {
	list := roots(s.folders())
	each := make([][]byte, len(list))
	for i, root := range list {
		each[i] = object([]member{{"uri", quote(root.URI)}, {"name", quote(root.Name)}})
	}
	return object([]member{{"roots", slices.Concat([]byte("["), bytes.Join(each, []byte(",")), []byte("]"))}})
}

// roots are folders as MCP names them (client/roots: file URIs, with a name for people).
func roots(folders []string) []*mcp.Root {
	list := make([]*mcp.Root, len(folders))
	for i, folder := range folders {
		list[i] = &mcp.Root{URI: rootURI(folder), Name: filepath.Base(folder)}
	}
	return list
}

// rootURI is a whole path as a file URI; C:\data becomes file:///C:/data.
func rootURI(folder string) string { return fileURI(folder, runtime.GOOS) }

func fileURI(folder, system string) string {
	if system == "windows" {
		folder = strings.ReplaceAll(folder, `\`, "/")
		if rest, ok := strings.CutPrefix(folder, "//"); ok { // \\host\share
			host, path, _ := strings.Cut(rest, "/")
			return (&url.URL{Scheme: "file", Host: host, Path: "/" + path}).String()
		}
		folder = "/" + folder
	}
	return (&url.URL{Scheme: "file", Path: folder}).String()
}
