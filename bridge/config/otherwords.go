package config

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// otherWords puts what apps write in words of their own into Parley's, before anything is read: lists in which each server holds its name
// (Continue, Augment), Goose's extensions, the tables of Codex, placeholders for secrets that an app keeps elsewhere. Values stay
// where they are in the text, so that faults are told at the right place.
type otherWords struct {
	language language
	path     string // of the file, with / in it
	getenv   func(string) string

	inputs []hujson.Value // for values that the app keeps elsewhere, as the inputs of VS Code
	asked  map[string]bool
	notes  []string
}

func (o *otherWords) note(format string, args ...any) {
	o.notes = append(o.notes, fmt.Sprintf(format, args...))
}

// rewrite changes the tree of a file.
func (o *otherWords) rewrite(root *hujson.Value) {
	object, ok := root.Value.(*hujson.Object)
	if !ok {
		return
	}
	if o.language == inYAML && !slices.ContainsFunc(object.Members, func(m hujson.ObjectMember) bool { return slices.Contains(wrappers(), nameOf(m)) }) {
		o.goose(object)
	}
	o.continueJSON(object)
	for i := range object.Members {
		m := &object.Members[i]
		name := nameOf(*m)
		if !slices.Contains(wrappers(), name) {
			continue
		}
		if list, is := m.Value.Value.(*hujson.Array); is && holdsEntries(list) {
			m.Value = o.named(list, m.Value.StartOffset)
		}
		if list, is := m.Value.Value.(*hujson.Object); is {
			o.entries(name, list)
		}
	}
	if len(o.inputs) > 0 {
		if i := lastIndex(object.Members, "inputs"); i >= 0 {
			if list, is := object.Members[i].Value.Value.(*hujson.Array); is {
				o.inputs = append(slices.Clone(list.Elements), o.inputs...)
			}
		}
		object.Members = append(object.Members, memberValue("inputs", listValue(o.inputs, root.StartOffset)))
	}
}

// entries puts each entry of a list into Parley's words.
func (o *otherWords) entries(list string, servers *hujson.Object) {
	for i := range servers.Members {
		v := &servers.Members[i].Value
		switch {
		case list == "mcp_servers" && o.language == inTOML:
			*v = codexWords(*v)
		case list == "mcp_servers" && o.language == inYAML:
			*v = hermesWords(*v)
		}
		if o.language == inYAML {
			o.secrets(v)
		}
		if o.ofGemini() {
			for text := range valuesOf(v) {
				if literal, is := text.Value.(hujson.Literal); is && literal.Kind() == '"' {
					text.Value = hujson.String(wording{dollar: true}.text(literal.String()))
				}
			}
		}
	}
}

// ofGemini tells the settings of Gemini CLI, and of Qwen Code that is made from it: $NAME refers to a variable there.
func (o *otherWords) ofGemini() bool {
	parts := strings.FieldsFunc(o.path, func(c rune) bool { return c == '/' || c == '\\' })
	return len(parts) > 1 && (parts[len(parts)-2] == ".gemini" || parts[len(parts)-2] == ".qwen") && parts[len(parts)-1] == "settings.json"
}

// holdsEntries tells a list of servers from one of other things.
func holdsEntries(list *hujson.Array) bool {
	return len(list.Elements) > 0 && !slices.ContainsFunc(list.Elements, func(v hujson.Value) bool { return !isObject(v) })
}

// named makes a list in which each server holds its name the object that Parley reads.
func (o *otherWords) named(list *hujson.Array, at int) hujson.Value {
	var members []hujson.ObjectMember
	for i, element := range list.Elements {
		inside, _ := membersOf(element)
		name := fmt.Sprintf("server-%d", i+1)
		for _, called := range []string{"id", "name"} {
			if v, ok := lastOf(inside, called); ok {
				if text, is := (member{value: v}).text(); is && strings.TrimSpace(text) != "" {
					name = text
				}
			}
		}
		members = append(members, memberValue(name, flat(element)))
	}
	return objectValue(members, at)
}

