"""The terms a record is judged by: match or money play, the length, and the rules in force."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .cube import HIGHEST, is_cube_value
from .faults import Fault
from .options import UNLIMITED, Laws, MatchLaws, MoneyLaws, for_points
from .record import Record

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

    `knows_jacoby` is False when neither the caller nor the header says whether the Jacoby rule is in force,
    `knows_crawford` when neither they nor the mark of a Crawford game say so of the Crawford rule.
    `faults` are differences between the record, its header and the caller.
    """

    length: int
    laws: Laws
    knows_jacoby: bool = True
    knows_crawford: bool = True
    faults: tuple[Fault, ...] = ()


def determine_terms(record: Record, laws: Laws | None, posted: int | None) -> Terms:
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
        return _match(record, laws, header, faults)
    if isinstance(laws, MoneyLaws):
        return Terms(0, laws, faults=(*faults, *_differing(laws, header)))
    return _points(laws or MatchLaws(), header, faults)


def _match(record: Record, laws: Laws | None, header: Mapping[str, int], faults: list[Fault]) -> Terms:
    length, crawford = record.length, bool(header.get("crawford", 1))
    if not isinstance(laws, MatchLaws):
        if isinstance(laws, MoneyLaws):
            faults.append(Fault("points_expected", "match.length", {"length": length}, "note"))
        is_stated = "crawford" in header or any(game.is_crawford for game in record.games)
        stated_laws = MatchLaws(crawford=crawford)
        return Terms(length, stated_laws, knows_crawford=is_stated, faults=tuple(faults))
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
