# Two commands for everybody: `make demo` and `make test`. The rest serves development.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SERVE ?= 1
GEMMA ?= 1
PURGE ?= 0
PARALLEL := --dist=loadgroup --no-loadscope-reorder
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# For what does not begin with our own command line (tests, benchmarks); see pipelines/offline.py.
export ORT_DISABLE_TELEMETRY := 1

.PHONY: demo gemma test test-system install uninstall soak check lint types imports bench clean setup setup-test screenshots deb bundle

demo: setup
	@SERVE=$(SERVE) GEMMA=$(GEMMA) $(BIN)/python samples/demo.py

# What runs Gemma: compiles llama.cpp into the environment of the demo.
gemma:
	@scripts/setup.sh gemma

# What a change can break, in minutes; a process more than there are cores, up to four, since tests also wait.
test: setup-test
	$(BIN)/python -m pytest -n $$(( $$(nproc) < 3 ? $$(nproc) + 1 : 4 )) $(PARALLEL) -m "not system"

# A real systemd in a container, kills at random moments, every width of every page, real weights (fetched once, 500 MB).
test-system: setup-test
	@$(BIN)/python -m tests.fakes.real_weights
	$(BIN)/python -m pytest -n auto --maxprocesses=4 $(PARALLEL) -m system

# The appliance: program in /opt/roomscribe, services of systemd. Both as root; uninstall keeps the data unless PURGE=1.
install:
	@PYTHON=$(PYTHON) scripts/install.sh

uninstall:
	@PURGE=$(PURGE) scripts/uninstall.sh

# The Debian package of this checkout: dist/roomscribe_VERSION_ARCHITECTURE.deb. ARCH=arm64 cross-compiles it.
deb:
	@packaging/deb.sh

# The same for a building without internet, signed: dist/roomscribe_VERSION_ARCHITECTURE.bundle.
bundle:
	@packaging/bundle.sh "$(KEY)"

check: lint types imports

lint: setup-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup-test
	$(BIN)/mypy

imports: setup-test
	$(BIN)/lint-imports

# The full counts, an hour or two: the figures go to docs/reliability.md.
soak: setup-test
	ROOMSCRIBE_SOAK=1 $(BIN)/python -m pytest -m soak --timeout=7200

bench: setup-test
	@missed=; for name in $$(grep -l __main__ bench/*.py | xargs -n1 basename -s .py); do \
	echo "== $$name"; $(BIN)/python -m "bench.$$name" || missed="$$missed $$name"; done; \
	test -z "$$missed" || { echo "missed a target, or could not be run:$$missed"; exit 1; }

# The pictures of docs/screenshots, each page on a phone and on a desk.
screenshots: setup-test
	$(BIN)/python -m tests.e2e.screenshots

setup:
	@scripts/setup.sh run

setup-test:
	@scripts/setup.sh test

clean:
	rm -rf $(VENV) .demo .mypy_cache .pytest_cache .ruff_cache .hypothesis
