# Every target does its own set-up: a fresh clone needs Python 3.11 or newer, make and PyPI.
PYTHON ?= python3
JOBS ?= 2
PIP := -m pip --disable-pip-version-check --quiet

SPREAD := -n $(JOBS) --dist worksteal --durations 25
FAST := not slow and not services and not packaging and not soak
MORE := (slow or services) and not packaging and not soak

# What depends on the versions of duckdb and sqlglot.
OLDEST := tests/udfs tests/hierarchies tests/sql tests/attacks tests/contracts \
	tests/test_counting.py tests/test_exact_answers.py tests/test_filter.py tests/test_units.py tests/test_policy.py

.PHONY: environments demo test soak test-slow test-oldest test-all test-packaging check docs bench clean
.DELETE_ON_ERROR:

demo: .venv/.test            ## the main query on real data
	@.venv/bin/python examples/demo.py

test: .venv/.test            ## the fast tests, on the newest duckdb
	@.venv/bin/python -m pytest $(SPREAD) -m "$(FAST)"

test-slow: .venv-services/.test .venv-dbt/.test .venv-fakesnow/.test  ## what `make test` leaves out: slow tests and those that need services
	@DPHH_FAKESNOW=.venv-fakesnow/bin/python .venv-services/bin/python -m pytest $(SPREAD) -m "$(MORE)" || [ $$? -eq 5 ]  # 5: there are none

test-oldest: .venv-oldest/.test  ## the fast tests on the oldest supported versions
	@.venv-oldest/bin/python -m pytest $(SPREAD) -m "$(FAST)" --ignore tests/contracts/test_engines.py $(OLDEST)

soak: .venv/.test            ## certifies the longest paths of the widest tables again: an hour or so
	@.venv/bin/python -m pytest $(SPREAD) -m soak

environments: .venv-services/.test .venv-dbt/.test .venv-fakesnow/.test .venv-oldest/.test

test-all: test test-slow test-oldest

test-packaging: .venv/.test  ## wheel and sdist, each in a fresh environment
	@.venv/bin/python -m pytest -m packaging tests/packaging

# mypy does not follow the install hook that maps udfs/ to dphh_sql.udfs: give it the package as it ships.
check: .venv/.dev            ## ruff and mypy --strict
	@.venv/bin/ruff check .
	@rm -rf .venv/typed && mkdir -p .venv/typed/dphh_sql && ln -s $(CURDIR)/dphh_sql/* $(CURDIR)/udfs .venv/typed/dphh_sql/
	@cd .venv/typed && ../bin/mypy --config-file ../../pyproject.toml -p dphh_sql

docs: .venv-services/.test   ## the documentation site, into build/site
	@rm -rf build/package && mkdir -p build/package/dphh_sql && ln -sfn $(CURDIR)/dphh_sql/* $(CURDIR)/udfs build/package/dphh_sql/
	@.venv-services/bin/zensical build --strict --clean

bench: .venv/.test           ## the figures of benchmarks/README.md
	@.venv/bin/python benchmarks/plan_speed.py
	@.venv/bin/python benchmarks/hhh_speed.py
	@.venv/bin/python benchmarks/units.py

.venv/.test: pyproject.toml
	$(call venv,.venv)
	@.venv/bin/python $(PIP) install --upgrade --upgrade-strategy eager -e '.[test]'
	@touch $@

.venv/.dev: .venv/.test
	@.venv/bin/python $(PIP) install -e '.[dev]'
	@touch $@

# With the heavy extras that only the tests of services need.
.venv-services/.test: pyproject.toml
	$(call venv,.venv-services)
	@.venv-services/bin/python $(PIP) install -e '.[test,services]'
	@touch $@

# An emulator of Snowflake with pins of its own.
.venv-fakesnow/.test: pyproject.toml
	$(call venv,.venv-fakesnow)
	@.venv-fakesnow/bin/python $(PIP) install fakesnow 'snowflake-connector-python<5'
	@touch $@

# dbt-core and the other extras pin packages against each other.
.venv-dbt/.test: pyproject.toml
	$(call venv,.venv-dbt)
	@.venv-dbt/bin/python $(PIP) install -e '.[dbt]'
	@touch $@

.venv-oldest/.test: pyproject.toml .ci/oldest.txt
	$(call venv,.venv-oldest)
	@.venv-oldest/bin/python $(PIP) install -c .ci/oldest.txt -e '.[test]'
	@touch $@

define venv
@$(PYTHON) -c 'import sys; v = sys.version_info[:2]; v >= (3, 11) or sys.exit("dphh-sql needs Python 3.11 or newer, $(PYTHON) is %d.%d. Name another: make PYTHON=python3.11 $(MAKECMDGOALS)" % v)'
@echo "Setting up $(1) (once, about a minute) ..."
@$(PYTHON) -m venv $(1)
endef

clean:
	rm -rf .venv .venv-services .venv-oldest .venv-dbt .venv-fakesnow build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache
