package app

import (
	"strings"

	"fyne.io/fyne/v2/lang"

	"parley/app/servers"
	"parley/bridge"
	"parley/bridge/config"
	"parley/bridge/program"
)

// approve lets a program start that is the file that the person saw, and says what is wrong with another.
func (a *App) approve(entry config.Server, found program.Found) *bridge.Failure {
	moved := a.trust.Approve(entry, found.Path)
	if moved == nil {
		return nil
	}
	return &bridge.Failure{
		What:   lang.L("The program {{.Program}} is another file now than the one that you let start.", map[string]any{"Program": exactly(moved.Program)}),
		Do:     lang.L("Look at it, and start it if you know why."),
		Detail: strings.TrimSpace(moved.Before + "\n" + moved.Now),
	}
}

// partWords names what is another in an entry than when the person looked at it.
func partWords(part servers.Part) string {
	switch part {
	case servers.TheFile:
		return lang.L("the file that the program is")
	case servers.TheProgram:
		return lang.L("the program")
	case servers.ItsArguments:
		return lang.L("its arguments")
	case servers.ItsFolder:
		return lang.L("its folder")
	case servers.ItsVariables:
		return lang.L("the names of its settings")
	case servers.ValueOfVariable:
		return lang.L("the value of a setting")
	case servers.ItsAddress:
		return lang.L("its address")
	case servers.ItsHeaders:
		return lang.L("the names of what is sent along")
	case servers.WhatItDrawsOn:
		return lang.L("what it takes from this computer or from you")
	}
	return lang.L("what is sent along")
}
