package widgets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// The colours that widgets use beside Fyne's own names. A theme that does not know one of them gets a fallback made of
// those that it does know.
const (
	ColorNameMuted     fyne.ThemeColorName = "parleyMuted"     // descriptions and hints; readable on the background
	ColorNameEdge      fyne.ThemeColorName = "parleyEdge"      // around secondary buttons and boxes; told from every ground
	ColorNameDim       fyne.ThemeColorName = "parleyDim"       // lies over the window behind a modal
	ColorNameLinkCard  fyne.ThemeColorName = "parleyLinkCard"  // behind an address that opens in the browser
	ColorNameAmber     fyne.ThemeColorName = "parleyAmber"     // the countdown, "needs you"
	ColorNameHost      fyne.ThemeColorName = "parleyHost"      // behind the host in an address
	ColorNameHighlight fyne.ThemeColorName = "parleyHighlight" // behind text that was found
	ColorNameBanner    fyne.ThemeColorName = "parleyBanner"    // behind a warning
	ColorNameNote      fyne.ThemeColorName = "parleyNote"      // behind a remark
)

// colorOf looks a colour up in th.
func colorOf(th fyne.Theme, name fyne.ThemeColorName) color.Color {
	variant := fyne.CurrentApp().Settings().ThemeVariant()
	c := th.Color(name, variant)
	if c != nil {
		if _, _, _, a := c.RGBA(); a != 0 {
			return c
		}
	}
	known := func(name fyne.ThemeColorName) color.Color { return th.Color(name, variant) }
	switch name {
	case ColorNameMuted:
		return mix(known(theme.ColorNameForeground), known(theme.ColorNameBackground), 0.32)
	case ColorNameEdge:
		return mix(known(theme.ColorNameForeground), known(theme.ColorNameBackground), 0.5)
	case ColorNameDim:
		return color.NRGBA{A: 0x66}
	case ColorNameLinkCard:
		return mix(known(theme.ColorNameOverlayBackground), known(theme.ColorNamePrimary), 0.07)
	case ColorNameAmber:
		return mix(known(theme.ColorNameWarning), known(theme.ColorNameForeground), 0.25)
	case ColorNameHost:
		return mix(known(theme.ColorNameOverlayBackground), known(theme.ColorNamePrimary), 0.2)
	case ColorNameHighlight:
		return mix(known(theme.ColorNameOverlayBackground), known(theme.ColorNameWarning), 0.28)
	case ColorNameBanner:
		return mix(known(theme.ColorNameOverlayBackground), known(theme.ColorNameWarning), 0.14)
	case ColorNameNote:
		return mix(known(theme.ColorNameOverlayBackground), known(theme.ColorNameForeground), 0.06)
	}
	return color.Transparent
}

// mix gives a with the part share of b in it, opaque.
func mix(a, b color.Color, share float32) color.Color {
	ar, ag, ab, _ := a.RGBA()
	br, bg, bb, _ := b.RGBA()
	part := func(x, y uint32) uint8 { return uint8((float32(x)*(1-share) + float32(y)*share) / 257) }
	return color.NRGBA{R: part(ar, br), G: part(ag, bg), B: part(ab, bb), A: 0xff}
}

// faded is c with no opacity, for the far end of a fade.
func faded(c color.Color) color.Color {
	r, g, b, _ := c.RGBA()
	return color.NRGBA{R: uint8(r >> 8), G: uint8(g >> 8), B: uint8(b >> 8)}
}
