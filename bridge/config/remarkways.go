package config

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// remarkWays tells of members that change how one connects in the app that they are from, and nothing here: left away in silence they end
// in a refusal that nobody understands (case config-headers-helper-is-told). None of them is acted upon: what runs a program, or opens a
// way around a check, is not done unseen.
func (r *reader) remarkWays(members tree.Object, w *written) {
	for _, m := range members {
		word := outline.BareWord(m.Name)
		if m.IsNull() || slices.Contains([]string{"false", `""`, "[]", "{}"}, string(m.Raw())) || r.reads(word) {
			continue
		}
		switch {
		case word == "headershelper":
			r.note("%q of %q names a program that makes the headers in another app. Parley does not run it: write the headers themselves under \"headers\".", m.Name, r.entry)
		case len(w.command) == 0 && w.url != "" && webWay.MatchString(word), len(w.command) > 0 && programWay.MatchString(word):
			r.note("%q of %q is not read here, and in another app it changes how the server is reached. If it does not work, that may be why.", m.Name, r.entry)
		}
	}
}

var (
	// webWay are names of what goes along with each message, or decides about the connection that carries it.
	webWay = regexp.MustCompile(`headers?$|^(?:api|access|auth|bearer|id|session|private|secret)?(?:token|key|secret)(?:envvar|env|file|command|helper)?$|password|passphrase|credential|cookie|^auth(?:orization|type|provider|scheme|method|mode|config|header|command|helper)|authorization$|` +
		`proxy|^(?:tls|ssl|mtls)|(?:tls|ssl)$|tlsverify|sslverify|certificate|^ca(?:cert|file|bundle|path)?$|cert(?:file|path)?$|insecure|rejectunauthorized|^verify|skipverify|` +
		`^requestinit|^requestoptions|eventsourceinit|^queryparams?$|^query$|^params$|targetaudience|targetserviceaccount|^socket(?:path)?$|^unixsocket|^tunnel|^ssh|^port$|^host(?:name)?$`)
	// programWay are names of what a program is started through, or as whom, or what runs before it.
	programWay = regexp.MustCompile(`^shell$|^sandbox|^docker|^container|^image$|^ssh|^wsl|^runas$|^user$|^uid$|^setup|^install|^pre(?:start|command|install|launch)|^before|^venv|^virtualenv|^conda|^nvm|^nodeversion|^runtime$|^envvars$|^wrapper$|envcommand|envhelper|^socket(?:path)?$`)
)

// reads reports whether a member is read under some name, so that there is nothing to tell.
func (r *reader) reads(word string) bool {
	return slices.Contains([]string{"headers", "httpheaders", "oauth", "auth", "authentication", "oauthscopes", "envfile", "env", "environment", "transport"}, word)
}

// remarkEaten tells of a path from Windows whose backslashes stand single: in JSON, "c:\temp" is c:, a tabulator and emp. No folder has
// such a name (case config-escapes-that-eat-a-path).
func (r *reader) remarkEaten(w *written) {
	where := ""
	switch {
	case len(w.command) > 0 && (strings.ContainsFunc(w.command[0], eater) || slices.ContainsFunc(w.command[1:], eaten)):
		where = "args"
		if strings.ContainsFunc(w.command[0], eater) {
			where = "command"
		}
	case strings.ContainsFunc(w.cwd, eater):
		where = "cwd"
	case strings.ContainsFunc(w.envFile, eater):
		where = "envFile"
	default:
		for _, name := range slices.Sorted(maps.Keys(w.env)) {
			if eaten(w.env[name]) {
				where = name
				break
			}
		}
	}
	if where != "" {
		r.note("%q of %q holds a control character where a path of Windows has a backslash. A backslash is written twice there, as in C:\\\\temp.", where, r.entry)
	}
}

// eater are the characters that a backslash and a letter make.
func eater(c rune) bool { return strings.ContainsRune("\b\f\n\r\t\a\v\x1b", c) }

// eaten tells a path that lost its backslashes from text that is meant to hold a tabulator or a line break.
func eaten(text string) bool { return strings.ContainsAny(text, "\b\f") || eatenPath.MatchString(text) }

// A drive, then what may be a path up to a character of these, and a name right behind it.
var eatenPath = regexp.MustCompile(`(?:^|[^A-Za-z0-9])[A-Za-z]:(?:[^\x00-\x20"'<>|?*:][^\x00-\x1f"'<>|?*:]*)?[\n\r\t\a\v\x1b][A-Za-z_.]`)
