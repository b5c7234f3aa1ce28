package widgets

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
)

// Fyne drops the renderer of a widget that was out of sight for a minute. Whatever comes back must be laid out as
// before.
func TestWidgetsComeBackAsTheyWere(t *testing.T) {
	for _, name := range []string{"modal-form-every", "modal-link-warnings", "modal-secret", "modal-escape", "modal-select-open", "modal-datetime-open", "notices", "marks", "viewer-found", "page-form"} {
		for _, s := range Gallery() {
			if s.Name != name {
				continue
			}
			w := window(t, s.Size.Width, s.Size.Height, false)
			s.Build(w)
			w.Resize(s.Size)
			roots := append([]fyne.CanvasObject{w.Content()}, w.Canvas().Overlays().List()...)
			for _, root := range roots {
				compareRenderers(t, name, root)
			}
		}
	}
}

func compareRenderers(t *testing.T, where string, o fyne.CanvasObject) {
	if !o.Visible() {
		return
	}
	var inner []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		inner = o.Objects
	case fyne.Widget:
		inner = test.WidgetRenderer(o).Objects()
		if strings.HasPrefix(fmt.Sprintf("%T", o), "*widgets.") {
			before := geometry(inner)
			if after := geometry(o.CreateRenderer().Objects()); after != before {
				t.Errorf("%s: %T comes back as\n%s instead of\n%s", where, o, after, before)
			}
		}
	}
	for _, i := range inner {
		compareRenderers(t, where, i)
	}
}

// geometry is where objects stand and what they say.
func geometry(objects []fyne.CanvasObject) string {
	var out strings.Builder
	for _, o := range objects {
		text := ""
		if c, ok := o.(*canvas.Text); ok {
			text = c.Text
		}
		if o.Visible() {
			fmt.Fprintf(&out, "%T %v %v %q\n", o, o.Position(), o.Size(), text)
		}
	}
	return out.String()
}
