package schema

import "parley/bridge/text"

// shorten prepares text of a server or a person for a message: cut to what fits in a sentence, and safe to show.
func shorten(words string) string {
	const most = 60
	head, cut := text.Head(words, most)
	if cut {
		return seen(head) + "…"
	}
	return seen(head)
}

// seen is text of a server or a person as a message may have it.
func seen(words string) string { return text.Numbered(words) }
