package bridge

import (
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
	folders = slices.Clone(folders)
	var gone []string
	var client *mcp.Client
	s.set(func() {
		for _, folder := range s.roots {
			if !slices.Contains(folders, folder) {
				gone = append(gone, rootURI(folder))
			}
		}
		s.roots = folders
		client = s.client
	})
	if client == nil {
		return
	}
	// Announcing goes on the wire, so nobody waits for it here.
	go func() {
		s.telling.Lock()
		defer s.telling.Unlock()
		if len(gone) > 0 {
			client.RemoveRoots(gone...)
		}
		if len(folders) > 0 {
			client.AddRoots(roots(folders)...)
		}
	}()
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
