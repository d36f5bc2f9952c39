"""Collect the translatable texts, update the message catalogues and compile them, without gettext programs.

python -m tests.site.catalogue            update locale/*/LC_MESSAGES/django.po and .mo, list what is missing
python -m tests.site.catalogue --check    list what is missing, change nothing
"""

import os
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import django
from babel.messages import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.utils.translation.template import templatize

PACKAGES = ("config", "matches", "rules", "tournaments", "templates")
KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
    # The sentence of a kind of journal row: its fifth argument.
    "RowKind": (5,),
}


# The files must not change with the date.
UNDATED = datetime(2026, 1, 1, tzinfo=UTC)


def languages() -> list[str]:
    """The languages into which the source is translated."""
    return [language for language, _name in settings.LANGUAGES if language != settings.LANGUAGE_CODE]


def update(language: str) -> str:
    """Update and compile the catalogue of a language; return its summary."""
    path, catalogue = catalogue_path(language), updated(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(as_po(catalogue))
    path.with_suffix(".mo").write_bytes(as_mo(stored(language)))
    return summary(language, catalogue)


def summary(language: str, catalogue: Catalog) -> str:
    """The number of sentences of a catalogue, and those without a translation."""
    missing = list(untranslated(catalogue))
    return "\n".join([f"{language}: {len(catalogue)} sentences, {len(missing)} to translate", *missing])


def problems(language: str) -> list[str]:
    """What is missing or out of date in the catalogue of a language."""
    return [*stale(language), *untranslated(stored(language))]


def catalogue_path(language: str) -> Path:
    """The path of the catalogue of a language."""
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


def stored(language: str) -> Catalog:
    """The catalogue on disk, or an empty one."""
    path = catalogue_path(language)
    catalogue = read_po(BytesIO(path.read_bytes()), locale=language) if path.exists() else Catalog(language)
    catalogue.header_comment = f"# The sentences of Crawford ({language})."
    catalogue.project, catalogue.version, catalogue.fuzzy = "Crawford", "1", False
    catalogue.msgid_bugs_address = catalogue.language_team = ""
    catalogue.last_translator = "The maintainers of Crawford"
    catalogue.creation_date = catalogue.revision_date = UNDATED
    return catalogue


def updated(language: str) -> Catalog:
    """The stored catalogue with exactly the sentences of the present source."""
    catalogue = stored(language)
    catalogue.update(gathered(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def gathered() -> Catalog:
    """A catalogue with every sentence of the source and the files in which it is used."""
    catalogue = Catalog(creation_date=UNDATED)
    for file, message, comments, context in sentences():
        catalogue.add(message, locations=[(file, 0)], auto_comments=comments, context=context)
    return catalogue


def sentences() -> Iterator[tuple[str, Any, list[str], str | None]]:
    """Yield file, sentence (or singular and plural), translator comments and context of each use."""
    for path in sources():
        name = path.relative_to(settings.BASE_DIR).as_posix()
        text = path.read_text(encoding="utf-8")
        # Brackets make the indented text of a template valid Python.
        source = text if path.suffix == ".py" else f"({templatize(text, origin=name)})"
        messages = extract(
            "python", BytesIO(source.encode()), KEYWORDS, ("Translators:",), {"encoding": "utf-8"}
        )
        for _line, message, comments, context in messages:
            yield name, message, comments, context


def sources() -> list[Path]:
    """The files in which sentences may be used."""
    folders = [Path(settings.BASE_DIR) / package for package in PACKAGES]
    files = [
        path for folder in folders for path in folder.rglob("*") if path.suffix in {".py", ".html", ".txt"}
    ]
    return sorted(path for path in files if "migrations" not in path.parts and path.is_file())


def untranslated(catalogue: Catalog) -> Iterator[str]:
    """The sentences of a catalogue without a translation, or with a fuzzy one."""
    for message in catalogue:
        forms = message.string if isinstance(message.string, (list, tuple)) else [message.string]
        if message.id and (message.fuzzy or not all(forms)):
            yield f"not translated: {message.id!r}"


def stale(language: str) -> Iterator[str]:
    """The differences between source and catalogue, and whether the compiled catalogue is out of date."""
    stored_keys, source_keys = keys(stored(language)), keys(gathered())
    yield from (f"not in the catalogue: {key[1]!r}" for key in sorted(source_keys - stored_keys, key=str))
    yield from (f"no longer in the source: {key[1]!r}" for key in sorted(stored_keys - source_keys, key=str))
    compiled = catalogue_path(language).with_suffix(".mo")
    if not compiled.exists() or compiled.read_bytes() != as_mo(stored(language)):
        yield "the compiled catalogue is older than its source"


def keys(catalogue: Catalog) -> set[tuple[str | None, str]]:
    """The context and the (singular) sentence of each message."""
    return {
        (message.context, message.id if isinstance(message.id, str) else message.id[0])
        for message in catalogue
        if message.id
    }


def as_po(catalogue: Catalog) -> bytes:
    """The catalogue as a .po file, sorted and without line numbers, so that changes merge easily."""
    buffer = BytesIO()
    write_po(buffer, catalogue, sort_output=True, include_lineno=False, width=110)
    return buffer.getvalue()


def as_mo(catalogue: Catalog) -> bytes:
    """The catalogue as a .mo file."""
    buffer = BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def main(arguments: list[str]) -> int:
    """Update or check every language; return 1 if the check finds a problem."""
    if arguments == ["--check"]:
        found_problems = [problem for language in languages() for problem in problems(language)]
        print("\n".join(found_problems) or "The catalogues are complete.")
        return 1 if found_problems else 0
    print("\n".join(map(update, languages())))
    return 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    sys.exit(main(sys.argv[1:]))
