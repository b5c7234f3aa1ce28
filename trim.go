//go:build linux && cgo

package main

/*
#include <malloc.h>

static void trim(void) {
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}
*/
import "C"

// trim gives back what C has freed: drawing takes its memory there, and glibc keeps it.
func trim() { C.trim() }
