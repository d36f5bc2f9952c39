"""Queries of the printouts."""

from collections.abc import Iterable
from dataclasses import dataclass

from matches.models import Badge, Match, Player
from matches.names import get_sort_key
from matches.states import AT_A_TABLE, Status
from tournaments.messages.names import describe_places
from tournaments.models import CertificateTemplate, Club, Entry, EntryStatus, Event, Takes, TeamMember
from tournaments.play.brackets.event_standings import get_event_standings

# Statuses of matches that are played or may be called any moment.
OPEN_STATUSES = [Status.SCHEDULED.value, *(status.value for status in AT_A_TABLE)]

# The fields of the sentence of a certificate.
CERTIFICATE_FIELDS = ("place", "name", "event", "tournament", "date")


def list_open_matches(event: Event, flight: str = "", number: int = 0) -> list[Match]:
    """Return the called and waiting matches of an event, of one flight and round if given.

    Those at tables come first, in the order of the tables. One query.
    """
    matches = Match.objects.filter(pairing__event=event, status__in=OPEN_STATUSES).select_related(
        "white", "black", "table"
    )
    if flight:
        matches = matches.filter(pairing__flight=flight)
    if number:
        matches = matches.filter(pairing__round=number)
    return sorted(matches.order_by("pk"), key=lambda match: match.table.number if match.table else 10**6)


@dataclass(frozen=True, slots=True)
class CardHolder:
    """A player who gets a badge or a name card. `club` is their team's name where they play for one."""

    player: Player
    club: str
    country: str


def list_card_holders(event: Event, *, of_tournament: bool = False) -> list[CardHolder]:
    """Return the players of an event or of its whole tournament by name; of a team, its members.

    Each player is listed once, withdrawn entries are left out. Two queries.
    """
    scope = {"event__tournament": event.tournament} if of_tournament else {"event": event}
    entries = Entry.objects.filter(**scope, status=EntryStatus.ENTERED.value).select_related("player")
    members = TeamMember.objects.filter(entry__in=entries).select_related("player", "entry__player")
    holders = [
        *(
            CardHolder(entry.player, entry.club, entry.country)
            for entry in entries.order_by("pk")
            if not entry.player.is_team
        ),
        *(CardHolder(member.player, member.entry.player.name, "") for member in members.order_by("pk")),
    ]
    by_player: dict[int, CardHolder] = {}
    for holder in holders:
        by_player.setdefault(holder.player.pk, holder)
    return sorted(by_player.values(), key=lambda holder: (get_sort_key(holder.player.name), holder.player.pk))


def count_valid_badges(event: Event, players: Iterable[Player]) -> int:
    """Return how many of these players hold a valid badge of the event's desk. One query."""
    badges = Badge.objects.filter(desk=event.tournament.desk_id, revoked_at=None)
    return badges.filter(player__in=[player.pk for player in players]).count()


@dataclass(frozen=True, slots=True)
class Award:
    """A place of an event for which there is a certificate; `members` are the players of a team."""

    place: str
    name: str
    members: tuple[str, ...]


def get_certificate_template(club: Club) -> CertificateTemplate:
    """Return what the certificates of a club say; an unsaved row without texts if it chose none."""
    return CertificateTemplate.objects.filter(club=club).first() or CertificateTemplate(club=club)


@dataclass(frozen=True, slots=True)
class FlightAwards:
    """The places of a flight that has some of its own, such as the consolation."""

    flight: str
    name: str
    awards: tuple[Award, ...]


def list_flight_awards(event: Event, places: int = 0) -> list[FlightAwards]:
    """Return the first places of each finished flight with places of its own; all of them for 0.

    Those of the flights that decide the places of the event are in `list_awards`.
    """
    return [
        FlightAwards(
            standings.flight,
            standings.name,
            tuple(
                _make_award(event, line.entry, (line.place_from, line.place_to))
                for line in standings.rows
                if not places or line.place_from <= places
            ),
        )
        for standings in get_event_standings(event).flights
        if standings.level is None and standings.is_final and standings.rows
    ]


def _make_award(event: Event, entry: Entry, place: tuple[int, int]) -> Award:
    members = entry.members.all() if event.takes == Takes.TEAMS.value else ()
    return Award(describe_places(place), entry.player.name, tuple(member.player.name for member in members))


def list_awards(event: Event, places: int) -> list[Award]:
    """Return the first places of an event with who has them, the first place first; all of them for 0."""
    rows = event.entries.filter(place_from__isnull=False).select_related("player__first", "player__second")
    rows = rows.prefetch_related("members__player").order_by("place_from", "number")
    return [
        _make_award(event, entry, (entry.place_from, entry.place_to or entry.place_from))
        for entry in rows
        if entry.place_from is not None and (not places or entry.place_from <= places)
    ]
