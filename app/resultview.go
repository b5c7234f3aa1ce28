package app

import (
	"encoding/base64"
	"encoding/json"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/lang"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"parley/bridge"
	"parley/widgets"
)

// resultView shows what a tool gave back: its text, a row for every block that is no text, and all of it as JSON. Laying
// out JSON happens off Fyne's goroutine, and only when somebody looks.
type resultView struct {
	w      *Window
	page   *toolPage
	object *fyne.Container
	tabs   *container.AppTabs
	text   *widgets.Viewer
	data   *widgets.Viewer
	blocks *flow
	parts  *container.Scroll // the blocks, scrolling
	copy   *button
	save   *button

	result bridge.Result
	said   string // what the Result tab shows
	pretty string // what the Data tab shows; "" until somebody looked
	turn   int    // counts results: what was laid out for an older one is dropped
}

func newResultView(w *Window, p *toolPage) *resultView {
	v := &resultView{w: w, page: p, text: w.viewer(false), data: w.viewer(true), blocks: newFlow(4)}
	v.parts = container.NewVScroll(v.blocks)
	v.copy = w.button(lang.L("Copy"), theme.ContentCopyIcon(), v.copyShown)
	v.save = w.button(lang.L("Save"), theme.DocumentSaveIcon(), v.saveShown)
	v.tabs = container.NewAppTabs(
		container.NewTabItem(lang.L("Result"), container.New(layout.NewCustomPaddedLayout(4, 0, 4, 0), container.New(&blocksAbove{v}, v.parts, v.text))),
		container.NewTabItem(lang.L("Data"), container.New(layout.NewCustomPaddedLayout(6, 0, 0, 0), v.data)),
	)
	v.tabs.OnSelected = With(w.net, func(*container.TabItem) { v.layOut() })
	v.object = container.NewStack(v.tabs)
	v.object.Hide()
	return v
}

// blocksAbove lays the rows of the blocks above the text; many of them scroll, so that the text keeps half the room.
type blocksAbove struct{ view *resultView }

func (blocksAbove) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, 80) }

// Layout is for Fyne.
func (l blocksAbove) Layout(o []fyne.CanvasObject, size fyne.Size) {
	top := float32(0)
	if blocks := l.view.blocks; blocks.Visible() {
		top = blocks.HeightFor(size.Width)
		if l.view.said != "" {
			top = min(top, size.Height/2)
		}
		blocks.Resize(fyne.NewSize(size.Width, blocks.HeightFor(size.Width)))
	}
	o[0].Move(fyne.NewPos(0, 0))
	o[0].Resize(fyne.NewSize(size.Width, min(top, size.Height)))
	o[1].Move(fyne.NewPos(0, top))
	o[1].Resize(fyne.NewSize(size.Width, max(size.Height-top, 0)))
}

func (v *resultView) hide() { v.object.Hide() }

// show takes a result. It is called once per result.
func (v *resultView) show(r bridge.Result) {
	v.turn++
	v.result, v.pretty = r, ""
	v.said = r.Text
	if v.said == "" && r.IsError {
		v.said = lang.L("The tool says nothing about what went wrong.")
	}
	v.data.SetText("")
	v.blocks.set(v.blockRows(r.Blocks)...)
	v.blocks.Hidden = len(v.blocks.objects) == 0
	v.object.Show()
	v.tabs.SelectIndex(0)
	if v.said != "" {
		v.text.SetText(v.said)
		return
	}
	v.text.SetText("")
	if r.Structured == nil {
		if v.blocks.Hidden {
			v.text.SetText(lang.L("The tool finished and gave nothing back."))
		}
		return
	}
	v.prettify(r.Structured, func(pretty string) {
		v.said = pretty
		v.text.SetText(pretty)
	})
}

// layOut fills the Data tab when it is looked at: the structured content if there is any, else the whole result.
func (v *resultView) layOut() {
	if v.tabs.SelectedIndex() != 1 || v.pretty != "" {
		return
	}
	raw := v.result.Structured
	if raw == nil {
		raw = v.result.Raw
	}
	v.prettify(raw, func(pretty string) {
		v.pretty = pretty
		v.data.SetText(pretty)
	})
}

// prettify lays JSON out off Fyne's goroutine, and hands it over unless another result came meanwhile.
func (v *resultView) prettify(raw json.RawMessage, then func(string)) {
	turn := v.turn
	v.w.net.Go(func() {
		pretty := prettyJSON(raw)
		v.w.door.Do(func() {
			if v.turn == turn {
				then(pretty)
			}
		})
	})
}

// shown is the text of the tab in front.
func (v *resultView) shown() (text, ending string) {
	if v.tabs.SelectedIndex() == 1 {
		return v.pretty, ".json"
	}
	if v.result.Text == "" && v.result.Structured != nil {
		return v.said, ".json"
	}
	return v.said, ".txt"
}

