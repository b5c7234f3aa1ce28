//go:build linux

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// desk is a screen with a window manager, for nobody but these tests: an Xvfb, an openbox, and a frame buffer to look at.
type desk struct {
	display string // as DISPLAY names it
	folder  string // what the programs on it may use as home and for their runtime files
	buffer  []byte // the screen itself, mapped
	pixels  []byte // in it, from the first pixel on
	stride  int    // bytes from one row to the next
	size    image.Point
	started []*exec.Cmd
	seen    []byte // the pixels of the last look
	last    *view  // which is still so while they are the same
}

// The screen is as large as the one of "make test".
const deskSize = "1280x900x24"

// missingTools names the programs of a desk that this machine lacks.
func missingTools() (missing []string) {
	for _, tool := range []string{"Xvfb", "openbox", "xdotool"} {
		if _, err := exec.LookPath(tool); err != nil {
			missing = append(missing, tool)
		}
	}
	return missing
}

// newDesk starts a screen and its window manager, and waits for both.
func newDesk() (*desk, error) {
	folder, err := os.MkdirTemp("", "parley-desk-")
	if err != nil {
		return nil, err
	}
	d := &desk{folder: folder}
	if err := errors.Join(d.startScreen(), d.mapScreen(), d.startManager()); err != nil {
		d.close()
		return nil, err
	}
	return d, nil
}

func (d *desk) startScreen() error {
	number, theirs, err := os.Pipe()
	if err != nil {
		return err
	}
	defer number.Close()
	screen := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", deskSize, "-nolisten", "tcp", "-noreset", "-fbdir", d.folder)
	screen.ExtraFiles = []*os.File{theirs}
	err = d.start(screen, "screen.log")
	theirs.Close()
	if err != nil {
		return err
	}
	said, err := io.ReadAll(io.LimitReader(&untilLine{number}, 16))
	if err != nil || len(bytes.TrimSpace(said)) == 0 {
		log, _ := os.ReadFile(filepath.Join(d.folder, "screen.log"))
		return fmt.Errorf("the virtual screen did not start: %s", log)
	}
	d.display = ":" + strings.TrimSpace(string(said))
	return nil
}

// untilLine ends after the first line: Xvfb keeps the pipe open.
type untilLine struct{ in io.Reader }

func (u *untilLine) Read(p []byte) (int, error) {
	if u.in == nil {
		return 0, io.EOF
	}
	n, err := u.in.Read(p)
	if bytes.IndexByte(p[:n], '\n') >= 0 {
		u.in = nil
	}
	return n, err
}

// mapScreen finds the pixels of the frame buffer, which is a picture in the format of xwd(1): numbers of 32 bits, big end
// first, then a table of colours, then the pixels.
func (d *desk) mapScreen() error {
	if d.display == "" {
		return nil
	}
	file, err := os.Open(filepath.Join(d.folder, "Xvfb_screen0"))
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	d.buffer, err = syscall.Mmap(int(file.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		return fmt.Errorf("looking at the virtual screen: %w", err)
	}
	const colour = 12 // bytes of one entry of the table
	number := func(at int) int { return int(binary.BigEndian.Uint32(d.buffer[4*at:])) }
	header, colours, bits := number(0), number(19), number(11)
	d.size, d.stride = image.Pt(number(4), number(5)), number(12)
	from := header + colours*colour
	if bits != 32 || number(7) != 0 || from+d.stride*d.size.Y > len(d.buffer) {
		return fmt.Errorf("the virtual screen has a format that is not expected: %d bits a pixel", bits)
	}
	d.pixels = d.buffer[from : from+d.stride*d.size.Y]
	return nil
}

// startManager starts the window manager, without which a window neither gets the keyboard nor is closed.
func (d *desk) startManager() error {
	if d.display == "" {
		return nil
	}
	if err := d.start(exec.Command("openbox"), "openbox.log"); err != nil {
		return err
	}
	for begun := time.Now(); time.Since(begun) < 10*time.Second; pause() {
		if _, err := d.xdotool("get_desktop"); err == nil { // answered by the window manager
			_, err = d.xdotool("mousemove", "1", "899") // it begins in the middle, over what is looked for
			return err
		}
	}
	return errors.New("the window manager did not start")
}

// start starts a program of the desk. It ends with this test, whatever becomes of the test.
func (d *desk) start(cmd *exec.Cmd, log string) error {
	file, err := os.Create(filepath.Join(d.folder, log))
	if err != nil {
		return err
	}
	defer file.Close()
	cmd.Stdout, cmd.Stderr = file, file
	cmd.Env = d.environment()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		return err
	}
	d.started = append(d.started, cmd)
	return nil
}

// environment is what a program on the desk inherits: nothing of the person's who runs the tests but the path.
func (d *desk) environment() []string {
	return []string{
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + d.folder,
		"XDG_RUNTIME_DIR=" + d.folder,
		"XDG_SESSION_TYPE=x11",
		"LANG=C.UTF-8",
		"DISPLAY=" + d.display,
		"LIBGL_ALWAYS_SOFTWARE=1",
		"GORACE=atexit_sleep_ms=20", // of a program built with the race detector, which else takes a second to end
		"DBUS_SESSION_BUS_ADDRESS=unix:path=" + filepath.Join(d.folder, "no-bus"), // else the library starts a bus that stays
	}
}

// xdotool is the hand on mouse and keyboard.
func (d *desk) xdotool(args ...string) (string, error) {
	cmd := exec.Command("xdotool", args...)
	cmd.Env = d.environment()
	var out, problems bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &problems
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("xdotool %s: %w: %s", strings.Join(args, " "), err, problems.String())
	}
	return strings.TrimSpace(out.String()), nil
}

// close ends what start started, in the other order, and waits for it.
func (d *desk) close() {
	for i := len(d.started) - 1; i >= 0; i-- {
		_ = d.started[i].Process.Kill()
		_ = d.started[i].Wait()
	}
	if d.buffer != nil {
		_ = syscall.Munmap(d.buffer)
	}
	_ = os.RemoveAll(d.folder)
}

// look is the screen as it is now; the same view as before when nothing has changed.
//
//go:norace
func (d *desk) look() *view {
	if bytes.Equal(d.seen, d.pixels) {
		return d.last
	}
	d.seen = append(d.seen[:0], d.pixels...)
	v := &view{size: d.size, pixels: make([]uint32, d.size.X*d.size.Y)}
	for y := range d.size.Y {
		row := d.seen[y*d.stride:]
		for x := range d.size.X {
			v.pixels[y*d.size.X+x] = binary.LittleEndian.Uint32(row[4*x:]) & 0xffffff
		}
	}
	d.last = v
	return v
}

// beat is the time between two looks at something that is waited for.
const beat = 15 * time.Millisecond

func pause() { time.Sleep(beat) }
