"""Plug-ins are built, installed in a folder, found by a started site and used; faulty ones are left out."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from tests.config.pip_wheel import find_pip
from tests.servers import environment
from tests.site.source import ROOT

pytestmark = pytest.mark.second_stage

SOURCES = (ROOT / "tests/config/plugins/atlantis", ROOT / "docs/plugins/template")
WORKING = {"atlantis": "1.2.0", "example": "0.1.0"}
CONFIG = """
from config.plugins import PluginConfig

class BrokenConfig(PluginConfig):
    name = "{package}"
    requires_crawford = "{requires}"
"""
ENTRY_POINT = "[crawford.plugins]\n{name} = crawford_{name}.apps:BrokenConfig\n"
FAULT = "raise RuntimeError('a fault of ' + __name__)\n"
FOUND_FAULT = "RuntimeError: a fault of "
# It adds a tab and an address before it fails.
HALF = """
from tournaments import registry
from tournaments.registry import PageTab
registry.event_tabs.register(lambda event, user, is_director: [PageTab(86, "nowhere", "Half")])
registry.page_urls.append("crawford_half.urls")
registry.later_hook
"""
ADDRESSES = """
from tournaments import registry
registry.page_urls.append("crawford_routes.urls")
"""
LATER = CONFIG.format(package="crawford_later", requires=">=99")
SECOND = CONFIG.format(package="crawford_second", requires="") + '    label = "tournaments"\n'
MIGRATIONS, TAGS = "migrations/__init__.py", "templatetags/__init__.py"
# Plug-ins that fail: the modules of each, and the error.
BROKEN: dict[str, tuple[dict[str, str], str]] = {
    "admin": ({"admin.py": FAULT}, f"{FOUND_FAULT}crawford_admin.admin"),
    "apps": ({"apps.py": FAULT}, f"{FOUND_FAULT}crawford_apps.apps"),
    "half": (
        {"hooks.py": HALF},
        "AttributeError: module 'tournaments.registry' has no attribute 'later_hook'",
    ),
    "later": ({"apps.py": LATER}, "needs Crawford >=99"),
    "migrations": (
        {MIGRATIONS: "", "migrations/0001_initial.py": FAULT},
        f"{FOUND_FAULT}crawford_migrations.migrations.0001_initial",
    ),
    "models": ({"models.py": FAULT}, f"{FOUND_FAULT}crawford_models.models"),
    "other": (
        {"apps.py": "BrokenConfig = dict\n"},
        "TypeError: crawford_other.apps:BrokenConfig is not a class below config.plugins.PluginConfig.",
    ),
    "routes": (
        {"hooks.py": ADDRESSES, "urls.py": "urls = []\n"},
        "AttributeError: module 'crawford_routes.urls' has no attribute 'urlpatterns'",
    ),
    "second": ({"apps.py": SECOND}, "ValueError: There is another app with the label tournaments."),
    "tags": ({TAGS: "", "templatetags/tags.py": FAULT}, f"{FOUND_FAULT}crawford_tags.templatetags.tags"),
    "tasks": ({"tasks.py": FAULT}, f"{FOUND_FAULT}crawford_tasks.tasks"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example and the template, installed from their wheels, and the broken plug-ins."""
    build, folder = tmp_path_factory.mktemp("build"), tmp_path_factory.mktemp("packages")
    wheels = [build_wheel(source, build / source.name) for source in SOURCES]
    install = [sys.executable, find_pip(), "install", "--quiet", "--no-deps", "--no-index", "--target"]
    subprocess.run([*install, folder, *wheels], check=True, capture_output=True)
    for name, (files, _) in BROKEN.items():
        write_plugin(folder, name, files)
    return folder


def build_wheel(source: Path, copy: Path) -> Path:
    """Build the wheel of a plug-in from a copy, with compiled texts, without network; return its path."""
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    for catalogue in copy.rglob("*.po"):
        with catalogue.open("rb") as texts, catalogue.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, read_po(texts))
    build = "import hatchling.build; print(hatchling.build.build_wheel('.'))"
    command = [sys.executable, "-c", build]
    process = subprocess.run(command, cwd=copy, capture_output=True, text=True, check=True)
    return copy / process.stdout.split()[-1]


