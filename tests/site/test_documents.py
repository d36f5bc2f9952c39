"""What the documents say is so: links, commands, settings, addresses, files, and the labels of pages."""

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
    "docs/chouette.md": "en",
    "docs/evening.md": "en",
    "docs/serata.md": "it",
}
TOP_FOLDERS = {*PACKAGES, "benchmarks", "deploy", "docs", "locale", "static", "tests"}
# What only a reader's own machine has.
ELSEWHERE = ("/etc/", "/srv/", "/var/", "deploy/crawford.env", "deploy/$one.env")
COMMAND = re.compile(r"(?:\./run manage|manage\.py) ([a-z_]+)(.*)")
FILLED = re.compile(r"%\\\(\w+\\\)[sd]")
SETTING = re.compile(r"\b(?:env(?:\.\w+)?|environ\.get)\(\s*\"([A-Z_]+)\"")


def documents() -> list[Path]:
    """Every document of the site."""
    return [path for path in files() if path.suffix == ".md"]


@cache
def parts(path: Path) -> list[Token]:
    """A document in its parts, those within a line among them."""
    blocks = MarkdownIt().enable("table").parse(path.read_text(encoding="utf-8"))
    return [part for block in blocks for part in (block, *(block.children or ()))]


def code(path: Path) -> list[str]:
    """Every line of code of a document, in its text or in a block of its own."""
    kinds = {"code_inline", "fence", "code_block"}
    return [line for part in parts(path) if part.type in kinds for line in part.content.splitlines()]


def untrue(wrong: Callable[[Path], Iterable[str]]) -> dict[str, list[str]]:
    """What is wrong, document by document."""
    mapping = {name(path): sorted(set(wrong(path))) for path in documents()}
    return {path: texts for path, texts in mapping.items() if texts}


def test_links_lead_somewhere() -> None:
    def lost(path: Path) -> Iterator[str]:
        for part in parts(path):
            link = str(part.attrs.get("href") or part.attrs.get("src") or "")
            if link and "://" not in link and not leads(path, link):
                yield link

    assert untrue(lost) == {}


def leads(path: Path, link: str) -> bool:
    """Whether a link of a document has an end within the site."""
    file, _, anchor = link.partition("#")
    target = (path.parent / file).resolve() if file else path
    return target.exists() and (not anchor or anchor in anchors(target))


def anchors(path: Path) -> set[str]:
    """The places of a document that a link may name."""
    heads = [after.content for part, after in pairwise(parts(path)) if part.type == "heading_open"]
    slugs = {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}
    return slugs | set(re.findall(r'<a id="([^"]+)">', path.read_text(encoding="utf-8")))


def test_commands_are_there_with_their_options() -> None:
    def unknown(path: Path) -> Iterator[str]:
        items = (item for line in code(path) for item in COMMAND.finditer(line))
        return (item[0] for item in items if not is_command(item[1], item[2]))

    assert untrue(unknown) == {}


def is_command(command: str, rest: str) -> bool:
    """Whether there is such a command with each option of its line; behind two spaces stands a remark."""
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
    targets = set(re.findall(r"^([a-z]+):", recipes, re.M))

    def unknown(path: Path) -> Iterator[str]:
        for line in code(path):
            options = re.findall(r"^\./run (--[a-z-]+)", line)
            yield from (option for option in options if f'"{option}"' not in script)
            yield from set(re.findall(r"^make ([a-z]+)", line)) - targets

    assert untrue(unknown) == {}


def test_addresses_are_there() -> None:
    routes = {address_pattern(simplify_regex(route)) for route in spread(get_resolver().url_patterns)} | {
        "/stream/"
    }

    def lost(path: Path) -> Iterator[str]:
        values = {line.partition("?")[0] for line in code(path)}
        ours = (line for line in values if re.fullmatch(r"/[a-z][\w/<>{}\[\]-]*", line))
        return (
            line
            for line in ours
            if not line.startswith(ELSEWHERE) and address_pattern(line) not in routes and not is_page(line)
        )

    assert untrue(lost) == {}


def spread(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """The addresses of these patterns."""
    for pattern in patterns:
        value = before + str(pattern.pattern)
        yield value
        if isinstance(pattern, URLResolver):
            yield from spread(pattern.url_patterns, value)


def is_page(address: str) -> bool:
    """Whether an address without variable parts leads to a page."""
    try:
        resolve(address)
    except Resolver404:
        return False
    return True


def address_pattern(address: str) -> str:
    """An address with a star for each part that varies."""
    bare = address.replace("[", "").replace("]", "")
    return re.sub(r"<[^>]*>|\{[^}]*\}|(?<=/)[A-Z]+(?=/)", "*", bare)


def test_files_and_programs_are_there() -> None:
    def lost(path: Path) -> Iterator[str]:
        for line in code(path):
            texts = (text for text in re.split(r"[\s`,;:()]+", line) if "/" in text)
            yield from (text for text in texts if text.partition("/")[0] in TOP_FOLDERS and not is_file(text))
            modules = re.findall(r"-m ((?:benchmarks|tests)\.[\w.]+)", line)
            yield from (module for module in modules if find_spec(module) is None)

    assert untrue(lost) == {}


def is_file(path: str) -> bool:
    """Whether a file or folder is there; a part in capitals or brackets stands for any name."""
    pattern = re.sub(r"<\w+>|(?<=_)[A-Z]{2,}(?=\.)", "*", path.rstrip("/"))
    return path.startswith(ELSEWHERE) or next(ROOT.glob(pattern), None) is not None


def test_every_setting_is_documented_once() -> None:
    page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ((?:`[A-Z_]+`(?:, )?)+) \|", page, re.M)
    items = [*(ROOT / "config").rglob("*.py"), *(ROOT / "matches" / "management").rglob("*.py"), ROOT / "run"]
    read = {text for file in items for text in SETTING.findall(file.read_text(encoding="utf-8"))}
    assert sorted(re.findall(r"[A-Z_]+", "".join(rows))) == sorted(read)


def test_what_stands_in_italics_stands_on_a_page() -> None:
    mapping = {language: pages(language) for language in ("en", *languages())}

    def unsaid(path: Path) -> Iterator[str]:
        texts = (after.content for part, after in pairwise(parts(path)) if part.type == "em_open")
        language = ABOUT_PAGES.get(name(path), "")
        return (each for each in texts if language and not mapping[language](each))

    assert untrue(unsaid) == {}


def pages(language: str) -> Callable[[str], bool]:
    """Whether a text stands within a sentence of the pages, or is one with something filled in."""
    items = [" ".join(sentence.split()) for sentence in sentences(language)]
    plain = " ¦ ".join(items).casefold()
    filled = [re.compile(FILLED.sub(r"\\S+", each)) for each in map(re.escape, items) if FILLED.search(each)]
    return lambda texts: texts.casefold().rstrip(" …") in plain or any(one.fullmatch(texts) for one in filled)


def sentences(language: str) -> Iterator[str]:
    """The sentences of the pages in a language; English is what the source says."""
    for message in stored(language if language in languages() else languages()[0]):
        value = message.id if language not in languages() else message.string
        yield from [value] if isinstance(value, str) else value or ()
