"""The pages a screen shows of a tournament."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TypeVar

from django.db.models import QuerySet

from matches.lateness import lateness
from matches.models import Announcement, Match
from matches.queries import announcements, late
from matches.queries.late import Late
from matches.states import Status
from tournaments.models import Event, EventStatus, Tournament
from tournaments.queries import boards, brackets, events
from tournaments.queries.tables import Line, Table
from tournaments.queries.trees import Tree, trees
from tournaments.screens.models import PARTS, Screen

T = TypeVar("T")
NEWEST = 2
FRESH_FOR = timedelta(minutes=10)
CALLS, FIRST_CALLS, WAITING = 10, 6, 10
LATEST, RESULTS_PER_LEAF = 20, 10
LINES, GROUP_LINES, GROUPS = 18, 6, 4
NAMES = 30
FIGURES = 3
UNDER_WAY = (EventStatus.PUBLISHED, EventStatus.FINISHED)


@dataclass(frozen=True, slots=True)
class Call:
    """A match at a table; `left` are the seconds until coming late costs a point, where that is counted."""

    match: Match
    left: int | None


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page of a screen. `key` stays the same while it is renewed; `number` of `of` pages of its kind."""

    key: str
    part: str
    event: Event | None = None
    name: str = ""
    number: int = 1
    of: int = 1
    newest: Sequence[Call] = ()
    calls: Sequence[Call] = ()
    settled: Sequence[Match] = ()
    waiting: Sequence[Match] = ()
    late: Sequence[Late] = ()
    tree: Tree | None = None
    winner: str = ""
    columns: Sequence[tuple[str, str]] = ()
    halves: Sequence[Sequence[Line]] = ()
    groups: Sequence[tuple[str, Table]] = ()
    names: Sequence[str] = ()
    news: Sequence[Announcement] = ()


@dataclass(frozen=True, slots=True)
class Wish:
    """The options of a screen: its parts, and the event or flight it is limited to."""

    parts: tuple[str, ...] = PARTS
    event: int | None = None
    flight: str = ""

    @classmethod
    def of(cls, screen: Screen | None) -> "Wish":
        """Return the options of a screen, or the defaults."""
        return cls(screen.chosen, screen.event_id, screen.flight) if screen else cls()

    def wants(self, match: Match) -> bool:
        """Whether a match belongs to what is shown."""
        pairing = getattr(match, "pairing", None)
        if self.event is None:
            return True
        return pairing is not None and pairing.event_id == self.event and self.flight in {"", pairing.flight}


@dataclass(frozen=True, slots=True)
class Room:
    """The data of a screen: tournament, events, announcements and the time."""

    tournament: Tournament
    events: Sequence[Event]
    flights: Sequence[tuple[Event, brackets.Bracket]]
    news: Sequence[Announcement]
    wish: Wish
    now: datetime


def room(tournament: Tournament, options: Wish, now: datetime) -> Room:
    """Load the data of the pages: two queries, and those of the brackets of each event."""
    tournament_events = events_for(tournament, options)
    drawn_events = [
        event
        for event in tournament_events
        if event.status in UNDER_WAY and {"brackets", "tables"} & {*options.parts}
    ]
    flights = [
        (event, bracket)
        for event in drawn_events
        for bracket in brackets.brackets(event)
        if options.flight in {"", bracket.flight}
    ]
    news = list(announcements.standing(tournament.desk_id, now))
    return Room(tournament, tournament_events, flights, news, options, now)


def events_for(tournament: Tournament, options: Wish) -> list[Event]:
    """The events a screen looks at, each with its tournament."""
    matching_events = [event for event in events.events_of(tournament) if options.event in {None, event.pk}]
    for event in matching_events:
        event.tournament = tournament
    return matching_events


def leaves(screen_data: Room) -> tuple[Leaf, ...]:
    """Return the pages of a screen in order; there is always one."""
    makers: dict[str, Callable[[Room], Iterable[Leaf]]] = {
        "calls": _calls,
        "clocks": _clocks,
        "brackets": _brackets,
        "tables": _tables,
        "results": _results,
        "entries": _entries,
        "news": _news,
        "phone": lambda data: [Leaf("phone", "phone")],
    }
    pages = tuple(
        leaf for part in PARTS if part in screen_data.wish.parts for leaf in makers[part](screen_data)
    )
    return pages or (Leaf("phone", "phone"),)


def screen_by_code(code: str) -> Screen | None:
    """A screen with its tournament, or None."""
    screens = Screen.objects.select_related("tournament__club", "tournament__desk", "event")
    return screens.filter(code=code).first()


def tournament_by_desk(code: str) -> Tournament | None:
    """The tournament whose desk has this code."""
    tournaments = Tournament.objects.select_related("club", "desk")
    return tournaments.filter(desk__code=code).first()


def screens_of(tournament: Tournament) -> QuerySet[Screen]:
    """The screens a desk runs."""
    return Screen.objects.filter(tournament=tournament).select_related("event").order_by("id")


