"""Pages load nothing from other hosts and contain nothing that the Content-Security-Policy forbids."""

import re
from pathlib import Path

from tests.site.source import files, name

NAMESPACES = ("http://www.w3.org/",)
LOADED = {".html", ".css", ".js", ".svg", ".webmanifest"}
FOLDERS = {"templates", "static", "matches", "tournaments"}


def find_in_files(pattern: str, paths: list[Path]) -> dict[str, list[str]]:
    """The matches of a pattern in each file; files without a match are left out."""
    all_matches = {name(path): re.findall(pattern, path.read_text(encoding="utf-8")) for path in paths}
    matches = {
        path: [text for text in texts if not text.startswith(NAMESPACES)]
        for path, texts in all_matches.items()
    }
    return {path: texts for path, texts in matches.items() if texts}


def browser_files() -> list[Path]:
    return [path for path in files() if path.suffix in LOADED and name(path).split("/")[0] in FOLDERS]


def test_no_file_names_another_host() -> None:
    assert find_in_files(r"(?:https?:)?//[a-z0-9-]+\.[a-z0-9./-]+", browser_files()) == {}


def test_templates_contain_no_inline_styles_or_scripts() -> None:
    pages = [path for path in browser_files() if path.suffix == ".html"]
    assert find_in_files(r"<style|\sstyle=|\son[a-z]+=\"|<script(?![^>]*\bsrc=)", pages) == {}
