"""Evenings and events as integrators find them, by address and by id."""

from dataclasses import dataclass

from django.db.models import Count, QuerySet

from matches.models import Match, Player
from matches.states import AT_A_TABLE
from tournaments.models import Club, Entry, EntryStatus, Event, EventStatus, Pairing, Tournament
from tournaments.queries import flights

AT_TABLES = [status.value for status in AT_A_TABLE]


def event_by_id(pk: int) -> Event | None:
    """An event with its evening, desk and club."""
    return Event.objects.select_related("tournament__club", "tournament__desk").filter(pk=pk).first()


def all_events() -> QuerySet[Event]:
    """Every event with its tournament, the newest first."""
    return Event.objects.select_related("tournament").order_by("-tournament__starts_at", "-pk")


def event_by_address(club: str, evening: str, event: str) -> Event | None:
    """The event at an address, with its evening, desk and club. One query."""
    events = Event.objects.select_related("tournament__club", "tournament__desk")
    return events.filter(tournament__club__slug=club, tournament__slug=evening, slug=event).first()


def evening_by_slug(club: Club, slug: str) -> Tournament | None:
    """An evening of a club by its address."""
    return Tournament.objects.select_related("club", "desk").filter(club=club, slug=slug).first()


@dataclass(frozen=True, slots=True)
class EventSummary:
    """An event of an evening: entries, matches that are played now, and who has won it when it is over."""

    event: Event
    entered: int
    playing: int
    winners: tuple[str, ...]


def event_summaries(tournament: Tournament) -> list[EventSummary]:
    """The events of an evening and how each stands. Three queries."""
    events = list(events_of(tournament))
    for event in events:
        event.tournament = tournament
    at_tables = Match.objects.filter(pairing__event__in=events, status__in=AT_TABLES)
    playing_counts = dict(at_tables.values_list("pairing__event").annotate(Count("pk")).order_by())
    winning_entries = Entry.objects.filter(event__in=events, event__status=EventStatus.FINISHED, place_from=1)
    winners: dict[int, list[str]] = {}
    for entry in winning_entries.select_related("player").order_by("number"):
        winners.setdefault(entry.event_id, []).append(entry.player.name)
    entry_counts = {event.pk: int(getattr(event, "entered", 0)) for event in events}
    return [
        EventSummary(
            event, entry_counts[event.pk], playing_counts.get(event.pk, 0), tuple(winners.get(event.pk, ()))
        )
        for event in events
    ]


def players_of(tournament: Tournament, slug: str) -> list[Player]:
    """Who plays in an event of an evening, in the order of entries; nobody where none is named."""
    rows = Entry.objects.filter(event__tournament=tournament, event__slug=slug, status=EntryStatus.ENTERED)
    return [entry.player for entry in rows.select_related("player").order_by("number")] if slug else []


def events_of(tournament: Tournament) -> QuerySet[Event]:
    """The events of an evening, each with `entered`, the number of its entries."""
    return Event.objects.filter(tournament=tournament).annotate(entered=Count("entries")).order_by("id")


def entries_of(event: Event) -> QuerySet[Entry]:
    """The entries of an event by number, pairs with their members."""
    rows = Entry.objects.filter(event=event)
    return rows.select_related("player__first", "player__second").order_by("number")


def pairings_of(event: Event) -> list[Pairing]:
    """Every pairing of an event with seats, match and table, drafts too; meetings of teams without their
    boards. Flight by flight as people look for them, and round by round. One query."""
    pairings = Pairing.objects.filter(event=event, board=0).select_related(
        "match__table", "white_entry__player", "black_entry__player", "winner_entry"
    )
    return sorted(pairings, key=lambda row: (flights.order_of(row.flight), row.round, row.position))


def published_pairings(event: Event) -> QuerySet[Pairing]:
    """The pairings of published flights alone, in the order they were made, meetings of teams without their
    boards: a draw that may still be made again stays at the desk."""
    flight_infos = flights.get_overview(event).flight_infos
    published_flights = [flight for flight, flight_info in flight_infos.items() if flight_info.is_published]
    rows = Pairing.objects.filter(event=event, board=0, flight__in=published_flights).select_related(
        "match__table", "white_entry__player", "black_entry__player", "winner_entry"
    )
    return rows.order_by("id")
