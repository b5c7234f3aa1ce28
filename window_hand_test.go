//go:build linux

package main

import (
	"bytes"
	"fmt"
	"image"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"fyne.io/fyne/v2"
)

// windowPatience is how long anything may take on a busy machine. What takes that long fails.
const windowPatience = 20 * time.Second

// until waits until something is so, and fails the test when it does not come to be.
func (p *parley) until(what string, is func() bool) {
	p.t.Helper()
	for begun := time.Now(); !is(); pause() {
		select {
		case <-p.gone:
			p.t.Fatalf("Parley has ended while the test waited: %s\n%s", what, p.output)
		default:
		}
		if time.Since(begun) > windowPatience {
			p.t.Fatalf("waited in vain: %s", what)
		}
	}
}

// do gives one order to mouse or keyboard.
func (p *parley) do(args ...string) string {
	p.t.Helper()
	said, err := p.desk.xdotool(args...)
	if err != nil {
		p.t.Fatal(err)
	}
	return said
}

// key presses keys, one after the other, as xdotool names them: Return, ctrl+k.
func (p *parley) key(keys ...string) {
	p.t.Helper()
	p.do(append([]string{"key", "--delay", "8"}, keys...)...)
}

// write types text.
func (p *parley) write(text string) {
	p.t.Helper()
	p.do("type", "--delay", "8", "--", text)
}

// watch looks at the screen again and again, and gives the places at which something is seen. It searches a view only once,
// because that costs more than looking.
func (p *parley) watch(stencils []*stencil) func() []image.Rectangle {
	var last *view
	var places []image.Rectangle
	return func() []image.Rectangle {
		now := p.desk.look()
		if now == last {
			return places
		}
		last, places = now, nil
		for _, s := range stencils {
			places = append(places, now.find(s)...)
		}
		return places
	}
}

// sees waits until all of the words are on the screen.
func (p *parley) sees(words ...string) {
	p.t.Helper()
	for _, w := range words {
		places := p.watch(p.sight.words(w))
		p.until(fmt.Sprintf("%q on the screen", w), func() bool { return len(places()) > 0 })
	}
}

// misses waits until none of the words is on the screen.
func (p *parley) misses(words ...string) {
	p.t.Helper()
	for _, w := range words {
		places := p.watch(p.sight.words(w))
		p.until(fmt.Sprintf("%q gone from the screen", w), func() bool { return len(places()) == 0 })
	}
}

// click presses the mouse on words, once they are seen.
func (p *parley) click(words string) {
	p.t.Helper()
	p.clickOn(fmt.Sprintf("%q", words), p.sight.words(words))
}

// clickIcon presses the mouse on an icon, once it is seen.
func (p *parley) clickIcon(icon fyne.Resource) {
	p.t.Helper()
	p.clickOn("the icon "+icon.Name(), p.sight.icon(icon))
}

// clickIconBeside presses the mouse on the icon in the line of these words, once both are seen.
func (p *parley) clickIconBeside(words string, icon fyne.Resource) {
	p.t.Helper()
	lines, icons := p.watch(p.sight.words(words)), p.watch(p.sight.icon(icon))
	beside := func() []image.Rectangle {
		return slices.DeleteFunc(slices.Clone(icons()), func(place image.Rectangle) bool {
			return !slices.ContainsFunc(lines(), func(line image.Rectangle) bool {
				return line.Min.Y < place.Max.Y && place.Min.Y < line.Max.Y
			})
		})
	}
	p.clickAt(fmt.Sprintf("the icon %s beside %q", icon.Name(), words), beside)
}

// clickOn presses the mouse on what one of the stencils shows.
func (p *parley) clickOn(what string, stencils []*stencil) {
	p.t.Helper()
	p.clickAt(what, p.watch(stencils))
}

// clickAt presses the mouse and moves it out of the way, so that it hides nothing. It wants to know where: what is seen
// in two places is not clicked on.
func (p *parley) clickAt(what string, places func() []image.Rectangle) {
	p.t.Helper()
	p.until(what+" to click on", func() bool { return len(places()) > 0 })
	found := places()
	if len(found) > 1 {
		p.t.Fatalf("%s is to be seen in several places: %v", what, found)
	}
	at := found[0].Min.Add(found[0].Max).Div(2)
	p.do("mousemove", strconv.Itoa(at.X), strconv.Itoa(at.Y), "click", "1", "mousemove", "1", "899")
}

// titled waits for the window's title.
func (p *parley) titled(want string) {
	p.t.Helper()
	got := ""
	p.until(fmt.Sprintf("the title %q", want), func() bool {
		got = p.do("getwindowname", p.window)
		return got == want
	})
}

// run finds a tool by the keyboard and runs it.
func (p *parley) run(title string) {
	p.t.Helper()
	p.find(title)
	p.key("ctrl+Return")
}

// find opens a tool through the search and waits for its page.
func (p *parley) find(title string) {
	p.t.Helper()
	p.key("ctrl+k")
	p.write(title)
	p.key("Return")
	p.sees("Ctrl+Enter") // beside Run, once it can be pressed
}

// arming is how long a request that appears by itself takes nothing, and a little more. Nothing on the screen says when it
// is over.
const arming = 450 * time.Millisecond

// swapping is how long one takes nothing that ends it after another went from its place, and a little more.
const swapping = 1100 * time.Millisecond

// asked waits until a server's request with these words is in front of the person, who then reads it: until it takes
// anything.
func (p *parley) asked(server, words string) {
	p.t.Helper()
	p.sees(server+" asks", words)
	if p.asks++; p.asks > 1 {
		time.Sleep(swapping)
		return
	}
	time.Sleep(arming)
}

// answered waits until a server has asked as many questions and got these answers to them, to the letter; "" for none. It
// is looked at again at the end: whatever comes later is wrong.
func (p *parley) answered(server string, want ...string) {
	p.t.Helper()
	p.expected[server] = want
	w := p.wires[server]
	p.until(fmt.Sprintf("answers of %s on the wire: %q", server, want), func() bool {
		got := w.answers()
		for i, answer := range want {
			if len(got) <= i || got[i] == "" && answer != "" {
				return false
			}
		}
		return true
	})
	p.checkAnswers(server)
}

func (p *parley) checkAnswers(server string) {
	p.t.Helper()
	if got, want := p.wires[server].answers(), p.expected[server]; !slices.Equal(got, want) {
		p.t.Errorf("%s was told\n  %s\nwant\n  %s", server, strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

// wroteNowhere fails the test when text is found in anything that Parley wrote down or printed.
func (p *parley) wroteNowhere(text string) {
	p.t.Helper()
	err := filepath.WalkDir(p.home, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if bytes.Contains(raw, []byte(text)) {
			p.t.Errorf("it stands in %s", entry.Name())
		}
		return err
	})
	if err != nil {
		p.t.Error(err)
	}
	if strings.Contains(p.output.String(), text) {
		p.t.Error("it was printed")
	}
}

// picture keeps a picture of the screen as it is, when somebody wants to see it.
func (p *parley) picture(name string) {
	p.t.Helper()
	if os.Getenv("PARLEY_PICTURES") == "" {
		return
	}
	p.pages++
	if err := p.desk.look().save(p.pictureFile(fmt.Sprintf("-%d-%s", p.pages, name))); err != nil {
		p.t.Error(err)
	}
}

func (p *parley) pictureFile(name string) string {
	_, scenario, _ := strings.Cut(p.t.Name(), "/")
	clean := func(r rune) rune {
		if r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return '_'
	}
	return filepath.Join("build", "window", strings.Map(clean, scenario+name)+".png")
}
