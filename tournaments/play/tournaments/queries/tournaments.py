"""Tournaments and their events: which are listed and to whom, and their winners."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from matches.models import Desk, Match, User
from matches.names import NameKind
from matches.queries.lookups import get_or_none
from matches.queries.people import canonical_key
from tournaments.models import (
    Club,
    Entry,
    EntryStatus,
    Event,
    EventStatus,
    Membership,
    Role,
    Takes,
    TeamMember,
    Tournament,
)
from tournaments.models.event import PUBLISHED_STATUSES
from tournaments.play.entrants.queries.participants import (
    describe_counts,
    filter_participants,
    find_kinds,
    make_participant_count,
    make_place_count,
)
from tournaments.play.events.events import AT_TABLES, IS_LEAGUE_MATCH_NOT_BEGUN
from tournaments.registry import sign_up_counts

# In how many archived tournaments the last winners are looked up.
ARCHIVED_LOOKED_AT = 5


@dataclass(frozen=True, slots=True)
class TournamentSummary:
    """A tournament in a club's list: events, number of players, winner of each event.

    `players` are people: both of a pair count. `signed_up` is the number of places taken in the events whose
    sign-ups are not all entered yet.
    """

    tournament: Tournament
    events: tuple[Event, ...]
    players: int
    winners: tuple[Entry, ...]
    signed_up: int = 0


def list_tournaments(club: Club, *, limit: int = 50, user: User | None = None) -> list[TournamentSummary]:
    """Return a club's tournaments, newest first, without archived ones and drafts the user may not see.

    Four queries, one for teams and two for sign-ups.
    """
    rows = Tournament.objects.filter(club=club, archived_at=None).select_related("desk")
    tournaments = rows.filter(visible_to(user))
    return summarise_tournaments(list(tournaments.order_by("-starts_at", "-id")[:limit]))


def archived_tournaments(club: Club) -> list[Tournament]:
    """Return the archived tournaments of a club, newest first, without drafts."""
    return list(Tournament.objects.filter(club=club, is_draft=False).exclude(archived_at=None))


def visible_to(user: User | None, prefix: str = "") -> Q:
    """Return the filter for tournaments that a user may see, by the rule of `permissions.may_see`.

    `prefix` is the lookup that leads to the tournament, such as "tournament__".
    """
    is_published = Q(**{f"{prefix}is_draft": False})
    if user is None or not user.is_active:
        return is_published
    if user.is_superuser:
        return Q()
    own_desks = Desk.objects.filter(officials=user.pk).values("pk")
    directed = Membership.objects.filter(user=user.pk, role=Role.DIRECTOR).values("club")
    return is_published | Q(**{f"{prefix}desk__in": own_desks}) | Q(**{f"{prefix}club__in": directed})


def summarise_tournaments(tournaments: Sequence[Tournament]) -> list[TournamentSummary]:
    """Return tournaments with events, player counts and winners, in the same order.

    Three queries, one for teams and two for sign-ups.
    """
    events = list(Event.objects.filter(tournament__in=tournaments).order_by("id"))
    people = _get_people(events)
    signed_up = count_sign_ups(events)
    first_places = Entry.objects.filter(event__in=events, place_from=1, place_to=1).order_by("event")
    winners = list(first_places.select_related("player", "event"))
    return [
        _summary(tournament, events, len(people[tournament.pk]), signed_up, winners)
        for tournament in tournaments
    ]


def _get_people(events: Sequence[Event]) -> Mapping[int, set[int]]:
    """Return the keys of the people who take part, by tournament: of pairs both players, of teams all."""
    people: defaultdict[int, set[int]] = defaultdict(set)
    entries = filter_participants(Entry.objects.filter(event__in=events)).order_by()
    for tournament, player, first, second in entries.exclude(player__kind=NameKind.TEAM.value).values_list(
        "event__tournament",
        canonical_key("player"),
        canonical_key("player__first"),
        canonical_key("player__second"),
    ):
        people[tournament].update((player,) if first is None or second is None else (first, second))
    if any(event.takes == Takes.TEAMS for event in events):
        teams = entries.filter(player__kind=NameKind.TEAM.value)
        members = TeamMember.objects.filter(entry__in=teams).order_by()
        for tournament, player in members.values_list("event__tournament", canonical_key("player")):
            people[tournament].add(player)
    return people


def _summary(
    tournament: Tournament,
    events: Iterable[Event],
    players: int,
    signed_up: Mapping[int, int],
    winners: Iterable[Entry],
) -> TournamentSummary:
    own_events = tuple(event for event in events if event.tournament_id == tournament.pk)
    return TournamentSummary(
        tournament=tournament,
        events=own_events,
        players=players,
        signed_up=sum(signed_up.get(event.pk, 0) for event in own_events),
        winners=tuple(entry for entry in winners if entry.event.tournament_id == tournament.pk),
    )


def get_last_winners(
    tournaments: Sequence[TournamentSummary], archived: Sequence[Tournament]
) -> TournamentSummary | None:
    """Return the latest tournament that has winners, an archived one too; both are newest first.

    Queries as `summarise_tournaments` if an archived one may be the latest.
    """
    won = next((each for each in tournaments if each.winners), None)
    newest = archived[:ARCHIVED_LOOKED_AT]
    newer = [each for each in newest if won is None or each.starts_at > won.tournament.starts_at]
    return next((each for each in summarise_tournaments(newer) if each.winners), won) if newer else won


def tournament_by_slug(club: Club, slug: str) -> Tournament | None:
    """Return a club's tournament by slug."""
    return get_or_none(Tournament.objects.select_related("club", "desk"), club=club, slug=slug)


