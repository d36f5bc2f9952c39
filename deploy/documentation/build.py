"""Build the documentation site in var/docs/site: the documents by reader, and the API of `rules`.

`make docs` runs it. It fails if a tool warns, if a link leads nowhere, and if a page would load anything from
another site.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
WORK = ROOT / "var" / "docs"
SOURCE, SITE = WORK / "source", WORK / "site"
# Documents that are elsewhere in the repository, and their names on the site.
MOVED = {
    "docs/README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "rules/README.md": "rules-readme.md",
    "tests/data/peers/README.md": "peers.md",
    "docs/decisions": "decisions/index.md",
}
LINK = re.compile(r"(?<=\]\()([^)\s]+)(?=\))")
FENCE = re.compile(r"^(```.*?^```)", re.MULTILINE | re.DOTALL)
# pdoc links the name of a parameter to a property that it does not list, as it is inherited.
KNOWN_LOST = {"rules-api/rules.html links to #Game.cube"}
WARNING = re.compile(r"warn|error|unresolved|issue", re.IGNORECASE)
NO_ISSUES = "No issues found"
# What a page loads by itself: attributes of elements, and addresses in style sheets.
LOADING = {"src", "srcset", "poster", "data", "action", "formaction"}
LOADING_LINKS = {
    "stylesheet",
    "icon",
    "preload",
    "prefetch",
    "preconnect",
    "dns-prefetch",
    "modulepreload",
    "manifest",
}
IN_STYLE = re.compile(r"(?:url\(|@import)\s*[\"']?\s*((?:https?:)?//[^\"')\s]+)", re.IGNORECASE)
# Calls that fetch; an address that is only text, such as that of a licence, is none.
IN_SCRIPT = re.compile(
    r"(?:fetch|import|importScripts|Worker|\.src\s*=|\.open)\s*\(?\s*[\"'`]((?:https?:)?//[^\"'`]+)"
)


def main() -> None:
    """Collect the documents, build both parts and check the pages."""
    shutil.rmtree(WORK, ignore_errors=True)
    collect_documents()
    run_quietly(["-m", "zensical", "build", "--strict", "--clean"], WORK)
    run_quietly([str(HERE / "rules_api.py"), str(SITE / "rules-api")], ROOT)
    faults = sorted({*find_requests(SITE), *find_lost_links(SITE)} - KNOWN_LOST)
    if faults:
        sys.exit("\n".join(faults))
    size = sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file())
    pages = len(list(SITE.rglob("*.html")))
    print(f"{SITE.relative_to(ROOT)}: {pages} pages, {size / 1e6:.1f} MB, no request to another site")


def collect_documents() -> None:
    """Copy documents, images and settings to one folder; links lead to the new places."""
    documents = [*(ROOT / "docs").glob("*.md"), *(ROOT / "docs/decisions").glob("*.md")]
    documents += [ROOT / name for name in MOVED if name.endswith(".md") and not name.startswith("docs/")]
    for document in documents:
        target = SOURCE / new_name(document)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = document.read_text(encoding="utf-8")
        target.write_text(convert_links(text, document, target), encoding="utf-8")
    (SOURCE / MOVED["docs/decisions"]).write_text(list_decisions(), encoding="utf-8")
    shutil.copytree(ROOT / "docs/images", SOURCE / "images")
    for file in (ROOT / "docs/openapi.yaml", ROOT / "static/mark.svg", HERE / "site.css"):
        shutil.copy(file, SOURCE / file.name)
    shutil.copy(HERE / "zensical.toml", WORK)


def new_name(path: Path) -> str:
    """Return the path, within the site, of a file of the repository."""
    name = path.relative_to(ROOT).as_posix()
    return MOVED.get(name, name.removeprefix("docs/"))


def convert_links(text: str, document: Path, target: Path) -> str:
    """Return the text of a document with its links as they are in the copy; code is left as it is."""

    def move(match: "re.Match[str]") -> str:
        file, mark, anchor = match[1].partition("#")
        if not file or "://" in file:
            return match[1]
        place = SOURCE / new_name((document.parent / file).resolve())
        return os.path.relpath(place, target.parent).replace(os.sep, "/") + mark + anchor

    parts = FENCE.split(text)
    return "".join(part if part.startswith("```") else LINK.sub(move, part) for part in parts)


def list_decisions() -> str:
    """Return the page that lists the decision records."""
    lines = []
    for path in sorted((ROOT / "docs/decisions").glob("*.md")):
        title = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        number, _, text = title.partition(". ")
        lines.append(f"| {number} | [{text}]({path.name}) |")
    return "\n".join(["# Decisions", "", "| Number | Decision |", "|---|---|", *lines, ""])


def run_quietly(arguments: list[str], folder: Path) -> None:
    """Run a tool in a folder; exit if it fails or warns."""
    process = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    output = process.stdout + process.stderr
    if process.returncode or any(
        WARNING.search(line) and NO_ISSUES not in line for line in output.splitlines()
    ):
        sys.exit(output)


class Page(HTMLParser):
    """What a page loads by itself, where its links lead, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.links: list[str] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read one element."""
        values = {name: value or "" for name, value in attrs}
        self.anchors |= {values.get("id", ""), values.get("name", "")}
        self.loaded += [values[name] for name in LOADING & values.keys() if tag != "a"]
        if tag == "link" and LOADING_LINKS & set(values.get("rel", "").split()):
            self.loaded.append(values.get("href", ""))
        if tag == "a":
            self.links.append(values.get("href", ""))


def find_requests(site: Path) -> Iterator[str]:
    """Yield every address of another site that a page would load, with the file that names it."""
    for path in sorted(site.rglob("*")):
        if path.suffix not in {".html", ".css", ".js"}:
            continue
        text = path.read_text(encoding="utf-8")
        loaded = Page(text).loaded if path.suffix == ".html" else []
        addresses = dict.fromkeys([*loaded, *IN_STYLE.findall(text), *IN_SCRIPT.findall(text)])
        yield from (
            f"{path.relative_to(site)} loads {address}"
            for address in addresses
            if re.match(r"(?:https?:)?//", address.strip())
        )


def find_lost_links(site: Path) -> Iterator[str]:
    """Yield every link within the site that leads to no page, or to no anchor of it."""
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        for link in page.links if path.name != "404.html" else ():
            address = urlsplit(link)
            if address.scheme or address.netloc or link.startswith("/"):
                continue
            target = (path.parent / unquote(address.path)).resolve() if address.path else path
            target = target / "index.html" if target.is_dir() else target
            is_lost = not target.exists()
            if target in pages and address.fragment and not is_lost:
                is_lost = unquote(address.fragment) not in pages[target].anchors
            if is_lost:
                yield f"{path.relative_to(site)} links to {link}"


if __name__ == "__main__":
    main()
