// Package terminal is Parley without a window: parley call runs one tool and parley list says what there is. It reads the same servers file,
// asks for the same look at a program before it is started the first time, and gives the same answers in the same way; only the modal is a
// form of lines, or a file of answers.
//
// Results go to standard output, everything else to standard error. Begin reading at [Command.Run]; then run.go for the life of a call, and
// asking.go for how a request is answered.
package terminal
