package app

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"parley/bridge/config"
)

// webRule is one thing that a server of a case over HTTP does otherwise than a good one.
type webRule struct {
	verb, method string // "" is any
	nth          int    // which of them; 0: each
	status       int    // 0 leaves it
	kind         string // content type
	body         string
	bodied       bool // the body is given, be it empty
	headers      map[string]string
	forgets      bool   // the session is gone from then on
	sse          bool   // a server of the older kind answers, which says first where to post
	form         string // how the answer is written instead: CRLF, CR, BOM, lines, list, gzip, text id, comments
}

var (
	ruleHead = regexp.MustCompile(`(?is)^(?:(?:the )?(first|second|third|fourth|every|each|any|all)\s+)?(?:(POST|GET|DELETE)\b\s*)?(?:(?:of|on|to|for|with)\s+)?((?:initialize|ping|server/discover|tools/(?:call|list)|notifications/[a-z_/]+|resources/[a-z]+|prompts/[a-z]+|logging/[a-zA-Z]+|notifications?|requests?|answers?|messages?|stream)\b)?\s*(?:requests?|calls?|responses?|streams?)?\s*(?:->|→|=>|:|answers?|returns?|responds?|gets?|is answered|are answered|comes?|arrives?|is|are)\s*(.*)$`)
	ruleCode = regexp.MustCompile(`(?i)^(?:(?:with|by|as|in|HTTP|status)\s+)*(\d{3})\b`)
	ruleBody = regexp.MustCompile(`(?is)\bbody\b\s*[:=]?\s*(.*)$`)
	ruleKind = regexp.MustCompile(`(?i)\b((?:application|text)/[a-z0-9.+-]+(?:;\s*charset=[a-z0-9-]+)?)`)
	ruleHdr  = regexp.MustCompile(`(?i)\b(retry-after|location|mcp-session-id|www-authenticate)\b\s*[:=]?\s*([^,;]+)`)
	olderSSE = regexp.MustCompile(`(?i)\bendpoint\b|\b(?:old|older|legacy|http\+)\s*sse\b`)
	// worksAsEver is said of the part of a server that has no fault.
	worksAsEver = regexp.MustCompile(`(?i)^(?:works?|fine|normal(?:ly)?|as usual|ok|good)\b`)
	forms       = []struct{ words, form string }{
		{`crlf|\\r\\n`, "CRLF"}, {`\bcr\b|carriage return`, "CR"}, {`\bbom\b|byte order mark`, "BOM"},
		{`(?:several|two|multiple|multi-?line|split).*data|data.*(?:several|multiple) lines`, "lines"},
		{`batch|array|json list`, "list"}, {`gzip|compressed`, "gzip"}, {`id (?:as|is|echoed as) (?:a )?(?:string|text)|string id`, "text id"},
		{`keep-?alive|comments?|heartbeat`, "comments"}, {`null id|id null|id is null`, "null id"},
		{`new session id|another session id|different session id`, "new session"},
		{`cut off|breaks off|truncated|aborted|reset`, "cut off"},
	}
)

// readWebRules reads what a case says of its server over HTTP: one text with sentences between semicolons, or a list. It reports false
// for a sentence that it does not understand.
func readWebRules(raw json.RawMessage) (rules []webRule, ok bool) {
	for _, text := range texts(raw) {
		list, ok := readWebSentences(text)
		if !ok {
			return nil, false
		}
		rules = append(rules, list...)
	}
	return rules, len(rules) > 0
}

// readWebSentences reads a text as one sentence for each part between semicolons, or as one sentence.
func readWebSentences(text string) (rules []webRule, ok bool) {
	for _, part := range strings.Split(text, ";") {
		rule, ok := readWebRule(strings.TrimSpace(part))
		if !ok {
			rule, ok = readWebRule(strings.TrimSpace(text))
			return []webRule{rule}, ok
		}
		rules = append(rules, rule)
	}
	return rules, true
}

func readWebRule(text string) (webRule, bool) {
	found := ruleHead.FindStringSubmatch(text)
	if found == nil {
		return webRule{}, false
	}
	word := strings.ToLower(found[1])
	rule := webRule{verb: strings.ToUpper(found[2]), method: found[3], nth: ordinals[word], headers: map[string]string{}}
	switch strings.TrimSuffix(rule.method, "s") {
	case "notification":
		rule.method = "notifications/"
	case "request", "message", "answer":
		rule.method = ""
	case "stream":
		rule.verb, rule.method = http.MethodGet, ""
	}
	tail := found[4]
	if code := ruleCode.FindStringSubmatch(tail); code != nil {
		rule.status, _ = strconv.Atoi(code[1])
		tail = strings.TrimSpace(tail[len(code[0]):])
	}
	if body := ruleBody.FindStringSubmatch(tail); body != nil {
		rule.body, rule.bodied = body[1], true
		tail = tail[:strings.Index(tail, body[0])]
		if mentions(tail, "empty") || mentions(tail, "no body") || mentions(tail, "without") {
			rule.body = ""
		}
	}
	if kind := ruleKind.FindString(tail); kind != "" {
		rule.kind = kind
	}
	for _, header := range ruleHdr.FindAllStringSubmatch(tail, -1) {
		rule.headers[header[1]] = strings.TrimSpace(header[2])
	}
	if mentions(tail, "html") {
		rule.kind, rule.body, rule.bodied = "text/html", "<html><body>Sign in</body></html>", true
	}
	rule.sse = rule.verb == http.MethodGet && (rule.status == 0 || rule.status == http.StatusOK) && olderSSE.MatchString(tail)
	rule.forgets = rule.status == http.StatusNotFound && mentions(text, "session")
	lower := strings.ToLower(tail)
	for _, f := range forms {
		if rule.form == "" && !rule.bodied && regexp.MustCompile(f.words).MatchString(lower) {
			rule.form = f.form
		}
	}
	return rule, rule.status != 0 || rule.bodied || rule.form != "" || rule.kind != "" || rule.sse || worksAsEver.MatchString(tail)
}

