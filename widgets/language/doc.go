// Package language says what Parley says in the person's language.
//
// [Load] chooses the language once, before there is a window, and hands the translations in package assets to Fyne. From then on the
// window's own words come out of Fyne's lang.L in that language; the key of each is its English sentence.
//
// Package bridge knows neither Fyne nor a language: its failures, notes and problems are English sentences made of a pattern and of names.
// [Own] recognises such a sentence by its pattern and gives it in the person's language. It is for sentences of ours alone: a text of a
// server is shown as the server wrote it.
//
// Nothing here reaches a server, a file or a log.
//
// Start reading at [Load].
package language
