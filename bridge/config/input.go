package config

import (
	"parley/bridge/config/tree"
)

// input is an entry of "inputs".
type input struct {
	Input
	other string // what is wrong with it, "" for one that the person can be asked
}

// optionsOf reads texts, and objects with a value in them.
func optionsOf(m tree.Member) []string {
	items, _ := m.Items()
	var options []string
	seen := map[string]bool{}
	for _, item := range items {
		text, ok := item.Scalar()
		if all, is := tree.ObjectOf(item.Value); is {
			value, _ := all.Last("value")
			text, ok = value.Scalar()
		}
		if ok && !seen[text] {
			seen[text] = true
			options = append(options, text)
		}
	}
	return options
}
