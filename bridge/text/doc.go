// Package text has what is true of any text of a server, whoever draws it: how it is made safe to be seen, and how it is cut to what fits.
//
// Begin reading at [Plain], which a text passes before it is drawn, and at [IsHidden], the one definition of characters that are not to be
// seen or deceive about others. [Numbered] is for what is quoted within a sentence, [Shorten] and [Head] cut.
package text
