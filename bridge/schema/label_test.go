package schema

import (
	"strings"
	"testing"
)

func TestKeysAreMadeReadable(t *testing.T) {
	for key, want := range map[string]string{
		"first_name": "First name", "checkAlternative": "Check alternative", "max-items": "Max items", "userID": "User ID", "api_region": "Api region", "name": "Name", "Name": "Name", "zip": "Zip",
		"HTTPServer": "HTTP server", "URL": "URL", "userIDs": "User IDs", "IDs": "IDs", "parseJSONBody": "Parse JSON body", "x1": "X1", "10": "10", "2ndTry": "2nd try", "sha256Sum": "Sha256 sum", "MAX_ITEMS": "Max items", "API_KEY": "Api key",
		"a.b.c": "A b c", "a/b": "A b", "first  name": "First name", "_meta": "Meta", "__proto__": "Proto", "$ref": "Ref", "@type": "Type", "snake_Case_Mixed": "Snake case mixed", "kebab-case-key": "Kebab case key", "iOSVersion": "I OS version",
		"größe": "Größe", "Größe_in_cm": "Größe in cm", "éclairCount": "Éclair count", "имя_файла": "Имя файла", "数量": "数量", "---": "---", "😀": "😀", "": "(no name)", " ": "(no name)", "\u200b": "(no name)", "\n": "(no name)", "nowUTC": "Now UTC", "aB": "A b",
		"e\u0301tat_civil": "E\u0301tat civil",
	} {
		if got := labelOf("", key); got != want {
			t.Errorf("%q becomes %q, want %q", key, got, want)
		}
	}
	for title, want := range map[string]string{"Delivery slot": "Delivery slot", " x ": "x", "": "Key", " ": "Key", "\u200b": "Key", "\u3164": "Key", "\u2800": "Key", "\t\n": "Key", "(empty)": "(empty)"} {
		if got := labelOf(title, "key"); got != want {
			t.Errorf("title %q gives %q, want %q", title, got, want)
		}
	}
}

func TestSecretsAreRecognisedByWholeWords(t *testing.T) {
	secret := `password|Password|user_password|newPassword|password2|passwd|pwd|db-pwd|passphrase|secret|client_secret|clientSecret|CLIENT_SECRET|secretKey|token|access_token|authToken|refresh-token|API_TOKEN|github_token|api_key|apiKey|apikey|API-Key|x-api-key|stripeApiKey|
		access_key|privateKey|private_key|ssh_key|credential|credentials|aws_credentials|card_number|cardNumber|credit_card_number|cvv|CVV2|cvc|pin|PIN|userPIN|pin_code|card|otp|totp|one_time_code|security-code|recoveryCodes|jwt|Your password|Enter the API key|Kennwort|mot de passe|contraseña|пароль|
		authorization|Authorization header|proxy-authorization|auth|X-Auth|basicAuth|bearer|Bearer value|cookie|Cookie|set_cookie|cookies|session|Session|session_id|sessionId|PHPSESSID|sid|iban|IBAN of the receiver|
		Credit card|card|dsn|SENTRY_DSN|connection string|connectionString|Connection strings|pass|Pass|smtp_pass|DB_PASS|dbPass|user pass`
	for name := range strings.SplitSeq(secret, "|") {
		name = strings.TrimSpace(name)
		if !asksForSecret(name, "", "", "", Text) || !asksForSecret("x", name, "", "", Text) || !asksForSecret(name, "", "", "", JSON) || !asksForSecret(name, "", "", "", List) {
			t.Errorf("%q is not seen as a secret", name)
		}
		if asksForSecret(name, name, "", "password", Boolean) || asksForSecret(name, name, "", "", Choice) || asksForSecret(name, name, "", "", Fixed) {
			t.Errorf("%q is a secret where nothing is typed", name)
		}
	}
	harmless := `monkey|keyboard|key|keyword|tokenizer|tokenize|tokenized|tokens|max_tokens|maxTokens|token_count|tokenLimit|token_type|cardinal|cardboard|card_title|business_card|postcard|discard|spin|pinned|opinion|shopping|pineapple|pinyin|secretary|passwordless|password_policy|passwordLength|secret_name|
		compass|passenger|boarding pass|first_pass|pass_rate|passport|training session|session_title|sessions|author|authority|authorization_status|auth_method|auth type|authenticate|cookie_policy|cookiecutter|ibanez|
		dsn_count|connection|connection_timeout|bearing|auth_url|side|m2m|h264|s3_bucket|user@host|bypass|public_key|primary_key|foreignKey|sort_key|authorization_url|credentialing|accredited|name|email|description|pin_to_top|token_symbol|api_version|apiKeyboard|secretion|cvs|opt|hotp_count|prefix`
	for name := range strings.SplitSeq(harmless, "|") {
		name = strings.TrimSpace(name)
		if asksForSecret(name, "", "", "", Text) || asksForSecret("x", name, "", "", Text) {
			t.Errorf("%q is taken for a secret", name)
		}
	}
	for name, want := range map[string]bool{"pin": true, "cvv": true, "card_number": true, "otp": true, "tokens": false, "token": false, "max_tokens": false, "password": true, "secret": true, "access_token": true,
		"session": true, "session_id": true, "iban": true, "card": true, "api_keys": false, "cookies": false, "auth": false, "age": false} {
		if got := asksForSecret(name, "", "", "", Integer); got != want {
			t.Errorf("a number called %q: secret %v", name, got)
		}
	}
	if !asksForSecret("x", "", "", "password", Text) || asksForSecret("x", "", "", "email", Text) {
		t.Error("the format is not considered")
	}
}

