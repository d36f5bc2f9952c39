"""League queries: a season with its divisions, tables, open fixtures and next placements."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db.models import Count, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from matches.actors import Identity
from matches.models import Badge, Match, Player, Report, User
from matches.queries.matches import get_resume_times
from matches.queries.people import make_person_or_pair_in_any_q
from matches.states import WITH_REPORT, Status
from rules.errors import Refusal
from tournaments.exchange.event_file import LEAGUE
from tournaments.formats import leagues as league_plans
from tournaments.formats.leagues import LeagueTerms
from tournaments.journal import league_play_offs
from tournaments.journal.facts import VOID, PairingResult
from tournaments.journal.standings import find_annulled_pairings, table_rows
from tournaments.journal.state import EventState, Placement
from tournaments.leagues.deadlines import get_occasion
from tournaments.leagues.models import OVERDUE, Arrangement, LeagueSeason, Reminder
from tournaments.messages.names import translate_stage_name
from tournaments.models import (
    Club,
    Entry,
    EntryStatus,
    Event,
    EventStatus,
    JournalEntry,
    Pairing,
    Presence,
)
from tournaments.play.brackets.event_standings import FlightTable, build_tables
from tournaments.play.entrants.queries.participants import make_participant_condition
from tournaments.play.events import event_state, events
from tournaments.play.tournaments.queries.tournaments import visible_to
from tournaments.standings.divisions import DivisionPlacing


@dataclass(frozen=True, slots=True)
class Contact:
    """What a player has done for a match: messages to arrange it, a time accepted, a result reported.

    `count` is the number of messages, `latest` the last one.
    """

    entry: Entry
    count: int
    latest: Arrangement | None
    accepted_at: datetime | None = None
    reported_at: datetime | None = None

    @property
    def is_silent(self) -> bool:
        """Whether nothing was heard from the player."""
        return not self.count and self.accepted_at is None and self.reported_at is None


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match still to be played, with its deadline. `occasion` is "soon", "overdue" or empty.

    `resumes_at` is when a postponed match is played, None if it is not known.
    """

    pairing: Pairing
    match: Match
    last_day: date | None
    occasion: str
    agreed: Arrangement | None
    contacts: tuple[Contact, ...]
    reminded: int
    resumes_at: datetime | None = None

    @property
    def is_overdue(self) -> bool:
        """Whether its deadline has passed."""
        return self.occasion == OVERDUE

    @property
    def has_report(self) -> bool:
        """Whether a reported result waits for the other player or the desk: the deadline was met."""
        return self.match.status in WITH_REPORT

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Both players."""
        return tuple(contact.entry for contact in self.contacts)


@dataclass(frozen=True, slots=True)
class CrosstableRow:
    """One line of a crosstable: the results of an entry against each of the others, in their order."""

    entry: Entry
    cells: tuple[tuple[str, ...] | None, ...]


@dataclass(frozen=True, slots=True)
class RoundDeadline:
    """A round of a division with its deadline and the number of its open matches."""

    number: int
    last_day: date | None
    open: int


@dataclass(frozen=True, slots=True)
class Division:
    """One division: `up` and `down` are the numbers of places promoted and relegated.

    Of its `match_count` matches some are played, others decided as walkovers or void, or annulled with all
    results of a player who left.
    """

    number: int
    flight: str
    name: str
    table: FlightTable
    crosstable: tuple[CrosstableRow, ...]
    fixtures: tuple[Fixture, ...]
    rounds: tuple[RoundDeadline, ...]
    entries: tuple[Entry, ...]
    up: int
    down: int
    played_count: int
    walkover_count: int
    void_count: int
    annulled_count: int
    match_count: int


@dataclass(frozen=True, slots=True)
class LeaguePlacement:
    """The placing of an entry for the next season, with the name of the division, empty for one who left."""

    placing: DivisionPlacing
    entry: Entry
    division: str


@dataclass(frozen=True, slots=True)
class SeasonPage:
    """The data of a season's pages; `problem` is why the next placements are not known yet."""

    league: LeagueSeason
    event: Event
    terms: LeagueTerms
    divisions: tuple[Division, ...]
    playoffs: tuple[Fixture, ...]
    playoffs_due: bool
    next_season: LeagueSeason | None
    placements: tuple[LeaguePlacement, ...]
    problem: Refusal | None = None

    @property
    def overdue(self) -> tuple[Fixture, ...]:
        """All matches past their deadline, the longest overdue first."""
        overdue_fixtures = [one for division in self.divisions for one in division.fixtures if one.is_overdue]
        overdue_fixtures += [one for one in self.playoffs if one.is_overdue]
        return tuple(sorted(overdue_fixtures, key=lambda one: one.last_day or date.max))

    @property
    def agreed(self) -> tuple[Fixture, ...]:
        """The matches that are not overdue and have an agreed time, the next one first."""
        fixtures = [*(one for division in self.divisions for one in division.fixtures), *self.playoffs]
        times = [(one.agreed.play_at, one) for one in fixtures if one.agreed and not one.is_overdue]
        return tuple(one for _time, one in sorted(times, key=lambda pair: (pair[0], pair[1].pairing.label)))


