"""The version is stated once, in pyproject.toml; documents that name it agree."""

import re
import tomllib

from django.conf import settings

from tests.config.release_backup import FOLDER
from tests.site.source import ROOT

DOCUMENTS = ("README.md", "docs/installation.md")
NAMED = re.compile(r"(?:crawford-|[Vv]ersion )(\d+\.\d+\.\d+)")
RELEASE = re.compile(r"^## (\d+\.\d+\.\d+)\b", re.MULTILINE)


def test_the_site_has_the_version_of_its_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == settings.VERSION


def test_documents_name_the_present_version() -> None:
    named = {name: set(NAMED.findall((ROOT / name).read_text(encoding="utf-8"))) for name in DOCUMENTS}
    assert named == {name: {settings.VERSION} for name in DOCUMENTS}


def test_every_release_has_a_backup_that_later_ones_must_open() -> None:
    releases = RELEASE.findall((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    assert [release for release in releases if not (FOLDER / f"{release}.backup").exists()] == []
