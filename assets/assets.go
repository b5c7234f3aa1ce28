package assets

import _ "embed"

//go:embed icon.png
var icon string

// IconPNG is the program's icon, 512 by 512 pixels with transparent corners. icon.svg is what it was drawn from.
func IconPNG() []byte { return []byte(icon) }
