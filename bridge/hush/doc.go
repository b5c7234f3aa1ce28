// Package hush takes secrets out of words before they are shown or logged.
//
// [Words] is told the secrets of one server: the values of its headers, the keys in its environment, what one signed in with. Its Hide
// gives a text without them, in whatever form somebody repeats them. [Address] gives an address without its password and without the
// values of its query.
//
// It does not find out what is a secret; see NamesSecret of bridge/schema for that. What is sent is never changed, only what is told of it.
package hush
