# Everything a checkout needs. Each target sets up what it uses (see tools/); `make help` lists them.
#
#   make PYTHON=python3.12 test     another Python
#   make test JOBS=8                more checks at a time
#   make play ARGS="--lang it"      arguments for quarriors (also for bench, load and soak)
#   make play QUARRIORS_COMPILE=0   do not compile the engine
#   make play QUARRIORS_WEB=0       do not build the browser client: play in the terminal

SHELL := /bin/sh
.DEFAULT_GOAL := help

PYTHON ?= python3
ARGS ?=
export JOBS

# The tests import what is installed in the environment, and nothing else; they check it against
# QUARRIORS_TEST_ENGINE, which says what they are meant to run on.
unexport PYTHONPATH
# Packages are installed without byte code (it is written when they are first imported): a shell that
# forbids to write it would make every process of the tests compile some 500 modules again.
unexport PYTHONDONTWRITEBYTECODE

ifdef QUARRIORS_COMPILE
export QUARRIORS_COMPILE
endif
ifdef QUARRIORS_WEB
export QUARRIORS_WEB
endif

VENV := .venv/bin
SETUP = $(PYTHON) tools/environment.py
CHECKS = $(PYTHON) tools/checks.py
PAGES := src/quarriors/server/web/pages

.PHONY: help
help: ## this list
	@echo "make TARGET, where TARGET is one of:"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 20

.PHONY: play
play: python ## play in the browser against bots, or in the terminal where there is no Node.js
	@$(PYTHON) tools/play.py $(ARGS)

.PHONY: terminal
terminal: python ## play in the terminal
	@$(PYTHON) tools/play.py --terminal $(ARGS)

.PHONY: check
check: python ## style, types and the interpreted core: what one runs every few minutes
	@$(CHECKS) check

.PHONY: test
test: python ## everything that must hold before a change lands
	@$(CHECKS) test

.PHONY: test-all
test-all: python ## everything on both engines, and the long tests
	@$(CHECKS) test-all

.PHONY: test-web
test-web: python ## the browser client only
	@$(CHECKS) web

.PHONY: docs
docs: python ## build the documents as a site, in .cache/site
	@$(CHECKS) docs

.PHONY: site
site: python ## build the site: the documents, and the game as files that need no server
	@$(PYTHON) tools/static_site.py $(ARGS)

.PHONY: bench
bench: python ## measure the speed of the engine
	@$(SETUP) run quarriors bench $(ARGS)

.PHONY: soak
soak: python ## play thousands of random games and check every one, then kill servers for a while
	@$(SETUP) run python tests/soak.py $(ARGS)
	@$(SETUP) run python -m tests.soak_server

.PHONY: load
load: python ## measure how many answers a second a server bears
	@$(SETUP) run python benchmarks/server_load.py $(ARGS)

.PHONY: format
format: venv ## format the code and fix what can be fixed automatically
	@$(VENV)/ruff check --quiet --fix-only .
	@$(VENV)/ruff format --quiet .

.PHONY: golden
golden: venv ## write the golden playthroughs anew; review the difference
	@$(VENV)/python -m tests.golden.regenerate

.PHONY: venv
venv: python ## set up .venv, the environment to develop in
	@$(SETUP) packages

.PHONY: compiled
compiled: python ## compile the engine now, for make play
	@$(SETUP) compiled

.PHONY: wheels
wheels: python ## build the packages to publish into dist/, and play a game with each
	@$(PYTHON) tools/wheels.py $(ARGS)

.PHONY: clean
clean: ## remove everything that the other targets made
	@rm -rf .venv .venv-compiled .venv-quick .venv-release .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache dist
	@rm -rf $(PAGES) web/node_modules web/screenshots web/test-results
	@find benchmarks examples src tests tools -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

.PHONY: python
python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "quarriors needs Python 3.11 or newer, and '$(PYTHON)' is older or not there;" \
	    "name another one: make PYTHON=python3.11 ..."; \
	  exit 1; \
	}
