// Package servers has what Parley knows of the configured servers beside what they say: so far, which programs and addresses the person has
// looked at, and lets start.
//
// Nothing here draws. Begin reading at [Trust].
package servers
