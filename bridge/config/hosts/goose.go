package hosts

import (
	"slices"

	"github.com/tailscale/hujson"

	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

func goose() Host {
	return Host{
		Person: func(m Machine) []File {
			path := m.join(m.dotConfig(), "goose/config.yaml")
			if m.OS == "windows" {
				path = m.join(m.settings(), "Block/goose/config/config.yaml")
			}
			return []File{{App: "Goose", Path: path, List: []string{"mcpServers"}}}
		},
		List: gooseList,
	}
}

// gooseList makes the extensions of Goose the list of servers. Those that are a part of Goose itself are left out.
func gooseList(w *Words, root *hujson.Object) {
	if w.Language != tree.YAML || slices.ContainsFunc(root.Members, func(m hujson.ObjectMember) bool { return slices.Contains(outline.Wrappers(), tree.NameOf(m)) }) {
		return
	}
	i := tree.LastIndex(root.Members, "extensions")
	if i < 0 {
		return
	}
	extensions := root.Members[i].Value
	if list, is := extensions.Value.(*hujson.Array); is && outline.HoldsEntries(list) {
		extensions = namedList(list, extensions.StartOffset)
	}
	all, ok := tree.MembersOf(extensions)
	if !ok {
		return
	}
	var servers []hujson.ObjectMember
	parts := 0
	for _, m := range all {
		entry, own := w.gooseWords(m.Value)
		if !own {
			parts++
			continue
		}
		servers = append(servers, hujson.ObjectMember{Name: m.Name, Value: entry})
	}
	if parts > 0 {
		w.note("Of the extensions of Goose, %d are a part of Goose itself and left out here.", parts)
	}
	root.Members[i] = tree.MemberValue(outline.Wrappers()[0], tree.ObjectValue(servers, extensions.StartOffset))
}

// gooseWords puts one extension into Parley's words, as the documentation of Goose has them. false is for a part of Goose itself.
func (w *Words) gooseWords(v hujson.Value) (entry hujson.Value, own bool) {
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
	return tree.ObjectValue(w.keptElsewhere(out, keys), v.StartOffset), true
}

// keptElsewhere adds the variables whose values the app keeps in a place of its own.
func (w *Words) keptElsewhere(entry []hujson.ObjectMember, keys tree.Member) []hujson.ObjectMember {
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
			all = append(all, tree.MemberValue(key, tree.TextValue(w.asksFor(key, key), item.At)))
		}
	}
	entry[i].Value = tree.ObjectValue(all, entry[i].Value.StartOffset)
	return entry
}
