# Two commands do everything on a fresh machine: `make pdf` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PAPER ?= a4
LANGUAGE ?= de
# Parts to print instead of whole sets, for example ONLY=puzzles.
ONLY ?=
# The tested versions of all packages, for what is installed and for what builds it; `CONSTRAINTS=` goes without.
CONSTRAINTS ?= constraints.txt
PIP := $(if $(CONSTRAINTS),PIP_CONSTRAINT=$(CONSTRAINTS) PIP_BUILD_CONSTRAINT=$(CONSTRAINTS)) \
  $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
# Whatever Python reads it compiles, and keeps: here hundreds of processes read the same.
unexport PYTHONDONTWRITEBYTECODE
# Two jobs at a time, each line of theirs with all that it says; a make before 4.0 mixes them.
TWO_JOBS := --jobs=2 $(if $(filter output-sync,$(.FEATURES)),--output-sync=line)
# Processes that test side by side, one more than there are cores, for some tests only wait; a file of tests stays in
# one process, so that what it prints once is printed once.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')
FUZZ_MINUTES ?= 5
# How make ladder measures what README shows; LADDER= thinks as long as at a table, takes all bots, and only tells.
LADDER ?= --time 0.1 --no-rungs --write README.md
# A checkout of another version, for make bench-solver and bench-versions.
BESIDE ?=
FUZZ_SEED ?= 0

.PHONY: help setup pdf words kernels test lint soak fuzz audit bench-pdf bench-solver bench-calibration bench-kardinal bench-book bench-cartino bench-web bench-review bench-regret bench-levels bench-versions ladder docs clean
.DEFAULT_GOAL := help

help:
	@echo "make pdf                print every game's set into dist/   (PAPER=a4|letter|a3 LANGUAGE=de|en ONLY=puzzles)"
	@echo "make test               style, types, arrows of the house, and all tests   (WORKERS=3)"
	@echo "make setup              the tested versions of all packages into .venv   (CONSTRAINTS= for the newest)"
	@echo "make words              the German of the command line, after a change of assets/click.de.toml"
	@echo "make kernels            compile the rules and the search now instead of when they are first needed"
	@echo "make soak               the long checks"
	@echo "make fuzz               spoilt files of every kind, until the time is over   (FUZZ_MINUTES=5 FUZZ_SEED=0)"
	@echo "make audit              is a fault known of a package we were tested with? (asks over the network)"
	@echo "make bench-pdf          speed and size beside protograf"
	@echo "make bench-solver       the search beside OpenSpiel, or beside another version of itself   (BESIDE=FOLDER)"
	@echo "make bench-kardinal     Kardinal beside OpenSpiel: speed, solved endings, matches"
	@echo "make bench-book         long searches of Kardinal's first turns, for its book of openings"
	@echo "make bench-cartino      Cartino: speed, best turns beside OR-Tools, solved endings"
	@echo "make bench-web          the pages: taps, sizes, listeners, answers while a search runs"
	@echo "make bench-review       do a review's verdicts agree with a search a hundred times longer?"
	@echo "make bench-regret       what an answer in a second loses beside one in a hundred"
	@echo "make bench-levels       how far apart the levels are, beside a model of a beginner, and whether they make sense"
	@echo "make bench-versions     is this version stronger than another at equal time?   (BESIDE=FOLDER)"
	@echo "make ladder             README's table of strength, goes on; LADDER= for a second a turn and all bots (many hours)"
	@echo "make bench-calibration  do the stated errors cover the truth?"
	@echo "make docs               draw the pictures of README and docs anew"
	@echo "make clean              remove dist/ and the virtual environment"

setup: $(VENV)/ready

$(VENV)/ready: pyproject.toml tools/cairo.sh tools/chromium.sh $(CONSTRAINTS)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Timbuktu needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) --editable '.[dev]'
	@$(BIN)/python -m compileall -qq -j 0 $(VENV)/lib || true  # pip would do it on one core
	@sh tools/cairo.sh $(BIN)/python
	@sh tools/chromium.sh
	@touch $@

pdf: setup
	@$(BIN)/timbuktu pdf all --paper $(PAPER) --lang $(LANGUAGE) $(if $(ONLY),--only $(ONLY)) --out dist

words: setup
	@$(BIN)/python tools/catalogue.py

kernels: setup
	@$(BIN)/python -m solver.compile

test: setup
	@$(MAKE) --no-print-directory $(TWO_JOBS) lint kernels
	$(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy
	MYPYPATH=bench $(BIN)/mypy bench
	$(BIN)/lint-imports --no-cache

soak: setup kernels
	$(PIP) --editable '.[dev,openspiel]'
	HYPOTHESIS_PROFILE=soak $(BIN)/pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder --timeout 0 -m "soak or not soak"

fuzz: setup
	$(BIN)/python -m tests.fuzz run --minutes $(FUZZ_MINUTES) --seed $(FUZZ_SEED)

audit: setup
	@sh tools/audit.sh $(BIN)/python constraints.txt

bench-pdf: setup
	$(BIN)/python bench/pdf.py

bench-solver: setup
	$(PIP) --editable '.[dev,openspiel]'
	$(BIN)/python bench/search.py $(if $(BESIDE),--beside $(BESIDE))

bench-kardinal: setup
	$(PIP) --editable '.[dev,openspiel]'
	$(BIN)/python bench/kardinal.py

bench-book: setup
	$(BIN)/python bench/book.py

bench-cartino: setup
	$(BIN)/python bench/cartino.py

bench-calibration: setup
	$(BIN)/python bench/calibration.py

bench-web: setup kernels
	$(BIN)/python bench/web.py

bench-review: setup kernels
	$(BIN)/python bench/review.py

bench-regret: setup kernels
	$(BIN)/python bench/regret.py

bench-levels: setup kernels
	$(BIN)/python bench/levels.py
	$(BIN)/python bench/levels.py --sense easy

bench-versions: setup kernels
	$(BIN)/python bench/versions.py $(BESIDE)

ladder: setup kernels
	$(BIN)/python bench/ladder.py $(LADDER)

docs: setup
	$(BIN)/python docs/pictures.py
	$(BIN)/python docs/web_pictures.py

clean:
	rm -rf $(VENV) dist build
