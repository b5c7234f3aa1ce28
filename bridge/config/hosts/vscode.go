package hosts

// editor is VS Code or one made from it.
type editor struct {
	app    string
	folder string // with its settings
	own    bool   // keeps its servers as VS Code does
}

func (m Machine) editors() []editor {
	settings := m.settings()
	all := []editor{
		{"VS Code", m.join(settings, "Code/User"), true},
		{"VS Code Insiders", m.join(settings, "Code - Insiders/User"), true},
		{"VSCodium", m.join(settings, "VSCodium/User"), true},
		{"Cursor", m.join(settings, "Cursor/User"), false},
		{"Windsurf", m.join(settings, "Windsurf/User"), false},
	}
	if m.OS == "linux" {
		all = append(all, editor{"VS Code", m.join(m.Home, ".var/app/com.visualstudio.code/config/Code/User"), true})
	}
	return all
}

// extension gives the files of an extension in each editor.
func (m Machine) extension(app string, paths ...string) []File {
	var all []File
	for _, e := range m.editors() {
		in := ""
		if e.app != "VS Code" {
			in = " in " + e.app
		}
		for _, path := range paths {
			all = append(all, File{App: app + in, Path: m.join(e.folder, "globalStorage", path)})
		}
	}
	return all
}

// vsCode hands all of its environment on (microsoft/vscode: src/vs/workbench/api/node/extHostMcpNode.ts). Its editors are Insiders and
// VSCodium, too.
func vsCode() Host {
	inSettings := []string{"mcp", "servers"}
	return Host{
		Person: func(m Machine) []File {
			var all []File
			for _, e := range m.editors() {
				if !e.own {
					continue
				}
				all = append(all, File{App: e.app, Path: m.join(e.folder, "mcp.json")})
				for _, path := range m.glob(m.join(e.folder, "profiles/*/mcp.json")) {
					all = append(all, File{App: e.app, Path: path})
				}
				all = append(all, File{App: e.app, Path: m.join(e.folder, "settings.json"), List: inSettings})
			}
			return all
		},
		Project: func(m Machine, folder string) []File {
			return []File{
				{App: "VS Code", Path: m.join(folder, ".vscode/mcp.json")},
				{App: "VS Code", Path: m.join(folder, ".vscode/settings.json"), List: inSettings},
			}
		},
		Folder: ".vscode",
	}
}
