.DEFAULT_GOAL := help
.PHONY: help install browser play test test-slow check fmt replay simulate bench clean

BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

help: ## show what make can do here
	@sed -nE 's/^([a-z-]+):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

install: .venv/dev-installed ## put everything a developer needs into .venv

browser: ## see to it that the tests of the page find a Chromium (Debian and Ubuntu, as root)
	@test -n "$$CHROMIUM" && exit; \
	for name in chromium chromium-browser google-chrome google-chrome-stable; do \
	  command -v $$name >/dev/null && exit; done; \
	apt-get update && apt-get install --yes --no-install-recommends chromium || \
	{ echo "Install a Chromium by hand, or name yours in the variable CHROMIUM." >&2; exit 1; }

play: .venv/installed ## open the game
	$(BIN)/rtab play

test: install ## run the tests (under five minutes)
	$(BIN)/pytest

test-slow: install ## run the long games and large numbers
	$(BIN)/pytest -m slow

check: install ## format, lint, types and fences
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/pytest -n 0 -q tests/test_fences.py

fmt: install ## format the code and mend what can be mended
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

replay: .venv/installed ## play every transcript again and compare
	$(BIN)/rtab replay tests/transcripts

simulate: .venv/installed ## let random players play whole games
	$(BIN)/rtab simulate season7

bench: .venv/installed ## measure what a move costs
	$(BIN)/rtab bench

clean: ## remove all that can be made again
	rm -rf .venv build dist *.egg-info layers/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find engine layers functions tests -name __pycache__ -prune -exec rm -rf {} +

.venv/bin/python:
	@for python in python3.11 python3.12 python3.13 python3; do \
	  if $$python -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	  then exec $$python -m venv .venv; fi; done; \
	echo "This needs Python 3.11 or newer with venv; on Debian: apt install python3 python3-venv." >&2; exit 1

.venv/installed: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) -e .
	@touch $@

.venv/dev-installed: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) -e '.[dev]'
	@touch .venv/installed $@
