package widgets

import (
	"testing"
)

// TestGallery draws every widget in every state. With PARLEY_GALLERY set it writes the pictures to that folder.
func TestGallery(t *testing.T) {
	names := map[string]bool{}
	for _, s := range Gallery() {
		t.Run(s.Name, func(t *testing.T) {
			if names[s.Name] {
				t.Fatal("there are two of that name")
			}
			names[s.Name] = true
			w := window(t, s.Size.Width, s.Size.Height, s.Dark)
			s.Build(w)
			w.Resize(s.Size)
			if got := w.Canvas().Size(); got != s.Size {
				t.Errorf("something in it is wider than the window: it grew to %v", got)
			}
			for _, o := range w.Canvas().Overlays().List() {
				if l, ok := o.(*modalLayer); ok && !l.modal.ButtonsVisible() {
					t.Error("a button cannot be seen")
				}
			}
			picture(t, w, s.Name)
		})
	}
}
