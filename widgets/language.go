package widgets

import "parley/widgets/language"

// own gives what packages schema and link say in the person's language. What a server says is never given to it.
func own(text string) string { return language.Own(text) }
