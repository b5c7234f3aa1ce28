package widgets

import (
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
)

// The two modals as they are meant to look. PARLEY_GOLDEN=1 draws them anew.
func TestModalsLookAsMeant(t *testing.T) {
	for name, ask := range map[string]Ask{"form": formAsk(), "link": linkAsk("https://example.org/authorize?state=Zk3f9a&client=demo-lab")} {
		for _, dark := range []bool{false, true} {
			file := filepath.Join("testdata", "modal-"+name+map[bool]string{true: "-dark"}[dark]+".png")
			w := window(t, 640, 640, dark)
			story(ask, func(m *Modal) { m.canvas.Focus(m.layer.footer.send) })(w)
			w.Resize(fyne.NewSize(640, 640))
			got := w.Canvas().Capture()
			if os.Getenv("PARLEY_GOLDEN") != "" {
				save(t, file, got)
				continue
			}
			want := load(t, file)
			if got.Bounds() != want.Bounds() {
				t.Fatalf("%s: the picture is %v, want %v", file, got.Bounds(), want.Bounds())
			}
			if off := difference(got, want); off > 0.004 {
				t.Errorf("%s: %.2f%% of the picture differ", file, off*100)
			}
		}
	}
}

// difference is the share of pixels that differ visibly. Fonts are drawn a little differently from system to system.
func difference(a, b image.Image) float64 {
	off := 0
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			ar, ag, ab, _ := a.At(x, y).RGBA()
			br, bg, bb, _ := b.At(x, y).RGBA()
			if max(apart(ar, br), apart(ag, bg), apart(ab, bb)) > 0x3000 {
				off++
			}
		}
	}
	return float64(off) / float64(a.Bounds().Dx()*a.Bounds().Dy())
}

func apart(a, b uint32) uint32 { return max(a, b) - min(a, b) }

func load(t testing.TB, name string) image.Image {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	img, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func save(t testing.TB, name string, img image.Image) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := png.Encode(file, img); err != nil {
		t.Fatal(err)
	}
}
