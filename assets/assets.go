package assets

import "embed"

//go:embed icon.png
var icon string

//go:embed translation
var translation embed.FS

// IconPNG is the program's icon, 512 by 512 pixels with transparent corners. icon.svg is what it was drawn from.
func IconPNG() []byte { return []byte(icon) }

// Translation gives one of the files in the folder translation, such as "de.json": a JSON object from an English sentence to the same in
// the language of the file. The error says that there is no such file.
func Translation(name string) ([]byte, error) { return translation.ReadFile("translation/" + name) }
