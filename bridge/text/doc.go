// Package text has what is true of any text of a server, whoever draws it: how it is made safe to be seen, and how it is cut to what fits.
//
// Begin reading at [Plain].
package text
