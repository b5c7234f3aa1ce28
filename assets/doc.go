// Package assets holds the files that are built into Parley: its icon, and what it says in other languages. The pictures in screenshots
// are for the README and are not built in.
//
// It knows no widget and no page; whoever needs a file asks for its bytes. Package language reads the translations:
//
//   - de.json, en.json: what the window says. The key is the English sentence; en.json has only those with a plural.
//   - bridge.de.json: what package bridge says, by the patterns of its sentences.
//   - fyne.de.json, fyne.en.json: the words of Fyne's own dialogs, which come in every language but must agree with ours.
//
// Words of the German translation. The person is "Sie"; a server is "er", a tool is "es".
//
//	answer          Antwort             program         Programm
//	arguments       Argumente           request         Anfrage
//	bring           übernehmen          result          Ergebnis
//	decline         ablehnen            run             ausführen, der Lauf
//	edit            bearbeiten          server          Server
//	entry           Eintrag             servers file    Serverdatei
//	environment     Umgebung            sign in, out    anmelden, abmelden
//	failed          gescheitert         start, stop     starten, anhalten
//	folder          Ordner              tick            ankreuzen
//	headers         Kopfzeilen          tool            Werkzeug
//	key             Schlüssel           try it          ausprobieren
//	message         Meldung             value           Wert
//	needs you       braucht Sie         variable        Variable
//
// Names of members of the servers file (command, args, env, cwd, url, headers) and of programs are never translated.
package assets
