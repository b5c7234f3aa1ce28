package app

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"parley/widgets"
)

// Theme is Parley's own look: calm greys, one blue, amber for what needs the person. It follows the system's choice of
// light or dark unless Variant says otherwise. Fonts and icons are Fyne's.
type Theme struct {
	Variant *fyne.ThemeVariant // nil follows the system
}

// ColorNameSidebar is behind the list of servers.
const ColorNameSidebar fyne.ThemeColorName = "parleySidebar"

// Color gives a colour by name; what Parley does not define is Fyne's.
func (t Theme) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	if t.Variant != nil {
		variant = *t.Variant
	}
	light, dark := shade(name)
	switch {
	case light == 0 && dark == 0:
		return theme.DefaultTheme().Color(name, variant)
	case variant == theme.VariantLight:
		return rgba(light)
	}
	return rgba(dark)
}

// shade is the palette: 0xRRGGBBAA for light and for dark; zeros for a name that is Fyne's to answer. Text on each
// background keeps a contrast of 4.5 : 1 or more; a test holds that.
func shade(name fyne.ThemeColorName) (light, dark uint32) {
	switch name {
	case theme.ColorNameBackground:
		return 0xfafaf8ff, 0x1b1d20ff
	case ColorNameSidebar:
		return 0xf0f1f3ff, 0x222529ff
	case theme.ColorNameSelection:
		return 0xd5dff5ff, 0x33436aff
	case theme.ColorNameForeground:
		return 0x1e2226ff, 0xe6e8ebff
	case widgets.ColorNameMuted, theme.ColorNamePlaceHolder:
		return 0x646b75ff, 0xa2a9b3ff
	case theme.ColorNameDisabled:
		return 0x9aa0a8ff, 0x6d747dff
	case theme.ColorNameButton:
		return 0xeceef1ff, 0x31353aff
	case theme.ColorNameDisabledButton:
		return 0xf5f5f5ff, 0x26292dff
	case theme.ColorNamePrimary:
		return 0x2457d6ff, 0x4f7df0ff
	case theme.ColorNameHyperlink:
		return 0x2457d6ff, 0x8fb0ffff
	case theme.ColorNameForegroundOnPrimary:
		return 0xffffffff, 0x0b1020ff
	case theme.ColorNameFocus:
		return 0x2457d640, 0x6f97ff59
	case theme.ColorNameHover:
		return 0x1e222612, 0xffffff14
	case theme.ColorNamePressed:
		return 0x1e222622, 0xffffff28
	case theme.ColorNameInputBackground:
		return 0xffffffff, 0x15171aff
	case theme.ColorNameInputBorder:
		return 0x858c96ff, 0x858c96ff
	case widgets.ColorNameEdge:
		return 0x6a717bff, 0xa2a9b3ff
	case theme.ColorNameSeparator:
		return 0xe2e4e8ff, 0x353a40ff
	case theme.ColorNameOverlayBackground, theme.ColorNameMenuBackground:
		return 0xffffffff, 0x25282cff
	case theme.ColorNameHeaderBackground:
		return 0xf0f1f3ff, 0x222529ff
	case theme.ColorNameShadow:
		return 0x1e222633, 0x00000080
	case theme.ColorNameScrollBar:
		return 0x1e222655, 0xffffff55
	case theme.ColorNameScrollBarBackground:
		return 0x00000001, 0x00000001
	case theme.ColorNameSuccess:
		return 0x1b7f4bff, 0x4cc38aff
	case theme.ColorNameForegroundOnSuccess:
		return 0xffffffff, 0x07160eff
	case theme.ColorNameError:
		return 0xb42318ff, 0xff8a80ff
	case theme.ColorNameForegroundOnError:
		return 0xffffffff, 0x2a0906ff
	case theme.ColorNameWarning:
		return 0xa15c00ff, 0xe0a030ff
	case theme.ColorNameForegroundOnWarning:
		return 0xffffffff, 0x241700ff
	case widgets.ColorNameAmber:
		return 0xa15c00ff, 0xf0b354ff
	case widgets.ColorNameDim:
		return 0x0a0c1066, 0x00000099
	case widgets.ColorNameLinkCard:
		return 0xf2f5fcff, 0x2a3140ff
	case widgets.ColorNameHighlight:
		return 0xffe8a8ff, 0x584615ff
	case widgets.ColorNameBanner:
		return 0xfdf3e1ff, 0x3a3020ff
	case widgets.ColorNameNote:
		return 0xf1f3f6ff, 0x2e3237ff
	}
	return 0, 0
}

func rgba(v uint32) color.Color {
	return color.NRGBA{R: uint8(v >> 24), G: uint8(v >> 16), B: uint8(v >> 8), A: uint8(v)}
}

// Size gives a measure by name.
func (t Theme) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNameHeadingText:
		return 22
	case theme.SizeNameSubHeadingText:
		return 18
	case theme.SizeNameCaptionText:
		return 11.5
	case theme.SizeNameInputRadius, theme.SizeNameSelectionRadius, theme.SizeNameButtonRadius:
		return 6
	case theme.SizeNameSplitThickness:
		return 4
	}
	return theme.DefaultTheme().Size(name)
}

// Font gives Fyne's fonts.
func (t Theme) Font(style fyne.TextStyle) fyne.Resource { return theme.DefaultTheme().Font(style) }

// Icon gives Fyne's icons.
func (t Theme) Icon(name fyne.ThemeIconName) fyne.Resource { return theme.DefaultTheme().Icon(name) }
