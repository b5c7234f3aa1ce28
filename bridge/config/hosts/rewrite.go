package hosts

import (
	"slices"

	"github.com/tailscale/hujson"

	"parley/bridge/config/outline"
	"parley/bridge/config/tree"
)

// Rewrite changes the tree of a file.
func (w *Words) Rewrite(root *hujson.Value) {
	object, ok := root.Value.(*hujson.Object)
	if !ok {
		return
	}
	for _, h := range known {
		if h.List != nil {
			h.List(w, object)
		}
	}
	for i := range object.Members {
		m := &object.Members[i]
		name := tree.NameOf(*m)
		if !slices.Contains(outline.Wrappers(), name) {
			continue
		}
		if list, is := m.Value.Value.(*hujson.Array); is && outline.HoldsEntries(list) {
			m.Value = namedList(list, m.Value.StartOffset)
		}
		if list, is := m.Value.Value.(*hujson.Object); is {
			for i := range list.Members {
				w.entry(name, &list.Members[i].Value)
			}
		}
	}
	if len(w.inputs) > 0 {
		if i := tree.LastIndex(object.Members, "inputs"); i >= 0 {
			if list, is := object.Members[i].Value.Value.(*hujson.Array); is {
				w.inputs = append(slices.Clone(list.Elements), w.inputs...)
			}
		}
		object.Members = append(object.Members, tree.MemberValue("inputs", tree.ListValue(w.inputs, root.StartOffset)))
	}
}

// entry puts one entry into Parley's words.
func (w *Words) entry(list string, v *hujson.Value) {
	for _, h := range known {
		if h.Entry != nil {
			*v = h.Entry(w, list, *v)
		}
	}
}
