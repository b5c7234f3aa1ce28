// Package clock is the time as the rooms of the bridge see it, so that tests need not wait.
//
// Who waits or looks at the time is given a [Clock]: [System] in the app, one of bridge/clock/clocktest in tests. [Sleep] waits with a
// context. Nothing else is in here.
package clock
