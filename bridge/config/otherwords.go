package config

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// OtherWords puts what apps write in words of their own into Parley's, before anything is read: lists in which each server holds its name
// (Continue, Augment), Goose's extensions, the tables of Codex, placeholders for secrets that an app keeps elsewhere. Values stay
// where they are in the text, so that faults are told at the right place.
type OtherWords struct {
	Language tree.Language
	path     string // of the file, with / in it
	Getenv   func(string) string

	inputs []hujson.Value // for values that the app keeps elsewhere, as the inputs of VS Code
	asked  map[string]bool
	notes  []string
}

func (o *OtherWords) note(format string, args ...any) {
	o.notes = append(o.notes, fmt.Sprintf(format, args...))
}

// Rewrite changes the tree of a file.
func (o *OtherWords) Rewrite(root *hujson.Value) {
	object, ok := root.Value.(*hujson.Object)
	if !ok {
		return
	}
	if o.Language == tree.YAML && !slices.ContainsFunc(object.Members, func(m hujson.ObjectMember) bool { return slices.Contains(outline.Wrappers(), tree.NameOf(m)) }) {
		o.goose(object)
	}
	o.continueJSON(object)
	for i := range object.Members {
		m := &object.Members[i]
		name := tree.NameOf(*m)
		if !slices.Contains(outline.Wrappers(), name) {
			continue
		}
		if list, is := m.Value.Value.(*hujson.Array); is && outline.HoldsEntries(list) {
			m.Value = o.named(list, m.Value.StartOffset)
		}
		if list, is := m.Value.Value.(*hujson.Object); is {
			o.entries(name, list)
		}
	}
	if len(o.inputs) > 0 {
		if i := tree.LastIndex(object.Members, "inputs"); i >= 0 {
			if list, is := object.Members[i].Value.Value.(*hujson.Array); is {
				o.inputs = append(slices.Clone(list.Elements), o.inputs...)
			}
		}
		object.Members = append(object.Members, tree.MemberValue("inputs", tree.ListValue(o.inputs, root.StartOffset)))
	}
}

// entries puts each entry of a list into Parley's words.
func (o *OtherWords) entries(list string, servers *hujson.Object) {
	for i := range servers.Members {
		v := &servers.Members[i].Value
		switch {
		case list == "mcp_servers" && o.Language == tree.TOML:
			*v = codexWords(*v)
		case list == "mcp_servers" && o.Language == tree.YAML:
			*v = hermesWords(*v)
		}
		if o.Language == tree.YAML {
			o.secrets(v)
		}
		if o.ofGemini() {
			for text := range tree.ValuesOf(v) {
				if literal, is := text.Value.(hujson.Literal); is && literal.Kind() == '"' {
					text.Value = hujson.String(Wording{dollar: true}.text(literal.String()))
				}
			}
		}
	}
}

// ofGemini tells the settings of Gemini CLI, and of Qwen Code that is made from it: $NAME refers to a variable there.
func (o *OtherWords) ofGemini() bool {
	parts := strings.FieldsFunc(o.path, func(c rune) bool { return c == '/' || c == '\\' })
	return len(parts) > 1 && (parts[len(parts)-2] == ".gemini" || parts[len(parts)-2] == ".qwen") && parts[len(parts)-1] == "settings.json"
}

// named makes a list in which each server holds its name the object that Parley reads.
func (o *OtherWords) named(list *hujson.Array, at int) hujson.Value {
	var members []hujson.ObjectMember
	for i, element := range list.Elements {
		inside, _ := tree.MembersOf(element)
		name := fmt.Sprintf("server-%d", i+1)
		for _, called := range []string{"id", "name"} {
			if v, ok := tree.LastOf(inside, called); ok {
				if text, is := (tree.Member{Value: v}).Text(); is && strings.TrimSpace(text) != "" {
					name = text
				}
			}
		}
		members = append(members, tree.MemberValue(name, Flat(element)))
	}
	return tree.ObjectValue(members, at)
}

// Flat takes an entry of Continue out of what stands around it: "transport" with the program in it, "requestOptions" with the headers.
func Flat(v hujson.Value) hujson.Value {
	members, ok := tree.MembersOf(v)
	if !ok {
		return v
	}
	var own []hujson.ObjectMember
	for _, m := range members {
		inside, is := tree.MembersOf(m.Value)
		switch name := tree.NameOf(m); {
		case is && (name == "transport" || name == "config"):
			own = append(own, inside...)
		case is && name == "requestOptions":
			if headers, found := tree.LastOf(inside, "headers"); found {
				own = append(own, tree.MemberValue("headers", headers))
			}
		case name == "name", name == "id":
		default:
			own = append(own, m)
		}
	}
	return tree.ObjectValue(own, v.StartOffset)
}

// continueJSON finds the older list of Continue, deep in its config.json.
func (o *OtherWords) continueJSON(root *hujson.Object) {
	i := tree.LastIndex(root.Members, "experimental")
	if i < 0 || tree.LastIndex(root.Members, outline.Wrappers()[0]) >= 0 {
		return
	}
	list := tree.Lookup(&root.Members[i].Value, []string{"modelContextProtocolServers"})
	if list == nil {
		return
	}
	if array, is := list.Value.(*hujson.Array); is && outline.HoldsEntries(array) {
		root.Members = append(root.Members, tree.MemberValue(outline.Wrappers()[0], o.named(array, list.StartOffset)))
	}
}

