# Everything a checkout needs. Each target sets up what it uses by itself (see
# tools/environment.py); `make help` lists them.
#
#   make PYTHON=python3.12 test     another Python
#   make test JOBS=8                more test processes
#   make test TESTS="-k capture"    arguments for pytest
#   make play ARGS="--lang it"      arguments for quarriors (also for bench and soak)
#   make play QUARRIORS_COMPILE=0   do not compile the engine
#   make play QUARRIORS_WEB=0       do not build the browser client: play in the terminal

SHELL := /bin/sh
.DEFAULT_GOAL := help

PYTHON ?= python3
JOBS ?= $(shell $(PYTHON) -c 'import os; print(2 if (os.cpu_count() or 1) > 1 else 0)')
TESTS ?=
ARGS ?=

# The tests import what is installed in the environment, and nothing else; they can check it
# against QUARRIORS_TEST_ENGINE, which says what they are meant to run on.
unexport PYTHONPATH

ifdef QUARRIORS_COMPILE
export QUARRIORS_COMPILE
endif
ifdef QUARRIORS_WEB
export QUARRIORS_WEB
endif

INTERPRETED := .venv/bin
COMPILED := .venv-compiled/bin
SETUP = $(PYTHON) tools/environment.py
PAGES := src/quarriors/server/web/pages

.PHONY: help
help: ## this list
	@echo "make TARGET, where TARGET is one of:"
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 20

.PHONY: play
play: compiled-only ## play in the browser against bots, or in the terminal where there is no Node.js
	@if [ -e $(PAGES)/index.html ]; then \
	  $(COMPILED)/quarriors $(ARGS); \
	else \
	  $(COMPILED)/quarriors play $(ARGS); \
	fi

.PHONY: terminal
terminal: compiled-only ## play in the terminal
	@$(COMPILED)/quarriors play $(ARGS)

.PHONY: test
test: ahead lint test-interpreted test-compiled test-web ## check the code, then run all tests on both engines and in a browser

# Compiling takes minutes on one core, so it begins while the tools are installed on the other.
# Whoever needs the compiled engine waits for it, and begins anew if this has failed.
.PHONY: ahead
ahead: python
	@$(SETUP) compiled-tests & true

# What stands on the engine without looking into it is tested once, on the engine that users have:
# on the compiled one, or where it cannot be compiled, on the interpreted one.
ONCE := server remote lab cli

.PHONY: test-interpreted
test-interpreted: venv ## run the tests on the interpreted engine only
	@$(SETUP) compiled-tests
	@echo "Testing the interpreted engine."
	@once=; if [ "$$(cat .venv-compiled/engine)" = compiled ]; then \
	  once="$(addprefix --ignore=tests/,$(ONCE))"; \
	fi; \
	QUARRIORS_TEST_ENGINE=interpreted $(INTERPRETED)/python -m pytest -n $(JOBS) $$once $(TESTS)

.PHONY: test-compiled
test-compiled: python ## run the tests on the compiled engine only
	@$(SETUP) compiled-tests
	@if [ "$$(cat .venv-compiled/engine)" = compiled ]; then \
	  echo "Testing the compiled engine."; \
	  QUARRIORS_TEST_ENGINE=compiled $(COMPILED)/python -m pytest -n $(JOBS) $(TESTS); \
	else \
	  echo "The compiled engine is not tested, because it cannot be compiled here."; \
	fi

.PHONY: test-web
test-web: python ## check the browser client, and play in a real browser
	@$(PYTHON) tools/web.py tests
	@$(SETUP) compiled-tests
	@if [ -e $(PAGES)/index.html ]; then \
	  $(PYTHON) tools/web.py check; \
	else \
	  echo "The browser client is not tested, because it cannot be built here."; \
	fi

.PHONY: bench
bench: compiled-only ## measure the speed of the engine
	@$(COMPILED)/quarriors bench $(ARGS)

.PHONY: soak
soak: python ## play thousands of random games and check every one, then kill servers for a while
	@$(SETUP) compiled-tests
	@$(COMPILED)/python tests/soak.py $(ARGS)
	@$(COMPILED)/python -m tests.soak_server

.PHONY: load
load: python ## measure how many answers a second a server bears
	@$(SETUP) compiled-tests
	@$(COMPILED)/python benchmarks/server_load.py $(ARGS)

.PHONY: lint
lint: venv ## check style and types
	@$(INTERPRETED)/ruff check --quiet .
	@$(INTERPRETED)/ruff format --quiet --check .
	@$(INTERPRETED)/mypy

.PHONY: format
format: venv ## format the code and mend what can be mended by itself
	@$(INTERPRETED)/ruff check --quiet --fix-only .
	@$(INTERPRETED)/ruff format --quiet .

.PHONY: golden
golden: venv ## write the golden playthroughs anew; review the difference
	@$(INTERPRETED)/python -m tests.golden.regenerate

.PHONY: venv
venv: python ## set up .venv, the environment to develop in
	@$(SETUP) interpreted

.PHONY: compiled
compiled: python ## set up .venv-compiled, with the compiled engine
	@$(SETUP) compiled-tests

.PHONY: clean
clean: ## remove everything that the other targets made
	@rm -rf .venv .venv-compiled .cache .hypothesis .mypy_cache .pytest_cache .ruff_cache dist
	@rm -rf $(PAGES) web/node_modules web/screenshots web/test-results
	@find benchmarks examples src tests tools -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

.PHONY: compiled-only
compiled-only: python
	@$(PYTHON) tools/web.py build
	@$(SETUP) compiled

.PHONY: python
python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "quarriors needs Python 3.11 or newer, and '$(PYTHON)' is older or not there;" \
	    "name another one: make PYTHON=python3.11 ..."; \
	  exit 1; \
	}
