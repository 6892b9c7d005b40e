PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
STORY := castline/examples/the_salt_ledger.txt
DATA ?= ../shared/data
FUZZ ?= 100

.PHONY: demo test fuzz audit lint types bench clean

$(READY): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[web,fast,model,plot,mcp,tables,dev]'
	touch $@

# The shipped story: one character at two chapters, and what changed between.
demo: $(READY)
	@scripts/demo $(BIN)/castline $(STORY)

# Everything, laws and whole novels included, in two processes, a file in one. Neo4j is started where java and mvn are there.
test: $(READY)
	$(BIN)/python -m pytest --numprocesses=2 --dist=loadfile --no-loadscope-reorder --durations=8

# What tests/test_fuzz_*.py and tests/test_limits.py draw by lot, FUZZ times as much of it as `make test`: hours.
fuzz: $(READY)
	CASTLINE_FUZZ=$(FUZZ) CASTLINE_DATA=$(DATA) $(BIN)/python -m pytest tests/test_fuzz_*.py tests/test_limits.py --durations=8

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check castline tests benchmarks examples
	$(BIN)/lint-imports --no-cache

types: $(READY)
	$(BIN)/mypy

# The licence of everything that is installed, and the advisories against it.
audit: $(READY)
	$(BIN)/python scripts/audit

# Writes benchmarks/results.md: `make bench DATA=folder`, about a quarter of an hour.
bench: $(READY)
	CASTLINE_BENCH_NEO4J=$${CASTLINE_TEST_NEO4J:-$$CASTLINE_BENCH_NEO4J} $(BIN)/python -m benchmarks $(DATA)

clean:
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
