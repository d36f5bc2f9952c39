"""The performance ratings of several players side by side, by one engine with its settings."""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Case, QuerySet, When
from django.utils.timezone import localdate

from matches.models import Match, Player
from matches.queries.occasions import get_times_played
from matches.queries.people import canonical_key
from matches.records.models import PerformanceFigure
from matches.records.performance_sums import Tally, pool_tallies
from matches.records.queries.analyses import LONG_COLUMNS, get_counted_figures
from matches.records.queries.declarations import annotate_declared, is_declared
from matches.records.queries.performance_history import LONGEST_NAME, name_engine
from matches.states import Status
from rules.errors import Refusal


@dataclass(frozen=True, slots=True)
class PerformanceTableOptions:
    """Which matches count: by `engine` ("": the one with most figures), since a day, declared ones."""

    engine: str = ""
    since: date | None = None
    declared_only: bool = False


@dataclass(frozen=True, slots=True)
class PerformanceTableRow:
    """A player's place in the table, matches and sum; equal ratings share a place."""

    place: int
    player: Player
    matches: int
    tally: Tally


@dataclass(frozen=True, slots=True)
class PerformanceTable:
    """A table by rating, the lowest first; all figures in it are by `engine`, "" if there are none.

    `engines` are the engines with their settings that have figures, `without_figures` the players who have
    none by this engine.
    """

    engine: str
    engines: tuple[str, ...]
    rows: tuple[PerformanceTableRow, ...]
    without_figures: tuple[Player, ...]


def get_performance_table(
    players: Collection[Player], matches: QuerySet[Match], options: PerformanceTableOptions
) -> PerformanceTable:
    """Return the table of these (canonical) players over these matches, void ones left out.

    A match counts once for each player, by the latest figure of the engine; a player's rating is computed
    from all equity lost and all decisions. Raises `engine_unknown` for an engine without figures.
    """
    by_key = {player.pk: player for player in players}
    figures = _list_figures(by_key, matches)
    counts = Counter(name_engine(figure) for _person, figure in figures)
    if options.engine and options.engine not in counts:
        raise Refusal("table_engine_unknown", engine=options.engine[:LONGEST_NAME])
    engine = options.engine or min(counts, key=lambda name: (-counts[name], name), default="")
    tallies: dict[int, list[Tally]] = {}
    for person, figure in _keep_counted(figures, engine, options):
        tallies.setdefault(person, []).append(figure.tally)
    rows = _rank([(by_key[person], len(each), pool_tallies(each)) for person, each in tallies.items()])
    without_figures = tuple(player for player in players if player.pk not in tallies)
    return PerformanceTable(engine, tuple(sorted(counts)), rows, without_figures)


def _list_figures(people: Collection[int], matches: QuerySet[Match]) -> list[tuple[int, PerformanceFigure]]:
    """Return the figures of these people (canonical keys) with the person, the earliest first."""
    white, black = (canonical_key(f"transcript__match__{side}") for side in ("white", "black"))
    rows = get_counted_figures().filter(transcript__match__in=matches)
    rows = rows.exclude(transcript__match__status=Status.VOID.value)
    rows = annotate_declared(rows).annotate(person_key=Case(When(side="white", then=white), default=black))
    rows = rows.filter(person_key__in=list(people)).select_related("transcript__match").defer(*LONG_COLUMNS)
    return [(figure.person_key, figure) for figure in rows.order_by("id")]


def _keep_counted(
    figures: Iterable[tuple[int, PerformanceFigure]], engine: str, options: PerformanceTableOptions
) -> list[tuple[int, PerformanceFigure]]:
    """Return the last figure by the engine of each match and person, of the matches that count."""
    last_figures = {
        (person, figure.transcript.match_id): figure
        for person, figure in figures
        if name_engine(figure) == engine and (is_declared(figure) or not options.declared_only)
    }
    days = _get_days(last_figures.values()) if options.since is not None else {}
    return [
        (person, figure)
        for (person, match), figure in last_figures.items()
        if options.since is None or match is None or days[match] >= options.since
    ]


def _get_days(figures: Iterable[PerformanceFigure]) -> dict[int, date]:
    result_times = {
        figure.transcript.match.pk: figure.transcript.match.settled_at or figure.transcript.at
        for figure in figures
        if figure.transcript.match is not None
    }
    return {match: localdate(at) for match, at in get_times_played(result_times).items()}


def _rank(sums: Iterable[tuple[Player, int, Tally]]) -> tuple[PerformanceTableRow, ...]:
    ordered = sorted(sums, key=lambda each: (each[2].rating or 0.0, each[0].name))
    ratings = [tally.rating for _player, _matches, tally in ordered]
    return tuple(
        PerformanceTableRow(ratings.index(tally.rating) + 1, player, matches, tally)
        for player, matches, tally in ordered
    )