def write_plugin(folder: Path, name: str, files: dict[str, str]) -> None:
    """Write a plug-in as `pip` would install it."""
    package = f"crawford_{name}"
    contents = {
        f"{package}/__init__.py": "",
        f"{package}/apps.py": CONFIG.format(package=package, requires=">=0.1"),
        **{f"{package}/{file}": text for file, text in files.items()},
        f"{package}-1.dist-info/METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n",
        f"{package}-1.dist-info/entry_points.txt": ENTRY_POINT.format(name=name),
    }
    for file, text in contents.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8")


def manage(folder: Path, data: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    """Run `manage.py` with the plug-ins of a folder."""
    variables = {"PYTHONPATH": str(folder), "CRAWFORD_DATA": str(data), **env}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env=environment(variables), capture_output=True, text=True, check=False
    )


def test_a_site_uses_the_plugins_that_work_and_names_those_that_fail(
    folder: Path, migrated_folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(migrated_folder, tmp_path, dirs_exist_ok=True)
    run = "from tests.config import plugin_evening; plugin_evening.main()"
    process = manage(folder, tmp_path, "shell", "--no-imports", "-c", run)
    assert process.returncode == 0, process.stderr
    broken = [[name, f"crawford_{name} 1", f"Not loaded: {error}"] for name, (_, error) in BROKEN.items()]
    working = [[name, f"crawford-{name} {version}", "Loaded"] for name, version in WORKING.items()]
    facts = json.loads(process.stdout)
    # The draw is random: who has which place differs, and one of the four has no card.
    points = {(1, 1): ["1", "25"], (2, 2): ["2", "18"], (3, 4): ["3–4", "13.5"]}
    places = [(points[first, last], name) for first, last, name in facts.pop("places") if name != "Dario"]
    assert facts == {
        "host": sorted(broken + working),
        "notes": ["no federation card"],
        "refusal": [409, "The Federation of Atlantis has no card ATL 9, given for Elena.", 1],
        "admin": True,
        "tabs": ["Federation points"],
        "points": [[place, name, amount] for (place, amount), name in places],
        "italian": ["Punti federali"],
        "section": ["Questo torneo ha 1 gara."],
    }
    # Each fault is in the log, with its traceback where there is one.
    reported = re.findall(r"The plug-in (\w+) is not loaded", process.stderr)
    assert reported == list(BROKEN)
    assert "later_hook" in process.stderr


def test_the_doctor_names_plugins_that_fail(folder: Path, migrated_folder: Path, tmp_path: Path) -> None:
    shutil.copytree(migrated_folder, tmp_path, dirs_exist_ok=True)
    process = manage(folder, tmp_path, "doctor", "--verbosity", "2", CRAWFORD_PLUGINS="half,missing")
    assert process.returncode == 0, process.stderr
    switched_off = sorted({*WORKING, *BROKEN} - {"half"})
    assert process.stdout.splitlines() == [
        f"Plug-in {name}: Switched off by CRAWFORD_PLUGINS" for name in switched_off
    ]
    assert [line for line in process.stderr.splitlines() if line.startswith("Plug-in")] == [
        f"Plug-in half: Not loaded: {BROKEN['half'][1]}",
        "Plug-in missing: Named in CRAWFORD_PLUGINS, but not installed",
    ]


def test_an_empty_setting_switches_all_plugins_off(
    folder: Path, migrated_folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(migrated_folder, tmp_path, dirs_exist_ok=True)
    process = manage(folder, tmp_path, "doctor", "--verbosity", "2", CRAWFORD_PLUGINS="")
    assert process.returncode == 0, process.stderr
    assert process.stdout.splitlines() == [
        f"Plug-in {name}: Switched off by CRAWFORD_PLUGINS" for name in sorted({*WORKING, *BROKEN})
    ]
