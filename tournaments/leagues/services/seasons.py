"""Seasons of a league: divisions, deadlines of rounds, the next season, play-offs."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from matches.actors import require_actor
from matches.models import User
from matches.states import Policy
from rules.errors import Refusal
from tournaments.formats import leagues as league_plans
from tournaments.formats.leagues import LeagueTerms
from tournaments.journal.commands import make_command
from tournaments.journal.league_play_offs import next_divisions, playoffs_due
from tournaments.journal.rounds import Dated, MatchDated
from tournaments.journal.state import EventState
from tournaments.known_ratings import get_entry_ratings, get_fibs_ratings
from tournaments.leagues.deadlines import require_day_to_come
from tournaments.leagues.draw_change_deadlines import (
    compute_deadlines,
    date_new_rounds,
    has_deadlines,
    list_match_deadlines,
)
from tournaments.leagues.models import ROUNDS, LeagueSeason
from tournaments.leagues.outdated_divisions import map_entry_divisions
from tournaments.locks import lock_event
from tournaments.models import Club, Entry, Event, EventStatus, Presence, Tournament
from tournaments.name_lists.entry_box import LineStatus
from tournaments.permissions import may_read_records, must_direct
from tournaments.play.draws import services as draws
from tournaments.play.entrants.queries.entries import event_entries, read_names
from tournaments.play.entries.services import entries
from tournaments.play.event_journal.services import journal
from tournaments.play.event_journal.services.journal import Command, execute_command, one_command
from tournaments.play.events import event_state
from tournaments.play.tournaments.services import tournament_drafts, tournaments

SMALLEST_DIVISION = 2


LISTED, RATING = "listed", "rating"


@dataclass(frozen=True, slots=True)
class SeasonSpan:
    """The dates of a season, and whether its rounds have deadlines of their own."""

    starts_on: date
    ends_on: date
    pace: str = ROUNDS


@dataclass(frozen=True, slots=True)
class Roster:
    """The players of a new season as pasted lines, and how they are placed in divisions.

    `sizes` are the numbers of players per division from the top (0: an equal share of the rest). `placing` is
    in the order of the list ("listed") or by "rating".
    """

    names: str
    sizes: tuple[int, ...]
    placing: str = LISTED


@transaction.atomic
def open_league(
    *,
    club: Club,
    name: str,
    terms: LeagueTerms,
    span: SeasonSpan,
    roster: Roster,
    by: User,
    policy: str = Policy.BOTH.value,
) -> LeagueSeason:
    """Create a season with its players placed in divisions, a draft until it is published.

    Raises `season_dates_reversed`, `league_terms_wrong`, `division_too_small`, `deadlines_impossible`,
    `name_repeated`, and as `enter_names` and `start_planned`.
    """
    require_actor(by)
    league = _create_season(club, name, terms, span, policy, by)
    _check_no_repetition(league.event, roster.names, by)
    entries.enter_names(event=league.event, names=roster.names, by=by, key="players")
    entry_rows = list(league.event.entries.select_related("player").order_by("number"))
    order = [entry.number for entry in entry_rows]
    if roster.placing == RATING:
        ratings_by_player = get_fibs_ratings(club.pk, [entry.player for entry in entry_rows])
        rank = {entry.number: -ratings_by_player.get(entry.player_id, float("-inf")) for entry in entry_rows}
        order.sort(key=lambda number: rank[number])
    shares = league_plans.division_slices(len(order), roster.sizes)
    divisions = {number: at for at, share in enumerate(shares, start=1) for number in order[share]}
    place_entries(event=league.event, divisions=divisions, by=by)
    league.event.refresh_from_db()
    return league


@one_command()
@transaction.atomic
def place_entries(
    *,
    event: Event,
    divisions: Mapping[int, int],
    by: User,
    key: str = "",
    version: int | None = None,
    former_version: int | None = None,
) -> None:
    """Put entries into divisions before the season begins.

    `divisions` is the division, from 1, by entry number. Divisions whose players change are drawn again,
    every round gets its deadline, and entries in no division are marked absent: no page counts them.
    `former_version` is that of the season before whose results they follow. Raises `division_too_small`,
    `already_published`, `event_changed_meanwhile`.
    """
    must_direct(by, event)
    if former_version is not None and event.league.previous is not None:
        # The season before is the older one: it is locked first.
        journal.check_version(lock_event(event.league.previous.event), former_version)
    event = lock_event(event)
    journal.check_version(event, version)
    state = event_state.get_event_state(event)
    terms = get_terms(state)
    # First, because a draw leaves out those marked absent.
    _mark_who_plays(event, state, {entry for entry, division in divisions.items() if division}, by)
    for number in range(1, len(terms.divisions) + 1):
        division_entries = sorted(entry for entry, division in divisions.items() if division == number)
        if len(division_entries) < SMALLEST_DIVISION:
            raise Refusal("division_too_small", division=number, players=len(division_entries))
        flight = league_plans.division(number)
        stage = state.stages.get(flight)
        if stage is None or sorted(stage.members) != division_entries:
            # Each previous draw increased the version; an existing draw is replaced on purpose.
            event.refresh_from_db(fields=["version"])
            entrants: dict[str, Any] = {"flight": flight, "only": division_entries}
            draws.draw(event=event, by=by, leaves_out_sign_ups=True, version=event.version, **entrants)
    set_round_deadlines(event=event, by=by)


def _mark_who_plays(event: Event, state: EventState, playing: Collection[int], by: User) -> None:
    """Mark the entries in no division absent, and remove the mark from those that are in one."""
    entered = {number: entrant for number, entrant in state.entries.items() if not entrant.is_withdrawn}
    back = [number for number, entrant in entered.items() if number in playing and entrant.stays_out]
    away = [number for number, entrant in entered.items() if number not in playing and not entrant.stays_out]
    for numbers, presence in ((back, Presence.UNMARKED), (away, Presence.AWAY)):
        if numbers:
            entries.set_presence(event=event, entries=numbers, presence=presence.value, by=by)


@one_command()
@transaction.atomic
def enter_player(
    *, event: Event, name: str, division: int, by: User, key: str = "", version: int | None = None
) -> Entry:
    """Enter one player into a division of a season that has not begun.

    `name` is a line as in the form of a league. Raises `already_published`, `name_repeated`, and as
    `enter_names` and `place_entries`.
    """
    must_direct(by, event)
    event = lock_event(event)
    if event.status not in (EventStatus.DRAFT, EventStatus.DRAWN):
        raise Refusal("already_published")
    line = journal.find_line(event, key)
    if line is None:
        _check_no_repetition(event, name, by)
        line = entries.enter_names(event=event, names=name, by=by, key=key, version=version)
        number = line.new_entries[0].entry
        divisions = map_entry_divisions(event_state.get_event_state(event)) | {number: division}
        place_entries(event=event, divisions=divisions, by=by)
    return event.entries.select_related("player").get(number=line.new_entries[0].entry)


@one_command()
@transaction.atomic
def set_round_deadlines(*, event: Event, by: User) -> None:
    """Set the deadline of every round of the divisions."""
    require_actor(by)
    league = event.league
    state = event_state.get_event_state(event)
    for flight in league_plans.divisions_of(state.plan):
        days = compute_deadlines(league, state.graph.rounds(flight))
        if days != {number: state.deadlines.get((flight, number)) for number in days}:
            execute_command(event=event, by=by, command=_make_constant_command(Dated(flight, days)))


@one_command()
@transaction.atomic
def keep_deadlines(*, event: Event, flight: str, before: EventState, by: User) -> None:
    """Give new rounds and matches of a division a deadline, and let every match keep the one it had.

    `before` is the state before its lines changed: a match may be in another round since then.
    """
    require_actor(by)
    league, today = LeagueSeason.objects.filter(event=event).first(), timezone.localdate()
    if league is None or not has_deadlines(before, flight):
        return
    state = event_state.get_event_state(event)
    if new_days := date_new_rounds(league, state, flight, today):
        execute_command(event=event, by=by, command=_make_constant_command(Dated(flight, new_days)))
        state = event_state.get_event_state(event)
    for pairing, day, _is_added in list_match_deadlines(league, (before, state), flight, today):
        if day and day != state.get_deadline(pairing):
            execute_command(event=event, by=by, command=_make_constant_command(MatchDated(pairing, day)))


@one_command()
@transaction.atomic
def reschedule_season(*, event: Event, span: SeasonSpan, by: User) -> LeagueSeason:
    """Change the dates before the season begins. Raises `already_published`."""
    must_direct(by, event)
    event = lock_event(event)
    _check_dates(span)
    if event.status not in (EventStatus.DRAFT, EventStatus.DRAWN):
        raise Refusal("already_published")
    league = LeagueSeason.objects.select_for_update().get(event=event)
    league.starts_on, league.ends_on, league.pace = span.starts_on, span.ends_on, span.pace
    league.save(update_fields=["starts_on", "ends_on", "pace"])
    Tournament.objects.filter(pk=event.tournament_id).update(starts_at=_get_start(span))
    event.league = league
    set_round_deadlines(event=event, by=by)
    return league


@transaction.atomic
def publish_season(*, event: Event, by: User, key: str = "", version: int | None = None) -> None:
    """Publish the season for everybody to see: all matches are created."""
    if event.tournament.is_draft:
        event.tournament = tournament_drafts.publish_tournament(tournament=event.tournament, by=by)
    draws.publish(event=event, by=by, key=key, version=version)


@transaction.atomic
def start_next_season(
    *,
    league: LeagueSeason,
    by: User,
    divisions: Mapping[int, int] | None = None,
    version: int | None = None,
) -> LeagueSeason:
    """Create the next season from the final placings of this one; idempotent.

    `divisions` overrides the division (0: leaves) of single entries. The season is as long as this one and
    begins the day after it. Raises `league_open` while matches are still to be played, and
    `division_too_small`.
    """
    must_direct(by, league.event)
    event = lock_event(league.event)
    next_season = (
        LeagueSeason.objects.filter(previous=league).select_related("event__tournament__club").first()
    )
    if next_season is not None:
        return next_season
    journal.check_version(event, version)
    state = event_state.get_event_state(event)
    if event.status != EventStatus.FINISHED:
        raise Refusal("league_open", event=event.name)
    division_by_entry = {one.entry: one.after for one in next_divisions(state)} | dict(divisions or {})
    span = _make_next_span(league)
    new_season = _create_season(
        event.tournament.club, _make_next_name(event.name), get_terms(state), span, _get_policy(event), by
    )
    new_season.previous = league
    new_season.save(update_fields=["previous"])
    _enter_staying_players(new_season.event, event, division_by_entry, by)
    new_season.event.refresh_from_db()
    return new_season


def _enter_staying_players(
    new_event: Event, event: Event, division_by_entry: Mapping[int, int], by: User
) -> None:
    """Enter the players of a season that do not leave into the next one, with their details.

    Each gets into the division given.
    """
    staying_entries = [
        entry
        for entry in sorted(division_by_entry, key=lambda one: (division_by_entry[one], one))
        if division_by_entry[entry]
    ]
    entry_rows = {entry.number: entry for entry in event_entries(event)}
    rows_to_copy = [entry_rows[entry] for entry in staying_entries]
    new_players = [row.player for row in rows_to_copy]
    # Ratings are those of today; one of the last season stays where the club has no newer one.
    current_ratings = get_entry_ratings(new_event.tournament, new_players)
    details = [
        replace(each, rating=current_ratings.get(row.player_id, each.rating))
        for row, each in zip(rows_to_copy, entries.get_details(rows_to_copy), strict=True)
    ]
    entries.enter_players(event=new_event, players=new_players, about=details, by=by, key="players")
    new_divisions = {
        number: division_by_entry[entry] for number, entry in enumerate(staying_entries, start=1)
    }
    place_entries(event=new_event, divisions=new_divisions, by=by)


@one_command()
@transaction.atomic
def draw_playoffs(*, event: Event, until: date, by: User, version: int | None = None) -> list[str]:
    """Draw and publish every play-off whose two divisions are finished; return their flights.

    Raises `playoff_not_due` if there is none, and `deadline_past`.
    """
    must_direct(by, event)
    require_day_to_come(until, timezone.localdate())
    event = lock_event(event)
    due_playoffs = playoffs_due(event_state.get_event_state(event))
    if not due_playoffs:
        raise Refusal("playoff_not_due", event=event.name)
    for number, playoff_entries in due_playoffs.items():
        flight = league_plans.playoff(number)
        draws.draw(
            event=event,
            by=by,
            flight=flight,
            only=playoff_entries,
            leaves_out_sign_ups=True,
            version=version,
        )
        version = None
        deadline = _make_constant_command(Dated(flight, {1: until.isoformat()}))
        execute_command(event=event, by=by, command=deadline, key=uuid4().hex)
        draws.publish(event=event, by=by, flight=flight)
    return [league_plans.playoff(number) for number in due_playoffs]


def get_or_create_season(event: Event, data: Mapping[str, str] | None = None) -> LeagueSeason | None:
    """Get or create the season of a league event; None for any other event.

    `data` are the dates, pace and previous season of an event file; the previous season is linked if it is
    on this site and has no next season yet.
    """
    state = event_state.get_event_state(event)
    if league_plans.terms_of(state.plan) is None:
        return None
    if data is None:
        first = timezone.localtime(event.tournament.starts_at).date()
        days = [date.fromisoformat(day) for (_, number), day in state.deadlines.items() if number]
        span = SeasonSpan(first, max([first, *days]))
    else:
        span = SeasonSpan(
            date.fromisoformat(data["starts_on"]), date.fromisoformat(data["ends_on"]), data["pace"]
        )
    league, _ = LeagueSeason.objects.get_or_create(
        event=event,
        defaults={
            "starts_on": span.starts_on,
            "ends_on": span.ends_on,
            "pace": span.pace,
            "previous": _find_previous_season(event, data["after"]) if data else None,
        },
    )
    return league


def _find_previous_season(event: Event, key: str) -> LeagueSeason | None:
    seasons = LeagueSeason.objects.filter(
        event__journal__seq=1, event__journal__key=key, event__tournament__club=event.tournament.club
    )
    return seasons.filter(next_season=None).first() if key else None


def get_terms(state: EventState) -> LeagueTerms:
    """Return the terms of a season. Refuses ("not_a_league") any other event."""
    terms = league_plans.terms_of(state.plan)
    if terms is None:
        raise Refusal("not_a_league")
    return terms


def _get_start(span: SeasonSpan) -> datetime:
    """Return the moment that the pages of the tournament show as its start."""
    return timezone.make_aware(datetime.combine(span.starts_on, time()))


def _create_season(
    club: Club, name: str, terms: LeagueTerms, span: SeasonSpan, policy: str, by: User
) -> LeagueSeason:
    _check_dates(span)
    event = tournaments.create_tournament_with_event(
        club=club,
        name=name,
        starts_at=_get_start(span),
        lengths=(terms.length, terms.length),
        setup=tournaments.TournamentSetup(0, policy, is_draft=True),
        plan=league_plans.plan_of(terms),
        by=by,
    )
    return LeagueSeason.objects.create(
        event=event, starts_on=span.starts_on, ends_on=span.ends_on, pace=span.pace
    )


def _check_no_repetition(event: Event, names: str, by: User) -> None:
    """Raise `name_repeated`: the form of a league shows no preview of the lines left out."""
    with_records = may_read_records(by, event.tournament.club)
    lines = read_names(event=event, text=names, with_records=with_records)
    repeated = next((line for line in lines if line.standing is LineStatus.REPEATED), None)
    if repeated is not None:
        raise Refusal("name_repeated", name=repeated.name)


def _check_dates(span: SeasonSpan) -> None:
    if span.ends_on < span.starts_on:
        raise Refusal("season_dates_reversed", starts_on=str(span.starts_on), ends_on=str(span.ends_on))


def _make_next_span(league: LeagueSeason) -> SeasonSpan:
    length = league.ends_on - league.starts_on
    first = date.fromordinal(league.ends_on.toordinal() + 1)
    return SeasonSpan(first, first + length, league.pace)


def _make_next_name(name: str) -> str:
    head, _, tail = name.rpartition(" ")
    return f"{head} {int(tail) + 1}" if head and tail.isascii() and tail.isdecimal() else f"{name} 2"


def _get_policy(event: Event) -> str:
    policy: str = event.tournament.desk.confirm_policy
    return policy


def _make_constant_command(fact: Dated | MatchDated) -> Command:
    return lambda _state: make_command(fact)