def list_seasons(club: Club, user: User | None) -> QuerySet[LeagueSeason]:
    """Return the league seasons of a club that a user may see, newest first, with their number of players."""
    visible_seasons = LeagueSeason.objects.filter(
        visible_to(user, "event__tournament__"), event__tournament__club=club
    )
    seasons = visible_seasons.select_related("event__tournament__club")
    return seasons.annotate(players=_make_player_count()).order_by("-starts_on", "-id")


def _make_player_count() -> Coalesce:
    """Return the number of players of a season: also those who so far have only missed matches."""
    is_expected = Q(status=EntryStatus.ENTERED) & ~Q(presence__in=(Presence.AWAY, Presence.WAITING))
    is_player = is_expected | make_participant_condition()
    players = Entry.objects.filter(is_player, event=OuterRef("event")).order_by()
    counts = players.values("event").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counts, output_field=IntegerField()), 0)


def export_season(event: Event) -> dict[str, Any]:
    """Return the part of an event file about the season.

    It has dates, pace, and as reference to the previous season the key of its first journal entry.
    """
    league = LeagueSeason.objects.filter(event=event).first()
    if league is None:
        return {}
    days = {"starts_on": league.starts_on.isoformat(), "ends_on": league.ends_on.isoformat()}
    first_entry = None
    if league.previous_id:
        first_entry = JournalEntry.objects.filter(event__league=league.previous_id, seq=1).first()
    return {LEAGUE: {**days, "pace": league.pace, "after": first_entry.key if first_entry else ""}}


def get_season_page(league: LeagueSeason, today: date, user: User | None) -> SeasonPage:
    """Return the season on a day as a user may see it. The number of queries is constant."""
    event = league.event
    state = event_state.get_event_state(event)
    terms = league_plans.terms_of(state.plan)
    if terms is None:
        raise Refusal("not_a_league")
    entries = {entry.number: entry for entry in events.entries_of(event)}
    rows = events.pairings_of(event)
    open_by_flight = group_open_fixtures(state, rows, today)
    divisions = tuple(
        _build_division(state, number, name, entries, open_by_flight)
        for number, name in enumerate(terms.divisions, start=1)
        if league_plans.division(number) in state.stages
    )
    placements, problem = _list_next_placements(state, entries, terms)
    playoffs = tuple(
        fixture
        for flight, fixtures in open_by_flight.items()
        if league_plans.is_playoff(flight)
        for fixture in fixtures
    )
    visible_seasons = LeagueSeason.objects.filter(visible_to(user, "event__tournament__"))
    return SeasonPage(
        league=league,
        event=event,
        terms=terms,
        divisions=divisions,
        playoffs=playoffs,
        playoffs_due=bool(_find_due_playoffs(state)),
        next_season=visible_seasons.filter(previous=league).select_related("event__tournament__club").first(),
        placements=placements,
        problem=problem,
    )


