"""The performance ratings of a player over time, in total and by kind of decision."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Q, QuerySet
from django.utils.timezone import localdate

from matches.models import Match, Player
from matches.queries.occasions import get_times_played
from matches.queries.people import make_person_q
from matches.records.models import PerformanceFigure
from matches.records.performance_sums import Tally, pool_tallies
from matches.records.queries.analyses import LONG_COLUMNS, get_counted_figures, select_latest_of_kind
from matches.records.queries.declarations import annotate_declared, is_declared
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
    """A player's figure in a match played at `at`; `trend` is the sum over it and the four matches before.

    `is_declared`: the player declared before the match that it counts.
    """

    figure: PerformanceFigure
    match: Match
    opponent: Player
    at: datetime
    trend: Tally
    is_declared: bool


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
    each match by any engine. `engines` are the choices. `declared_only`: limited to matches that were
    declared before they began; `has_declared`: there are such matches.
    """

    player: Player
    engine: str
    engines: tuple[str, ...]
    entries: tuple[PerformanceEntry, ...]
    profile: ErrorProfile
    declared_only: bool = False
    has_declared: bool = False

    @property
    def engine_names(self) -> tuple[str, ...]:
        """The engines with their settings whose figures are summed here."""
        return tuple(sorted({name_engine(entry.figure) for entry in self.entries}))

    @property
    def is_of_several_engines(self) -> bool:
        """Whether figures of different engines or settings are summed here, which a page has to say."""
        return len(self.engine_names) > 1


def get_performance_history(
    player: Player, engine: str = "", *, declared_only: bool = False
) -> PerformanceHistory:
    """The history of a person under all spellings. Two queries, whatever the number of matches.

    Raises `engine_unknown` for an engine that gave no figure of this person.
    """
    figures = select_latest_of_kind(_get_figures(player))
    engines, has_declared = _list_engines(figures), any(map(is_declared, figures))
    shown_figures = [each for each in figures if is_declared(each) or not declared_only]
    rows = _list_rows(_limit_to_engine(shown_figures, engine, engines))
    ordered = [figure for _, _, figure in rows]
    entries = tuple(
        _make_entry(at, match, ordered[max(index + 1 - TREND_MATCHES, 0) : index + 1])
        for index, (at, match, _) in enumerate(rows)
    )
    profile = _make_profile(ordered)
    return PerformanceHistory(player, engine, engines, entries[::-1], profile, declared_only, has_declared)


def get_analysed_figures(
    player: Player, engine: str = "", since: date | None = None
) -> list[PerformanceFigure]:
    """The figures of a person that an analysis was summed up to, one per match, the oldest match first.

    Those of matches played before `since` are left out. Raises `engine_unknown`.
    """
    figures = select_latest_of_kind(_get_figures(player))
    limited = _limit_to_engine(figures, engine, _list_engines(figures))
    rows = _list_rows([figure for figure in limited if figure.analysis is not None])
    return [figure for at, _, figure in rows if since is None or localdate(at) >= since]


def _list_engines(figures: Iterable[PerformanceFigure]) -> tuple[str, ...]:
    return tuple(sorted({name_engine(figure) for figure in figures}))


def _limit_to_engine(
    figures: list[PerformanceFigure], engine: str, engines: Sequence[str]
) -> list[PerformanceFigure]:
    if not engine:
        return figures
    if engine not in engines:
        raise Refusal("engine_unknown", engine=engine[:LONGEST_NAME])
    return [figure for figure in figures if name_engine(figure) == engine]


def _list_rows(figures: Iterable[PerformanceFigure]) -> list[tuple[datetime, Match, PerformanceFigure]]:
    """Return the last figure of each match with the time it was played, the oldest first, of the newest."""
    by_match = {figure.transcript.match: figure for figure in figures}
    times = get_times_played(
        {match.pk: _get_time(match, figure) for match, figure in by_match.items() if match is not None}
    )
    rows = [(times[match.pk], match, figure) for match, figure in by_match.items() if match is not None]
    return sorted(rows, key=lambda row: (row[0], row[2].pk))[-MAX_ENTRIES:]


def name_engine(figure: PerformanceFigure) -> str:
    """An engine with its settings, such as "XG 2.19, 4-ply"."""
    return f"{figure.engine}, {figure.settings}" if figure.settings else figure.engine


def _get_figures(player: Player) -> QuerySet[PerformanceFigure]:
    as_white = Q(side="white") & make_person_q("transcript__match__white", player)
    as_black = Q(side="black") & make_person_q("transcript__match__black", player)
    rows = get_counted_figures().filter(as_white | as_black)
    rows = rows.exclude(transcript__match__status=Status.VOID.value)
    related = ("transcript__match__white", "transcript__match__black", "analysis")
    return annotate_declared(rows.select_related(*related).defer(*LONG_COLUMNS).order_by("id"))


def _get_time(match: Match, figure: PerformanceFigure) -> datetime:
    return match.settled_at or figure.transcript.at


def _make_entry(at: datetime, match: Match, recent: Sequence[PerformanceFigure]) -> PerformanceEntry:
    """Return the entry of the last of `recent`, the figures behind its trend."""
    figure = recent[-1]
    opponent = match.black if figure.side == "white" else match.white
    trend = pool_tallies(each.tally for each in recent)
    return PerformanceEntry(figure, match, opponent, at, trend, is_declared(figure))


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
