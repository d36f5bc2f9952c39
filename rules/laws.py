"""The rules this library enforces, as data, cited by every refusal, finding and ruling."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

_DATA = Path(__file__).parent / "data"
_CHAPTERS = ("laws.toml", "laws_points.toml", "laws_chouette.toml", "laws_conduct.toml")
_PREFACE = """# The rules of play

Every refusal, every finding of a replay and every ruling cites one of these rules by its name.
This page is written from the chapters in `rules/data` by `rules.laws.as_markdown()`.
"""


@dataclass(frozen=True, slots=True)
class Law:
    """One rule: `id` such as "move.both-dice"; title, text and source by language ("en", "it").

    The source names the published rules that say the same, those in the reader's language first. `desk` has
    the steps of a ruling for officials, by language; empty for rules of play. `called` has other names
    that players use, in any language, for the search.
    """

    id: str
    title: Mapping[str, str]
    text: Mapping[str, str]
    source: Mapping[str, str]
    desk: Mapping[str, Sequence[str]] = field(default_factory=dict)
    called: str = ""


def as_markdown() -> str:
    """All rules in reading order, in English and Italian, as the text of `docs/laws.md`."""
    return "\n".join([_PREFACE, _contents(), *map(_section, LAWS.values())])


def _contents() -> str:
    """The titles of all rules, one line for each chapter, each a link to its text."""
    chapters: dict[str, list[str]] = {}
    for law in LAWS.values():
        chapters.setdefault(law.id.split(".")[0], []).append(f"[{law.title['en']}](#{law.id})")
    return "".join(f"* **{name}**: {' · '.join(links)}\n" for name, links in chapters.items())


def _section(law: Law) -> str:
    title, text = law.title, law.text
    return (
        f'## <a id="{law.id}"></a>{title["en"]} · `{law.id}`\n\n'
        f"{text['en']}\n\n{_steps(law, 'en', 'At the desk')}"
        f"*{title['it']}.* {text['it']}\n\n{_steps(law, 'it', 'In direzione')}Source: {law.source['en']}.\n"
    )


def _steps(law: Law, language: str, heading: str) -> str:
    steps = law.desk.get(language)
    return f"{heading}:\n\n" + "".join(f"* {step}\n" for step in steps) + "\n" if steps else ""


def _load() -> dict[str, Law]:
    entries: dict[str, dict[str, Any]] = {}
    for chapter in _CHAPTERS:
        entries |= tomllib.loads((_DATA / chapter).read_text(encoding="utf-8"))
    return {
        name: Law(
            name,
            entry["title"],
            entry["text"],
            entry["source"],
            entry.get("desk", {}),
            entry.get("called", ""),
        )
        for name, entry in entries.items()
    }


LAWS: Mapping[str, Law] = MappingProxyType(_load())
