// Package watch keeps one servers file: it reads it, changes it, tells its own changes from those of others, and can write it again as it
// was when it could last be read.
//
// [Keeper] is all of it; [Keeper.Watch] calls back when the file holds something new. It decides nothing about what is in the file: that
// is bridge/config, which reads it, and the change that the caller gives to [Keeper.Edit].
//
// Start reading at watch.go; eyes.go is what the system tells of, restore.go what is remembered.
package watch
