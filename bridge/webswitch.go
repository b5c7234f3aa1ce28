package bridge

import (
	"net/http"
)

// finalAnswers is the way to a server on which every answer is one that can be read to its end. Go hands on 101 as it came: what follows
// it is another protocol, on which a message of ours would be waited for in vain.
type finalAnswers struct{ base http.RoundTripper }

// RoundTrip implements [http.RoundTripper]. An answer with 101 becomes a text that is no message; where a stream was asked for, there is
// none.
func (f finalAnswers) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := f.base.RoundTrip(req)
	if err != nil || resp.StatusCode >= 200 {
		return resp, err
	}
	said := resp.Status
	_ = resp.Body.Close()
	status := http.StatusOK
	if req.Method != http.MethodPost {
		status = http.StatusMethodNotAllowed
	}
	setAnswer(resp, status, []byte(said))
	resp.Header.Set("Content-Type", "text/plain")
	resp.Header.Set(switched, said)
	return resp, nil
}

// switched is a header of ours: it says what an answer was before it was made one.
const switched = "parley-switched"