// flat takes an entry of Continue out of what stands around it: "transport" with the program in it, "requestOptions" with the headers.
func flat(v hujson.Value) hujson.Value {
	members, ok := membersOf(v)
	if !ok {
		return v
	}
	var own []hujson.ObjectMember
	for _, m := range members {
		inside, is := membersOf(m.Value)
		switch name := nameOf(m); {
		case is && (name == "transport" || name == "config"):
			own = append(own, inside...)
		case is && name == "requestOptions":
			if headers, found := lastOf(inside, "headers"); found {
				own = append(own, memberValue("headers", headers))
			}
		case name == "name", name == "id":
		default:
			own = append(own, m)
		}
	}
	return objectValue(own, v.StartOffset)
}

// continueJSON finds the older list of Continue, deep in its config.json.
func (o *otherWords) continueJSON(root *hujson.Object) {
	i := lastIndex(root.Members, "experimental")
	if i < 0 || lastIndex(root.Members, wrappers()[0]) >= 0 {
		return
	}
	list := lookup(&root.Members[i].Value, []string{"modelContextProtocolServers"})
	if list == nil {
		return
	}
	if array, is := list.Value.(*hujson.Array); is && holdsEntries(array) {
		root.Members = append(root.Members, memberValue(wrappers()[0], o.named(array, list.StartOffset)))
	}
}

// goose makes the extensions of Goose the list of servers. Those that are a part of Goose itself are left out.
func (o *otherWords) goose(root *hujson.Object) {
	i := lastIndex(root.Members, "extensions")
	if i < 0 {
		return
	}
	extensions := root.Members[i].Value
	if list, is := extensions.Value.(*hujson.Array); is && holdsEntries(list) {
		extensions = o.named(list, extensions.StartOffset)
	}
	all, ok := membersOf(extensions)
	if !ok {
		return
	}
	var servers []hujson.ObjectMember
	parts := 0
	for _, m := range all {
		entry, own := o.gooseWords(m.Value)
		if !own {
			parts++
			continue
		}
		servers = append(servers, hujson.ObjectMember{Name: m.Name, Value: entry})
	}
	if parts > 0 {
		o.note("Of the extensions of Goose, %d are a part of Goose itself and left out here.", parts)
	}
	root.Members[i] = memberValue(wrappers()[0], objectValue(servers, extensions.StartOffset))
}

// gooseWords puts one extension into Parley's words, as the documentation of Goose has them. false is for a part of Goose itself.
func (o *otherWords) gooseWords(v hujson.Value) (entry hujson.Value, own bool) {
	v = flat(v)
	members, ok := membersOf(v)
	if !ok {
		return v, true
	}
	get := func(name string) (member, bool) {
		v, found := lastOf(members, name)
		return member{name: name, at: v.StartOffset, value: v}, found && !(member{value: v}).isNull()
	}
	kind, _ := get("type")
	switch text, _ := kind.text(); text {
	case "builtin", "platform", "frontend", "inline_python":
		return v, false
	}
	var out []hujson.ObjectMember
	for _, name := range [][2]string{{"type", "type"}, {"cmd", "command"}, {"args", "args"}, {"envs", "env"}, {"cwd", "cwd"}, {"uri", "url"}, {"headers", "headers"}, {"enabled", "enabled"}, {"available_tools", "enabledTools"}} {
		if m, found := get(name[0]); found {
			if name[0] == "available_tools" && isBlank(m.value) {
				continue // all of them
			}
			out = append(out, memberValue(name[1], m.value))
		}
	}
	if m, found := get("timeout"); found {
		out = append(out, memberValue("timeout", secondsValue(m)))
	}
	keys, _ := get("env_keys")
	return objectValue(o.keptElsewhere(out, keys), v.StartOffset), true
}

