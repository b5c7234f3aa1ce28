package lastwords

// likelyLastWords are those with which a program asks for what its entry does not give it. A program may also say them and go on, so
// they explain an end, and are no proof of why it came.
func likelyLastWords() []pattern {
	return []pattern{
		{`ECONNREFUSED (\[?[\w.:]+\]?:\d+)`, "Nothing answers at %s, to which it connects.", "Check that this is running, and its address in the args or env of this server."},
		{`getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ([\w.-]+)`, "It does not find %s on the network.", "Check your connection, and the address in the args or env of this server."},
		{`Name or service not known|nodename nor servname provided|Temporary failure in name resolution`, "It does not find what it connects to on the network.", "Check your connection, and the addresses in the args or env of this server."},
		{`(?im)^(?:\[\d+\] )?usage: \S`, "It was started with the wrong arguments.", "How it wants to be started is below. Mend the args of its entry (Edit), then start it again."},
	}
}

// askedArguments are likelyLastWords about arguments.
func askedArguments() []pattern {
	const add = "Add it to the args of its entry (Edit), then start it again."
	return []pattern{
		{`[Tt]he following arguments are required: ([^\n]+)`, "It needs the argument %s.", add},
		{`required arguments were not provided:((?:\n +\S[^\n]*)+)`, "It needs the argument %s.", add},
		{`required flag\(s\) ("[^\n]+") not set`, "It needs the argument %s.", add},
		{`(?i)missing (?:required )?(?:argument|option|parameter|flag)s?:? ['"<]?(-{0,2}[a-z][\w.-]*(?:, -{0,2}[a-z][\w.-]*)*)['">]?(?: |[.:]?$|\n)|required option ['"]([^'"\n]+)['"] not specified`, "It needs the argument %s.", add},
		{`(?i)(?:unknown|unrecognized|unexpected|bad|invalid|no such) (?:option|argument|flag)s?:? ['"]?(-[\w-]+)|flag provided but not defined: (-[\w-]+)`, "It does not know the argument %s.", "Take it out of the args of its entry (Edit), or get the version of the server that knows it."},
	}
}

// likely is what a program that ended most likely wanted.
func likely(goos, said string, has func(name string) bool) (m Meaning, is bool) {
	if m, is = understood(askedArguments(), goos, said); is {
		return m, true
	}
	if lacks := missingSettings(said); len(lacks.names) > 0 {
		return lacks.words(has), true
	}
	return understood(likelyLastWords(), goos, said)
}