// Letters that only look like those of a word, and signs in their place, hide a secret from nobody.
func TestSecretsAreRecognisedInLookAlikeLetters(t *testing.T) {
	for _, name := range []string{
		"pаsswоrd", "рassword", "PΑSSWΟRD", "ｐａｓｓｗｏｒｄ", "𝐩𝐚𝐬𝐬𝐰𝐨𝐫𝐝", "ⓣⓞⓚⓔⓝ", "pass\u200bword", "pass\u2800word", "pass\uffa0word", "pass\u00adword", "to\u2060ken", "pässwörd", "p̈assword",
		"p@ssw0rd", "P4SSW0RD", "passw0rd2", "pa$$word", "t0ken", "p1n", "ap1_key", "p a s s w o r d", "P-I-N", "Ваш пароль", "ＡＰＩ　ＫＥＹ",
	} {
		if !NamesSecret(name) || !asksForSecret("x", name, "", "", Text) {
			t.Errorf("%q is not seen as a secret", name)
		}
	}
	for _, name := range []string{"рассказ", "πλην", "b2b", "0", "@", "a b c", "x1", "web3", "i18n", "sp1n", "t0kenizer"} {
		if NamesSecret(name) {
			t.Errorf("%q is taken for a secret", name)
		}
	}
}

// A title may be a whole text; what it asks for stands at its beginning or at its end.
func TestSecretsAreRecognisedInLongTitles(t *testing.T) {
	filler := strings.Repeat("so that everything can be done as it should be ", 200)
	for _, title := range []string{"Your password, " + filler, filler + "your password", strings.Repeat("x", 1_000_000) + " password"} {
		if !asksForSecret("x", title, "", "", Text) {
			t.Errorf("%.30q… is not seen as a secret", title)
		}
	}
	if asksForSecret("x", filler, "", "", Text) {
		t.Error("a long title is taken for a secret")
	}
}

func TestSecretFieldsAreMarkedInForms(t *testing.T) {
	form := Parse([]byte(`{"properties":{"api_key":{"type":"string"},"x":{"title":"Password","type":"string"},"y":{"format":"password","type":"string"},"notify_token":{"type":"boolean"},"max_tokens":{"type":"integer"},"secret":{"enum":["a","b"]}}}`))
	for i, want := range []bool{true, true, true, false, false, false} {
		if f := form.Fields[i]; f.Secret != want {
			t.Errorf("%s: secret %v", f.Key, f.Secret)
		}
	}
}

func TestWhatWasTypedInASecretFieldIsInNoMessage(t *testing.T) {
	form := Parse([]byte(`{"properties":{"passphrase":{"type":"string","format":"date"},"secret":{"type":"string","format":"uri"},"password":{"type":"string","pattern":"^x$"},"credentials":{"type":"object","required":["a"],"properties":{"k":{"enum":["q"]}}},"pin":{"type":"integer","maximum":3}}}`))
	inputs := []Input{{Text: "2026-02-31"}, {Text: "hidden.example.org"}, {Text: "hunter22"}, {Text: `{"k":"hunter22"}`}, {Text: "4711"}}
	_, problems := form.Content(inputs)
	if len(problems) != 5 {
		t.Fatalf("%v", problems)
	}
	for i, p := range problems {
		for _, typed := range []string{"2026-02-31", "hidden.example", "hunter22", "4711"} {
			if strings.Contains(p.Message, typed) {
				t.Errorf("field %d: %q", i, p.Message)
			}
		}
	}
}
