"""The pages a screen shows in turn: calls, late players, brackets, tables, results, entries, news."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from matches.breaks import find_end_of_break
from matches.lateness import compute_lateness
from matches.models import Announcement, Match
from matches.queries import announcements
from matches.queries.breaks import get_breaks_of, get_desk_breaks, load_breaks
from matches.queries.late_matches import LateMatch, get_late_matches
from matches.registry import BreakNotice
from matches.states import Status
from tournaments.models import Event, Tournament
from tournaments.models.event import PUBLISHED_STATUSES
from tournaments.play.brackets import brackets
from tournaments.play.brackets.bracket_layout import Tree, build_trees
from tournaments.play.brackets.event_standings import FlightTable, TableLine
from tournaments.play.entrants.queries.public_entries import list_public_entries
from tournaments.play.schedule.queries import call_board
from tournaments.play.tournaments.queries import tournaments
from tournaments.screens.models import PARTS, Screen

T = TypeVar("T")
# Of the calls not older than this, the newest ones are shown large on the first page of calls.
NEW_CALLS = 2
NEW_CALL_PERIOD = timedelta(minutes=10)
# How many rows fit on a page: calls, calls below new ones, waiting matches; results (of the latest ones);
# lines of a table, lines of a small group, small groups; names of entries. Figures shown with a table line.
CALLS, FIRST_CALLS, WAITING = 10, 6, 10
LATEST_RESULTS, RESULTS_PER_PAGE = 20, 10
TABLE_LINES, GROUP_LINES, GROUPS = 18, 6, 4
ENTRY_NAMES = 30
SHOWN_FIGURES = 3


@dataclass(frozen=True, slots=True)
class TableCall:
    """A match at a table; `seconds_left` until a late arrival costs a penalty point, if there are any."""

    match: Match
    seconds_left: int | None


@dataclass(frozen=True, slots=True)
class ScreenPage:
    """One page of a screen; the sequences and `tree` are its content, according to `part`.

    `key` is stable across updates. The page has `number` among the `of` pages of its kind.
    """

    key: str
    part: str
    event: Event | None = None
    name: str = ""
    number: int = 1
    of: int = 1
    newest: Sequence[TableCall] = ()
    calls: Sequence[TableCall] = ()
    settled: Sequence[Match] = ()
    waiting: Sequence[Match] = ()
    late: Sequence[LateMatch] = ()
    tree: Tree | None = None
    winner: str = ""
    columns: Sequence[tuple[str, str]] = ()
    halves: Sequence[Sequence[TableLine]] = ()
    note: str = ""
    groups: Sequence[tuple[str, FlightTable]] = ()
    names: Sequence[str] = ()
    news: Sequence[Announcement] = ()


@dataclass(frozen=True, slots=True)
class ScreenOptions:
    """The options of a screen: its parts, and the event or flight it is limited to."""

    parts: tuple[str, ...] = PARTS
    event: int | None = None
    flight: str = ""

    @classmethod
    def of(cls, screen: Screen | None) -> "ScreenOptions":
        """Return the options of a screen, or the defaults."""
        return cls(screen.shown_parts, screen.event_id, screen.flight) if screen else cls()

    def includes(self, match: Match) -> bool:
        """Whether a match belongs to the event or flight the screen is limited to."""
        pairing = getattr(match, "pairing", None)
        if self.event is None:
            return True
        return pairing is not None and pairing.event_id == self.event and self.flight in {"", pairing.flight}


@dataclass(frozen=True, slots=True)
class ScreenData:
    """The data of a screen: tournament, events, announcements and the time."""

    tournament: Tournament
    events: Sequence[Event]
    flights: Sequence[tuple[Event, brackets.Bracket]]
    news: Sequence[Announcement]
    breaks: Sequence[BreakNotice]
    options: ScreenOptions
    now: datetime


def load_screen_data(tournament: Tournament, options: ScreenOptions, now: datetime) -> ScreenData:
    """Load the data of the pages: three queries, and those of the brackets of each event."""
    tournament_events = list_screen_events(tournament, options)
    drawn_events = [
        event
        for event in tournament_events
        if event.status in PUBLISHED_STATUSES and {"brackets", "tables"} & {*options.parts}
    ]
    flights = [
        (event, bracket)
        for event in drawn_events
        for bracket in brackets.get_brackets(event)
        if options.flight in {"", bracket.flight}
    ]
    news = list(announcements.get_active_announcements(tournament.desk_id, now))
    breaks = get_desk_breaks(tournament.desk)
    return ScreenData(tournament, tournament_events, flights, news, breaks, options, now)


def list_screen_events(tournament: Tournament, options: ScreenOptions) -> list[Event]:
    """Return the events a screen shows, each with its tournament."""
    matching_events = [
        event for event in tournaments.events_of(tournament) if options.event in {None, event.pk}
    ]
    for event in matching_events:
        event.tournament = tournament
    return matching_events


def build_screen_pages(screen_data: ScreenData) -> tuple[ScreenPage, ...]:
    """Return the pages of a screen in order, at least one."""
    page_builders: dict[str, Callable[[ScreenData], Iterable[ScreenPage]]] = {
        "calls": _build_calls,
        "clocks": _build_late_players,
        "brackets": _build_brackets,
        "tables": _build_tables,
        "results": _build_results,
        "entries": _build_entries,
        "news": _build_news,
        "phone": lambda data: [ScreenPage("phone", "phone")],
    }
    pages = tuple(
        page
        for part in PARTS
        if part in screen_data.options.parts
        for page in page_builders[part](screen_data)
    )
    return pages or (ScreenPage("phone", "phone"),)


def _build_calls(screen_data: ScreenData) -> Iterator[ScreenPage]:
    called = call_board.get_call_board(screen_data.tournament)
    playing = load_breaks(match for match in called.playing if screen_data.options.includes(match))
    waiting = [match for match in called.waiting if screen_data.options.includes(match)]
    newest = sorted((match for match in playing if _is_new(match, screen_data)), key=_get_call_order)[
        : -NEW_CALLS - 1 : -1
    ]
    other_calls = [match for match in playing if match not in newest]
    first_count = FIRST_CALLS if newest else CALLS
    parts = [other_calls[:first_count], *_chunks(other_calls[first_count:], CALLS)] if playing else []
    for number, part in enumerate(parts, 1):
        yield ScreenPage(
            f"calls-{number}", "calls", number=number, of=len(parts),
            calls=[_to_table_call(match, screen_data) for match in part],
            newest=[_to_table_call(match, screen_data) for match in newest] if number == 1 else (),
        )  # fmt: skip
    lines = list(_chunks(waiting, WAITING))
    for number, part in enumerate(lines, 1):
        yield ScreenPage(f"waiting-{number}", "calls", number=number, of=len(lines), waiting=part)


def _build_late_players(screen_data: ScreenData) -> Iterator[ScreenPage]:
    late_matches = [
        late_match
        for late_match in get_late_matches(screen_data.tournament.desk, screen_data.now)
        if screen_data.options.includes(late_match.match)
    ]
    parts = list(_chunks(late_matches, CALLS))
    for number, part in enumerate(parts, 1):
        yield ScreenPage(f"clocks-{number}", "clocks", number=number, of=len(parts), late=part)


def _build_brackets(screen_data: ScreenData) -> Iterator[ScreenPage]:
    for event, bracket in screen_data.flights:
        if bracket.is_table:
            continue
        parts = build_trees(bracket)
        winner = bracket.winner.player.name if bracket.winner else ""
        for number, tree in enumerate(parts, 1):
            yield ScreenPage(
                f"bracket-{event.pk}-{bracket.flight}-{tree.rounds[0].number}-{number}", "brackets",
                event, bracket.name, number, len(parts), tree=tree, winner=winner if tree.is_last else "",
            )  # fmt: skip


def _build_tables(screen_data: ScreenData) -> Iterator[ScreenPage]:
    small: dict[Event, list[tuple[str, FlightTable]]] = {}
    for event, bracket in screen_data.flights:
        table = bracket.table
        if table is None or not table.lines:
            continue
        if bracket.is_group and len(table.lines) <= GROUP_LINES:
            small.setdefault(event, []).append((bracket.name, table))
            continue
        parts = list(_chunks(table.lines, TABLE_LINES))
        for number, part in enumerate(parts, 1):
            halves = list(_chunks(part, TABLE_LINES // 2))
            yield ScreenPage(
                f"table-{event.pk}-{bracket.flight}-{number}", "tables", event, bracket.name, number,
                len(parts), columns=table.columns[:SHOWN_FIGURES], halves=halves, note=table.note,
            )  # fmt: skip
    for event, groups in small.items():
        parts_of_groups = list(_chunks(groups, GROUPS))
        for number, page_groups in enumerate(parts_of_groups, 1):
            of = len(parts_of_groups)
            yield ScreenPage(
                f"groups-{event.pk}-{number}", "tables", event, "", number, of, groups=page_groups
            )


def _build_results(screen_data: ScreenData) -> Iterator[ScreenPage]:
    settled = Match.objects.filter(
        desk=screen_data.tournament.desk_id, status=Status.SETTLED.value, pairing__isnull=False
    )
    settled_matches = settled.select_related("white", "black", "table", "pairing__event").order_by(
        "-settled_at", "-pk"
    )
    if screen_data.options.event is not None:
        settled_matches = settled_matches.filter(pairing__event=screen_data.options.event)
    if screen_data.options.flight:
        settled_matches = settled_matches.filter(pairing__flight=screen_data.options.flight)
    parts = list(_chunks(list(settled_matches[:LATEST_RESULTS]), RESULTS_PER_PAGE))
    for number, part in enumerate(parts, 1):
        yield ScreenPage(f"results-{number}", "results", number=number, of=len(parts), settled=part)


def _build_entries(screen_data: ScreenData) -> Iterator[ScreenPage]:
    for event in screen_data.events:
        if event.status in PUBLISHED_STATUSES:
            continue
        names = [entry.player.name for entry in list_public_entries(event)]
        parts = list(_chunks(names, ENTRY_NAMES))
        for number, part in enumerate(parts, 1):
            yield ScreenPage(
                f"entries-{event.pk}-{number}", "entries", event, "", number, len(parts), names=part
            )


def _build_news(screen_data: ScreenData) -> Iterator[ScreenPage]:
    if screen_data.news:
        yield ScreenPage("news", "news", news=screen_data.news)


def _chunks(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (items[start : start + size] for start in range(0, len(items), size))


def _is_new(match: Match, screen_data: ScreenData) -> bool:
    is_called = match.status == Status.CALLED.value and match.called_at is not None
    return is_called and screen_data.now - _get_call_order(match)[0] < NEW_CALL_PERIOD


def _to_table_call(match: Match, screen_data: ScreenData) -> TableCall:
    scale = screen_data.tournament.desk.scale
    if scale is None or match.called_at is None or match.status != Status.CALLED.value:
        return TableCall(match, None)
    breaks = get_breaks_of(match)
    if find_end_of_break(screen_data.now, breaks) is not None:
        return TableCall(match, None)
    lateness_state = compute_lateness(match.called_at, screen_data.now, match.length, scale, breaks)
    return TableCall(
        match,
        round((lateness_state.next_at - screen_data.now).total_seconds()) if lateness_state.next_at else None,
    )


def _get_call_order(match: Match) -> tuple[datetime, int]:
    return match.called_at or match.created_at, match.pk
