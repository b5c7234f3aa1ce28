package app

import (
	"reflect"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// whereIs gives the place of a window on the screen. Fyne 2.8 can put a window somewhere but does not say where it is, so
// this looks at the numbers that its desktop driver keeps; ok is false for any other driver.
func whereIs(w fyne.Window) (x, y int, ok bool) {
	v := reflect.ValueOf(w)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return 0, 0, false
	}
	fx, fy := v.Elem().FieldByName("xpos"), v.Elem().FieldByName("ypos")
	if fx.Kind() != reflect.Int || fy.Kind() != reflect.Int {
		return 0, 0, false
	}
	return int(fx.Int()), int(fy.Int()), true
}

// putAt asks for a place on the screen; the system may not follow.
func putAt(w fyne.Window, x, y int) {
	if d, ok := w.(desktop.Window); ok {
		d.RequestPosition(x, y)
	}
}