def _find_due_playoffs(state: EventState) -> Mapping[int, tuple[int, int]]:
    try:
        return league_play_offs.playoffs_due(state)
    except Refusal:
        return {}


def _build_division(
    state: EventState,
    number: int,
    name: str,
    entries: Mapping[int, Entry],
    open_fixtures: Mapping[str, list[Fixture]],
) -> Division:
    flight = league_plans.division(number)
    drawing = state.stages[flight]
    rows = table_rows(state, flight, state.board) if drawing.is_published else ()
    notes = events.get_table_notes(state, flight) if drawing.is_published else events.TableNotes()
    pairing_ids = state.index.by_flight.get(flight, ())
    annulled_ids = find_annulled_pairings(state, state.board).intersection(pairing_ids)
    placements = [state.board[pairing] for pairing in pairing_ids if pairing not in annulled_ids]
    void_count = sum(map(_is_void, placements))
    played_count = sum(placed.is_contested for placed in placements)
    fixtures = open_fixtures.get(flight, [])
    order = [row.entry for row in rows] or list(drawing.members)
    options = drawing.stage.options
    return Division(
        number=number,
        flight=flight,
        name=translate_stage_name(name),
        table=build_tables({flight: rows}, entries, {flight: notes})[flight],
        crosstable=_build_crosstable(state, pairing_ids, order, entries, annulled_ids),
        fixtures=tuple(sorted(fixtures, key=lambda one: (one.last_day or date.max, one.pairing.position))),
        rounds=tuple(
            _build_round_deadline(state, flight, at, pairing_ids)
            for at in range(1, state.graph.rounds(flight) + 1)
        ),
        # In list order: the numbers they were drawn for the schedule say nothing to a reader.
        entries=tuple(entries[one] for one in sorted(drawing.members)),
        up=options.get(league_plans.UP, 0),
        down=options.get(league_plans.DOWN, 0),
        played_count=played_count,
        walkover_count=sum(placed.is_decided for placed in placements) - played_count - void_count,
        void_count=void_count,
        annulled_count=len(annulled_ids),
        match_count=len(pairing_ids),
    )


def _is_void(placed: Placement) -> bool:
    return placed.result is not None and placed.result.ending == VOID


def _build_round_deadline(
    state: EventState, flight: str, number: int, pairing_ids: Iterable[str]
) -> RoundDeadline:
    day = state.deadlines.get((flight, number), "")
    round_pairings = [pairing for pairing in pairing_ids if state.graph.by_id[pairing].round == number]
    open_count = sum(not state.board[pairing].is_decided for pairing in round_pairings)
    return RoundDeadline(number, date.fromisoformat(day) if day else None, open_count)


def _build_crosstable(
    state: EventState,
    pairing_ids: Iterable[str],
    order: list[int],
    entries: Mapping[int, Entry],
    annulled_ids: Collection[str],
) -> tuple[CrosstableRow, ...]:
    results: dict[tuple[int, int], list[str]] = {}
    for pairing in pairing_ids:
        board_pairing = state.board[pairing]
        white, black = board_pairing.white or 0, board_pairing.black or 0
        if not board_pairing.is_decided or not white or not black:
            continue
        is_void = pairing in annulled_ids or _is_void(board_pairing)
        for entry, other in ((white, black), (black, white)):
            results.setdefault((entry, other), []).append(
                "=" if is_void else _format_score(board_pairing.winner, board_pairing.result, entry, white)
            )
    return tuple(
        CrosstableRow(
            entries[entry],
            tuple(None if entry == other else tuple(results.get((entry, other), ())) for other in order),
        )
        for entry in order
    )


def _format_score(winner: int | None, result: PairingResult | None, entry: int, white: int) -> str:
    """Return a result from the view of `entry`: 7–3, or + or − for a walkover."""
    if result is not None and result.ending == "played":
        points = (result.white_score, result.black_score)
        own_points, other_points = points if entry == white else points[::-1]
        return f"{own_points}–{other_points}"
    return "+" if winner == entry else "−"


