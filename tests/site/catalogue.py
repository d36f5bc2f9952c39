"""Gathers every translatable sentence into the catalogues and compiles them; needs no gettext programs.

python -m tests.site.catalogue            update locale/*/LC_MESSAGES/django.po and .mo, list what is missing
python -m tests.site.catalogue --check    say what is missing, change nothing
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
}


# The compiled form must not change because the clock did.
UNDATED = datetime(2026, 1, 1, tzinfo=UTC)


def languages() -> list[str]:
    """The languages the source is translated to."""
    return [language for language, _name in settings.LANGUAGES if language != settings.LANGUAGE_CODE]


def update(language: str) -> str:
    """Rewrite the catalogue of a language and its compiled form; how it stands now, and what is missing."""
    path, catalogue = catalogue_path(language), updated(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(as_po(catalogue))
    path.with_suffix(".mo").write_bytes(as_mo(stored(language)))
    return summary(language, catalogue)


def summary(language: str, catalogue: Catalog) -> str:
    """How many sentences a catalogue has, and those that are not translated."""
    missing = list(untranslated(catalogue))
    return "\n".join([f"{language}: {len(catalogue)} sentences, {len(missing)} to translate", *missing])


def problems(language: str) -> list[str]:
    """All that keeps the catalogue of a language from being complete and up to date."""
    return [*stale(language), *untranslated(stored(language))]


def catalogue_path(language: str) -> Path:
    """Where the catalogue of a language lies."""
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


def stored(language: str) -> Catalog:
    """The catalogue as it lies on disk; empty when there is none."""
    path = catalogue_path(language)
    catalogue = read_po(BytesIO(path.read_bytes()), locale=language) if path.exists() else Catalog(language)
    catalogue.header_comment = f"# The sentences of Crawford ({language})."
    catalogue.project, catalogue.version, catalogue.fuzzy = "Crawford", "1", False
    catalogue.msgid_bugs_address = catalogue.language_team = ""
    catalogue.last_translator = "The maintainers of Crawford"
    catalogue.creation_date = catalogue.revision_date = UNDATED
    return catalogue


def updated(language: str) -> Catalog:
    """The stored translations under the sentences the source has now; what is gone is dropped."""
    catalogue = stored(language)
    catalogue.update(gathered(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def gathered() -> Catalog:
    """Every sentence of the source, with the files it comes from."""
    catalogue = Catalog(creation_date=UNDATED)
    for file, message, comments, context in sentences():
        catalogue.add(message, locations=[(file, 0)], auto_comments=comments, context=context)
    return catalogue


def sentences() -> Iterator[tuple[str, Any, list[str], str | None]]:
    """File, sentence (or singular and plural), notes for the translator and context of each use."""
    for path in sources():
        name = path.relative_to(settings.BASE_DIR).as_posix()
        text = path.read_text(encoding="utf-8")
        # Within brackets the indentation of a template's text means nothing to a reader of Python.
        source = text if path.suffix == ".py" else f"({templatize(text, origin=name)})"
        result = extract(
            "python", BytesIO(source.encode()), KEYWORDS, ("Translators:",), {"encoding": "utf-8"}
        )
        for _line, message, comments, context in result:
            yield name, message, comments, context


def sources() -> list[Path]:
    """The files that may hold sentences."""
    folders = [Path(settings.BASE_DIR) / package for package in PACKAGES]
    files = [
        path for folder in folders for path in folder.rglob("*") if path.suffix in {".py", ".html", ".txt"}
    ]
    return sorted(path for path in files if "migrations" not in path.parts and path.is_file())


def untranslated(catalogue: Catalog) -> Iterator[str]:
    """The sentences of a catalogue that have no translation, or only a guessed one."""
    for message in catalogue:
        forms = message.string if isinstance(message.string, (list, tuple)) else [message.string]
        if message.id and (message.fuzzy or not all(forms)):
            yield f"not translated: {message.id!r}"


def stale(language: str) -> Iterator[str]:
    """What differs between the source and the catalogue, and between the catalogue and its compiled form."""
    ours, value = keys(stored(language)), keys(gathered())
    yield from (f"not in the catalogue: {key[1]!r}" for key in sorted(value - ours, key=str))
    yield from (f"no longer in the source: {key[1]!r}" for key in sorted(ours - value, key=str))
    compiled = catalogue_path(language).with_suffix(".mo")
    if not compiled.exists() or compiled.read_bytes() != as_mo(stored(language)):
        yield "the compiled catalogue is older than its source"


def keys(catalogue: Catalog) -> set[tuple[str | None, str]]:
    """Context and (singular) sentence of each message."""
    return {
        (message.context, message.id if isinstance(message.id, str) else message.id[0])
        for message in catalogue
        if message.id
    }


def as_po(catalogue: Catalog) -> bytes:
    """The catalogue as text for translators: in order and without line numbers, so that it merges."""
    buffer = BytesIO()
    write_po(buffer, catalogue, sort_output=True, include_lineno=False, width=110)
    return buffer.getvalue()


def as_mo(catalogue: Catalog) -> bytes:
    """The catalogue as Django reads it."""
    buffer = BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def main(arguments: list[str]) -> int:
    """Update or check every language; 1 when something is to be done."""
    if arguments == ["--check"]:
        items = [problem for language in languages() for problem in problems(language)]
        print("\n".join(items) or "The catalogues are complete.")
        return 1 if items else 0
    print("\n".join(map(update, languages())))
    return 0


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    sys.exit(main(sys.argv[1:]))
