module parley

go 1.26.0

require (
	fyne.io/fyne/v2 v2.8.1 // the window, the widgets, the canvas
	github.com/BurntSushi/toml v1.6.0 // the servers file of Codex; Fyne brings it anyway
	github.com/dlclark/regexp2/v2 v2.13.0 // patterns of forms as ECMA-262 says, with a time limit
	github.com/fsnotify/fsnotify v1.9.0 // tells of files that change, on every system; Fyne brings it anyway
	github.com/godbus/dbus/v5 v5.2.2 // asks the desktop whether it has a keyring, without unlocking it; the keyring's library brings it anyway
	github.com/google/jsonschema-go v0.4.3 // the demo checks the answers it gets, with the SDK's own validator
	github.com/google/uuid v1.6.0 // ids of requests and of the demo's links
	github.com/jeandeaual/go-locale v0.0.0-20250612000132-0ef82f21eade // which languages the system speaks; Fyne brings it anyway
	github.com/modelcontextprotocol/go-sdk v1.8.0 // the protocol: messages, transports, versions
	github.com/pkg/browser v0.0.0-20240102092130-5ac0b6a4141c // opens links in the system browser
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3 // JSON boxes checked against JSON Schema 2020-12, numbers exact, nothing fetched
	github.com/segmentio/encoding v0.5.4 // JSON of many megabytes, read several times as fast; the SDK brings it anyway
	github.com/tailscale/hujson v0.0.0-20260727124030-b80ff77dac4f // JSON with comments, their order and place kept
	github.com/zalando/go-keyring v0.2.8 // secrets in the keyring of Linux desktops, macOS and Windows, without cgo; the one that is kept
	go.uber.org/goleak v1.3.0 // tests fail when a goroutine is left running
	go.yaml.in/yaml/v4 v4.0.0 // the servers files of Goose, Continue and LibreChat; by the YAML project itself, tells line and column
	golang.org/x/net v0.62.0 // which part of a host name belongs to somebody, and its ASCII form
	golang.org/x/oauth2 v0.35.0 // tokens and their renewal; the SDK's sign-in hands them over in its types
	golang.org/x/sys v0.49.0 // swaps two files in one step, so that no change of another program is lost
	golang.org/x/text v0.43.0 // in which direction a name is written, and its letters in one form
)

require (
	fyne.io/systray v1.12.3-0.20260810170012-af4e8e793ec4 // indirect
	github.com/anthonynsimon/bild v0.14.0 // indirect
	github.com/clipperhouse/uax29/v2 v2.2.0 // indirect
	github.com/danieljoos/wincred v1.2.3 // indirect
	github.com/davecgh/go-spew v1.1.1 // indirect
	github.com/fyne-io/gl-js v0.2.1-0.20260315212741-029c47fd27e8 // indirect
	github.com/fyne-io/glfw-js v0.4.0 // indirect
	github.com/fyne-io/image v0.1.1 // indirect
	github.com/fyne-io/oksvg v0.2.0 // indirect
	github.com/go-gl/gl v0.0.0-20260331235117-4566fea9a276 // indirect
	github.com/go-gl/glfw/v3.4/glfw v0.1.0-pre.1.0.20260707082822-2a407d02d01a // indirect
	github.com/go-text/render v0.2.1 // indirect
	github.com/go-text/typesetting v0.3.4 // indirect
	github.com/hack-pad/go-indexeddb v0.3.2 // indirect
	github.com/hack-pad/safejs v0.1.0 // indirect
	github.com/jsummers/gobmp v0.0.0-20230614200233-a9de23ed2e25 // indirect
	github.com/kr/text v0.2.0 // indirect
	github.com/mattn/go-runewidth v0.0.24 // indirect
	github.com/nfnt/resize v0.0.0-20180221191011-83c6a9932646 // indirect
	github.com/nicksnyder/go-i18n/v2 v2.5.1 // indirect
	github.com/pmezard/go-difflib v1.0.0 // indirect
	github.com/rymdport/portal v0.4.2 // indirect
	github.com/segmentio/asm v1.1.3 // indirect
	github.com/srwiley/oksvg v0.0.0-20221011165216-be6e8873101c // indirect
	github.com/srwiley/rasterx v0.0.0-20220730225603-2ab79fcdd4ef // indirect
	github.com/stretchr/testify v1.11.1 // indirect
	github.com/yosida95/uritemplate/v3 v3.0.2 // indirect
	github.com/yuin/goldmark v1.8.2 // indirect
	golang.org/x/image v0.24.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/time v0.15.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)
