package config

import (
	"strings"
	"testing"

	"parley/bridge/config/configtest"
)

func TestAnEnvFileWhoseMarksNeverEndIsReadInTime(t *testing.T) {
	for _, text := range []string{
		`A="` + strings.Repeat("\n", MaxAside), "A='\n" + strings.Repeat("B=\"\n", MaxAside/4), strings.Repeat("A=`x\n", MaxAside/5),
	} {
		configtest.HeldDown(t, func() { envFile(text) })
	}
	got := envFile("A=\"one\ntwo\" # said\nB='x\ny'\nC=`z\nD=1\r\nE=\"\\\"q\\\"\"\n")
	want := map[string]string{"A": "one\ntwo", "B": "x\ny", "C": "`z", "D": "1", "E": `"q"`}
	for name, value := range want {
		if got[name] != value {
			t.Errorf("%s is %q, want %q", name, got[name], value)
		}
	}
	if len(got) != len(want) {
		t.Error(got)
	}
}
