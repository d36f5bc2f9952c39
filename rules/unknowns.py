"""What a record does not say: each open question, and the games it concerns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from .actions import AcceptedIllegalPlay, Action, Beavered, Conceded, Doubled, Moved, Placed, Took
from .notation import UNKNOWN
from .options import MoneyLaws
from .record import Record, RecordedGame
from .terms import Terms
from .verdict import Finding, Unknown

_PLAYS = {"play_unknown", "play_ambiguous"}
_ANSWERS = {"drop_inferred", "double_unanswered"}
_WITHOUT_AUTOMATIC = {"mat"}


class ReplayedGame(NamedTuple):
    """What decides which facts a game leaves open: `others` are its actions apart from the rolls."""

    game: RecordedGame
    others: list[Action]
    kind: str
    codes: frozenset[str] = frozenset()


Question = Callable[[ReplayedGame], bool]


def list_unknowns(
    record: Record, terms: Terms, games: Sequence[ReplayedGame], findings: Sequence[Finding]
) -> Iterator[Unknown]:
    """Yield everything the record does not say, each with the numbers of the games concerned."""
    codes: dict[int, set[str]] = {}
    for finding in findings:
        codes.setdefault(finding.game, set()).update((finding.code, *_implied(finding)))
    if not record.facts.get("date") and not record.facts.get("time"):
        yield Unknown("unknown_time")
    yield from _before(record, terms)
    games_with_codes = [
        each._replace(codes=frozenset(codes[each.game.number])) if each.game.number in codes else each
        for each in games
    ]
    for code, question in {**_QUESTIONS, **_of_points(record, terms)}.items():
        numbers = [each.game.number for each in games_with_codes if question(each)]
        if numbers:
            yield Unknown(code, tuple(numbers))


def _implied(finding: Finding) -> tuple[str, ...]:
    if finding.code == "resignation_inferred" and not finding.facts["certain"]:
        return ("level",)
    return ("stood",) if finding.facts.get("stood") and finding.severity == "error" else ()


def _before(record: Record, terms: Terms) -> Iterator[Unknown]:
    """The games before a record that starts in the middle of a match."""
    first = record.games[0] if record.games else None
    if first is None or first.score_before in (None, (0, 0)) or not first.score_before:
        return
    yield Unknown("unknown_before", (first.number,))
    is_reached = sorted(first.score_before)[0] > 0 and first.score_before.count(terms.length - 1) == 1
    if terms.length > 1 and is_reached and first.is_crawford is None:
        yield Unknown("unknown_crawford", (first.number,))


def _of_points(record: Record, terms: Terms) -> dict[str, Question]:
    """The questions of money play: automatic doubles a sheet cannot express, and the Jacoby rule."""
    questions: dict[str, Question] = {}
    laws = terms.laws
    if isinstance(laws, MoneyLaws) and laws.automatic_doubles and record.format in _WITHOUT_AUTOMATIC:
        questions["unknown_automatic"] = _is_cube_untold
    if not terms.knows_jacoby:
        questions["unknown_jacoby"] = _hangs_on_jacoby
    return questions


def _is_cube_untold(facts: ReplayedGame) -> bool:
    return not any(isinstance(action, Doubled) and action.value for action in facts.others)


def _hangs_on_jacoby(facts: ReplayedGame) -> bool:
    is_turned = any(isinstance(action, Took | Beavered) for action in facts.others)
    return not is_turned and facts.kind.endswith("gammon")


def _has_no_first_roll(facts: ReplayedGame) -> bool:
    return not isinstance(next(iter(facts.game.actions), None), Moved | AcceptedIllegalPlay | Placed)


def _is_play_open(facts: ReplayedGame) -> bool:
    last = facts.game.actions[-1] if facts.game.actions else None
    return bool(facts.codes & _PLAYS) or (isinstance(last, Moved) and last.written is UNKNOWN)


def _is_end_open(facts: ReplayedGame) -> bool:
    if not facts.kind.startswith(("resigned", "adjudicated")):
        return False
    return not any(isinstance(action, Conceded) for action in facts.others)


def _has_doubles(facts: ReplayedGame) -> bool:
    return any(isinstance(action, Doubled) for action in facts.others)


_QUESTIONS: dict[str, Question] = {
    "unknown_opening": _has_no_first_roll,
    "unknown_play": _is_play_open,
    "unknown_condoned": lambda facts: "stood" in facts.codes,
    "unknown_doubling": _has_doubles,
    "unknown_answer": lambda facts: bool(facts.codes & _ANSWERS),
    "unknown_ending": _is_end_open,
    "unknown_level": lambda facts: "level" in facts.codes,
}
