"""The lock files are complete, hashed and consistent, and name no package index."""

import re

import pytest

from tests.site.source import ROOT

EXTRAS = (
    "deploy/requirements-sentry.txt",
    "deploy/requirements-opentelemetry.txt",
    "deploy/requirements-analysis.txt",
)
LOCKS = (
    "requirements.txt",
    "requirements-dev.txt",
    "requirements-uv.txt",
    "tests/proofs/mutants.txt",
    "tests/proofs/newer.txt",
    "deploy/documentation/requirements.txt",
    "deploy/release/requirements.txt",
    "deploy/requirements-build.txt",
    *EXTRAS,
)


def text(lock: str) -> str:
    return (ROOT / lock).read_text(encoding="utf-8")


def pins(lock: str) -> dict[str, str]:
    """The version of each package; a package with environment markers may be pinned twice."""
    matches = re.findall(r"^([a-z0-9.-]+)(?:\[[a-z, -]+\])?==([^ ;\\]+)([^\\\n]*)", text(lock), re.MULTILINE)
    return {f"{package} {marker.strip()}".strip(): version for package, version, marker in matches}


def required_packages(name: str) -> set[str]:
    """The packages that a requirements file names."""
    lines = [line for line in text(name).splitlines() if line and not line.startswith(("#", "-"))]
    return {re.split(r"[\[<>=;\s]", line)[0].lower() for line in lines}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_is_hashed(lock: str) -> None:
    entries = re.split(r"\n(?=[a-z0-9])", text(lock).strip())
    assert [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_no_lock_names_a_package_index(lock: str) -> None:
    assert re.findall(r".*(?:://|--index|--extra|--find|--trusted).*", text(lock)) == []


@pytest.mark.parametrize("lock", ["requirements.txt", *EXTRAS])
def test_the_development_lock_has_the_versions_of_the_production_locks(lock: str) -> None:
    running, testing = (
        {(package.split()[0], version) for package, version in pins(name).items()}
        for name in (lock, "requirements-dev.txt")
    )
    assert running - testing == set()


@pytest.mark.parametrize("name", [*LOCKS, *(lock.replace(".txt", ".in") for lock in LOCKS)])
def test_no_list_of_packages_is_empty(name: str) -> None:
    assert [line for line in text(name).splitlines() if re.match("[a-z]", line)] != []


@pytest.mark.parametrize(("requirements", "lock"), [(lock.replace(".txt", ".in"), lock) for lock in LOCKS])
def test_every_required_package_is_locked(requirements: str, lock: str) -> None:
    assert required_packages(requirements) - {package.split()[0] for package in pins(lock)} == set()


def test_the_unrelated_package_rules_is_not_installed() -> None:
    assert "rules" not in pins("requirements-dev.txt")
