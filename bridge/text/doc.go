// Package text has what is true of any text of a server, whoever draws it: how it is cut to what fits.
package text
