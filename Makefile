# What developers ask for. Running and testing need no make: ./run and ./run test.
PYTHON := .venv/bin/python
# ./run fetches uv where there is none.
UV ?= $(or $(shell command -v uv),.venv/bin/uv)
NEWER_PYTHON ?= 3.13
SPREAD := -n auto --dist loadfile --no-loadscope-reorder
LOCK := $(UV) pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	--no-emit-index-url --no-emit-find-links --no-strip-extras --quiet

.PHONY: run test check coverage prove postgresql newer mutants bench screenshots messages schema client lock docs package folders image release-files

run:
	./run

test:
	./run test

check:
	.venv/bin/ruff check . run
	.venv/bin/ruff format --check . run
	.venv/bin/mypy
	.venv/bin/mypy -p benchmarks
	.venv/bin/lint-imports
	.venv/bin/djade --check --target-version 5.2 $$(git ls-files '*.html')
	$(PYTHON) manage.py makemigrations --check --dry-run
	$(PYTHON) -m pytest -q tests/site

# Every line and every branch of the laws is run by their own tests.
coverage:
	$(PYTHON) -m pytest -q -n auto tests/rules --cov=rules --cov-branch --cov-report=term-missing:skip-covered --cov-fail-under=100

# Slow proofs (docs/proofs.md): the laws at length, everything on PostgreSQL and Redis, fifty kills of a working worker,
# the documentation site, a newer Python and Django.
prove:
	PROVE=1 $(PYTHON) -m pytest -q -s tests/proofs
	PROVE=1 $(PYTHON) -m pytest -q $(SPREAD) tests/rules tests/site/test_hostile_input.py tests/site/test_permissions.py \
		tests/tournaments/checker/test_tie_breaks.py \
		tests/matches/test_match_races.py tests/matches/moneyplay/test_race.py tests/site/test_races.py \
		tests/tournaments/play/event_journal/test_evening_walks.py tests/tournaments/journal
	$(MAKE) postgresql
	PROVE=1 PROOF_FILES=100 $(PYTHON) -m tests.servers postgres -- $(PYTHON) -m pytest -q $(SPREAD) tests/proofs/test_random_files.py
	KILLS=50 $(PYTHON) -m pytest -q tests/config/test_killed_processes.py
	PROVE=1 $(PYTHON) -m pytest -q tests/config/test_change_database.py tests/config/test_container.py \
		tests/config/test_wheel.py tests/config/test_folders.py
	$(MAKE) docs
	$(MAKE) newer

# The first stage with a newer Python and the Django after the supported one, whose announcements of the one
# after that are left to it: the settings of mail and the savepoints stay as 5.2
# needs them.
newer:
	$(UV) venv --quiet --clear --python $(NEWER_PYTHON) var/newer
	$(UV) pip install --quiet --python var/newer/bin/python --require-hashes -r requirements-dev.txt
	$(UV) pip install --quiet --python var/newer/bin/python --require-hashes -r tests/proofs/newer.txt
	var/newer/bin/python -m pytest -q $(SPREAD) -m "not second_stage" -W "ignore:The EMAIL_" -W "ignore:savepoint"

# The whole suite on PostgreSQL.
postgresql:
	$(PYTHON) -m tests.servers postgres -- $(PYTHON) -m pytest -q $(SPREAD)

# Change the laws one small place at a time: every change must make a test fail (tests/proofs/equivalent.toml lists the rest).
mutants:
	$(UV) pip install --quiet --python $(PYTHON) --target var/mutants/packages --require-hashes -r tests/proofs/mutants.txt
	PYTHONPATH=$(CURDIR)/var/mutants/packages $(PYTHON) -m tests.proofs.mutants

bench:
	for each in $(basename $(notdir $(wildcard benchmarks/*.py))); do $(PYTHON) -m benchmarks.$$each || exit 1; done

screenshots:
	$(PYTHON) -m tests.browser.gallery screenshots

messages:
	$(PYTHON) -m tests.site.catalogue

# The description of the API as it is kept, the list of its addresses, and that of everything that can be done.
schema:
	$(PYTHON) -m tests.site.openapi

# A typed client of the API, generated from the kept description.
client:
	.venv/bin/openapi-python-client generate --path docs/openapi.yaml --config tests/site/client.yaml \
		--meta none --overwrite --output-path var/client/crawford_client

# The documentation site, in var/docs/site: it fails on a warning, a lost link, and what a page would load from elsewhere.
docs:
	$(UV) pip install --quiet --python $(PYTHON) --target var/documentation/packages --require-hashes \
		-r deploy/documentation/requirements.txt
	PYTHONPATH=$(CURDIR)/var/documentation/packages $(PYTHON) deploy/documentation/build.py

# It is one of the packages of the tests.
.venv/bin/hatchling:
	./run test --version

# The wheel and the source package of the whole site, in dist/.
package: .venv/bin/hatchling
	.venv/bin/hatchling build

# The folders to double-click for Windows, macOS and Linux, in dist/folders.
folders: .venv/bin/hatchling
	rm -rf dist
	.venv/bin/hatchling build
	$(PYTHON) deploy/folders/build.py $(UV)

# The image `crawford`, with buildah; where no registry can be reached it makes the base image too.
image:
	deploy/build_image.sh

# The files of a release (docs/releasing.md): packages, folders, list of components, checksums, data of upgrade tests.
release-files:
	$(UV) pip install --quiet --python $(PYTHON) --target var/release/packages --require-hashes \
		-r deploy/release/requirements.txt
	$(UV) venv --quiet --clear --python $(PYTHON) var/release/environment
	$(UV) pip install --quiet --python var/release/environment/bin/python --require-hashes -r requirements.txt
	PYTHONPATH=$(CURDIR)/var/release/packages $(PYTHON) deploy/release/build.py $(UV)

lock:
	$(LOCK) requirements.in -o requirements.txt
	$(LOCK) deploy/requirements-build.in -o deploy/requirements-build.txt
	$(LOCK) deploy/requirements-sentry.in -o deploy/requirements-sentry.txt
	$(LOCK) deploy/requirements-opentelemetry.in -o deploy/requirements-opentelemetry.txt
	$(LOCK) deploy/requirements-analysis.in -o deploy/requirements-analysis.txt
	$(LOCK) requirements-dev.in -o requirements-dev.txt
	$(LOCK) requirements-uv.in -o requirements-uv.txt
	$(LOCK) tests/proofs/mutants.in -o tests/proofs/mutants.txt
	$(subst 3.11,3.12,$(LOCK)) tests/proofs/newer.in -o tests/proofs/newer.txt
	$(LOCK) deploy/documentation/requirements.in -o deploy/documentation/requirements.txt
	$(LOCK) deploy/release/requirements.in -o deploy/release/requirements.txt
