"""The documentation site has every document, its images are light, and it loads nothing from elsewhere."""

import importlib.util
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.site.source import ROOT

FOLDER = ROOT / "deploy" / "documentation"
IMAGES = {"board.png", "desk.png", "draw-sheet.png", "phone.png"}


@pytest.fixture(scope="module")
def build() -> ModuleType:
    """The program that builds the site."""
    spec = importlib.util.spec_from_file_location("documentation_build", FOLDER / "build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def list_pages(entry: Any) -> list[str]:
    """The pages of an entry of the navigation."""
    if isinstance(entry, str):
        return [entry]
    return [
        page for part in (entry.values() if isinstance(entry, dict) else entry) for page in list_pages(part)
    ]


def test_every_document_is_in_the_navigation_once(build: ModuleType) -> None:
    nav = tomllib.loads((FOLDER / "zensical.toml").read_text(encoding="utf-8"))["project"]["nav"]
    documents = {build.new_name(path) for path in (ROOT / "docs").glob("*.md")}
    moved = {name for file, name in build.MOVED.items() if not file.startswith("tests/")}
    assert sorted(list_pages(nav)) == sorted(documents | moved | {"rules-api/rules.html"})


def test_moved_documents_exist(build: ModuleType) -> None:
    assert [name for name in build.MOVED if not (ROOT / name).exists()] == []


def test_links_lead_to_the_new_places_and_code_is_left(build: ModuleType) -> None:
    document = ROOT / "docs" / "proofs.md"
    texts = {
        "[a](../SECURITY.md#report)": "[a](security.md#report)",
        "[a](decisions)": "[a](decisions/index.md)",
        "[a](README.md)": "[a](index.md)",
        "[a](https://club.example/README.md)": "[a](https://club.example/README.md)",
        "```\n[a](README.md)\n```": "```\n[a](README.md)\n```",
    }
    copy = build.SOURCE / "proofs.md"
    assert {text: build.convert_links(text, document, copy) for text in texts} == texts


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("a.html", '<script src="https://cdn.example/a.js"></script>', ["https://cdn.example/a.js"]),
        ("a.html", '<link rel="preload stylesheet" href="//fonts.example/a.css">', ["//fonts.example/a.css"]),
        ("a.html", '<img srcset="https://img.example/a.png 2x">', ["https://img.example/a.png 2x"]),
        (
            "a.html",
            '<p style="background: url(https://img.example/a.png)">',
            ["https://img.example/a.png"],
        ),
        (
            "a.html",
            '<a href="https://club.example/">a</a> <link rel="license" href="https://club.example/">',
            [],
        ),
        ("a.css", '@import "https://fonts.example/a.css";', ["https://fonts.example/a.css"]),
        ("a.css", "a { background: url(data:image/png;base64,AA==) }", []),
        ("a.js", 'fetch("https://api.example/a")', ["https://api.example/a"]),
        ("a.js", "var xmlns = 'http://www.w3.org/2000/svg'", []),
    ],
)
def test_a_request_to_another_site_is_found(
    build: ModuleType, tmp_path: Path, name: str, text: str, found: list[str]
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert list(build.find_requests(tmp_path)) == [f"{name} loads {address}" for address in found]


def test_a_lost_link_is_found(build: ModuleType, tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "index.html").write_text('<h1 id="here">', encoding="utf-8")
    links = "".join(
        f'<a href="{link}">a</a>' for link in ("b/", "b/#here", "b/#there", "c/", "https://d.example")
    )
    (tmp_path / "a.html").write_text(links, encoding="utf-8")
    assert list(build.find_lost_links(tmp_path)) == ["a.html links to b/#there", "a.html links to c/"]


def test_the_images_are_light() -> None:
    sizes = {path.name: path.stat().st_size for path in (ROOT / "docs/images").iterdir()}
    assert sizes.keys() == IMAGES
    assert sum(sizes.values()) < 250_000
