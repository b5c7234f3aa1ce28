package signin

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"parley/bridge/config"
)

// opened is a page that waits for the state "right".
func opened(t *testing.T) *redirect {
	t.Helper()
	r, err := listen(config.SignIn{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.close)
	r.expect("right")
	return r
}

func get(t *testing.T, r *redirect, method, path, host string) (int, string, http.Header) {
	t.Helper()
	return getFrom(t, strings.TrimSuffix(r.url, callbackPath), method, path, host)
}

func getFrom(t *testing.T, base, method, path, host string) (int, string, http.Header) {
	t.Helper()
	req, err := http.NewRequest(method, base+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if host != "" {
		req.Host = host
	}
	transport := &http.Transport{DisableKeepAlives: true}
	resp, err := transport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text), resp.Header
}

func TestOnlyTheRightVisitCounts(t *testing.T) {
	for name, c := range map[string]struct {
		method, path, host string
		status             int
	}{
		"another path":           {path: "/?state=right&code=c", status: 404},
		"path below":             {path: "/callback/x?state=right&code=c", status: 404},
		"another state":          {path: "/callback?state=wrong&code=c", status: 400},
		"no state":               {path: "/callback?code=c", status: 400},
		"state twice":            {path: "/callback?state=right&state=right&code=c", status: 400},
		"code twice":             {path: "/callback?state=right&code=c&code=d", status: 400},
		"neither code nor error": {path: "/callback?state=right", status: 400},
		"broken query":           {path: "/callback?state=right&code=%zz", status: 400},
		"posted":                 {method: http.MethodPost, path: "/callback?state=right&code=c", status: 405},
		"from another name":      {path: "/callback?state=right&code=c", host: "evil.example.org", status: 404},
		"another name and port":  {path: "/callback?state=right&code=c", host: "127.0.0.1:1", status: 404},
	} {
		t.Run(name, func(t *testing.T) {
			r := opened(t)
			if c.method == "" {
				c.method = http.MethodGet
			}
			if status, _, _ := get(t, r, c.method, c.path, c.host); status != c.status {
				t.Errorf("status %d, want %d", status, c.status)
			}
			select {
			case <-r.arrived:
				t.Error("it counted")
			default:
			}
			if status, _, _ := get(t, r, http.MethodGet, "/callback?state=right&code=c", ""); status != http.StatusOK {
				t.Errorf("the right one after it: %d", status)
			}
			<-r.arrived
		})
	}
}

func TestSecondVisitChangesNothing(t *testing.T) {
	r := opened(t)
	get(t, r, http.MethodGet, "/callback?state=right&code=first", "")
	if status, _, _ := get(t, r, http.MethodGet, "/callback?state=right&code=second", ""); status != http.StatusGone {
		t.Errorf("status %d", status)
	}
	if code := r.values().Get("code"); code != "first" {
		t.Errorf("code %q", code)
	}
}

func TestNothingCountsBeforeTheLinkIsShown(t *testing.T) {
	r := opened(t)
	r.expect("")
	if status, _, _ := get(t, r, http.MethodGet, "/callback?state=&code=c", ""); status != http.StatusBadRequest {
		t.Errorf("status %d", status)
	}
}

func TestPageRepeatsNothingAndLoadsNothing(t *testing.T) {
	r := opened(t)
	mark := "<script>MARK</script>"
	query := url.Values{"state": {"right"}, "error": {mark}, "error_description": {mark}, "iss": {mark}}
	_, page, header := get(t, r, http.MethodGet, "/callback?"+query.Encode(), "")
	if strings.Contains(page, "MARK") || strings.Contains(page, "<script") || strings.Contains(page, "src=") || strings.Contains(page, "href=") {
		t.Errorf("%s", page)
	}
	if !strings.Contains(header.Get("Content-Security-Policy"), "default-src 'none'") || header.Get("Referrer-Policy") != "no-referrer" ||
		header.Get("Cache-Control") != "no-store" {
		t.Errorf("%v", header)
	}
	if !strings.Contains(page, "You can close this window") {
		t.Errorf("%s", page)
	}
}

func TestPreferredPortIsTakenWhenItIsFree(t *testing.T) {
	first := opened(t)
	_, port, _ := net.SplitHostPort(first.listeners[0].Addr().String())
	taken := portOf(first.url)
	second, err := listen(config.SignIn{}, taken)
	if err != nil {
		t.Fatal(err)
	}
	if portOf(second.url) == taken {
		t.Errorf("both at %s", port)
	}
	second.close()
	first.close()
	third, err := listen(config.SignIn{}, taken)
	if err != nil {
		t.Fatal(err)
	}
	defer third.close()
	if portOf(third.url) != taken {
		t.Errorf("at %s, want %s", third.url, port)
	}
}

func TestGivenPortThatIsTakenIsSaid(t *testing.T) {
	first := opened(t)
	if r, err := listen(config.SignIn{Port: portOf(first.url)}, 0); err == nil {
		r.close()
		t.Error("no error")
	}
}

func TestGivenPortIsReachedUnderEveryNameOfThisComputer(t *testing.T) {
	probe := opened(t)
	port := portOf(probe.url)
	probe.close()
	r, err := listen(config.SignIn{Port: port}, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	r.expect("right")
	if status, _, _ := get(t, r, http.MethodGet, "/callback?state=right&code=c", ""); status != http.StatusOK {
		t.Errorf("%s: status %d", r.url, status)
	}
}

// A client id that a person has registered comes with its address, which is kept to the letter.
func TestGivenAddressIsKeptToTheLetter(t *testing.T) {
	for _, given := range []string{"http://localhost:%d/oauth/callback", "http://127.0.0.1:%d/cb", "http://localhost:%d", "http://localhost:%d/"} {
		probe := opened(t)
		port := portOf(probe.url)
		probe.close()
		address := fmt.Sprintf(given, port)
		r, err := listen(config.SignIn{Port: port, Redirect: address}, 0)
		if err != nil {
			t.Fatal(err)
		}
		r.expect("right")
		if r.url != address {
			t.Errorf("%s became %s", address, r.url)
		}
		path := r.path
		if status, _, _ := getFrom(t, fmt.Sprintf("http://127.0.0.1:%d", port), http.MethodGet, path+"?state=right&code=c", ""); status != http.StatusOK {
			t.Errorf("%s: status %d", address, status)
		}
		r.close()
	}
}

// Whoever connects and says nothing must not keep the page, or the program, from ending.
func TestPageEndsAlthoughSomebodyIsConnected(t *testing.T) {
	r := opened(t)
	silent, err := net.Dial("tcp", r.listeners[0].Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	if _, err := silent.Write([]byte("GET /callback?state=ri")); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	r.close()
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("took %s", took)
	}
	if _, err := bufio.NewReader(silent).ReadByte(); err == nil {
		t.Error("it still answers")
	}
}
