// Package search looks for the servers files of other apps, on this machine and in the projects that the apps know.
//
// [Find] goes through the places of bridge/config/hosts and gives what is there: [Found], with the servers as Parley would read them, and
// entries that are ready to be added to Parley's own file. Anybody may have written what it reads, so all of it is bounded, in bytes and in
// time. It starts nothing and writes nothing, and no way of printing what was found shows a secret.
//
// Start reading at search.go.
package search
