// Package vault keeps what must not be read by others: tokens, client secrets, passwords that a person entered.
//
// It keeps them in the keyring of the system, and where there is none in a file that only its owner may read. It is not for
// anything else: settings and servers files are elsewhere, and what is a secret is for its users to know.
//
// The names to know are [Open] and [Store]; begin reading at store.go.
package vault