// caseWeb is a good server over HTTP, but for its rules.
type caseWeb struct {
	*httpFault
	rules []webRule
	older http.Handler // over SSE, where a rule says so

	mu   sync.Mutex
	seen []int // how often each rule was met
}

func (c *caseWeb) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	raw, _ := io.ReadAll(req.Body)
	req.Body = io.NopCloser(bytes.NewReader(raw))
	var msg struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	_ = json.Unmarshal(raw, &msg)
	session := req.Header.Get("Mcp-Session-Id")
	c.httpFault.note(req, msg.Method)
	c.mu.Lock()
	gone := c.gone != "" && c.gone == session
	var met *webRule
	for i, rule := range c.rules {
		if rule.verb != "" && rule.verb != req.Method || rule.method != "" && !strings.HasPrefix(msg.Method, rule.method) ||
			rule.verb == "" && req.Method != http.MethodPost || rule.method == "" && rule.verb == "" && msg.ID == nil {
			if !(rule.method == "initialize" && msg.Method == "server/discover" && rule.status != 0) {
				continue
			}
		}
		c.seen[i]++
		if met == nil && (rule.nth == 0 || rule.nth == c.seen[i]) {
			met = &c.rules[i]
		}
	}
	if met != nil && met.forgets {
		c.gone = session
	}
	c.mu.Unlock()
	switch {
	case gone:
		w.WriteHeader(http.StatusNotFound)
	case c.older != nil && req.URL.Query().Has("sessionid"):
		c.older.ServeHTTP(w, req)
	case met == nil:
		c.next.ServeHTTP(w, req)
	case met.sse:
		c.older.ServeHTTP(w, req)
	case met.form != "":
		c.rewrite(w, req, *met)
	default:
		for name, value := range met.headers {
			w.Header().Set(name, value)
		}
		if met.kind != "" {
			w.Header().Set("Content-Type", met.kind)
		} else if strings.HasPrefix(met.body, "{") {
			w.Header().Set("Content-Type", "application/json")
		}
		if met.status == 0 {
			c.rewrite(w, req, *met)
			return
		}
		w.WriteHeader(met.status)
		_, _ = io.WriteString(w, strings.ReplaceAll(met.body, "$id", string(msg.ID)))
	}
}

// rewrite gives the answer of the good server in another form.
func (c *caseWeb) rewrite(w http.ResponseWriter, req *http.Request, rule webRule) {
	good := httptest.NewRecorder()
	c.next.ServeHTTP(good, req)
	for name, values := range good.Header() {
		w.Header()[name] = slices.Clone(values)
	}
	w.Header().Del("Content-Length")
	body, stream := good.Body.String(), strings.HasPrefix(good.Header().Get("Content-Type"), "text/event-stream")
	message := body
	if _, data, ok := strings.Cut(body, "data: "); stream && ok {
		message, _, _ = strings.Cut(data, "\n")
	}
	switch rule.form {
	case "CRLF":
		body = strings.ReplaceAll(body, "\n", "\r\n")
	case "CR":
		body = strings.ReplaceAll(body, "\n", "\r")
	case "BOM":
		body = "\ufeff" + body
	case "comments":
		body = ": keep-alive\n\n:\n\n" + body
	case "lines":
		body = strings.Replace(body, `,"`, ",\ndata: \"", 1)
	case "list":
		w.Header().Set("Content-Type", "application/json")
		body = "[" + message + "]"
	case "text id":
		body = regexp.MustCompile(`"id":(\d+)`).ReplaceAllString(body, `"id":"$1"`)
	case "null id":
		body = regexp.MustCompile(`"id":\d+`).ReplaceAllString(body, `"id":null`)
	case "new session":
		w.Header().Set("Mcp-Session-Id", fmt.Sprint("again-", len(body), req.ContentLength))
	case "gzip":
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		_, _ = io.WriteString(z, body)
		_ = z.Close()
		w.Header().Set("Content-Encoding", "gzip")
		body = packed.String()
	case "cut off":
		w.Header().Set("Content-Length", strconv.Itoa(len(body)+100))
		_, _ = io.WriteString(w, body[:len(body)/2])
		panic(http.ErrAbortHandler)
	}
	if rule.bodied {
		body = rule.body
	}
	if rule.kind != "" {
		w.Header().Set("Content-Type", rule.kind)
		if stream && !strings.Contains(rule.kind, "event-stream") && !rule.bodied {
			body = message
		}
	}
	w.WriteHeader(good.Code)
	_, _ = io.WriteString(w, body)
}

// stageWebRules sets the scene of a case whose server over HTTP is described in words.
func (r *run) stageWebRules(in connectInput) {
	rules, ok := readWebRules(in.Server)
	if !ok {
		r.notUnderstood("server", in.Server)
	}
	c := &caseWeb{httpFault: &httpFault{next: quickHandler(r.t)}, rules: rules, seen: make([]int, len(rules))}
	if slices.ContainsFunc(rules, func(rule webRule) bool { return rule.sse }) {
		c.older = olderHandler(r.t)
	}
	web := httptest.NewServer(c)
	r.t.Cleanup(func() {
		web.CloseClientConnections()
		web.Close()
	})
	r.refusal = c.httpFault
	entry := config.Server{URL: web.URL}
	if in.Transport == "streamable-http" {
		entry.Transport = config.Streamable
	}
	r.trial = newTrial(r.t, trialServer{name: "Demo lab", entry: entry, either: true})
	if !r.callsTool() {
		r.openServer()
	}
}
