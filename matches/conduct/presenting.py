"""Rulings as pages and the API show them: texts in both languages, boards, plays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from matches.conduct import messages
from matches.conduct.cases import Case
from matches.messages import get_label, get_sentence, law_source, law_steps, law_text, law_title
from rules.diagram import listing, svg
from rules.dice import format_dice
from rules.errors import Unreadable
from rules.formats.match_position import MatchPosition
from rules.formats.xgid import write_xgid
from rules.irregularities import Continuation, Ruling, RulingSituation
from rules.laws import LAWS
from rules.sides import Side

LANGUAGES = ("en", "it")
MAX_PLAYS = 60


@dataclass(frozen=True, slots=True)
class ContinuationText:
    """A continuation: its sentence, the plays it allows, and the board it leads to."""

    code: str
    sentence: str
    details: tuple[str, ...]
    plays: tuple[str, ...]
    more_plays: int
    board: SafeString | None
    position: str


@dataclass(frozen=True, slots=True)
class RulingText:
    """A ruling in one language; without a ruling only the rule (`sentence` "", no continuations)."""

    language: str
    case: str
    code: str
    sentence: str
    law: str
    number: int
    title: str
    text: str
    source: str
    steps: tuple[str, ...]
    chooser: str
    continuations: tuple[ContinuationText, ...]


def describe_in_both_languages(
    case: Case, ruling: Ruling | None, players: Mapping[str, str]
) -> list[RulingText]:
    """Return the ruling in the reader's language, then in the other; `players` are their names by side."""
    current = (get_language() or "en").split("-")[0]
    languages = sorted(LANGUAGES, key=lambda language: language != current)
    return [describe_ruling(case, ruling, players, language) for language in languages]


def describe_ruling(
    case: Case, ruling: Ruling | None, players: Mapping[str, str], language: str
) -> RulingText:
    """Return the ruling in a language; a side without a name in `players` is White or Black."""
    with override(language):
        law = ruling.law if ruling else case.law
        # A rule of play has no steps for the desk; then those of the case's rule are shown.
        return RulingText(
            language=language,
            case=str(messages.CASES[case.name]),
            code=ruling.code if ruling else "",
            sentence=get_sentence(ruling.code, ruling.facts) if ruling else "",
            law=law,
            number=list(LAWS).index(law) + 1,
            title=law_title(law),
            text=law_text(law),
            source=law_source(law),
            steps=law_steps(law) or law_steps(case.law),
            chooser=_name_side(ruling.chosen_by, players) if ruling and ruling.chosen_by else "",
            continuations=tuple(
                _describe_continuation(each, players, f"{language}-{place}")
                for place, each in enumerate(ruling.continuations if ruling else ())
            ),
        )


def describe_case(name: str) -> str:
    """The name of a case in the active language."""
    return str(messages.CASES[name])


def describe_code(code: str, facts: Mapping[str, Any]) -> str:
    """The sentence of a stored ruling or continuation, "" without one."""
    return get_sentence(code, facts) if code else ""


def _name_side(side: Side, players: Mapping[str, str]) -> str:
    return players.get(side.value) or get_label(side.value)


def _describe_continuation(
    continuation: Continuation, players: Mapping[str, str], ids: str
) -> ContinuationText:
    plays = tuple(play.notation() for play in continuation.plays)
    situation = continuation.situation
    return ContinuationText(
        code=continuation.code,
        sentence=get_sentence(continuation.code),
        details=tuple(_list_details(continuation, players)),
        plays=plays[:MAX_PLAYS],
        more_plays=max(0, len(plays) - MAX_PLAYS),
        board=_draw_board(situation, players, f"board-{ids}") if situation else None,
        position=_format_xgid(situation) if situation else "",
    )


def _list_details(continuation: Continuation, players: Mapping[str, str]) -> Iterator[str]:
    outcome, score, situation = continuation.outcome, continuation.score, continuation.situation
    if outcome:
        facts = {
            "winner": _name_side(outcome.winner, players),
            "kind": get_label(outcome.kind),
            "points": outcome.points,
        }
        yield _("%(winner)s: %(kind)s, points: %(points)s") % facts
    if score:
        yield _("Score: %(white)s–%(black)s") % {"white": score.white, "black": score.black}
        if score.is_crawford:
            yield _("The next game is the Crawford game.")
    if situation and situation.next_dice:
        yield _("The next roll is %(dice)s.") % {"dice": format_dice(situation.next_dice)}


def _draw_board(situation: RulingSituation, players: Mapping[str, str], ids: str) -> SafeString:
    player = _name_side(situation.turn, players)
    diagram = svg(
        situation.position,
        title=_("%(who)s to play") % {"who": player},
        description=listing(situation.position),
        ids=ids,
        dice=situation.dice,
        cube=situation.cube.value * (2 if situation.offer else 1),
        cube_owner=situation.cube.owner,
        offered_by=situation.offer,
        to_move=situation.turn,
    )
    return mark_safe(diagram)  # noqa: S308 - rules.diagram escapes its texts


def _format_xgid(situation: RulingSituation) -> str:
    """Return the position as an XGID, "" if it cannot be written as one."""
    if situation.position.faults():
        return ""
    state = MatchPosition(
        situation.position,
        turn=situation.turn,
        dice=situation.dice,
        cube=situation.cube.value,
        cube_owner=situation.cube.owner,
    )
    try:
        return write_xgid(state)
    except Unreadable:
        return ""
