"""Translated texts by code: sentences of refusals and findings, labels, rules and questions.

Each app adds the sentences and labels of its own codes.
"""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from matches.messages.texts import (
    AUDITS,
    LABELS,
    LAW_REFUSALS,
    PEOPLE,
    REFUSALS,
    TABLE_LABELS,
    TABLE_SENTENCES,
)
from rules.laws import LAWS
from rules.questions import QUESTIONS

SENTENCES: dict[str, str | Promise] = {
    **LAW_REFUSALS,
    **REFUSALS,
    **AUDITS,
    **PEOPLE,
    **TABLE_SENTENCES,
}
ALL_LABELS: dict[str, str | Promise] = {**TABLE_LABELS, **LABELS}
NOTHING = "–"
BAR, OFF = 25, 0
# Context values that are points of the board.
POINT_NAMES = {"start", "end", "point"}
# Context values that are lists; the values of other lists belong together, such as a score.
LIST_NAMES = {"games", "known"}


def add_sentences(sentences: Mapping[str, str | Promise]) -> None:
    """Add the sentences of an app by code. Raises ValueError if a code has another one already."""
    _add_texts(SENTENCES, sentences)


def add_labels(labels: Mapping[str, str | Promise]) -> None:
    """Add the labels of an app by value. Raises ValueError if a value has another one already."""
    _add_texts(ALL_LABELS, labels)


def _add_texts(texts: dict[str, str | Promise], additions: Mapping[str, str | Promise]) -> None:
    clash = [code for code, text in additions.items() if texts.get(code, text) is not text]
    if clash:
        raise ValueError(f"These codes have a text already: {', '.join(clash)}")
    texts.update(additions)


def get_sentence(code: str, facts: Mapping[str, Any] | None = None) -> str:
    """Return the sentence of a refusal or finding in the active language.

    `facts` is its context; a missing value becomes a dash. An `entry` is followed by its `player`, if given.
    Raises KeyError for a code without a sentence.
    """
    values = dict(facts or {})
    if "entry" in values and values.get("player"):
        values["entry"] = f"{values['entry']} ({values['player']})"
    return str(SENTENCES[code]) % _SentenceContext(values)


def get_label(value: str) -> str:
    """Return the label of a state, ending, channel, kind of game, decision, side, policy or verdict."""
    return str(ALL_LABELS[value]) if value else NOTHING


def format_place(game: int, action: int, side: str) -> str:
    """Return the place of a finding in a match file: "Game 3, action 12, White"."""
    if not game:
        return _("Whole match")
    parts = [_("Game %(number)s") % {"number": game}]
    if action >= 0:
        parts.append(_("action %(number)s") % {"number": action + 1})
    if side:
        parts.append(get_label(side))
    return ", ".join(parts)


def describe_penalty(name: str, other: str, points: int) -> str:
    """Return the sentence of a penalty against `name`, whose points go to `other`."""
    text = ngettext(
        "Penalty against %(name)s: %(points)s point for %(other)s",
        "Penalty against %(name)s: %(points)s points for %(other)s",
        points,
    )
    return text % {"name": name, "other": other, "points": points}


def law_title(law: str) -> str:
    """The title of a rule in the active language, the id itself for an unknown one."""
    return _in_language(LAWS[law].title) if law in LAWS else law


def law_text(law: str) -> str:
    """The text of a rule in the active language, "" for an unknown one."""
    return _in_language(LAWS[law].text) if law in LAWS else ""


def law_source(law: str) -> str:
    """The published rules from which a rule is taken, "" for an unknown one."""
    return _in_language(LAWS[law].source) if law in LAWS else ""


def law_steps(law: str) -> tuple[str, ...]:
    """The steps of a ruling by this rule; empty for a rule of play or an unknown one."""
    steps_by_language = LAWS[law].desk if law in LAWS else {}
    return tuple(steps_by_language.get(_language()) or steps_by_language.get("en", ()))


def question_text(question: str) -> str:
    """A question on the rules in the active language."""
    return _in_language(QUESTIONS[question].question)


def question_answer(question: str) -> str:
    """The answer to a question on the rules in the active language."""
    return _in_language(QUESTIONS[question].answer)


def _in_language(texts: Mapping[str, str]) -> str:
    return texts.get(_language()) or texts["en"]


def _language() -> str:
    return (get_language() or "en").split("-")[0]


def _format_time(moment: str) -> str:
    """Return the local time of day of an ISO 8601 time; any other text is returned as it is."""
    try:
        return timezone.localtime(datetime.fromisoformat(moment)).strftime("%H:%M")
    except ValueError:
        return moment


def _format_day(day: str) -> str:
    """Return an ISO 8601 day as readers write it; any other text is returned as it is."""
    try:
        return date_format(date.fromisoformat(day), "j F Y")
    except ValueError:
        return day


def _format_roll(roll: str) -> str:
    """Return a roll with a hyphen, "6-1" for "61"; any other text is returned as it is."""
    return "-".join(roll) if len(roll) == 2 else roll


FACT_FORMATS: dict[str, Callable[[str], str]] = {
    "at": _format_time,
    "day": _format_day,
    "dice": _format_roll,
    "until": _format_day,
}


class _SentenceContext(dict[str, str]):
    """The context of a sentence, with formatted values; missing ones are a dash."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        super().__init__({name: _format_fact(name, value) for name, value in facts.items()})

    def __missing__(self, name: str) -> str:
        return NOTHING


def _format_fact(name: str, value: Any) -> str:
    if value is None or value == "":
        return _("Someone") if name == "by" else NOTHING
    if name in FACT_FORMATS:
        return FACT_FORMATS[name](str(value))
    if name in POINT_NAMES:
        return {BAR: _("the bar"), OFF: _("off")}.get(value, str(value))
    if name == "expected":
        # An English phrase of a reader of match files, which is a msgid of the catalogues.
        return _(str(value))
    if isinstance(value, list | tuple):
        return (", " if name in LIST_NAMES else "–").join(map(str, value)) or NOTHING
    return get_label(value) if isinstance(value, str) and value in LABELS else str(value)
