// Package hosts is what Parley knows of other apps that keep servers: one file for each, with where it keeps them, the words and units in
// which it writes them, and what its references look like. A new host is one new file, a line of the table (table.go) and a test.
//
// [Person] and [InProject] give the files to look at, on whichever [Machine]; [Words] puts the tree of a file into Parley's words before it is
// read, [Wording] the text of an entry that is taken over into Parley's own file. What an entry means it does not know (bridge/config), nor
// what a list of servers is (bridge/config/outline), and it reads no file: bridge/config/search does.
//
// Start reading at host.go, then table.go and any of the hosts. There are more files than in other rooms, since there are more hosts.
package hosts
