# A verb a line. `make help` lists them; `make setup` is done by itself where it is needed.

PYTHON ?= python3
SCALE ?= 1

BIN := .venv/bin
STAMP := .venv/.stamp

.DEFAULT_GOAL := help
.PHONY: help setup table discord play-discord test slow lint format coverage bench lock clean

help:  ## list the verbs
	@awk -F ':[^#]*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

setup: $(STAMP)  ## make .venv with exactly what requirements.lock names (PYTHON=python3)

table: ARGS ?= --credit anna=1000 --credit bert=1000
table: $(STAMP)  ## sit down at a table in the terminal (ARGS="--credit anna=1000")
	@$(BIN)/python -m bot table $(ARGS)

discord: $(STAMP)  ## open the house in Discord, with the token in .env
	@$(BIN)/python -m bot

play-discord: $(STAMP)  ## the house in a Discord of this machine's own, to try (ARGS="--db path")
	@$(BIN)/python -m tests.loopback.play $(ARGS)

test: $(STAMP)  ## the tests, in at most five minutes
	$(BIN)/python -m pytest -n 6 --dist worksteal

slow: $(STAMP)  ## the long lanes (SCALE=1 in full, SCALE=0.02 for a piece of each)
	AQUATIQUE_SLOW_SCALE=$(SCALE) $(BIN)/python -m pytest -n 2 -m slow --timeout 3600

lint: $(STAMP)  ## style, format, types, import contracts
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

format: $(STAMP)  ## put the code into shape
	$(BIN)/ruff check --select I --fix
	$(BIN)/ruff format

coverage: $(STAMP)  ## which branches no test takes
	$(BIN)/coverage run -m pytest
	$(BIN)/coverage report

bench: $(STAMP)  ## ratios within one run: hands, stakes, draws, audits
	@$(BIN)/python -m tests.bench

lock:  ## resolve requirements.lock anew, for every Python and system we support
	$(PYTHON) -m venv --clear .venv/lock
	.venv/lock/bin/pip install -q uv
	.venv/lock/bin/uv pip compile -q --universal --python-version 3.11 --upgrade --no-config \
	  --generate-hashes --custom-compile-command "make lock" --no-emit-index-url --extra dev \
	  --output-file requirements.lock pyproject.toml

clean:  ## remove .venv, caches and build leftovers; data/ stays
	rm -rf .venv build dist *.egg-info .coverage htmlcov
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find bot cogs tests -name __pycache__ -prune -exec rm -rf {} +

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "The croupier needs Python 3.11 or newer, and '$(PYTHON)' is not: make $(or $(MAKECMDGOALS),setup) PYTHON=python3.11" >&2; exit 1; }
	@echo "Making .venv from requirements.lock (about half a minute) …"
	@$(PYTHON) -m venv --clear .venv
	@$(BIN)/pip install -qq --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(STAMP)
	@echo "Ready: make table"
