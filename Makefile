# make lab opens the course; make test is the quick run for every change, make test-all runs everything.
# Each sets up what it needs.

.DEFAULT_GOAL := help
.PHONY: help lab test test-all check walk notebooks exercises measurements bench clean
.PHONY: site site-serve without-oracles without-npm without-firefox

VENV := .venv
BIN := $(VENV)/bin
SITE_VENV := .venv-site
# A file stays on one worker, since the cells of a notebook share a kernel.
PYTEST := $(BIN)/python -m pytest -n auto --dist loadfile
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# The first of these that is 3.11.2 or newer; choose another with: make lab PYTHON=/path/to/python
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11, 2))' 2>/dev/null && echo $$p && break; done)
CHROMIUM ?= $(shell command -v chromium || command -v chromium-browser || command -v google-chrome)
FIREFOX ?= $(shell command -v firefox-esr || command -v firefox)
NPM := $(shell command -v npm)
without = $(foreach name,$(1),--ignore tests/$(name).py)
AXE := axe-core@4.14.1

# What the outside oracles of the boundaries need, as far as it is missing.
NO_ORACLES := $(shell test -e /usr/share/unicode/auxiliary/LineBreakTest.txt || echo unicode-data; \
	/usr/bin/python3 -c "import icu" 2>/dev/null || echo python3-icu)

# What make test-all needs beside the quick run's: an extra of pyproject.toml each, with its own stamp.
EXTRAS := embeddings peers postgres scale

# In a container one often is root, which JupyterLab refuses unless told otherwise.
AS_ROOT := $(if $(filter 0,$(shell id -u)),--allow-root)

# Hundreds of processes start in the tests, and each would compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

help:
	@echo "make lab           open the course in JupyterLab"
	@echo "make test          run the quick checks: style, types, all tests in process, notebooks 00 to 07"
	@echo "make test-all      run everything: browser, sandboxes, servers and second processes, too"
	@echo "make walk          open every notebook and solution in a browser, move every control, take pictures"
	@echo "make site          build the course as a site that needs no server, in build/site"
	@echo "make site-serve    show that site on this machine"
	@echo "make notebooks     run all notebooks again and store their outputs"
	@echo "make exercises     run the solutions again and make the learners' exercises out of them"
	@echo "make measurements  measure the samples over the grids of notebooks 07 and 08 again"
	@echo "make bench         print the tables of the benchmarks"
	@echo "make clean         remove the virtual environment"

lab: $(VENV)/.lab
	$(BIN)/jupyter lab $(AS_ROOT) --LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb

test: check
	$(PYTEST) -m "not outside"

ifneq ($(strip $(NO_ORACLES)),)
test-all: without-oracles
without-oracles:
	@echo "Not installed: $(NO_ORACLES). Line breaks are NOT compared with it. On Debian: apt-get install $(NO_ORACLES)"
endif

ifeq ($(strip $(CHROMIUM)),)
test-all: check $(EXTRAS:%=$(VENV)/.%)
	@echo "No Chromium found: the browser tests do NOT run. On Debian: apt-get install chromium"
	$(PYTEST) $(call without,test_browser test_lab_browser test_looks test_site test_site_firefox $(if $(NPM),,test_make_site))
else
test-all: check $(VENV)/.browser $(EXTRAS:%=$(VENV)/.%)
	CHROMIUM="$(CHROMIUM)" FIREFOX="$(FIREFOX)" \
		$(PYTEST) $(if $(NPM),,$(call without,test_looks test_make_site test_site test_site_firefox)) $(if $(FIREFOX),,-k "not firefox")
endif

ifeq ($(strip $(FIREFOX)),)
test-all: without-firefox
without-firefox:
	@echo "No Firefox found: its tests do NOT run. On Debian: apt-get install firefox-esr"
endif

# npm brings the core of Pyodide, the Python of the site, and axe-core, which tests for accessibility.
ifeq ($(strip $(NPM)),)
test-all: without-npm
without-npm:
	@echo "No npm found: the tests of the site and those with axe-core do NOT run. On Debian: apt-get install npm"
site:
	@echo "make site needs npm, and none was found. On Debian: apt-get install npm" >&2
	@exit 1
else
test-all: site $(VENV)/.axe
$(VENV)/.axe: Makefile | $(VENV)/bin/python
	$(NPM) install --silent --no-save --no-package-lock --prefix $(VENV)/axe $(AXE)
	@touch $@
site: $(SITE_VENV)/.site
	$(SITE_VENV)/bin/python scripts/make_site.py
endif

site-serve: | $(VENV)/bin/python
	@test -e build/site/index.html || { echo "There is no site yet: make site builds it." >&2; exit 1; }
	@echo "The course without a server: http://127.0.0.1:8000/ (Ctrl+C ends it)"
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory build/site 8000

check: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

ifeq ($(strip $(CHROMIUM)),)
walk:
	@echo "make walk needs Chromium, and none was found." >&2
	@echo "On Debian: apt-get install chromium. Or name one: make walk CHROMIUM=/path/to/chromium" >&2
	@exit 1
else
walk: $(VENV)/.browser
	@CHROMIUM="$(CHROMIUM)" $(BIN)/python -m pytest tests/walk.py --verbose --tb=short; walked=$$?; \
		echo "Contact sheet: file://$(CURDIR)/build/walk/index.html"; exit $$walked
endif

notebooks: $(VENV)/.test
	$(BIN)/python scripts/refresh_notebooks.py notebooks docs/how_sure.ipynb

exercises: $(VENV)/.test
	$(BIN)/python scripts/refresh_notebooks.py exercises/solutions

measurements: $(VENV)/.test $(VENV)/.embeddings
	$(BIN)/python scripts/measure_samples.py
	$(BIN)/python scripts/measure_levels.py
	$(BIN)/python scripts/measure_embeddings.py

bench: $(VENV)/.test
	$(BIN)/python -m benchmarks

clean:
	rm -rf $(VENV) $(SITE_VENV)

# A stamp says what was installed: a changed pin or dependency installs again, nothing else does.
$(VENV)/.lab: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing the course into $(VENV) (about 430 MB; the first time only)"
	$(PIP) install --constraint constraints.txt --editable ".[lab]"
	@# no pop-up that asks to fetch news from the network
	$(BIN)/jupyter labextension disable --level=sys_prefix @jupyterlab/apputils-extension:announcements
	@touch $@

$(VENV)/.test: $(VENV)/.lab
	$(PIP) install --constraint constraints.txt --editable ".[test]"
	@touch $@

$(patsubst %,$(VENV)/.%,browser $(EXTRAS)): $(VENV)/.%: $(VENV)/.test
	$(PIP) install --constraint constraints.txt --editable ".[$*]"
	@touch $@

# JupyterLite's extension breaks the JupyterLab that it is installed beside.
$(SITE_VENV)/.site: pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/python -m venv $(SITE_VENV)
	$(SITE_VENV)/bin/python -m pip --disable-pip-version-check --quiet install \
		--constraint constraints.txt --editable ".[site]"
	@touch $@

$(VENV)/bin/python:
	@test -n "$(strip $(PYTHON))" || { \
		echo "This course needs Python 3.11.2 or newer, and none was found." >&2; \
		echo "Install it from python.org or your system's packages," >&2; \
		echo "or name one: make $(MAKECMDGOALS) PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11, 2))' || { \
		echo "This course needs Python 3.11.2 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1)." >&2; \
		exit 1; }
	$(PYTHON) -m venv $(VENV)
