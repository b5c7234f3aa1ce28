package schema

import (
	"slices"
	"strings"
	"sync"
)

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
		isSecret = func(phrase string) bool { return isSecretNumber(phrase) || isSecretText(phrase) && !isCounted(phrase) }
	}
	said := sync.OnceValue(func() around { return readAround(key, title, description) }) // few names need it
	return namesSecret(key, isSecret, said) || namesSecret(title, isSecret, said)
}

// longestPhrase is how many words the names of secrets below have at most.
const longestPhrase = 3

func namesSecret(name string, isSecret func(string) bool, said func() around) bool {
	return slices.ContainsFunc(readings(name), func(words []string) bool { return wordsNameSecret(words, isSecret, said) })
}

func wordsNameSecret(words []string, isSecret func(string) bool, said func() around) bool {
	if len(words) == 1 && isSecretAlone(words[0]) {
		return !said().meansOtherwise(words[0])
	}
	for i := range words {
		for n := 1; n <= longestPhrase && i+n <= len(words); n++ {
			phrase := strings.Join(words[i:i+n], " ")
			// password2, cvv2
			if !isSecret(phrase) && !isSecret(strings.TrimRight(phrase, "0123456789")) {
				continue
			}
			if i+n < len(words) && isAboutSecret(words[i+n]) || said().meansOtherwise(phrase) {
				continue
			}
			return true
		}
	}
	return false
}

// isSecretAlone lists words that mean a secret where nothing stands beside them: a business card, a training session and a boarding pass
// are none.
func isSecretAlone(word string) bool {
	switch word {
	case "card", "session", "pass", "sid":
		return true
	}
	return false
}

// isCounted lists what a number counts, or numbers, where a text would be the secret itself.
func isCounted(phrase string) bool {
	switch phrase {
	case "token", "passwords", "secrets", "credentials", "cookie", "cookies", "auth", "access tokens", "auth tokens", "api tokens", "refresh tokens",
		"bearer tokens", "api keys", "apikeys", "access keys", "private keys", "ssh keys", "recovery codes", "backup codes":
		return true
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
		"access token", "auth token", "api token", "refresh token", "bearer token", "session token",
		"access tokens", "auth tokens", "api tokens", "refresh tokens", "bearer tokens",
		"api key", "api keys", "apikey", "apikeys", "access key", "access keys", "accesskey",
		"private key", "private keys", "privatekey", "ssh key", "ssh keys", "signing key", "encryption key", "license key",
		"credential", "credentials", "creditcard", "credit card", "debit card", "bank card", "payment card", "mnemonic", "seed phrase", "recovery phrase",
		"authorization", "authorisation", "auth", "bearer", "cookie", "cookies", "set cookie", "iban", "dsn",
		"connection string", "connection strings", "connectionstring", "conn string", "connstring", "connection str", "connstr", "conn str",
		"session id", "sessionid", "session key", "session secret", "session cookie", "user session", "login session", "auth session",
		"browser session", "web session", "php session", "phpsessid", "jsessionid",
		"user pass", "userpass", "login pass", "admin pass", "root pass", "db pass", "dbpass", "database pass", "mysql pass", "postgres pass", "pg pass",
		"redis pass", "smtp pass", "imap pass", "mail pass", "email pass", "ftp pass", "ssh pass", "proxy pass", "http pass", "wifi pass", "api pass",
		"account pass", "my pass", "your pass", "new pass", "old pass", "keystore pass", "key pass", "store pass",
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
		"location", "santa", "method", "methods", "mode", "flow", "server", "status", "issuer", "realm", "level", "domain",
		"consent", "banner", "notice":
		return true
	}
	return false
}
