"""Hosted checks: the workflows run only commands of the repository, with pinned actions and few rights."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.site.source import ROOT

FOLDER = ROOT / ".github"
WORKFLOWS = sorted((FOLDER / "workflows").glob("*.yml"))
COMMAND = re.compile(r"\.ci/run|\./run( [a-z-]+)*|make (?P<target>[a-z-]+)")
ACTION = re.compile(r"[\w.-]+/[\w.-]+@[0-9a-f]{40}")
USED = re.compile(r"uses: (\S+/\S+@\S+)(.*)")
# The rights beyond reading that a job may have.
RIGHTS = {
    "docs.yml publish": {"pages": "write", "id-token": "write"},
    "release.yml publish": {"id-token": "write"},
}


def read(path: Path) -> dict[Any, Any]:
    """A YAML file."""
    content: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return content


def steps(workflow: dict[Any, Any]) -> Iterator[dict[str, Any]]:
    """Every step of a workflow."""
    for job in workflow["jobs"].values():
        yield from job.get("steps", ())


def test_there_is_a_workflow_for_tests_documents_and_releases() -> None:
    assert [path.name for path in WORKFLOWS] == ["docs.yml", "release.yml", "tests.yml"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_command_is_one_of_the_repository(path: Path) -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    commands = [step["run"] for step in steps(read(path)) if "run" in step]
    matches = {command: COMMAND.fullmatch(command) for command in commands}
    assert [command for command, match in matches.items() if match is None] == []
    assert {match["target"] for match in matches.values() if match and match["target"]} <= targets


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_is_pinned_by_its_commit_and_keeps_no_credentials(path: Path) -> None:
    used = [step for step in steps(read(path)) if "uses" in step]
    assert [step["uses"] for step in used if not ACTION.fullmatch(step["uses"])] == []
    # Its version is beside it, for people and for updates.
    lines = USED.findall(path.read_text(encoding="utf-8"))
    assert [action for action, comment in lines if not re.fullmatch(r" # v\d+\.\d+\.\d+", comment)] == []
    checkouts = [step for step in used if step["uses"].startswith("actions/checkout@")]
    assert [step["with"] for step in checkouts] == [{"persist-credentials": False}] * len(checkouts)


def test_an_action_has_one_version() -> None:
    used = {
        action for path in WORKFLOWS for action, _comment in USED.findall(path.read_text(encoding="utf-8"))
    }
    names = [action.partition("@")[0] for action in used]
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_may_only_read_unless_a_job_needs_more(path: Path) -> None:
    workflow = read(path)
    assert workflow["permissions"] == {"contents": "read"}
    rights = {
        f"{path.name} {name}": job["permissions"]
        for name, job in workflow["jobs"].items()
        if "permissions" in job
    }
    assert rights == {name: job for name, job in RIGHTS.items() if name.startswith(path.name)}


def test_the_tests_run_on_every_supported_python_and_system() -> None:
    jobs = read(FOLDER / "workflows" / "tests.yml")["jobs"]
    assert jobs["python"]["strategy"]["matrix"] == {"python": ["3.11", "3.12", "3.13", "3.14"]}
    systems = [system.partition("-")[0] for system in jobs["systems"]["strategy"]["matrix"]["system"]]
    assert systems == ["windows", "macos"]


def test_forms_of_issues_are_complete() -> None:
    for path in (FOLDER / "ISSUE_TEMPLATE").glob("*.yml"):
        form = read(path)
        if path.name == "config.yml":
            continue
        ids = [part["id"] for part in form["body"] if part["type"] != "markdown"]
        assert (form.keys() >= {"name", "description", "body"}, len(ids)) == (True, len(set(ids)))
        assert all(part["attributes"].get("label") for part in form["body"] if part["type"] != "markdown")


def test_updates_are_looked_for_where_lock_files_are() -> None:
    updates = {update["package-ecosystem"]: update for update in read(FOLDER / "dependabot.yml")["updates"]}
    assert updates.keys() == {"github-actions", "pip"}
    folders = [ROOT / folder.lstrip("/") for folder in updates["pip"]["directories"]]
    assert [folder for folder in folders if not list(folder.glob("*.txt"))] == []