// goose makes the extensions of Goose the list of servers. Those that are a part of Goose itself are left out.
func (o *OtherWords) goose(root *hujson.Object) {
	i := tree.LastIndex(root.Members, "extensions")
	if i < 0 {
		return
	}
	extensions := root.Members[i].Value
	if list, is := extensions.Value.(*hujson.Array); is && outline.HoldsEntries(list) {
		extensions = o.named(list, extensions.StartOffset)
	}
	all, ok := tree.MembersOf(extensions)
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
	root.Members[i] = tree.MemberValue(outline.Wrappers()[0], tree.ObjectValue(servers, extensions.StartOffset))
}

// gooseWords puts one extension into Parley's words, as the documentation of Goose has them. false is for a part of Goose itself.
func (o *OtherWords) gooseWords(v hujson.Value) (entry hujson.Value, own bool) {
	v = Flat(v)
	members, ok := tree.MembersOf(v)
	if !ok {
		return v, true
	}
	get := func(name string) (tree.Member, bool) {
		v, found := tree.LastOf(members, name)
		return tree.Member{Name: name, At: v.StartOffset, Value: v}, found && !(tree.Member{Value: v}).IsNull()
	}
	kind, _ := get("type")
	switch text, _ := kind.Text(); text {
	case "builtin", "platform", "frontend", "inline_python":
		return v, false
	}
	var out []hujson.ObjectMember
	for _, name := range [][2]string{{"type", "type"}, {"cmd", "command"}, {"args", "args"}, {"envs", "env"}, {"cwd", "cwd"}, {"uri", "url"}, {"headers", "headers"}, {"enabled", "enabled"}, {"available_tools", "enabledTools"}} {
		if m, found := get(name[0]); found {
			if name[0] == "available_tools" && tree.IsBlank(m.Value) {
				continue // all of them
			}
			out = append(out, tree.MemberValue(name[1], m.Value))
		}
	}
	if m, found := get("timeout"); found {
		out = append(out, tree.MemberValue("timeout", secondsValue(m)))
	}
	keys, _ := get("env_keys")
	return tree.ObjectValue(o.keptElsewhere(out, keys), v.StartOffset), true
}

// keptElsewhere adds the variables whose values the app keeps in a place of its own.
func (o *OtherWords) keptElsewhere(entry []hujson.ObjectMember, keys tree.Member) []hujson.ObjectMember {
	items, _ := keys.Items()
	if len(items) == 0 {
		return entry
	}
	i := tree.LastIndex(entry, "env")
	if i < 0 {
		entry = append(entry, tree.MemberValue("env", tree.ObjectValue(nil, keys.At)))
		i = len(entry) - 1
	}
	given, is := tree.MembersOf(entry[i].Value)
	if !is {
		return entry
	}
	all, said := slices.Clone(given), map[string]bool{}
	for _, m := range given {
		said[tree.NameOf(m)] = true
	}
	for _, item := range items {
		if key, is := item.Text(); is && key != "" && !said[key] {
			said[key] = true
			all = append(all, tree.MemberValue(key, tree.TextValue(o.asksFor(key, key), item.At)))
		}
	}
	entry[i].Value = tree.ObjectValue(all, entry[i].Value.StartOffset)
	return entry
}

// asksFor gives the reference for a value that is not in the file: to the variable when it is set, else to what the person is asked for.
func (o *OtherWords) asksFor(id, description string) string {
	name := id[strings.LastIndexAny(id, "./")+1:]
	if variableName.MatchString(name) && o.Getenv(name) != "" {
		return "${env:" + name + "}"
	}
	if !o.asked[id] {
		if o.asked == nil {
			o.asked = map[string]bool{}
		}
		o.asked[id] = true
		o.inputs = append(o.inputs, tree.ObjectValue([]hujson.ObjectMember{
			tree.MemberValue("type", tree.TextValue("promptString", 0)), tree.MemberValue("id", tree.TextValue(id, 0)),
			tree.MemberValue("description", tree.TextValue(description, 0)), tree.MemberValue("password", tree.LiteralValue("true", 0)),
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
func (o *OtherWords) secrets(v *hujson.Value) {
	described := map[string]string{}
	members, _ := tree.MembersOf(*v)
	if all, found := tree.LastOf(members, "customUserVars"); found {
		variables, _ := tree.MembersOf(all)
		for _, m := range variables {
			described[tree.NameOf(m)] = tree.NameOf(m)
			inside, _ := tree.MembersOf(m.Value)
			for _, name := range []string{"description", "title"} {
				if said, found := tree.LastOf(inside, name); found {
					if text, is := (tree.Member{Value: said}).Text(); is && text != "" {
						described[tree.NameOf(m)] = text
					}
				}
			}
		}
	}
	for value := range tree.ValuesOf(v) {
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
	members, ok := tree.MembersOf(v)
	if !ok {
		return v
	}
	members = slices.Clone(members)
	for i, m := range members {
		if tree.NameOf(m) == "timeout" {
			members[i].Value = secondsValue(tree.Member{At: m.Value.StartOffset, Value: m.Value})
		}
	}
	return tree.ObjectValue(members, v.StartOffset)
}

// secondsValue makes seconds milliseconds; what is no whole number of digits stays as it is, to be told.
func secondsValue(m tree.Member) hujson.Value {
	text, _ := m.Scalar()
	if !wholeSeconds.MatchString(text) || text == "0" {
		return m.Value
	}
	return tree.LiteralValue(text+"000", m.At)
}

var wholeSeconds = regexp.MustCompile(`^[0-9]{1,9}$`)