@dataclass(frozen=True, slots=True)
class EventSummary:
    """An event of a tournament: entries that take part, matches in play, and winners if over.

    `kind` is what the entries are called once play has begun, "" before (`describe_kind`).
    `signed_up` is 0 unless people are signed up who are not entered yet. `places` is how many entries have a
    place in the final standings, 0 before.
    """

    event: Event
    entered: int
    playing: int
    winners: tuple[str, ...]
    signed_up: int = 0
    kind: str = ""
    places: int = 0

    @property
    def participants(self) -> str:
        """How many take part, as a text, and how many the final standings have if they differ."""
        return describe_counts(self.kind, self.entered, self.places)


def count_sign_ups(events: Iterable[Event]) -> Mapping[int, int]:
    """Return how many have signed up by event key, for open events whose sign-ups are not all entered."""
    open_events = [event for event in events if event.status == EventStatus.DRAFT]
    parts = sign_up_counts(open_events) if open_events else []
    return {key: count for part in parts for key, count in part.items()}


def event_summaries(tournament: Tournament) -> list[EventSummary]:
    """Return the events of a tournament with their status. Four queries, and two for sign-ups."""
    events = list(events_of(tournament))
    for event in events:
        event.tournament = tournament
    at_tables = Match.objects.filter(pairing__event__in=events, status__in=AT_TABLES)
    at_tables = at_tables.exclude(IS_LEAGUE_MATCH_NOT_BEGUN)
    playing_counts = dict(at_tables.values_list("pairing__event").annotate(Count("pk")).order_by())
    winning_entries = Entry.objects.filter(event__in=events, event__status=EventStatus.FINISHED, place_from=1)
    winners: dict[int, list[str]] = {}
    for entry in winning_entries.select_related("player").order_by("number"):
        winners.setdefault(entry.event_id, []).append(entry.player.name)
    entry_counts = {event.pk: int(getattr(event, "entered", 0)) for event in events}
    signed_up = count_sign_ups(events)
    kinds = find_kinds([event for event in events if event.status in PUBLISHED_STATUSES])
    return [
        EventSummary(
            event,
            entry_counts[event.pk],
            playing_counts.get(event.pk, 0),
            tuple(winners.get(event.pk, ())),
            signed_up.get(event.pk, 0),
            kinds.get(event.pk, ""),
            int(getattr(event, "places", 0)) if event.status == EventStatus.FINISHED else 0,
        )
        for event in events
    ]


def get_entries_to_copy(tournament: Tournament, slug: str) -> list[Entry]:
    """Return the entries of the event with this slug that have not left it; empty for an empty slug."""
    rows = Entry.objects.filter(event__tournament=tournament, event__slug=slug, status=EntryStatus.ENTERED)
    return list(rows.select_related("player").order_by("number")) if slug else []


def events_of(tournament: Tournament) -> QuerySet[Event]:
    """Return the events of a tournament with `entered`, how many entries take part, and `places`."""
    events = Event.objects.filter(tournament=tournament)
    return events.annotate(entered=make_participant_count(), places=make_place_count()).order_by("id")
