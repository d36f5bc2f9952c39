"""A league season: opened with its people in divisions, begun, and followed by the next one."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from matches.actors import require_actor
from matches.models import Player, User
from matches.states import Policy
from rules.errors import Refusal
from tournaments.formats import leagues as plans
from tournaments.formats.leagues import Terms
from tournaments.journal.acting import Act
from tournaments.journal.promotion import next_divisions, playoffs_due
from tournaments.journal.state import EventState
from tournaments.leagues.models import ROUNDS, LeagueSeason
from tournaments.models import Club, Event, EventStatus
from tournaments.permissions import must_direct
from tournaments.queries import facts
from tournaments.queries.strengths import strengths
from tournaments.services import drawing, entries, evenings, progress
from tournaments.services.commands import one_command
from tournaments.services.locks import locked
from tournaments.services.telling import Deed, tell
from tournaments.standings.divisions import spread

SMALLEST = 2
LISTED, RATING = "listed", "rating"


@dataclass(frozen=True, slots=True)
class Span:
    """From when to when a season is played, and whether its rounds have last days of their own."""

    starts_on: date
    ends_on: date
    pace: str = ROUNDS


@dataclass(frozen=True, slots=True)
class Roster:
    """Who plays, as pasted lines, and how the divisions are filled.

    `sizes` are how many they take from the top (0: an equal share of the rest), from people as "listed" or
    by "rating".
    """

    names: str
    sizes: tuple[int, ...]
    placing: str = LISTED


@transaction.atomic
def open_league(
    *,
    club: Club,
    name: str,
    terms: Terms,
    span: Span,
    roster: Roster,
    by: User,
    policy: str = Policy.BOTH.value,
) -> LeagueSeason:
    """A season with its players put into divisions, ready to be looked at and begun.

    Raises `season_dates_reversed`, `league_terms_wrong`, `division_too_small`, `deadlines_impossible`, and
    what names and lengths refuse.
    """
    require_actor(by)
    league = _opened(club, name, terms, span, policy, by)
    entries.enter_names(event=league.event, names=roster.names, by=by, key="players")
    entered = list(league.event.entries.select_related("player").order_by("number"))
    order = [entry.number for entry in entered]
    if roster.placing == RATING:
        rated = strengths(club.pk, [entry.player for entry in entered])
        rank = {entry.number: -rated.get(entry.player_id, float("-inf")) for entry in entered}
        order.sort(key=lambda number: rank[number])
    shares = plans.shares(len(order), roster.sizes)
    where = {number: at for at, share in enumerate(shares, start=1) for number in order[share]}
    place(event=league.event, where=where, by=by)
    league.event.refresh_from_db()
    return league


@one_command()
@transaction.atomic
def place(
    *, event: Event, where: Mapping[int, int], by: User, key: str = "", version: int | None = None
) -> None:
    """Put entries into divisions (entry -> division from 1) before the season begins.

    Divisions whose people change are drawn anew, and every round gets its last day. Raises
    `division_too_small`, `already_published`, `event_changed_meanwhile`.
    """
    must_direct(by, event)
    event = locked(event)
    progress.must_be_seen(event, version)
    state = facts.state(event)
    terms = terms_of(state)
    for number in range(1, len(terms.divisions) + 1):
        people = sorted(entry for entry, division in where.items() if division == number)
        if len(people) < SMALLEST:
            raise Refusal("division_too_small", division=number, players=len(people))
        flight = plans.division(number)
        drawn = state.stages.get(flight)
        if drawn is None or sorted(drawn.members) != people:
            # Each draw before moved the version on; a division drawn already is replaced knowingly.
            event.refresh_from_db(fields=["version"])
            drawing.draw(event=event, by=by, flight=flight, only=people, version=event.version)
    date_rounds(event=event, by=by)


@one_command()
@transaction.atomic
def date_rounds(*, event: Event, by: User) -> None:
    """Give every round of the divisions its last day, as the season shares its time."""
    require_actor(by)
    league = event.league
    state = facts.state(event)
    for flight in plans.divisions_of(state.plan):
        days = _last_days(league, state.graph.rounds(flight))
        if days != {number: state.dates.get((flight, number)) for number in days}:
            told = {"flight": flight, "until": {str(number): day for number, day in days.items()}}
            tell(event=event, by=by, deed=_line("dated", told))


@one_command()
@transaction.atomic
def reschedule(*, event: Event, span: Span, by: User) -> LeagueSeason:
    """Another first or last day before the season begins. Raises `already_published`."""
    must_direct(by, event)
    event = locked(event)
    _must_run_forwards(span)
    if event.status not in (EventStatus.DRAFT, EventStatus.DRAWN):
        raise Refusal("already_published")
    league = LeagueSeason.objects.select_for_update().get(event=event)
    league.starts_on, league.ends_on, league.pace = span.starts_on, span.ends_on, span.pace
    league.save(update_fields=["starts_on", "ends_on", "pace"])
    event.league = league
    date_rounds(event=event, by=by)
    return league


@transaction.atomic
def begin(*, event: Event, by: User, key: str = "", version: int | None = None) -> None:
    """Begin the season: every match is there to be arranged and played at any table or at home."""
    drawing.publish(event=event, by=by, key=key, version=version)


@transaction.atomic
def start_next(*, league: LeagueSeason, by: User, where: Mapping[int, int] | None = None) -> LeagueSeason:
    """The next season with the divisions this one ends in; asked twice it is there once.

    `where` overrides the division (0: not any more) of single entries. The time is as long as this
    season's, from the day after it. Raises `league_open` while something is still to be played, and
    `division_too_small`.
    """
    must_direct(by, league.event)
    event = locked(league.event)
    known = LeagueSeason.objects.filter(previous=league).select_related("event__tournament__club").first()
    if known is not None:
        return known
    state = facts.state(event)
    if event.status != EventStatus.FINISHED:
        raise Refusal("league_open", event=event.name)
    after = {one.entry: one.after for one in next_divisions(state)} | dict(where or {})
    staying = [entry for entry in sorted(after, key=lambda one: (after[one], one)) if after[entry]]
    span = _following(league)
    fresh = _opened(event.tournament.club, _next_name(event.name), terms_of(state), span, _policy(event), by)
    fresh.previous = league
    fresh.save(update_fields=["previous"])
    players = {player.code: player for player in Player.objects.filter(entries__event=event)}
    people = [players[state.entries[entry].player] for entry in staying]
    entries.enter_players(event=fresh.event, players=people, by=by, key="players")
    numbered = enumerate(staying, start=1)
    place(event=fresh.event, where={number: after[entry] for number, entry in numbered}, by=by)
    fresh.event.refresh_from_db()
    return fresh


@one_command()
@transaction.atomic
def draw_playoffs(*, event: Event, until: date, by: User, version: int | None = None) -> list[str]:
    """Draw and show every play-off whose two divisions are over, to be played by a day; their flights.

    Raises `playoff_not_due` where there is none.
    """
    must_direct(by, event)
    event = locked(event)
    due = playoffs_due(facts.state(event))
    if not due:
        raise Refusal("playoff_not_due", event=event.name)
    for number, both in due.items():
        flight = plans.playoff(number)
        drawing.draw(event=event, by=by, flight=flight, only=both, version=version)
        version = None
        told = {"flight": flight, "until": {"1": until.isoformat()}}
        tell(event=event, by=by, deed=_line("dated", told), key=uuid4().hex)
        drawing.publish(event=event, by=by, flight=flight)
    return [plans.playoff(number) for number in due]


def recognise(event: Event, told: Mapping[str, str] | None = None) -> LeagueSeason | None:
    """Put beside an event that came from a file what belongs to a league; None for any other event.

    `told` are its days, its pace and the season before as the file has them; that season is found again
    where it is here and nothing follows it yet.
    """
    state = facts.state(event)
    if plans.terms_of(state.plan) is None:
        return None
    if told is None:
        first = timezone.localtime(event.tournament.starts_at).date()
        days = [date.fromisoformat(day) for (_, number), day in state.dates.items() if number]
        span = Span(first, max([first, *days]))
    else:
        span = Span(date.fromisoformat(told["starts_on"]), date.fromisoformat(told["ends_on"]), told["pace"])
    league, _ = LeagueSeason.objects.get_or_create(
        event=event,
        defaults={
            "starts_on": span.starts_on,
            "ends_on": span.ends_on,
            "pace": span.pace,
            "previous": _season_before(event, told["after"]) if told else None,
        },
    )
    return league


def _season_before(event: Event, key: str) -> LeagueSeason | None:
    found = LeagueSeason.objects.filter(
        event__journal__seq=1, event__journal__key=key, event__tournament__club=event.tournament.club
    )
    return found.filter(next_season=None).first() if key else None


def terms_of(state: EventState) -> Terms:
    """The terms of a season. Refuses ("not_a_league") any other event."""
    terms = plans.terms_of(state.plan)
    if terms is None:
        raise Refusal("not_a_league")
    return terms


def _opened(club: Club, name: str, terms: Terms, span: Span, policy: str, by: User) -> LeagueSeason:
    _must_run_forwards(span)
    event = evenings.start_planned(
        club=club,
        name=name,
        starts_at=timezone.make_aware(datetime.combine(span.starts_on, time())),
        lengths=(terms.length, terms.length),
        hall=evenings.Hall(0, policy),
        plan=plans.plan_of(terms),
        by=by,
    )
    return LeagueSeason.objects.create(
        event=event, starts_on=span.starts_on, ends_on=span.ends_on, pace=span.pace
    )


def _must_run_forwards(span: Span) -> None:
    if span.ends_on < span.starts_on:
        raise Refusal("season_dates_reversed", starts_on=str(span.starts_on), ends_on=str(span.ends_on))


def _last_days(league: LeagueSeason, rounds: int) -> dict[int, str]:
    if league.pace == ROUNDS:
        days = spread(league.starts_on, league.ends_on, rounds)
    else:
        days = (league.ends_on,) * rounds
    return {number: day.isoformat() for number, day in enumerate(days, start=1)}


def _following(league: LeagueSeason) -> Span:
    length = league.ends_on - league.starts_on
    first = date.fromordinal(league.ends_on.toordinal() + 1)
    return Span(first, first + length, league.pace)


def _next_name(name: str) -> str:
    head, _, tail = name.rpartition(" ")
    return f"{head} {int(tail) + 1}" if head and tail.isascii() and tail.isdecimal() else f"{name} 2"


def _policy(event: Event) -> str:
    policy: str = event.tournament.desk.confirm_policy
    return policy


def _line(kind: str, payload: dict[str, Any]) -> Deed:
    return lambda _state: Act(kind, payload)
