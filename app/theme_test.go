package app

import (
	"image/color"
	"math"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"

	"parley/widgets"
)

// Text can be read on every ground that it stands on, in light and in dark.
func TestTextHasEnoughContrast(t *testing.T) {
	test.NewTempApp(t)
	pairs := []struct {
		text, ground fyne.ThemeColorName
		least        float64
	}{
		{theme.ColorNameForeground, theme.ColorNameBackground, 7},
		{theme.ColorNameForeground, ColorNameSidebar, 7},
		{theme.ColorNameForeground, theme.ColorNameSelection, 7},
		{theme.ColorNameForeground, theme.ColorNameOverlayBackground, 7},
		{theme.ColorNameForeground, theme.ColorNameButton, 7},
		{theme.ColorNameForeground, theme.ColorNameInputBackground, 7},
		{theme.ColorNameForeground, widgets.ColorNameBanner, 7},
		{theme.ColorNameForeground, widgets.ColorNameNote, 7},
		{theme.ColorNameForeground, widgets.ColorNameHighlight, 7},
		{theme.ColorNameForeground, widgets.ColorNameLinkCard, 7},
		{widgets.ColorNameMuted, theme.ColorNameBackground, 4.5},
		{widgets.ColorNameMuted, ColorNameSidebar, 4.5},
		{widgets.ColorNameMuted, theme.ColorNameSelection, 4},
		{widgets.ColorNameMuted, theme.ColorNameOverlayBackground, 4.5},
		{widgets.ColorNameMuted, widgets.ColorNameLinkCard, 4.5},
		{widgets.ColorNameAmber, theme.ColorNameOverlayBackground, 4.5},
		{widgets.ColorNameAmber, theme.ColorNameBackground, 4.5},
		{theme.ColorNameError, theme.ColorNameBackground, 4.5},
		{theme.ColorNameError, theme.ColorNameOverlayBackground, 4.5},
		{theme.ColorNameSuccess, theme.ColorNameBackground, 4.5},
		{theme.ColorNameForegroundOnPrimary, theme.ColorNamePrimary, 4.5},
		{theme.ColorNameForegroundOnWarning, theme.ColorNameWarning, 4.5},
		{theme.ColorNameForegroundOnError, theme.ColorNameError, 4.5},
		{theme.ColorNameForegroundOnSuccess, theme.ColorNameSuccess, 4.5},
	}
	for variant, look := range map[fyne.ThemeVariant]string{theme.VariantLight: "light", theme.VariantDark: "dark"} {
		for _, p := range pairs {
			got := contrast(Theme{}.Color(p.text, variant), Theme{}.Color(p.ground, variant))
			if got < p.least {
				t.Errorf("%s: %s on %s is %.1f : 1, wanted %.1f", look, p.text, p.ground, got, p.least)
			}
		}
	}
}

func TestThemeFollowsTheSystemUnlessToldOtherwise(t *testing.T) {
	test.NewTempApp(t)
	dark := theme.VariantDark
	if (Theme{}).Color(theme.ColorNameBackground, theme.VariantLight) == (Theme{Variant: &dark}).Color(theme.ColorNameBackground, theme.VariantLight) {
		t.Error("a forced look is not followed")
	}
}

// contrast is the contrast ratio of WCAG 2.
func contrast(a, b color.Color) float64 {
	la, lb := luminance(a), luminance(b)
	return (math.Max(la, lb) + 0.05) / (math.Min(la, lb) + 0.05)
}

func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	part := func(v uint32) float64 {
		x := float64(v) / 0xffff
		if x <= 0.03928 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	return 0.2126*part(r) + 0.7152*part(g) + 0.0722*part(b)
}