// keptElsewhere adds the variables whose values the app keeps in a place of its own.
func (o *otherWords) keptElsewhere(entry []hujson.ObjectMember, keys member) []hujson.ObjectMember {
	items, _ := keys.items()
	if len(items) == 0 {
		return entry
	}
	i := lastIndex(entry, "env")
	if i < 0 {
		entry = append(entry, memberValue("env", objectValue(nil, keys.at)))
		i = len(entry) - 1
	}
	given, is := membersOf(entry[i].Value)
	if !is {
		return entry
	}
	all, said := slices.Clone(given), map[string]bool{}
	for _, m := range given {
		said[nameOf(m)] = true
	}
	for _, item := range items {
		if key, is := item.text(); is && key != "" && !said[key] {
			said[key] = true
			all = append(all, memberValue(key, textValue(o.asksFor(key, key), item.at)))
		}
	}
	entry[i].Value = objectValue(all, entry[i].Value.StartOffset)
	return entry
}

// asksFor gives the reference for a value that is not in the file: to the variable when it is set, else to what the person is asked for.
func (o *otherWords) asksFor(id, description string) string {
	name := id[strings.LastIndexAny(id, "./")+1:]
	if variableName.MatchString(name) && o.getenv(name) != "" {
		return "${env:" + name + "}"
	}
	if !o.asked[id] {
		if o.asked == nil {
			o.asked = map[string]bool{}
		}
		o.asked[id] = true
		o.inputs = append(o.inputs, objectValue([]hujson.ObjectMember{
			memberValue("type", textValue("promptString", 0)), memberValue("id", textValue(id, 0)),
			memberValue("description", textValue(description, 0)), memberValue("password", literalValue("true", 0)),
		}, 0))
	}
	return "${input:" + id + "}"
}

var (
	appSecret = regexp.MustCompile(`\$\{\{\s*(?:secrets|inputs)\.([A-Za-z0-9_./-]+)\s*\}\}`) // Continue
	userValue = regexp.MustCompile(`\{\{\s*([A-Za-z0-9_]+)\s*\}\}`)                          // LibreChat
)

// secrets puts references in the place of what an app would put in: the secrets of Continue, and the values that LibreChat asks each
// person for, which customUserVars describes.
func (o *otherWords) secrets(v *hujson.Value) {
	described := map[string]string{}
	members, _ := membersOf(*v)
	if all, found := lastOf(members, "customUserVars"); found {
		variables, _ := membersOf(all)
		for _, m := range variables {
			described[nameOf(m)] = nameOf(m)
			inside, _ := membersOf(m.Value)
			for _, name := range []string{"description", "title"} {
				if said, found := lastOf(inside, name); found {
					if text, is := (member{value: said}).text(); is && text != "" {
						described[nameOf(m)] = text
					}
				}
			}
		}
	}
	for value := range valuesOf(v) {
		literal, ok := value.Value.(hujson.Literal)
		if !ok || literal.Kind() != '"' {
			continue
		}
		text := literal.String()
		in := appSecret.ReplaceAllStringFunc(text, func(found string) string {
			id := appSecret.FindStringSubmatch(found)[1]
			return o.asksFor(id, id)
		})
		in = userValue.ReplaceAllStringFunc(in, func(found string) string {
			id := userValue.FindStringSubmatch(found)[1]
			if description, is := described[id]; is {
				return o.asksFor(id, description)
			}
			return found
		})
		if in != text {
			value.Value = hujson.String(in)
		}
	}
}

// hermesWords puts an entry of Hermes Agent into Parley's words: its timeout is in seconds.
func hermesWords(v hujson.Value) hujson.Value {
	members, ok := membersOf(v)
	if !ok {
		return v
	}
	members = slices.Clone(members)
	for i, m := range members {
		if nameOf(m) == "timeout" {
			members[i].Value = secondsValue(member{at: m.Value.StartOffset, value: m.Value})
		}
	}
	return objectValue(members, v.StartOffset)
}

// secondsValue makes seconds milliseconds; what is no whole number of digits stays as it is, to be told.
func secondsValue(m member) hujson.Value {
	text, _ := m.scalar()
	if !wholeSeconds.MatchString(text) || text == "0" {
		return m.value
	}
	return literalValue(text+"000", m.at)
}

var wholeSeconds = regexp.MustCompile(`^[0-9]{1,9}$`)