func (v *resultView) copyShown() {
	text, _ := v.shown()
	v.w.app.opts.Fyne.Clipboard().SetContent(text)
	v.w.notices.add(widgets.Info, lang.L("Copied {{.Size}}.", map[string]any{"Size": bulk(len(text))}))
}

func (v *resultView) saveShown() {
	text, ending := v.shown()
	v.w.saveFile(fileName(v.page.tool.Name)+ending, text)
}

// maxBlockRows bounds how many rows are drawn for blocks that are no text.
const maxBlockRows = 50

// readAtOnce is how much of blocks is read before they are shown. More takes its time behind the scenes: a server may send pictures of
// 200 MB.
const readAtOnce = 256 << 10

// blockRows makes a row for every block that is no text: what it is, how large, and a way to its data.
func (v *resultView) blockRows(blocks []bridge.Block) []fyne.CanvasObject {
	var rows []fyne.CanvasObject
	var labels []*widget.Label
	var shown []bridge.Block
	size := 0
	for _, b := range blocks {
		if b.Type == "text" && b.Text != "" {
			continue
		}
		if len(rows) == maxBlockRows {
			rows = append(rows, caption(lang.L("More parts are on the Data tab.")))
			break
		}
		words := widget.NewLabel(kindOfBlock(b))
		words.Truncation = fyne.TextTruncateEllipsis
		raw := b.Raw
		look := v.w.button(lang.L("Show its data"), nil, func() {
			v.prettify(raw, func(pretty string) {
				v.pretty = pretty
				v.data.SetText(pretty)
				v.tabs.SelectIndex(1)
			})
		})
		look.Importance = widget.LowImportance
		rows = append(rows, container.NewBorder(nil, nil, widget.NewIcon(blockIcon(b)), look, words))
		labels, shown, size = append(labels, words), append(shown, b), size+len(b.Raw)
	}
	v.describe(labels, shown, size <= readAtOnce)
	return rows
}

// describe writes what each block is, at once or when it has been read off Fyne's goroutine.
func (v *resultView) describe(labels []*widget.Label, blocks []bridge.Block, atOnce bool) {
	if atOnce {
		for i, b := range blocks {
			labels[i].SetText(blockWords(b))
		}
		return
	}
	turn := v.turn
	v.w.net.Go(func() {
		words := make([]string, len(blocks))
		for i, b := range blocks {
			words[i] = blockWords(b)
		}
		v.w.door.Do(func() {
			for i := range words {
				if v.turn == turn {
					labels[i].SetText(words[i])
				}
			}
		})
	})
}

func blockIcon(b bridge.Block) fyne.Resource {
	switch b.Type {
	case "image":
		return theme.FileImageIcon()
	case "audio":
		return theme.FileAudioIcon()
	case "resource", "resource_link":
		return theme.FileIcon()
	}
	return theme.FileApplicationIcon()
}

// textLength is a text of which only the length is of interest: it is read without keeping it.
type textLength int

// UnmarshalJSON is for encoding/json.
func (n *textLength) UnmarshalJSON(raw []byte) error {
	*n = 0
	if len(raw) > 2 && raw[0] == '"' {
		*n = textLength(len(raw) - 2)
	}
	return nil
}

// kindOfBlock says what sort of block it is.
func kindOfBlock(b bridge.Block) string {
	switch b.Type {
	case "image":
		return lang.L("Image")
	case "audio":
		return lang.L("Sound")
	case "resource":
		return lang.L("File")
	case "resource_link":
		return lang.L("Link to a file")
	case "text", "":
		return lang.L("A part that cannot be read")
	}
	return lang.L("Another kind of part")
}

// blockWords says what a block is: Image · image/png · 34.1 kB.
func blockWords(b bridge.Block) string {
	var wire struct {
		MIME     string     `json:"mimeType"`
		Data     textLength `json:"data"`
		Name     string     `json:"name"`
		Title    string     `json:"title"`
		URI      string     `json:"uri"`
		Resource struct {
			URI  string `json:"uri"`
			MIME string `json:"mimeType"`
		} `json:"resource"`
	}
	_ = json.Unmarshal(b.Raw, &wire) // what does not fit stays empty: one bad block hides nothing else
	size := base64.StdEncoding.DecodedLen(int(wire.Data))
	if size == 0 {
		size = len(b.Raw)
	}
	words := []string{kindOfBlock(b)}
	switch b.Type {
	case "image", "audio", "resource_link", "text", "":
	case "resource":
		wire.URI, wire.MIME = wire.Resource.URI, wire.Resource.MIME
	default:
		words = append(words, oneLine(b.Type, 40))
	}
	for _, more := range []string{wire.Title, wire.Name, wire.URI, wire.MIME} {
		if more != "" {
			words = append(words, oneLine(more, 80))
		}
	}
	return strings.Join(append(words, bulk(size)), " · ")
}

// fileName makes a name for a file of a tool's name.
func fileName(tool string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_', r == '.':
			return r
		}
		return '-'
	}, tool)
	name = strings.Trim(name, ".-")
	if name == "" {
		return "result"
	}
	return name[:min(len(name), 60)]
}
