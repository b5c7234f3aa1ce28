package widgets

import (
	"image/color"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
)

// lookTheme is a plain theme for tests and pictures; the application has its own.
type lookTheme struct {
	fyne.Theme
	variant fyne.ThemeVariant
	palette map[fyne.ThemeColorName]color.Color
}

func hex(v uint32) color.Color {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}
}

func newLook(dark bool) lookTheme {
	light := map[fyne.ThemeColorName]color.Color{
		theme.ColorNameBackground: hex(0xfafaf8), theme.ColorNameForeground: hex(0x1b1d22), theme.ColorNamePrimary: hex(0x2254d8),
		theme.ColorNameButton: hex(0xecedf0), theme.ColorNameInputBackground: hex(0xffffff), theme.ColorNameInputBorder: hex(0xc9ccd3),
		theme.ColorNameOverlayBackground: hex(0xffffff), theme.ColorNameError: hex(0xb3211e), theme.ColorNameWarning: hex(0xa55f00),
		theme.ColorNameSuccess: hex(0x1d7f4a), theme.ColorNamePlaceHolder: hex(0x6b7280), theme.ColorNameSeparator: hex(0xdfe1e6),
		theme.ColorNameDisabled: hex(0x8b909b), theme.ColorNameDisabledButton: hex(0xf1f1f3), ColorNameMuted: hex(0x5d6472),
		ColorNameLinkCard: hex(0xf1f5fe), ColorNameAmber: hex(0x9a5800),
		theme.ColorNameFocus: color.NRGBA{R: 0x22, G: 0x54, B: 0xd8, A: 0x40}, theme.ColorNameHover: color.NRGBA{A: 0x10},
		theme.ColorNameSelection: color.NRGBA{R: 0x22, G: 0x54, B: 0xd8, A: 0x40}, theme.ColorNameMenuBackground: hex(0xffffff),
	}
	night := map[fyne.ThemeColorName]color.Color{
		theme.ColorNameBackground: hex(0x17181c), theme.ColorNameForeground: hex(0xe8eaee), theme.ColorNamePrimary: hex(0x7aa2ff),
		theme.ColorNameForegroundOnPrimary: hex(0x0b1430),
		theme.ColorNameButton:              hex(0x2c2f37), theme.ColorNameInputBackground: hex(0x17181c), theme.ColorNameInputBorder: hex(0x4a4f5b),
		theme.ColorNameOverlayBackground: hex(0x202228), theme.ColorNameError: hex(0xff8a80), theme.ColorNameWarning: hex(0xe5a33d),
		theme.ColorNameSuccess: hex(0x5fc98c), theme.ColorNamePlaceHolder: hex(0x9aa1ae), theme.ColorNameSeparator: hex(0x343842),
		theme.ColorNameDisabled: hex(0x7d828d), theme.ColorNameDisabledButton: hex(0x262930), ColorNameMuted: hex(0xa3aab8),
		theme.ColorNameFocus: color.NRGBA{R: 0x7a, G: 0xa2, B: 0xff, A: 0x50}, theme.ColorNameHover: color.NRGBA{R: 0xff, G: 0xff, B: 0xff, A: 0x14},
		theme.ColorNameSelection: color.NRGBA{R: 0x7a, G: 0xa2, B: 0xff, A: 0x50}, theme.ColorNameMenuBackground: hex(0x202228),
	}
	look := lookTheme{Theme: theme.DefaultTheme(), variant: theme.VariantLight, palette: light}
	if dark {
		look.variant, look.palette = theme.VariantDark, night
	}
	return look
}

func (t lookTheme) Color(name fyne.ThemeColorName, _ fyne.ThemeVariant) color.Color {
	if c, ok := t.palette[name]; ok {
		return c
	}
	return t.Theme.Color(name, t.variant)
}

func (t lookTheme) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNameInputBorder:
		return 1
	case theme.SizeNameInputRadius:
		return 6
	}
	return t.Theme.Size(name)
}

// window makes an empty window of a size, with the theme of the pictures.
func window(t testing.TB, width, height float32, dark bool) fyne.Window {
	t.Helper()
	a := test.NewTempApp(t)
	a.Settings().SetTheme(newLook(dark))
	w := test.NewTempWindow(t, container.NewWithoutLayout())
	w.SetPadded(false)
	w.Resize(fyne.NewSize(width, height))
	return w
}

// picture writes what the window shows to the folder that PARLEY_GALLERY names, if it does.
func picture(t testing.TB, w fyne.Window, name string) {
	t.Helper()
	folder := os.Getenv("PARLEY_GALLERY")
	if folder == "" {
		return
	}
	save(t, filepath.Join(folder, name+".png"), w.Canvas().Capture())
}

// key presses a key the way Fyne's desktop driver hands it out.
func key(w fyne.Window, name fyne.KeyName, modifiers ...fyne.KeyModifier) {
	c := w.Canvas()
	var modifier fyne.KeyModifier
	for _, m := range modifiers {
		modifier |= m
	}
	defer HoldKey(c, name)()
	focused := c.Focused()
	if name == fyne.KeyTab && modifier&^fyne.KeyModifierShift == 0 {
		if tab, ok := focused.(fyne.Tabbable); !ok || !tab.AcceptsTab() {
			if modifier == 0 {
				c.FocusNext()
			} else {
				c.FocusPrevious()
			}
			return
		}
	}
	if modifier != 0 && modifier != fyne.KeyModifierShift {
		var s fyne.Shortcut = &desktop.CustomShortcut{KeyName: name, Modifier: modifier}
		if modifier == fyne.KeyModifierShortcutDefault {
			switch name {
			case fyne.KeyA:
				s = &fyne.ShortcutSelectAll{}
			case fyne.KeyC:
				s = &fyne.ShortcutCopy{Clipboard: fyne.CurrentApp().Clipboard()}
			case fyne.KeyV:
				s = &fyne.ShortcutPaste{Clipboard: fyne.CurrentApp().Clipboard()}
			}
		}
		if taker, ok := focused.(fyne.Shortcutable); ok {
			taker.TypedShortcut(s)
		} else if taker, ok := c.(fyne.Shortcutable); ok {
			taker.TypedShortcut(s)
		}
		return
	}
	if focused != nil {
		focused.TypedKey(&fyne.KeyEvent{Name: name})
	} else if typed := c.OnTypedKey(); typed != nil {
		typed(&fyne.KeyEvent{Name: name})
	}
	if name == fyne.KeySpace {
		if focused = c.Focused(); focused != nil {
			focused.TypedRune(' ')
		}
	}
}

// write types text into what has the keyboard.
func write(w fyne.Window, text string) {
	for _, r := range text {
		if f := w.Canvas().Focused(); f != nil {
			f.TypedRune(r)
		}
	}
}
