package app

import (
	"bytes"
	"encoding/json"
	"strings"

	"fyne.io/fyne/v2/lang"

	"parley/widgets"
)

// prettyJSON lays JSON out with two spaces a level; order and digits stay as they are. What is no JSON stays as it is.
func prettyJSON(raw json.RawMessage) string {
	var out bytes.Buffer
	if err := json.Indent(&out, raw, "", "  "); err != nil {
		return string(raw)
	}
	return out.String()
}

// oneLine makes untrusted text fit for one line of ours: control characters visible, at most limit characters.
func oneLine(s string, limit int) string {
	return widgets.PlainLine(strings.TrimSpace(s), limit)
}

// serverName is the name that the person gave a server, short enough for any place.
func serverName(name string) string {
	if strings.TrimSpace(name) == "" {
		return lang.L("(unnamed)")
	}
	return oneLine(name, 60)
}

// wholeName is serverName where there is room for all of it.
func wholeName(name string) string {
	if strings.TrimSpace(name) == "" {
		return serverName(name)
	}
	return oneLine(name, 300)
}
