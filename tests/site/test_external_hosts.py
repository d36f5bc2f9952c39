"""Pages ask nobody but the site: no other host in what a browser loads, nothing the policy forbids."""

import re
from pathlib import Path

from tests.site.source import files, name

NAMESPACES = ("http://www.w3.org/",)
LOADED = {".html", ".css", ".js", ".svg", ".webmanifest"}
FOLDERS = {"templates", "static", "matches", "tournaments"}


def found(pattern: str, paths: list[Path]) -> dict[str, list[str]]:
    """What a pattern finds in each file; files without a find are left out."""
    finds = {name(path): re.findall(pattern, path.read_text(encoding="utf-8")) for path in paths}
    mapping = {
        path: [find for find in value if not find.startswith(NAMESPACES)] for path, value in finds.items()
    }
    return {path: finds for path, finds in mapping.items() if finds}


def browser_files() -> list[Path]:
    return [path for path in files() if path.suffix in LOADED and name(path).split("/")[0] in FOLDERS]


def test_nothing_is_loaded_from_elsewhere() -> None:
    assert found(r"(?:https?:)?//[a-z0-9-]+\.[a-z0-9./-]+", browser_files()) == {}


def test_nothing_is_written_into_a_page_that_the_policy_forbids() -> None:
    pages = [path for path in browser_files() if path.suffix == ".html"]
    assert found(r"<style|\sstyle=|\son[a-z]+=\"|<script(?![^>]*\bsrc=)", pages) == {}
