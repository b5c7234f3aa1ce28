package app

import (
	"encoding/json"
	"strings"
	"testing"
)

const secretEntry = `{"command":"demo","args":["--token","tok-123"],"env":{"API_KEY":"key-456","PORT":8080,"FROM":"${env:HERE}"},"oauth":{"clientSecret":"s3cret","clientId":"app"},"url":"https://x.example/?q=1&r=<2>","headers":{"Authorization":"Bearer hunter2","X":"Bearer ${T}"},"n":12345678901234567890,"timeout":1.50}`

// Case config-secret-not-shown: values of env and headers are masked in editors until revealed; args are shown as they are.
func TestSecretsOfAnEntryAreDots(t *testing.T) {
	m := masked(json.RawMessage(secretEntry))
	for _, secret := range []string{"key-456", "8080", "s3cret", "hunter2"} {
		if strings.Contains(m.text, secret) {
			t.Errorf("%s can be read in %s", secret, m.text)
		}
	}
	for _, plain := range []string{"tok-123", `"API_KEY": "` + mask + `"`, "${env:HERE}", "Bearer ${T}", `"clientId": "app"`, "12345678901234567890", "1.50", "r=<2>"} {
		if !strings.Contains(m.text, plain) {
			t.Errorf("%s cannot be read in %s", plain, m.text)
		}
	}
}

func TestDotsThatAreLeftAloneKeepTheirValues(t *testing.T) {
	m := masked(json.RawMessage(secretEntry))
	same, err := m.unmasked(json.RawMessage(m.text))
	if err != nil || string(same) != secretEntry {
		t.Errorf("got %s, %v", same, err)
	}
	changed := strings.Replace(m.text, `"PORT": "`+mask+`"`, `"PORT": "9090"`, 1)
	got, err := m.unmasked(json.RawMessage(changed))
	if err != nil || !strings.Contains(string(got), `"PORT":"9090"`) || !strings.Contains(string(got), "key-456") {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestDotsThatStandForNothingAreNoValue(t *testing.T) {
	m := masked(json.RawMessage(`{"env":{"A":"1"}}`))
	if got, err := m.unmasked(json.RawMessage(`{"env":{"B":"` + mask + `"}}`)); err == nil || !strings.Contains(err.Error(), `"B"`) {
		t.Errorf("got %s, %v", got, err)
	}
}
