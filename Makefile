# Each target does all its own set-up: it installs what this machine lacks, and says so.
#
#   make run          starts Parley; on a machine without a display, the tour instead: the same app on a virtual screen
#   make test         runs every test, those with a real window included
#   make bench        measures
#   make gallery      draws every widget in every state into build/gallery
#   make screenshots  takes the pictures of the README, from the same tour
#   make package      packs Parley for this system into build/package

.PHONY: run test bench gallery screenshots package

VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
# migrated_fynedo is Fyne's own: it leaves out a check of every call into the screen, a fifth of the work of a frame. The
# tests keep the check, and fail when it finds anything.
BUILD = go build -tags migrated_fynedo -ldflags "-X main.version=$(VERSION)" -o build/parley .

run:
	@.ci/setup build
	$(BUILD)
	@if [ "$$(uname)" = Linux ] && [ -z "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
		echo "There is no display here to open a window on. The tour runs instead, on a virtual screen: build/tour gets a picture of each step."; \
		.ci/setup window && .ci/screen build/parley tour build/tour; \
	else \
		build/parley; \
	fi

test:
	@.ci/setup build window node
	.ci/screen go test -count=1 -race -timeout 40m . # the window wants the machine for itself
	PARLEY_SUMMARY="$(CURDIR)/build/cases.txt" go test -count=1 -race -p 2 -timeout 40m ./app/... ./assets/... ./bridge/... ./widgets/...
	@cat build/cases.txt

bench:
	@.ci/setup build window
	$(BUILD)
	.ci/screen .ci/bench

gallery:
	PARLEY_GALLERY="$(CURDIR)/build/gallery" CGO_ENABLED=0 go test -count=1 -timeout 5m ./widgets
	@echo "The pictures are in build/gallery."

screenshots:
	@.ci/setup build window
	$(BUILD)
	.ci/screen build/parley screenshots assets/screenshots

package:
	@.ci/setup build
	VERSION="$(VERSION)" .ci/package
