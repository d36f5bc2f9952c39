"""The documents are right: their links, commands, settings, addresses, files, and labels of pages exist."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

from django.contrib.admindocs.views import simplify_regex
from django.core.management import get_commands, load_command_class
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.site.catalogue import languages, stored
from tests.site.source import PACKAGES, ROOT, files, name

ABOUT_PAGES = {
    "docs/desk.md": "en",
    "docs/players.md": "en",
    "docs/clubs.md": "en",
    "docs/money-play.md": "en",
    "docs/quick-start.md": "en",
    "docs/quick-start.it.md": "it",
}
TOP_FOLDERS = {*PACKAGES, "benchmarks", "deploy", "docs", "locale", "static", "tests"}
# Files that exist only on a server.
ELSEWHERE = ("/etc/", "/srv/", "/var/", "deploy/crawford.env", "deploy/$one.env")
COMMAND = re.compile(r"(?:\./run manage|crawford manage|manage\.py) ([a-z_]+)(.*)")
FILLED = re.compile(r"%\\\(\w+\\\)[sd]")
SETTING = re.compile(r"\b(?:env(?:\.\w+)?|environ\.get)\(\s*\"([A-Z_]+)\"")


def documents() -> list[Path]:
    """Every document of the site."""
    return [path for path in files() if path.suffix == ".md"]


@cache
def parts(path: Path) -> list[Token]:
    """The Markdown tokens of a document, inline tokens included."""
    blocks = MarkdownIt().enable("table").parse(path.read_text(encoding="utf-8"))
    return [part for block in blocks for part in (block, *(block.children or ()))]


def code(path: Path) -> list[str]:
    """Every line of code of a document, inline or in a block."""
    kinds = {"code_inline", "fence", "code_block"}
    return [line for part in parts(path) if part.type in kinds for line in part.content.splitlines()]


def errors_by_document(find_errors: Callable[[Path], Iterable[str]]) -> dict[str, list[str]]:
    """The errors found in each document; documents without errors are left out."""
    errors = {name(path): sorted(set(find_errors(path))) for path in documents()}
    return {path: texts for path, texts in errors.items() if texts}


def test_links_lead_to_existing_files_and_headings() -> None:
    def lost(path: Path) -> Iterator[str]:
        for part in parts(path):
            link = str(part.attrs.get("href") or part.attrs.get("src") or "")
            if link and "://" not in link and not leads(path, link):
                yield link

    assert errors_by_document(lost) == {}


def leads(path: Path, link: str) -> bool:
    """Whether a link within the site leads to an existing file and heading."""
    file, _, anchor = link.partition("#")
    target = (path.parent / file).resolve() if file else path
    return target.exists() and (not anchor or anchor in anchors(target))


def anchors(path: Path) -> set[str]:
    """The anchors of a document."""
    heads = [after.content for part, after in pairwise(parts(path)) if part.type == "heading_open"]
    slugs = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
    return slugs | set(re.findall(r'<a id="([^"]+)">', path.read_text(encoding="utf-8")))


def test_documented_commands_and_options_exist() -> None:
    def unknown(path: Path) -> Iterator[str]:
        commands = (re_match for line in code(path) for re_match in COMMAND.finditer(line))
        return (command[0] for command in commands if not is_command(command[1], command[2]))

    assert errors_by_document(unknown) == {}


def is_command(command: str, rest: str) -> bool:
    """Whether the management command and its options exist; a comment may follow after two spaces."""
    app = get_commands().get(command)
    if app is None:
        return False
    command_class = load_command_class(app, command) if isinstance(app, str) else app
    usage = command_class.create_parser("manage.py", command).format_help()
    return all(
        re.search(rf"{option}\b", usage)
        for option in re.findall(r"(?<!\S)--[a-z-]+", rest.split("  ", maxsplit=1)[0])
    )


def test_documented_commands_of_run_and_make_exist() -> None:
    script, recipes = ((ROOT / file).read_text(encoding="utf-8") for file in ("run", "Makefile"))
    targets = set(re.findall(r"^([a-z-]+):", recipes, re.M))

    def unknown(path: Path) -> Iterator[str]:
        for line in code(path):
            options = re.findall(r"^\./run (--[a-z-]+)", line)
            yield from (option for option in options if f'"{option}"' not in script)
            yield from set(re.findall(r"^make ([a-z-]+)", line)) - targets

    assert errors_by_document(unknown) == {}


def test_documented_addresses_exist() -> None:
    routes = {address_pattern(simplify_regex(route)) for route in spread(get_resolver().url_patterns)} | {
        "/stream/"
    }

    def lost(path: Path) -> Iterator[str]:
        lines = {line.partition("?")[0] for line in code(path)}
        addresses = (line for line in lines if re.fullmatch(r"/[a-z][\w/<>{}\[\]-]*", line))
        return (
            line
            for line in addresses
            if not line.startswith(ELSEWHERE) and address_pattern(line) not in routes and not is_page(line)
        )

    assert errors_by_document(lost) == {}


def spread(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """The routes of these URL patterns."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        yield route
        if isinstance(pattern, URLResolver):
            yield from spread(pattern.url_patterns, route)


