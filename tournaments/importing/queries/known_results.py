"""Which results of a file a club has already: those of the same people, day and score."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import reduce
from itertools import product
from operator import or_
from typing import Any

from django.db.models import Max, Min, Q
from django.utils.timezone import localdate

from matches.models import Match, Player
from matches.names import fold_name
from matches.queries.people import canonical_key
from matches.states import Status
from rules.errors import Refusal
from tournaments.exchange.past_results import ParsedResults, PastRow, compute_digest
from tournaments.models import Club, PastImport, PastPlace, PastPoints, PastResult
from tournaments.registry import match_club_lookups

# The keys of the (canonical) players that each folded name of a file may mean.
Persons = Mapping[str, frozenset[int]]
# The points of the loser are None where they are not known.
MatchKey = tuple[date, int, int, int | None, int | None]
NOBODY: frozenset[int] = frozenset()
MATCH_COLUMNS = ("white", "black"), ("white_score", "black_score", "is_loser_score_known")


@dataclass(frozen=True, slots=True)
class KnownResults:
    """The results of a file that the club has already (`known`), and the others (`remaining`).

    `differing` of the remaining matches have day and players of a stored one, with another score.
    """

    known: ParsedResults
    remaining: ParsedResults
    differing: int = 0


NOTHING_KNOWN = KnownResults(ParsedResults(), ParsedResults())


def find_known_results(club: Club, results: ParsedResults, persons: Persons) -> KnownResults:
    """Return which of these results the club has already. Four queries at most.

    Matches are the same by day, people and score: as often as they are stored. One of which the file has only
    the winner is also the same as a stored one with the points of both. Places and points are the same
    by day and person, and by their tournament, if the file names it.
    """
    days = {day for day, _evening in results.tournaments}
    stored_matches = _count_stored_matches(club, {row.day for row in results.rows})
    unmatched = stored_matches.copy()
    is_known_match = [_take_match(unmatched, row, persons) for row in results.rows]
    stored_places = _get_stored_places(club, days) if results.places else set()
    is_known_place = [
        any(
            (row.day, row.evening.casefold(), person, row.flight, row.first, row.last, row.field)
            in stored_places
            for person in persons.get(fold_name(row.name), NOBODY)
        )
        for row in results.places
    ]
    stored_points = _get_stored_points(club, days) if results.points else set()
    is_known_points = [
        any(
            (row.day, row.evening.casefold(), person, row.points) in stored_points
            for person in persons.get(fold_name(row.name), NOBODY)
        )
        for row in results.points
    ]
    known, remaining = (
        replace(
            results,
            rows=_select(results.rows, is_known_match, is_known),
            places=_select(results.places, is_known_place, is_known),
            points=_select(results.points, is_known_points, is_known),
        )
        for is_known in (True, False)
    )
    return KnownResults(known, remaining, _count_differing(stored_matches, remaining.rows, persons))


def _count_differing(stored_matches: Iterable[MatchKey], rows: Iterable[PastRow], persons: Persons) -> int:
    """Return how many of these matches have day and players of a stored one."""
    stored_pairs = {key[:3] for key in stored_matches}
    return sum(any(key[:3] in stored_pairs for key in _list_match_keys(row, persons)) for row in rows)


def select_new_results(club: Club, name: str, results: ParsedResults, persons: Persons) -> ParsedResults:
    """Return the results of a file of this name that the club does not have. Five queries at most.

    Raises `past_all_known` if there are none, or `past_file_twice` if the same file was imported.
    """
    remaining = find_known_results(club, results, persons).remaining
    if not remaining.row_count:
        require_new_file(club, name, compute_digest(results))
        raise Refusal("past_all_known", count=results.row_count)
    return remaining


def require_new_file(club: Club, name: str, digest: str) -> None:
    """Raise `past_file_twice` if the club has an import of this digest. One query, two if it has one."""
    batch = PastImport.objects.filter(club=club, digest=digest, undone_at=None).order_by("pk").first()
    if batch is not None:
        span = batch.evenings.aggregate(first=Min("played_on"), last=Max("played_on"))
        days = {
            name: day.isoformat() for name, day in (("day", span["first"]), ("until", span["last"])) if day
        }
        raise Refusal("past_file_twice", name=name.strip() or batch.name, **days)


def _select(rows: Sequence[Any], marks: Iterable[bool], mark: bool) -> tuple[Any, ...]:
    return tuple(row for row, is_known in zip(rows, marks, strict=True) if is_known == mark)


def _take_match(unmatched: Counter[MatchKey], row: PastRow, persons: Persons) -> bool:
    """Return whether one of the stored matches not taken yet is this one; it is taken."""
    keys = _list_match_keys(row, persons)
    if not row.is_loser_score_known:
        keys += [key for wanted_key in keys for key in list(unmatched) if _has_same_winner(key, wanted_key)]
    key = next((key for key in keys if unmatched[key] > 0), None)
    if key is not None:
        unmatched[key] -= 1
    return key is not None


def _has_same_winner(stored: MatchKey, key: MatchKey) -> bool:
    """Return whether a stored match has day, people and winner of one without the points of the loser."""
    if stored[:3] != key[:3]:
        return False
    return all(
        points is None or points == stored_points
        for stored_points, points in zip(stored[3:], key[3:], strict=True)
    )


def _list_match_keys(row: PastRow, persons: Persons) -> list[MatchKey]:
    """Return the keys that a match has, one for each pair of people whom its names may mean."""
    candidates = (persons.get(fold_name(name), NOBODY) for name in (row.one, row.other))
    score = (*row.score, row.is_loser_score_known)
    return [_make_match_key(row.day, one, other, *score) for one, other in product(*candidates)]


def _make_match_key(day: date, one: int, other: int, white: int, black: int, is_known: bool) -> MatchKey:
    """Return day, people and score of a match, with the lower key first."""
    first = white if is_known or white > black else None
    second = black if is_known or black > white else None
    return (day, one, other, first, second) if one <= other else (day, other, one, second, first)


def _count_stored_matches(club: Club, days: set[date]) -> Counter[MatchKey]:
    """Return how often the club has each match of these days, imported or played here. Two queries."""
    if not days:
        return Counter()
    imported = PastResult.objects.filter(
        evening__batch__club=club, evening__batch__undone_at=None, evening__played_on__in=days
    )
    days_and_matches = {
        pk: (day, *rest)
        for pk, day, *rest in imported.values_list("match", "evening__played_on", *_match_columns("match__"))
    }
    lookups = ("pairing__event__tournament__club", "casual__club", *match_club_lookups)
    played = Match.objects.filter(
        reduce(or_, (Q(**{lookup: club}) for lookup in lookups)),
        status=Status.SETTLED.value,
        settled_at__date__gte=min(days),
        settled_at__date__lte=max(days),
    )
    for pk, at, *rest in played.values_list("pk", "settled_at", *_match_columns("")):
        days_and_matches.setdefault(pk, (localdate(at), *rest))
    return Counter(_make_match_key(*row) for row in days_and_matches.values())


def _match_columns(match: str) -> tuple[Any, ...]:
    players, scores = MATCH_COLUMNS
    return (
        *(canonical_key(f"{match}{column}") for column in players),
        *(f"{match}{column}" for column in scores),
    )


def _get_stored_places(club: Club, days: Iterable[date]) -> set[tuple[Any, ...]]:
    """Return the places of these days, each with the name of its tournament and without. One query."""
    places = PastPlace.objects.filter(
        evening__batch__club=club, evening__batch__undone_at=None, evening__played_on__in=days
    )
    rows = places.values_list(
        "evening__played_on", "evening__name", canonical_key("player"), "flight", "first", "last", "field"
    )
    return {(day, name, *rest) for day, evening, *rest in rows for name in (evening.casefold(), "")}


def _get_stored_points(club: Club, days: Iterable[date]) -> set[tuple[Any, ...]]:
    """Return the points of these days, each with the name of its tournament and without. One query."""
    points = PastPoints.objects.filter(
        evening__batch__club=club, evening__batch__undone_at=None, evening__played_on__in=days
    )
    rows = points.values_list("evening__played_on", "evening__name", canonical_key("player"), "points")
    return {(day, name, *rest) for day, evening, *rest in rows for name in (evening.casefold(), "")}


def map_canonical_keys(codes: Iterable[str]) -> Mapping[str, int]:
    """Return the keys of the canonical players of these codes. One query."""
    players = Player.objects.filter(code__in=set(codes)).select_related("person")
    return {player.code: get_canonical_key(player) for player in players}


def get_canonical_key(player: Player) -> int:
    """Return the key of the canonical player of a person."""
    return player.pk if player.person is None else player.person.face_id
