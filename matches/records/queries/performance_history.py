"""The performance ratings of a player over time, in total and by kind of decision."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from matches.models import Match, Player
from matches.queries.occasions import get_times_played
from matches.queries.people import make_person_q
from matches.records.models import PerformanceFigure
from matches.records.performance_sums import Tally, pool_tallies
from matches.records.queries.analyses import LONG_COLUMNS, get_counted_figures, select_latest_of_kind
from matches.states import Status
from rules.errors import Refusal

# How many of the newest matches are listed, drawn and summed.
MAX_ENTRIES = 300
# How many matches each point of the trend is computed from.
TREND_MATCHES = 5
# An unknown engine is quoted up to this length.
LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class PerformanceEntry:
    """A player's figure in a match played at `at`; `trend` is the sum over it and the four matches before."""

    figure: PerformanceFigure
    match: Match
    opponent: Player
    at: datetime
    trend: Tally


@dataclass(frozen=True, slots=True)
class ErrorProfile:
    """Sums over several matches: of all decisions, and by kind of decision (None if unknown)."""

    overall: Tally
    checkers: Tally | None
    doubles: Tally | None
    takes: Tally | None


@dataclass(frozen=True, slots=True)
class PerformanceHistory:
    """A player's performance by match, the newest first; each match counts once.

    `engine` is the engine, with its settings, that the figures are limited to; "" means the last figure of
    each match by any engine. `engines` are the choices.
    """

    player: Player
    engine: str
    engines: tuple[str, ...]
    entries: tuple[PerformanceEntry, ...]
    profile: ErrorProfile

    @property
    def engine_names(self) -> tuple[str, ...]:
        """The engines with their settings whose figures are summed here."""
        return tuple(sorted({name_engine(entry.figure) for entry in self.entries}))

    @property
    def is_of_several_engines(self) -> bool:
        """Whether figures of different engines or settings are summed here, which a page has to say."""
        return len(self.engine_names) > 1


def get_performance_history(player: Player, engine: str = "") -> PerformanceHistory:
    """The history of a person under all spellings. Two queries, whatever the number of matches.

    Raises `engine_unknown` for an engine that gave no figure of this person.
    """
    figures = select_latest_of_kind(_get_figures(player))
    engines = tuple(sorted({name_engine(figure) for figure in figures}))
    if engine and engine not in engines:
        raise Refusal("engine_unknown", engine=engine[:LONGEST_NAME])
    if engine:
        figures = [figure for figure in figures if name_engine(figure) == engine]
    by_match = {figure.transcript.match: figure for figure in figures}
    times = get_times_played(
        {match.pk: _get_time(match, figure) for match, figure in by_match.items() if match is not None}
    )
    rows = [(times[match.pk], match, figure) for match, figure in by_match.items() if match is not None]
    rows = sorted(rows, key=lambda row: (row[0], row[2].pk))[-MAX_ENTRIES:]
    ordered = [figure for _, _, figure in rows]
    entries = tuple(
        _make_entry(at, match, ordered[max(index + 1 - TREND_MATCHES, 0) : index + 1])
        for index, (at, match, _) in enumerate(rows)
    )
    return PerformanceHistory(player, engine, engines, entries[::-1], _make_profile(ordered))


def name_engine(figure: PerformanceFigure) -> str:
    """An engine with its settings, such as "XG 2.19, 4-ply"."""
    return f"{figure.engine}, {figure.settings}" if figure.settings else figure.engine


def _get_figures(player: Player) -> QuerySet[PerformanceFigure]:
    as_white = Q(side="white") & make_person_q("transcript__match__white", player)
    as_black = Q(side="black") & make_person_q("transcript__match__black", player)
    rows = get_counted_figures().filter(as_white | as_black)
    rows = rows.exclude(transcript__match__status=Status.VOID.value)
    related = ("transcript__match__white", "transcript__match__black", "analysis")
    return rows.select_related(*related).defer(*LONG_COLUMNS).order_by("id")


def _get_time(match: Match, figure: PerformanceFigure) -> datetime:
    return match.settled_at or figure.transcript.at


def _make_entry(at: datetime, match: Match, recent: Sequence[PerformanceFigure]) -> PerformanceEntry:
    """Return the entry of the last of `recent`, the figures behind its trend."""
    figure = recent[-1]
    opponent = match.black if figure.side == "white" else match.white
    return PerformanceEntry(figure, match, opponent, at, pool_tallies(each.tally for each in recent))


def _make_profile(figures: Sequence[PerformanceFigure]) -> ErrorProfile:
    return ErrorProfile(
        overall=pool_tallies(figure.tally for figure in figures),
        checkers=_pool_known(figure.checkers for figure in figures),
        doubles=_pool_known(figure.doubles for figure in figures),
        takes=_pool_known(figure.takes for figure in figures),
    )


def _pool_known(tallies: Iterable[Tally | None]) -> Tally | None:
    known_tallies = [tally for tally in tallies if tally is not None]
    return pool_tallies(known_tallies) if known_tallies else None