def is_page(address: str) -> bool:
    """Whether an address without variable parts leads to a page."""
    try:
        resolve(address)
    except Resolver404:
        return False
    return True


def address_pattern(address: str) -> str:
    """An address with an asterisk for each variable part."""
    bare = address.replace("[", "").replace("]", "")
    return re.sub(r"<[^>]*>|\{[^}]*\}|(?<=/)[A-Z]+(?=/)", "*", bare)


def test_documented_files_and_programs_exist() -> None:
    def lost(path: Path) -> Iterator[str]:
        for line in code(path):
            texts = (text for text in re.split(r"[\s`,;:()]+", line) if "/" in text)
            yield from (text for text in texts if text.partition("/")[0] in TOP_FOLDERS and not is_file(text))
            modules = re.findall(r"-m ((?:benchmarks|tests)\.[\w.]+)", line)
            yield from (module for module in modules if find_spec(module) is None)

    assert errors_by_document(lost) == {}


def is_file(path: str) -> bool:
    """Whether a file or folder exists; a part in capitals or angle brackets stands for any name."""
    pattern = re.sub(r"<\w+>|(?<=_)[A-Z]{2,}(?=\.)", "*", path.rstrip("/"))
    return path.startswith(ELSEWHERE) or next(ROOT.glob(pattern), None) is not None


def test_every_setting_is_documented_once() -> None:
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:`[A-Z_]+`(?:, )?)+) \|", page, re.M)
    source_files = [
        *(ROOT / "config").rglob("*.py"),
        *(ROOT / "matches" / "management").rglob("*.py"),
        ROOT / "run",
    ]
    setting_names = {
        setting for file in source_files for setting in SETTING.findall(file.read_text(encoding="utf-8"))
    }
    assert sorted(re.findall(r"[A-Z_]+", "".join(rows))) == sorted(setting_names)


def test_labels_in_italics_are_on_a_page() -> None:
    is_on_page = {language: pages(language) for language in ("en", *languages())}

    def unsaid(path: Path) -> Iterator[str]:
        texts = (after.content for part, after in pairwise(parts(path)) if part.type == "em_open")
        language = ABOUT_PAGES.get(name(path), "")
        return (text for text in texts if language and not is_on_page[language](text))

    assert errors_by_document(unsaid) == {}


def pages(language: str) -> Callable[[str], bool]:
    """A function that says whether a text is part of a sentence of the pages, or one with its placeholders
    filled."""
    page_sentences = [" ".join(sentence.split()) for sentence in sentences(language)]
    plain = " ¦ ".join(page_sentences).casefold()
    escaped = map(re.escape, page_sentences)
    patterns = [re.compile(FILLED.sub(r"\\S+", text)) for text in escaped if FILLED.search(text)]
    return lambda text: (
        text.casefold().rstrip(" …") in plain or any(pattern.fullmatch(text) for pattern in patterns)
    )


def sentences(language: str) -> Iterator[str]:
    """The sentences of the pages in a language; English is the language of the source."""
    for message in stored(language if language in languages() else languages()[0]):
        text = message.id if language not in languages() else message.string
        yield from [text] if isinstance(text, str) else text or ()