def _list_next_placements(
    state: EventState, entries: Mapping[int, Entry], terms: LeagueTerms
) -> tuple[tuple[LeaguePlacement, ...], Refusal | None]:
    """Return the divisions of the next season as they would be now; none before the first result."""
    if not any(placed.is_decided for placed in state.board.values()):
        return (), None
    division_names = dict(enumerate(terms.divisions, start=1))
    try:
        placings = league_play_offs.next_divisions(state)
    except Refusal as refusal:
        return (), refusal
    placements = (
        LeaguePlacement(
            placing, entries[placing.entry], translate_stage_name(division_names.get(placing.after, ""))
        )
        for placing in placings
    )
    return tuple(placements), None


def list_own_players(identity: Identity, club: Club) -> list[Player]:
    """Return the players of an identity: that of a badge of this club's desks, and that of the account."""
    players = {getattr(identity.user, "player", None)}
    if identity.badge is not None:
        tournament = getattr(identity.badge.desk, "tournament", None)
        if identity.has_badge_at(club.desk_id) or (tournament and tournament.club_id == club.pk):
            players.add(identity.badge_player)
    return [player for player in players if player is not None]


def get_badge_of_other_place(identity: Identity, club: Club) -> Badge | None:
    """Return the badge of an identity that does not act in all leagues of a club; None if there is none.

    It is that of one tournament or of another club. One query for a badge of another desk.
    """
    if identity.badge_player is None or identity.has_badge_at(club.desk_id):
        return None
    return identity.badge


def list_league_matches(club: Club) -> QuerySet[Match]:
    """Return the matches of the leagues of a club."""
    return Match.objects.filter(pairing__event__tournament__club=club, pairing__event__league__isnull=False)


def list_fixtures(identity: Identity, club: Club, today: date) -> list[Fixture]:
    """Return the open league matches at a club that an identity may report, the next deadline first."""
    is_own = Q(pk__in=[])
    if identity.badge is not None and identity.badge_player is not None:
        is_own |= _has_player(identity.badge_player) & Q(match__desk__in=identity.badge_desks)
    account_player = getattr(identity.user, "player", None)
    if account_player is not None:
        is_own |= _has_player(account_player)
    return _list_fixtures_of(Pairing.objects.filter(is_own, event__tournament__club=club), today)


def map_deadlines(matches: Collection[int], today: date) -> dict[int, date]:
    """Return the last day of each league match still to be played among these keys of matches, by key.

    One with a report has been played. One query if none is of a league.
    """
    return {
        fixture.match.pk: fixture.last_day
        for fixture in _list_fixtures_of(Pairing.objects.filter(match__in=matches), today)
        if fixture.last_day is not None and not fixture.has_report
    }


def _list_fixtures_of(pairings: QuerySet[Pairing], today: date) -> list[Fixture]:
    """Return the open league matches of these pairings, the next deadline first."""
    open_pairings = pairings.filter(
        event__league__isnull=False,
        event__status=EventStatus.PUBLISHED,
        decided="",
        match__isnull=False,
    )
    rows = list(
        open_pairings.select_related(
            "event__tournament__club",
            "match__desk",
            "match__white",
            "match__black",
            "white_entry__player",
            "black_entry__player",
        )
    )
    events_by_id = {row.event_id: row.event for row in rows}
    states = {pk: event_state.get_event_state(event) for pk, event in events_by_id.items()}
    fixtures = [
        one
        for pk, state in states.items()
        for group in group_open_fixtures(state, [row for row in rows if row.event_id == pk], today).values()
        for one in group
    ]
    return sorted(fixtures, key=lambda one: (one.last_day or date.max, one.pairing.label))


