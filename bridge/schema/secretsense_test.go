package schema

import "testing"

func TestAWordThatLooksLikeASecretIsWeighedAgainstItsDescription(t *testing.T) {
	for _, f := range []struct {
		key, title, description string
		secret                  bool
	}{
		{"pin", "PIN code", "", true},
		{"pin", "PIN code", "6-digit postal code of the delivery address", false},
		{"pincode", "", "Indian postal code, such as 560001", false},
		{"postal_pin_code", "", "", false},
		{"pin", "Postal PIN", "", false},
		{"pin", "", "The GPIO pin that the LED hangs on", false},
		{"pin", "PIN code", "The PIN of your bank card, for our postal records", true},
		{"pin", "PIN", "The code that was sent to your postal address", true},
		{"pin", "PIN", "Four digits", true},
		{"pin", "Password or postal PIN", "", true},
		{"token", "", "The ERC20 coin to swap", false},
		{"token", "", "Your API token for the Ethereum node", true},
		{"api_token", "", "Coin prices need it", true},
		{"pwd", "", "Directory to run in", false},
		{"pwd", "", "Of the account", true},
		{"private_key", "", "Path to the private key file", false},
		{"private_key", "", "The private key, not the path to it", true},
		{"secret", "", "Name of the secret in the vault", false},
		{"password", "", "Name of the folder", true},
		{"password", "", "Postal code", true},
		{"security_code", "", "ISIN or other number of the stock", false},
		{"security_code", "", "Three digits on the back", true},
		{"card", "", "Title of the Trello card", false},
		{"cvv", "", "Postal", true},
	} {
		if got := asksForSecret(f.key, f.title, f.description, "", Text); got != f.secret {
			t.Errorf("%s, %q, %q: secret %v", f.key, f.title, f.description, got)
		}
	}
	if !asksForSecret("pin", "", "Postal code", "password", Text) {
		t.Error("a description outweighs the format password")
	}
	if asksForSecret("pin", "", "Postal code", "", Integer) {
		t.Error("a postal code in digits is taken for a secret")
	}
}
