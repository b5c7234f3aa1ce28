// Package configtest is what the tests of several rooms of bridge/config share: texts that end or fill a parser that nobody looked before
// ([Hostile], [HeldDown]), and a comparison of JSON. No product code imports it.
package configtest
