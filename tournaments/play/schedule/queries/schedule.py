"""Schedule of a tournament: matches in play, whom to call next, and when tables and events will be free."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.core.cache import cache
from django.db.models import Count, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from matches.breaks import Interval, add_playing_time, find_end_of_break, measure_playing_time
from matches.models import Match, Table
from matches.queries.desks import make_people_keys
from matches.states import AT_A_TABLE, Ending, Status
from tournaments.formats.graph import Origin
from tournaments.journal.state import UNDECIDED
from tournaments.journal.upcoming_rounds import Layer
from tournaments.models import Event, EventStatus, Pairing, Tournament
from tournaments.play.events import events
from tournaments.play.events.annulled_matches import find_annulled_matches
from tournaments.play.events.bracket_rows import PlayerName
from tournaments.play.events.events import IS_LEAGUE_MATCH_NOT_BEGUN, IS_MATCH_OF_CLOSED_EVENT
from tournaments.play.schedule.calling_order import Job, order_ready_jobs
from tournaments.play.schedule.estimated_finish import Pace, TimedMatch, forecast, measure_pace
from tournaments.play.schedule.queries.breaks import ClubBreaks, get_club_breaks
from tournaments.play.schedule.queries.schedule_rows import SCHEDULE_COLUMNS, ScheduleRow, await_first_losses
from tournaments.play.schedule.queries.waiting_reasons import WaitingReasons, get_waiting_reasons

AT_TABLES = frozenset(status.value for status in AT_A_TABLE)
RESULTS_SHOWN = 8


class NamedMatch(NamedTuple):
    """A match of a tournament with its players; `table` is the displayed table, or ""."""

    pk: int
    code: str
    status: str
    title: str
    length: int
    white_score: int
    black_score: int
    winner: str
    ending: str
    settled_at: datetime | None
    white: PlayerName
    black: PlayerName
    table: str
    white_keys: tuple[int | None, ...]
    black_keys: tuple[int | None, ...]

    @property
    def white_people(self) -> frozenset[int]:
        """Keys of the upper side: the player, or the pair and its players."""
        return make_people_keys(*self.white_keys)

    @property
    def black_people(self) -> frozenset[int]:
        """Keys of the lower side: the player, or the pair and its players."""
        return make_people_keys(*self.black_keys)


@dataclass(frozen=True, slots=True)
class PlayOverview:
    """Matches in play by table, waiting matches with their reasons by key, and latest results.

    `annulled` are the keys of matches that count for nobody, because a player left.
    """

    playing: Sequence[NamedMatch]
    waiting: Sequence[NamedMatch]
    latest: Sequence[NamedMatch]
    waiting_reasons: Mapping[int, WaitingReasons]
    annulled: frozenset[int] = frozenset()


PLAY_COLUMNS = (
    *("pk", "code", "status", "title", "length", "white_score", "black_score", "winner", "ending"),
    *("settled_at", "white__code", "white__name", "white__kind"),
    *("black__code", "black__name", "black__kind", "table__label", "table__number"),
    *("white", "white__first", "white__second", "black", "black__first", "black__second"),
)


def get_play_overview(tournament: Tournament, event: Event | None = None) -> PlayOverview:
    """Return the matches of a tournament over all its events, with the latest results of `event` alone.

    Without an event the results are of all events too. A league match is left out until it has begun: its
    players choose when, and it waits for no table. So is a match of a cancelled event. One query, one more
    if a match waits, and that of `find_annulled_matches` if there are results.
    """
    paired = Match.objects.filter(desk=tournament.desk_id, pairing__isnull=False)
    settled = paired.filter(status=Status.SETTLED.value).order_by("-settled_at", "-pk")
    if event is not None:
        settled = settled.filter(pairing__event=event)
    is_left_out = IS_LEAGUE_MATCH_NOT_BEGUN | IS_MATCH_OF_CLOSED_EVENT
    is_open = Q(status__in=[*sorted(AT_TABLES), Status.SCHEDULED.value]) & ~is_left_out
    rows = paired.filter(is_open | Q(pk__in=settled.values("pk")[:RESULTS_SHOWN]))
    matches = list(_named_matches(rows.order_by("table__number", "pk").values_list(*PLAY_COLUMNS)))
    open_matches = [match for match in matches if match.status != Status.SETTLED.value]
    latest = [match for match in matches if match.status == Status.SETTLED.value]
    # The notice of a break is on the pages already.
    return PlayOverview(
        playing=tuple(match for match in open_matches if match.status in AT_TABLES),
        waiting=tuple(match for match in open_matches if match.status not in AT_TABLES),
        waiting_reasons=get_waiting_reasons(tournament.desk_id, open_matches, breaks={}),
        latest=sorted(latest, key=_by_time_of_result, reverse=True),
        annulled=find_annulled_matches([tournament.pk]) if latest else frozenset(),
    )


def _by_time_of_result(match: NamedMatch) -> tuple[float, int]:
    return match.settled_at.timestamp() if match.settled_at else 0.0, match.pk


def _named_matches(rows: Iterable[Sequence[Any]]) -> Iterable[NamedMatch]:
    for row in rows:
        label, number = row[16:18]
        table = label or str(number or "")
        white, black = PlayerName(*row[10:13]), PlayerName(*row[13:16])
        yield NamedMatch._make((*row[:10], white, black, table, row[18:21], row[21:]))


RUNNING_STATUSES = (EventStatus.DRAWN.value, EventStatus.PUBLISHED.value)


@dataclass(frozen=True, slots=True)
class KnownRounds:
    """Match lengths by flight and round, and rounds not yet paired (`layers`)."""

    lengths: Mapping[str, tuple[int, ...]]
    layers: tuple[Layer, ...]

    def length(self, flight: str, number: int) -> int:
        """Return the length of a round, 0 if unknown."""
        flight_lengths = self.lengths.get(flight, ())
        return flight_lengths[min(number, len(flight_lengths)) - 1] if flight_lengths else 0


def get_undecided_rows(events: Iterable[Event]) -> list[ScheduleRow]:
    """Return the undecided pairings of those events that are drawn and not over. One query."""
    keys = [event.pk for event in events if event.status in RUNNING_STATUSES]
    undecided = Pairing.objects.filter(event__in=keys, decided=UNDECIDED)
    rows = undecided.order_by("event_id", "pk").values_list(*SCHEDULE_COLUMNS)
    return [ScheduleRow._make((f"{row[0]}:{row[1]}", *row)) for row in rows]


def make_jobs(
    events: Iterable[Event],
    pairing_rows: Iterable[ScheduleRow],
    pace: Pace,
    rounds_of_event: Callable[[Event], KnownRounds],
    now: datetime | None = None,
    breaks: Mapping[int, Sequence[Interval]] | None = None,
) -> Iterator[Job]:
    """Yield the remaining matches of these events as jobs for the forecast.

    A gate is a job without duration that others wait for, such as the end of a round. The id of a job begins
    with the event key. Lengths and later rounds come from `rounds_of_event`. Without `now`, no match counts
    as in progress. Minutes are playing time: those in the `breaks` of an event do not count.
    """
    rows_by_event: dict[int, list[ScheduleRow]] = {}
    for row in pairing_rows:
        rows_by_event.setdefault(row.event, []).append(row)
    for event in events:
        undecided, event_rounds = rows_by_event.get(event.pk, []), rounds_of_event(event)
        meetings, rows_by_id = _boards_of_meetings(undecided), {row.id: row for row in undecided}
        for row in undecided:
            length = row.length or event_rounds.length(row.flight, row.round) or event.main_length
            if row.boards:
                yield from _meeting_jobs(row, undecided, meetings, pace.minutes(length))
                continue
            job = _job(row, length, pace, now, (breaks or {}).get(event.pk, ()))
            yield await_first_losses(job, row, rows_by_id)
        gates = _gates(event.pk, undecided)
        yield from gates.values()
        yield from _later_jobs(event, event_rounds.layers, gates, pace)


def _meeting_jobs(
    row: ScheduleRow, undecided: Iterable[ScheduleRow], meetings: Mapping[str, list[str]], minutes: float
) -> Iterator[Job]:
    """Yield the gate of a team meeting, and its boards while they have no players yet.

    Those are played after the earlier meetings of both teams.
    """
    boards, after = meetings.get(row.id, []), _prerequisites(row)
    if not boards:
        teams = {row.white_entry, row.black_entry} - {None}
        earlier_meetings = (
            other.id
            for other in undecided
            if other.boards
            and (other.flight, other.round < row.round) == (row.flight, True)
            and teams & {other.white_entry, other.black_entry}
        )
        boards = [f"{row.event}:{row.flight}/{row.label}/{number}" for number in range(1, row.boards + 1)]
        before_boards = (*after, *earlier_meetings)
        yield from (Job(board, minutes, before_boards) for board in boards)
    yield Job(row.id, after=(*after, *boards), is_gate=True)


def _job(row: ScheduleRow, length: int, pace: Pace, now: datetime | None, breaks: Sequence[Interval]) -> Job:
    after = _prerequisites(row)
    if row.white_is_vacant or row.black_is_vacant:
        return Job(row.id, after=after, is_gate=True)
    if row.status not in AT_TABLES or now is None:
        return Job(row.id, pace.minutes(length), after, row.people)
    started_at = row.started_at or row.called_at or now
    elapsed = max(0.0, measure_playing_time(started_at, now, breaks).total_seconds() / 60)
    remaining_minutes = pace.left(length, row.white_score or 0, row.black_score or 0, elapsed)
    return Job(row.id, remaining_minutes, after, row.people, is_on=True)


def _prerequisites(row: ScheduleRow) -> tuple[str, ...]:
    """Return the ids of the jobs that must end before the players are known."""
    return tuple(
        f"{row.event}:{source['pairing']}" if source.get("pairing") else _gate(row.event, source["flight"])
        for source in row.feeds.values()
        if source.get("pairing") or source["origin"] == Origin.PLACE.value
    )


def _boards_of_meetings(undecided: Iterable[ScheduleRow]) -> dict[str, list[str]]:
    """Return the ids of the undecided boards of each team meeting."""
    boards_by_meeting: dict[str, list[str]] = {}
    for row in undecided:
        if row.board:
            boards_by_meeting.setdefault(row.id.rpartition(".")[0], []).append(row.id)
    return boards_by_meeting


def _gate(event: int, flight: str, number: int = 0) -> str:
    return f"{event}:{flight}/{number or ''}"


def _gates(event: int, undecided: Iterable[ScheduleRow]) -> dict[str, Job]:
    """Return the gates of an event by id: the end of each round of a flight, and of the whole flight."""
    jobs_by_round: dict[str, dict[int, list[str]]] = {}
    for row in (row for row in undecided if not row.board):
        jobs_by_round.setdefault(row.flight, {}).setdefault(row.round, []).append(row.id)
    gates: list[Job] = []
    for flight, rounds in jobs_by_round.items():
        before: tuple[str, ...] = ()
        for number in sorted(rounds):
            gates.append(Job(_gate(event, flight, number), after=(*before, *rounds[number]), is_gate=True))
            before = (_gate(event, flight, number),)
        gates.append(Job(_gate(event, flight), after=before, is_gate=True))
    return {gate.id: gate for gate in gates}


def _later_jobs(event: Event, layers: Iterable[Layer], gates: Mapping[str, Job], pace: Pace) -> Iterator[Job]:
    """Yield the jobs of rounds not yet paired, each round after the gate of the one before."""
    last_gates: dict[str, str] = {}
    for layer in layers:
        if layer.flight in last_gates:
            after = [last_gates[layer.flight]]
        else:
            after = [
                last_gates.get(name) or _last_gate(event.pk, name, layer.until, gates) for name in layer.after
            ]
        names = [f"{event.pk}:{layer.flight}/{layer.round}/{place}" for place in range(layer.boards)]
        minutes = pace.minutes(layer.length or event.main_length)
        yield from (Job(name, minutes, tuple(after)) for name in names)
        last_gates[layer.flight] = f"{event.pk}:{layer.flight}/{layer.round}/"
        yield Job(last_gates[layer.flight], after=tuple(names), is_gate=True)


def _last_gate(event: int, flight: str, until: int, gates: Mapping[str, Job]) -> str:
    """Return the gate of the last round up to `until` that is not over; 0 is the end of the flight."""
    gate_names = (_gate(event, flight, number) for number in range(until, 0, -1))
    return next((name for name in gate_names if name in gates), _gate(event, flight) if not until else "")


MATCHES_MEASURED, CACHE_SECONDS, ROUNDED_MINUTES = 300, 20, 5


@dataclass(frozen=True, slots=True)
class ScheduleForecast:
    """Expected times of a tournament.

    `begins` are the minutes until waiting matches should get a table, by match key; `free` the minutes until
    tables should be free, by table number. `order` are the waiting matches in calling order. `over` is the
    expected end of each flight, by event key, rounded up to five minutes.
    """

    pace: Pace
    begins: Mapping[int, int]
    free: Mapping[int, int]
    order: tuple[int, ...]
    over: Mapping[int, Mapping[str, datetime]]

    @property
    def last(self) -> datetime | None:
        """Return the expected end of the last event."""
        return max((clock for flights in self.over.values() for clock in flights.values()), default=None)


def get_schedule_forecast(tournament: Tournament, now: datetime) -> ScheduleForecast:
    """Return the expected times of a tournament with the tables of its desk.

    Breaks are left out of the time. Cached for some seconds. Leagues are left out, as they have deadlines in
    days. Five queries for any number of entries, and one for each event whose overview is not cached.
    """
    running = tournament.events.filter(
        status__in=RUNNING_STATUSES, is_league=False, cancelled_at=None
    ).annotate(
        breaks_announced=Count("tournament__breaks"),
        breaks_ended=Count("tournament__breaks__ended_by"),
        breaks_removed=Count("tournament__breaks__removed_at"),
        table_count=_count_tables_of_event(),
    )
    events = list(running) if tournament.cancelled_at is None else []
    key = _make_forecast_key(tournament, events)
    cached_forecast: ScheduleForecast | None = cache.get(key)
    if cached_forecast is None:
        cached_forecast = _compute_schedule_forecast(tournament, events, now)
        cache.set(key, cached_forecast, CACHE_SECONDS)
    return cached_forecast


def get_calling_order(tournament: Tournament) -> list[int]:
    """Return the keys of waiting matches in calling order: those with the longest remaining path first.

    Two queries: rounds not yet paired are taken from the cache.
    """
    events = list(tournament.events.filter(status=EventStatus.PUBLISHED, cancelled_at=None))
    pairing_rows = get_undecided_rows(events)
    waiting = {
        row.id: row.match for row in pairing_rows if row.status == Status.SCHEDULED.value and row.match
    }
    if not waiting:
        return []
    return [
        waiting[name]
        for name in order_ready_jobs(list(make_jobs(events, pairing_rows, Pace(), _get_cached_rounds)))
        if name in waiting
    ]


def _make_forecast_key(tournament: Tournament, events: Sequence[Any]) -> str:
    """Return the cache key of a forecast; it changes with the journals, the breaks and the number of tables.

    A break is only announced, ended once and removed, so the counts of these say whether any has changed.
    """
    versions = [f"{event.pk}-{event.version}" for event in events]
    if events:
        counts = (events[0].breaks_announced, events[0].breaks_ended, events[0].breaks_removed)
        versions += map(str, (*counts, events[0].table_count))
    return f"schedule-forecast:{tournament.pk}:{'.'.join(versions)}"


def _count_tables_of_event() -> Coalesce:
    """Return an expression: the number of tables in use at the desk of an event."""
    tables = Table.objects.filter(desk=OuterRef("tournament__desk"), is_out_of_use=False).order_by()
    return Coalesce(Subquery(tables.values("desk").annotate(number_of=Count("pk")).values("number_of")), 0)


def _compute_schedule_forecast(
    tournament: Tournament, events: Sequence[Any], now: datetime
) -> ScheduleForecast:
    club_breaks = get_club_breaks(tournament.club_id)
    pairing_rows = get_undecided_rows(events)
    pace = measure_pace(_get_timed_matches(tournament, club_breaks))
    table_count = events[0].table_count if events else 0
    breaks = {event.pk: club_breaks.of_event(event, tournament.desk_id) for event in events}
    jobs = list(make_jobs(events, pairing_rows, pace, _load_rounds, now, breaks))
    schedule_forecast = forecast(jobs, table_count)
    matches = {row.id: row.match for row in pairing_rows if row.match is not None}
    return ScheduleForecast(
        pace=pace,
        begins={
            match: _to_minutes(schedule_forecast.begins[name], now, breaks[_event_of(name)], is_begin=True)
            for name, match in matches.items()
            if name in schedule_forecast.begins
        },
        free={
            row.table: _to_minutes(schedule_forecast.ends[row.id], now, breaks[row.event])
            for row in pairing_rows
            if row.table is not None and row.status in AT_TABLES and row.id in schedule_forecast.ends
        },
        order=tuple(matches[name] for name in schedule_forecast.order if name in matches),
        over=_expected_ends(pairing_rows, schedule_forecast.ends, now, breaks),
    )


def _event_of(name: str) -> int:
    """Return the event of a job."""
    return int(name.partition(":")[0])


def _to_minutes(minutes: float, now: datetime, breaks: Sequence[Interval], *, is_begin: bool = False) -> int:
    """Return the minutes by the clock until so much has been played; no match begins in a break."""
    moment = add_playing_time(now, timedelta(minutes=minutes), breaks)
    if is_begin:
        moment = find_end_of_break(moment, breaks) or moment
    return round((moment - now).total_seconds() / 60)


def _expected_ends(
    pairing_rows: Sequence[ScheduleRow],
    ends: Mapping[str, float],
    now: datetime,
    breaks: Mapping[int, Sequence[Interval]],
) -> dict[int, dict[str, datetime]]:
    flight_of = {row.id: row.flight for row in pairing_rows}
    last_minutes: dict[int, dict[str, float]] = {}
    for name, minutes in ends.items():
        flight = flight_of.get(name) or name.partition(":")[2].partition("/")[0]
        minutes_by_flight = last_minutes.setdefault(_event_of(name), {})
        minutes_by_flight[flight] = max(minutes_by_flight.get(flight, 0.0), minutes)
    return {
        event: {
            flight: _round_up(add_playing_time(now, timedelta(minutes=minutes), breaks[event]))
            for flight, minutes in minutes_by_flight.items()
        }
        for event, minutes_by_flight in last_minutes.items()
    }


def _round_up(exact: datetime) -> datetime:
    excess = timedelta(
        minutes=exact.minute % ROUNDED_MINUTES, seconds=exact.second, microseconds=exact.microsecond
    )
    return exact if not excess else exact - excess + timedelta(minutes=ROUNDED_MINUTES)


def _get_timed_matches(tournament: Tournament, club_breaks: ClubBreaks) -> Iterator[TimedMatch]:
    played = Match.objects.filter(
        desk__tournament__club=tournament.club_id,
        status=Status.SETTLED.value,
        ending=Ending.PLAYED.value,
        started_at__isnull=False,
    )
    rows = played.order_by("-settled_at").values_list("length", "started_at", "settled_at", "desk")
    measured = list(rows[:MATCHES_MEASURED])
    breaks = {desk: club_breaks.of_desk(desk) for *_, desk in measured}
    for length, started, settled, desk in measured:
        if started is not None and settled is not None:
            playing_time = measure_playing_time(started, settled, breaks[desk])
            yield TimedMatch(length, playing_time.total_seconds() / 60)


def _load_rounds(event: Event) -> KnownRounds:
    """Return lengths and unpaired rounds of an event, and cache them."""
    overview = events.get_overview(event)
    upcoming = KnownRounds(
        {flight: flight_info.lengths for flight, flight_info in overview.flight_infos.items()}, overview.ahead
    )
    cache.set(_cache_key(event), upcoming, events.CACHE_SECONDS)
    return upcoming


def _get_cached_rounds(event: Event) -> KnownRounds:
    """Return the last cached values of an event, possibly a few journal lines old; empty if none."""
    cached_rounds: KnownRounds | None = cache.get(_cache_key(event))
    return cached_rounds or KnownRounds({}, ())


def _cache_key(event: Event) -> str:
    return f"ahead:{event.draw_commitment}"
