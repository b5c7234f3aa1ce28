package outline

import (
	"fmt"
)

// Refusal is an error that is a whole sentence for the person.
type Refusal string

func (r Refusal) Error() string { return string(r) }

// Refuse makes a [Refusal].
func Refuse(format string, args ...any) error { return Refusal(fmt.Sprintf(format, args...)) }
