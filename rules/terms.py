"""The terms a record is judged by, and what it leaves open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from .actions import AcceptedIllegalPlay, Action, Beavered, Conceded, Doubled, Moved, Placed, Took
from .cube import HIGHEST, is_cube_value
from .faults import Fault
from .notation import UNKNOWN
from .options import UNLIMITED, Laws, MatchLaws, MoneyLaws, for_points
from .record import Record, RecordedGame
from .verdict import Finding, Unknown

_YES, _NO = {"on", "yes", "true"}, {"off", "no", "false", "none"}
_NAMES = {
    "automatic_doubles": "automatic_doubles",
    "autodouble": "automatic_doubles",
    "autodoubles": "automatic_doubles",
    "beaver": "animals",
    "beavers": "animals",
    "crawford": "crawford",
    "cubelimit": "cube_limit",
    "cube_limit": "cube_limit",
    "jacoby": "jacoby",
    "raccoon": "raccoons",
    "raccoons": "raccoons",
}
_PLAIN_LIMIT = 1024


@dataclass(frozen=True, slots=True)
class Terms:
    """What a record is played for and by which rules; `length` 0 is money play.

    `knows_jacoby` is False when neither the caller nor the header says whether the Jacoby rule is in force.
    `faults` are differences between the record, its header and the caller.
    """

    length: int
    laws: Laws
    knows_jacoby: bool = True
    faults: tuple[Fault, ...] = ()


def terms_of(record: Record, laws: Laws | None, posted: int | None) -> Terms:
    """Determine the terms: `laws` are those given, `posted` the announced length of the match."""
    header = dict(_header(record.facts))
    if posted is None and _is_galaxy_money(record):
        money_laws = laws if isinstance(laws, MoneyLaws) else replace(for_points(MatchLaws()), jacoby=True)
        fault = Fault("money_assumed", "money.jacoby", {"length": record.length}, "note")
        return Terms(0, money_laws, faults=(fault,))
    faults = []
    if posted is not None and posted != record.length:
        facts: dict[str, object] = {"length": posted, "declared": record.length}
        faults.append(Fault("length_differs", "match.length", facts))
    if record.length:
        return _match(record.length, laws, header, faults)
    if isinstance(laws, MoneyLaws):
        return Terms(0, laws, faults=(*faults, *_differing(laws, header)))
    return _points(laws or MatchLaws(), header, faults)


def _match(length: int, laws: Laws | None, header: Mapping[str, int], faults: list[Fault]) -> Terms:
    crawford = bool(header.get("crawford", 1))
    if laws is None:
        return Terms(length, MatchLaws(crawford=crawford), faults=tuple(faults))
    if isinstance(laws, MoneyLaws):
        faults.append(Fault("points_expected", "match.length", {"length": length}, "note"))
        return Terms(length, MatchLaws(crawford=crawford), faults=tuple(faults))
    if length > 1 and "crawford" in header and laws.crawford is not crawford:
        faults.append(_difference("crawford_rule", header["crawford"], laws.crawford, "match.crawford"))
    return Terms(length, laws, faults=tuple(faults))


def _points(laws: MatchLaws, header: Mapping[str, int], faults: list[Fault]) -> Terms:
    """Return the terms of money play by the options of the header alone."""
    agreed = for_points(laws)
    limit = header.get("cube_limit", 0)
    most_animals = UNLIMITED if header.get("raccoons", 1) else 1
    stated = MoneyLaws(
        jacoby=laws.jacoby or bool(header.get("jacoby")),
        animals=min(header.get("animals", agreed.animals), most_animals),
        automatic_doubles=min(header.get("automatic_doubles", agreed.automatic_doubles), UNLIMITED),
        cube_limit=limit if limit > 1 and is_cube_value(limit) else 0,
    )
    return Terms(0, stated, knows_jacoby=laws.jacoby or "jacoby" in header, faults=tuple(faults))


def _differing(laws: MoneyLaws, header: Mapping[str, int]) -> Iterator[Fault]:
    """Yield differences between the given rules and the header; it seldom has the number of raises."""
    if "jacoby" in header and bool(header["jacoby"]) is not laws.jacoby:
        yield _difference("jacoby_rule", header["jacoby"], laws.jacoby, "money.jacoby")
    if "animals" in header and bool(header["animals"]) is not bool(laws.animals):
        yield _difference("animals", header["animals"], laws.animals, "money.animals")
    if "automatic_doubles" in header and header["automatic_doubles"] != laws.automatic_doubles:
        yield _difference(
            "automatic_doubles", header["automatic_doubles"], laws.automatic_doubles, "money.automatic"
        )
    limits = [min(limit or HIGHEST, _PLAIN_LIMIT) for limit in (header.get("cube_limit", 0), laws.cube_limit)]
    if "cube_limit" in header and limits[0] != limits[1]:
        yield _difference("cube_limit", header["cube_limit"], laws.cube_limit, "money.cube-limit")


def _difference(option: str, header: int, laws: int, law: str) -> Fault:
    return Fault("laws_differ", law, {"option": option, "header": int(header), "laws": int(laws)}, "note")


def _header(facts: Mapping[str, str]) -> Iterator[tuple[str, int]]:
    """Yield the rule options of the header as numbers: Off is 0, On is 1 or the maximum."""
    for key, value in facts.items():
        option, option_text = _NAMES.get(key), value.strip().casefold()
        if option is None:
            continue
        if option_text in _YES:
            yield option, UNLIMITED if option in ("animals", "automatic_doubles") else 1
        elif option_text in _NO:
            yield option, 0
        elif option_text.isascii() and option_text.isdigit() and len(option_text) < 6:
            yield option, int(option_text)


def _is_galaxy_money(record: Record) -> bool:
    """Galaxy writes a money game as a match to an even length that one game does not finish."""
    if record.facts.get("site") != "BackgammonGalaxy" or len(record.games) != 1:
        return False
    return record.length in (2, 4, 8, 16)


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


def unknowns(
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
