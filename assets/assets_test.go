package assets

import (
	"bytes"
	"image/png"
	"testing"
)

func TestIconIsAPictureWithTransparentCorners(t *testing.T) {
	picture, err := png.Decode(bytes.NewReader(IconPNG()))
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X != 512 || size.Y != 512 {
		t.Errorf("size %v", size)
	}
	if _, _, _, alpha := picture.At(0, 0).RGBA(); alpha != 0 {
		t.Errorf("alpha of the corner %d", alpha)
	}
	if r, g, b, _ := picture.At(256, 40).RGBA(); r>>8 != 0x22 || g>>8 != 0x56 || b>>8 != 0xd6 {
		t.Errorf("ground %x %x %x", r>>8, g>>8, b>>8)
	}
}
