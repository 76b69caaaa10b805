# The two commands of the README are `make report` and `make test`; each sets up what it needs in .venv.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
FAMILY ?= ultimate-texas-holdem
OUT    ?= out/report.html
ODDS   ?= --odds

.PHONY: report test test-slow check lint format types layers bench wheel clean

report: $(VENV)/.base
	@mkdir -p $(dir $(OUT))
	$(BIN)/rulespec report $(FAMILY) $(ODDS) --out $(OUT) $(if $(SOURCES),--sources $(SOURCES))

test: $(VENV)/.dev
	$(BIN)/pytest -m "not slow" --numprocesses auto --dist loadfile --no-loadscope-reorder

# Every test, with all cases and all examples.
test-slow: $(VENV)/.dev
	RULESPEC_EXAMPLES=all $(BIN)/pytest --numprocesses auto

# What a document leaves open is a finding about the document, not about its spec: shown, and pinned by the tests.
check: $(VENV)/.base
	$(BIN)/rulespec check --fail-on never
	$(BIN)/rulespec coverage --min 100

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/rulespec fmt --check specs tests/fixtures/specs

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/rulespec fmt specs tests/fixtures/specs

types: $(VENV)/.dev
	$(BIN)/mypy

layers: $(VENV)/.dev
	$(BIN)/lint-imports

bench: $(VENV)/.dev
	$(BIN)/python benchmarks/run.py

wheel: $(VENV)/.dev
	$(BIN)/pip wheel --quiet --no-deps --wheel-dir dist .

clean:
	rm -rf $(VENV) out dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "rulespec needs Python 3.11 or newer; set PYTHON=python3.11 or the like" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/.base: pyproject.toml | $(VENV)/bin/pip
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/pip
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.base
