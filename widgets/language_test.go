package widgets

import (
	"fmt"
	"os"
	"testing"

	"parley/widgets/language"
)

// Tests are in English, whatever the system speaks.
func TestMain(m *testing.M) {
	if err := language.Load(language.English); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}