def _calls(screen_data: Room) -> Iterator[Leaf]:
    called = boards.calls(screen_data.tournament)
    playing = [match for match in called.playing if screen_data.wish.wants(match)]
    waiting = [match for match in called.waiting if screen_data.wish.wants(match)]
    newest = sorted((match for match in playing if _is_new(match, screen_data)), key=_called_at)[
        : -NEWEST - 1 : -1
    ]
    rest = [match for match in playing if match not in newest]
    cut = FIRST_CALLS if newest else CALLS
    parts = [rest[:cut], *_cut(rest[cut:], CALLS)] if playing else []
    for number, part in enumerate(parts, 1):
        yield Leaf(
            f"calls-{number}", "calls", number=number, of=len(parts),
            calls=[_call(match, screen_data) for match in part],
            newest=[_call(match, screen_data) for match in newest] if number == 1 else (),
        )  # fmt: skip
    lines = list(_cut(waiting, WAITING))
    for number, part in enumerate(lines, 1):
        yield Leaf(f"waiting-{number}", "calls", number=number, of=len(lines), waiting=part)


def _clocks(screen_data: Room) -> Iterator[Leaf]:
    late_matches = [
        each
        for each in late.late_at(screen_data.tournament.desk, screen_data.now)
        if screen_data.wish.wants(each.match)
    ]
    parts = list(_cut(late_matches, CALLS))
    for number, part in enumerate(parts, 1):
        yield Leaf(f"clocks-{number}", "clocks", number=number, of=len(parts), late=part)


def _brackets(screen_data: Room) -> Iterator[Leaf]:
    for event, bracket in screen_data.flights:
        if bracket.is_table:
            continue
        parts = trees(bracket)
        winner = bracket.winner.player.name if bracket.winner else ""
        for number, tree in enumerate(parts, 1):
            yield Leaf(
                f"bracket-{event.pk}-{bracket.flight}-{tree.rounds[0].number}-{number}", "brackets",
                event, bracket.name, number, len(parts), tree=tree, winner=winner if tree.is_last else "",
            )  # fmt: skip


def _tables(screen_data: Room) -> Iterator[Leaf]:
    small: dict[Event, list[tuple[str, Table]]] = {}
    for event, bracket in screen_data.flights:
        table = bracket.table
        if table is None or not table.lines:
            continue
        if bracket.is_group and len(table.lines) <= GROUP_LINES:
            small.setdefault(event, []).append((bracket.name, table))
            continue
        parts = list(_cut(table.lines, LINES))
        for number, part in enumerate(parts, 1):
            halves = list(_cut(part, LINES // 2))
            yield Leaf(
                f"table-{event.pk}-{bracket.flight}-{number}", "tables", event, bracket.name, number,
                len(parts), columns=table.columns[:FIGURES], halves=halves,
            )  # fmt: skip
    for event, groups in small.items():
        parts_of_groups = list(_cut(groups, GROUPS))
        for number, several in enumerate(parts_of_groups, 1):
            of = len(parts_of_groups)
            yield Leaf(f"groups-{event.pk}-{number}", "tables", event, "", number, of, groups=several)


def _results(screen_data: Room) -> Iterator[Leaf]:
    settled = Match.objects.filter(
        desk=screen_data.tournament.desk_id, status=Status.SETTLED.value, pairing__isnull=False
    )
    settled_matches = settled.select_related("white", "black", "table", "pairing__event").order_by(
        "-settled_at", "-pk"
    )
    if screen_data.wish.event is not None:
        settled_matches = settled_matches.filter(pairing__event=screen_data.wish.event)
    if screen_data.wish.flight:
        settled_matches = settled_matches.filter(pairing__flight=screen_data.wish.flight)
    parts = list(_cut(list(settled_matches[:LATEST]), RESULTS_PER_LEAF))
    for number, part in enumerate(parts, 1):
        yield Leaf(f"results-{number}", "results", number=number, of=len(parts), settled=part)


def _entries(screen_data: Room) -> Iterator[Leaf]:
    for event in screen_data.events:
        if event.status in UNDER_WAY:
            continue
        names = [entry.player.name for entry in events.entries_of(event)]
        parts = list(_cut(names, NAMES))
        for number, part in enumerate(parts, 1):
            yield Leaf(f"entries-{event.pk}-{number}", "entries", event, "", number, len(parts), names=part)


def _news(screen_data: Room) -> Iterator[Leaf]:
    if screen_data.news:
        yield Leaf("news", "news", news=screen_data.news)


def _cut(things: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    return (things[start : start + size] for start in range(0, len(things), size))


def _is_new(match: Match, screen_data: Room) -> bool:
    is_called = match.status == Status.CALLED.value and match.called_at is not None
    return is_called and screen_data.now - _called_at(match)[0] < FRESH_FOR


def _call(match: Match, screen_data: Room) -> Call:
    scale = screen_data.tournament.desk.scale
    if scale is None or match.called_at is None or match.status != Status.CALLED.value:
        return Call(match, None)
    lateness_state = lateness(match.called_at, screen_data.now, match.length, scale)
    return Call(
        match,
        round((lateness_state.next_at - screen_data.now).total_seconds()) if lateness_state.next_at else None,
    )


def _called_at(match: Match) -> tuple[datetime, int]:
    return match.called_at or match.created_at, match.pk
