package schema

import "strings"

// asksForSecret says whether a typed entry asks for a password, key or token, by its key, title or format (contract
// S1). Whole words count: monkey, tokenizer and cardinal ask for nothing. What is said around a word can show that it means
// something else. It errs towards warning, for a warned person can still answer.
func asksForSecret(key, title, description, format string, kind Kind) bool {
	switch kind {
	case Boolean, Choice, Choices, Fixed:
		return false
	}
	if format == "password" {
		return true
	}
	isSecret := func(phrase string) bool { return isSecretNumber(phrase) || isSecretText(phrase) }
	if kind == Integer || kind == Number {
		isSecret = isSecretNumber
	}
	said := readAround(key, title, description)
	return namesSecret(key, isSecret, said) || namesSecret(title, isSecret, said)
}

// longestPhrase is how many words the names of secrets below have at most.
const longestPhrase = 3

func namesSecret(name string, isSecret func(string) bool, said around) bool {
	if len(name) > 1000 {
		return false // no name, but a text
	}
	words := splitWords(name)
	for i := range words {
		words[i] = strings.ToLower(words[i])
	}
	if len(words) == 1 && words[0] == "card" {
		return !said.meansOtherwise("card")
	}
	for i := range words {
		for n := 1; n <= longestPhrase && i+n <= len(words); n++ {
			phrase := strings.Join(words[i:i+n], " ")
			// password2, cvv2
			if !isSecret(phrase) && !isSecret(strings.TrimRight(phrase, "0123456789")) {
				continue
			}
			if i+n < len(words) && isAboutSecret(words[i+n]) || said.meansOtherwise(phrase) {
				continue
			}
			return true
		}
	}
	return false
}

// isSecretNumber lists the secrets that are written in digits.
func isSecretNumber(phrase string) bool {
	switch phrase {
	case "pin", "pincode", "passcode", "cvv", "cvc", "card number", "cardnumber", "card no", "otp", "totp",
		"one time code", "security code", "verification code", "ssn", "social security number":
		return true
	}
	return false
}

func isSecretText(phrase string) bool {
	switch phrase {
	case "password", "passwords", "passwd", "pwd", "passphrase", "pass phrase", "pass word", "userpassword",
		"secret", "secrets", "clientsecret", "client secret", "secretkey", "appsecret",
		"token", "accesstoken", "authtoken", "apitoken", "refreshtoken", "bearertoken", "sessiontoken", "jwt",
		"access tokens", "auth tokens", "api tokens", "refresh tokens", "bearer tokens",
		"api key", "api keys", "apikey", "apikeys", "access key", "access keys", "accesskey",
		"private key", "private keys", "privatekey", "ssh key", "ssh keys", "signing key", "encryption key", "license key",
		"credential", "credentials", "creditcard", "mnemonic", "seed phrase", "recovery phrase",
		"recovery code", "recovery codes", "backup code", "backup codes",
		"passwort", "kennwort", "mot de passe", "contraseña", "contrasena", "senha", "wachtwoord", "hasło",
		"пароль", "密码", "密碼", "パスワード", "비밀번호":
		return true
	}
	return false
}

// isAboutSecret lists words that, right behind the name of a secret, make it something else: token count, password
// policy, pin to top.
func isAboutSecret(word string) bool {
	switch word {
	case "count", "counts", "limit", "limits", "budget", "type", "types", "usage", "length", "size", "policy",
		"expiry", "expires", "expiration", "ttl", "lifetime", "url", "uri", "endpoint", "id", "ids", "name", "names",
		"kind", "strategy", "strength", "symbol", "address", "price", "cost", "rate", "window", "index", "position",
		"required", "enabled", "manager", "provider", "hint", "format", "scope", "scopes", "version", "created",
		"updated", "date", "page", "pages", "path", "file", "filename", "to", "message", "thread", "post", "color",
		"location", "santa":
		return true
	}
	return false
}
