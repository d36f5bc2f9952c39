"""The site on systems other than Linux: what only Unix has is hidden, and data folders have odd names."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from crawford.__main__ import find_data_folder
from tests.servers import ROOT, environment

pytestmark = pytest.mark.second_stage


def test_without_what_only_unix_has_the_site_works_and_refuses_what_needs_limits(
    migrated_folder: Path, tmp_path: Path
) -> None:
    shutil.copytree(migrated_folder, tmp_path, dirs_exist_ok=True)
    process = subprocess.run(
        [sys.executable, "-m", "tests.config.unix_hidden"],
        cwd=ROOT,
        env=environment({"CRAWFORD_DATA": str(tmp_path)}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    assert json.loads(process.stdout) == {
        "check": "System check identified no issues (0 silenced).",
        **dict.fromkeys(("/", "/help/", "/healthz", "/readyz"), 200),
        "text": 1,
        "workbook": [
            "sheet_only_text",
            "This server reads no workbooks, because its system cannot limit what reading them takes. Save "
            "the list as CSV, and upload that.",
            "Questo server non legge cartelle di lavoro, perché il sistema non può limitare le risorse per "
            "leggerle. Salva l'elenco come CSV e carica quello.",
        ],
        "analysis": [
            "analysis_not_limited",
            "Match files are not analysed on this server, because its system cannot limit an engine. "
            "Nothing was changed.",
            "Su questo server le trascrizioni non vengono analizzate, perché il sistema non può limitare un "
            "motore. Non è cambiato nulla.",
        ],
        "page": True,
    }


def test_the_name_of_the_data_folder_may_have_any_sign(tmp_path: Path) -> None:
    folder = tmp_path / "Anna's club #1 + 50% off?"
    show = "from django.conf import settings as s; print(s.DATABASES['default']['NAME']); print(s.SECRET_KEY)"
    command = [sys.executable, "-c", f"import django; django.setup(); {show}"]
    env = environment({"CRAWFORD_DATA": str(folder)})
    answers = [
        subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    secret = (folder / "secret-key").read_text(encoding="ascii")
    assert answers == [f"{folder / 'crawford.sqlite3'}\n{secret}\n"] * 2
    # Drafts of the key are removed, and no other user may read it.
    assert [path.name for path in folder.iterdir()] == ["secret-key"]
    assert (folder / "secret-key").stat().st_mode & 0o777 == 0o600


def test_the_package_keeps_its_data_where_the_system_keeps_that_of_a_user() -> None:
    home = Path("/home/anna")
    assert [
        find_data_folder("linux", {}, home),
        find_data_folder("linux", {"XDG_DATA_HOME": "/data/anna"}, home),
        find_data_folder("darwin", {"XDG_DATA_HOME": "/data/anna"}, home),
        find_data_folder("win32", {}, home),
        find_data_folder("win32", {"LOCALAPPDATA": "/local"}, home),
    ] == [
        home / ".local/share/crawford",
        Path("/data/anna/crawford"),
        home / "Library/Application Support/Crawford",
        home / "AppData/Local/Crawford",
        Path("/local/Crawford"),
    ]
