package schema

import (
	"slices"
	"strings"
)

// A word that names a secret may mean something else: a PIN code is a postal code in India, a token is a coin or a piece of a text,
// pwd is the folder that a shell is in. The words around it decide. It errs towards warning: another meaning counts only when
// nothing speaks of a secret beside it, and a password is always a password.

// around is what a property says of itself, in small words, in which the sense of one word is looked up.
type around struct {
	described []string // the description
	all       []string // with title and key
}

func readAround(key, title, description string) around {
	a := around{described: wordsIn(description)}
	a.all = slices.Concat(a.described, wordsIn(title), wordsIn(key))
	return a
}

// meansOtherwise says whether a phrase that can name a secret names something harmless here.
func (a around) meansOtherwise(phrase string) bool {
	inPhrase := strings.Fields(phrase)
	if slices.ContainsFunc(a.all, func(word string) bool { return speaksOfSecrets(word) && !slices.Contains(inPhrase, word) }) {
		return false
	}
	return a.asksForPlace(phrase) ||
		slices.ContainsFunc(otherSenses(phrase), func(sense string) bool { return slices.Contains(a.all, sense) })
}

// otherSenses are words that show, for a phrase, that no secret is meant.
func otherSenses(phrase string) []string {
	words := ""
	switch phrase {
	case "pin", "pincode":
		words = "postal postcode postcodes postleitzahl plz zip zipcode shipping locality map latitude longitude " +
			"gpio connector microcontroller arduino esp32 raspberry led pinterest bowling"
	case "token", "tokens":
		words = "erc20 erc721 nft ticker coin coins crypto cryptocurrency blockchain solana ethereum tokenizer vocabulary lexer css design"
	case "pwd":
		words = "folder directory cwd ordner verzeichnis"
	case "security code":
		words = "stock stocks isin cusip sedol ticker shares bond bonds equity"
	case "mnemonic":
		words = "assembler assembly opcode instruction menu hotkey"
	case "card":
		words = "trello kanban trading playing deck flashcard flashcards game column"
	case "session":
		words = "conference training tmux workout therapy talk speaker lecture"
	case "cookie", "cookies":
		words = "recipe baking flavour flavor oven dough"
	case "pass":
		words = "boarding ski mountain hiking museum rail exam"
	}
	return strings.Fields(words)
}

// asksForPlace says whether the name or the place of a secret is asked for, not the secret: the description begins with "Path to
// the private key" or "Name of the secret in the vault".
func (a around) asksForPlace(phrase string) bool {
	switch phrase {
	case "password", "passwords", "passwd", "passphrase", "pin", "pincode", "cvv", "cvc", "otp", "totp":
		return false
	}
	said := a.described
	if len(said) > 0 && (said[0] == "the" || said[0] == "a") {
		said = said[1:]
	}
	if len(said) < 3 || said[1] != "of" && said[1] != "to" {
		return false
	}
	return said[0] == "name" || said[0] == "path" || said[0] == "location"
}

// speaksOfSecrets lists words that keep a warning up, whatever else is said.
func speaksOfSecrets(word string) bool {
	switch word {
	case "password", "passwords", "passwort", "bank", "banking", "atm", "debit", "credit", "login", "logon", "signin", "secret", "secrets",
		"confidential", "authenticate", "authentication", "authorization", "authorize", "auth", "oauth", "api", "access", "refresh", "jwt",
		"unlock", "sms", "sent", "texted", "otp", "verify", "verification", "credential", "credentials", "bearer", "wallet", "sim",
		"geheim", "anmeldung":
		return true
	}
	return false
}

// wordsIn cuts a text into small words, as far as anybody reads.
func wordsIn(text string) []string {
	const most = 4000
	if len(text) > most {
		text = text[:most]
	}
	words := splitWords(text)
	for i := range words {
		words[i] = strings.ToLower(words[i])
	}
	return words
}