def list_unanswered_messages(badge: Badge) -> list[Arrangement]:
    """Return the messages that the holder of a badge has not answered: the last one of each open match."""
    identity = Identity(badge=badge)
    if identity.badge_player is None:
        return []
    own_pairings = Pairing.objects.filter(
        _has_player(identity.badge_player),
        match__desk__in=identity.badge_desks,
        event__league__isnull=False,
        event__status=EventStatus.PUBLISHED,
        decided="",
    )
    rows = Arrangement.objects.filter(match__in=own_pairings.values("match")).order_by("id")
    latest_by_match = {
        one.match_id: one for one in rows.select_related("by", "match__desk__tournament__club")
    }
    return [
        one
        for one in latest_by_match.values()
        if one.agreed_at is None
        and _is_match_open(one.match)
        and not identity.badge_player.may_act_for(one.by)
    ]


def _has_player(player: Player) -> Q:
    return make_person_or_pair_in_any_q(("match__white", "match__black"), player)


def group_open_fixtures(state: EventState, rows: Iterable[Pairing], today: date) -> dict[str, list[Fixture]]:
    """Return the matches still to be played, by flight. Four queries."""
    open_rows = [
        row for row in rows if not row.decided and row.match is not None and _is_match_open(row.match)
    ]
    matches = [row.match_id for row in open_rows]
    arrangements: dict[int, list[Arrangement]] = {}
    for one in Arrangement.objects.filter(match__in=matches).select_related("by").order_by("id"):
        arrangements.setdefault(one.match_id, []).append(one)
    reminded = dict(
        Reminder.objects.filter(match__in=matches, notified_at__isnull=False)
        .values_list("match")
        .annotate(n=Count("pk"))
        .order_by()
    )
    reported_at = {
        (match, side): at
        for match, side, at in Report.objects.filter(match__in=matches)
        .exclude(side="")
        .order_by("number")
        .values_list("match", "side", "at")
    }
    resume_times = get_resume_times([match for match in matches if match is not None])
    fixtures: dict[str, list[Fixture]] = {}
    for row in open_rows:
        acts = _MatchActs(arrangements.get(row.match_id or 0, []), reported_at, reminded, resume_times)
        fixture = _build_fixture(state, row, acts, today)
        fixtures.setdefault(row.flight, []).append(fixture)
    return fixtures


class _MatchActs(NamedTuple):
    """What was done for a match: its arrangements; of all matches the last reports and more."""

    arrangements: list[Arrangement]
    reported_at: Mapping[tuple[int, str], datetime]
    reminded: Mapping[int, int]
    resume_times: Mapping[int, datetime]


def _build_fixture(state: EventState, row: Pairing, acts: _MatchActs, today: date) -> Fixture:
    day = state.get_deadline(row.label) if row.label in state.graph.by_id else ""
    last = date.fromisoformat(day) if day else None
    match = row.match
    if match is None:
        raise LookupError(row.label)
    contacts = [
        _build_contact(entry, acts.arrangements, acts.reported_at.get((match.pk, side)))
        for side, entry in (("white", row.white_entry), ("black", row.black_entry))
        if entry is not None
    ]
    agreed = next((one for one in reversed(acts.arrangements) if one.agreed_at), None)
    return Fixture(
        row,
        match,
        last,
        get_occasion(last, today) if last else "",
        agreed,
        tuple(contacts),
        acts.reminded.get(match.pk, 0),
        acts.resume_times.get(match.pk),
    )


def _build_contact(entry: Entry, arrangements: list[Arrangement], reported_at: datetime | None) -> Contact:
    own_arrangements = [one for one in arrangements if one.by_id == entry.player_id]
    accepted_times = [
        one.agreed_at for one in arrangements if one.agreed_at is not None and one.by_id != entry.player_id
    ]
    return Contact(
        entry,
        len(own_arrangements),
        own_arrangements[-1] if own_arrangements else None,
        max(accepted_times, default=None),
        reported_at,
    )


def _is_match_open(match: Match) -> bool:
    return match.status not in (Status.SETTLED.value, Status.VOID.value)
