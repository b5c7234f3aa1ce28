package hosts

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"parley/bridge/config/ospath"
	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// Wording is how another app writes what stands for something else. Parley's own file is read without knowing from which app an entry
// came, so an entry is put into Parley's words when it is taken over.
type Wording struct {
	Bare   bool   // ${NAME}: Claude Code
	Dollar bool   // $NAME too: Gemini CLI
	Braces bool   // {env:NAME}, {file:path}: opencode
	Folder string // what ${workspaceFolder} stands for, and where programs start; "": nothing
}

var (
	bareReference   = regexp.MustCompile(`\$\{([A-Za-z_][A-Za-z0-9_]*(?::-[^{}]*)?)\}`)
	dollarReference = regexp.MustCompile(`\$([A-Za-z_][A-Za-z0-9_]*)`)
	braceReference  = regexp.MustCompile(`(^|[^$])\{env:([^{}]+)\}`)
	folderReference = regexp.MustCompile(`\$\{workspaceFolder(?::[^{}]*)?\}`)
)

// Translate gives an entry in Parley's words, with members that are not known kept. problem says why it cannot run here, "" if it can.
func (w Wording) Translate(raw json.RawMessage) (out json.RawMessage, problem string) {
	root, err := tree.ParseValue(raw)
	if err != nil {
		return raw, ""
	}
	changed := false
	for v := range tree.ValuesOf(&root) {
		literal, ok := v.Value.(hujson.Literal)
		if !ok || literal.Kind() != '"' {
			continue
		}
		text := literal.String()
		if w.Braces && strings.Contains(text, "{file:") {
			problem = "It reads a part of itself from a file, with {file:…}. Write the value in its place."
		}
		if in := w.text(text); in != text {
			v.Value, changed = hujson.String(in), true
		}
	}
	members, _ := tree.MembersOf(root)
	if _, has := tree.LastOf(members, "command"); has && w.Folder != "" {
		if i := tree.LastIndex(members, "cwd"); i >= 0 {
			if whole := w.whole(members[i].Value); whole != "" {
				members[i].Value.Value, changed = hujson.String(whole), true
			}
		} else {
			object := root.Value.(*hujson.Object)
			object.Members = append(object.Members, hujson.ObjectMember{Name: hujson.Value{Value: hujson.String("cwd")}, Value: hujson.Value{Value: hujson.String(w.Folder)}})
			changed = true
		}
	}
	if source, _ := tree.LastOf(members, "source"); !outline.IsServer(root) && tree.IsText(source, "extension") || onlySettings(members) {
		problem = "Its program belongs to an extension of Zed. Look up in the README of the server how to start it, and add it by that command."
	}
	if !changed {
		return raw, problem
	}
	return tree.Standard(root), problem
}

// whole makes a folder that counts from the project one that says where it is, for the entry moves to another file. "" leaves it.
func (w Wording) whole(cwd hujson.Value) string {
	text, is := tree.Member{Value: cwd}.Text()
	system := ospath.System("linux")
	if strings.Contains(w.Folder, `\`) {
		system = "windows"
	}
	if !is || text == "" || system.Whole(text) || strings.HasPrefix(text, "~") || strings.Contains(text, "${") {
		return ""
	}
	if text == "." {
		return w.Folder
	}
	return system.Join(text, w.Folder)
}

func (w Wording) text(text string) string {
	if w.Dollar {
		text = dollarReference.ReplaceAllString(text, "${$1}")
	}
	if w.Bare || w.Dollar {
		text = bareReference.ReplaceAllStringFunc(text, func(found string) string {
			switch found {
			case "${workspaceFolder}", "${workspaceFolderBasename}", "${userHome}", "${pathSeparator}":
				return found
			}
			return "${env:" + found[2:]
		})
	}
	if w.Braces {
		text = braceReference.ReplaceAllString(text, "$1$${env:$2}")
	}
	if w.Folder != "" {
		text = folderReference.ReplaceAllLiteralString(text, w.Folder)
	}
	return text
}

// onlySettings tells the settings of a server that a Zed extension starts.
func onlySettings(members []hujson.ObjectMember) bool {
	_, has := tree.LastOf(members, "settings")
	return has && !slices.ContainsFunc(members, func(m hujson.ObjectMember) bool {
		return !slices.Contains([]string{"settings", "enabled", "source", "remote"}, tree.NameOf(m))
	})
}
