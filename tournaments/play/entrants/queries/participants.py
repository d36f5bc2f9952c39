"""Which entries take part in an event: those who stayed away are entries too, but no page counts them."""

from collections import defaultdict
from collections.abc import Collection

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext, ngettext

from matches.states import Status
from tournaments.journal.state import BY_ABSENCE
from tournaments.messages.journal import describe_number_of_entries
from tournaments.models import Entry, EntryStatus, Event, EventStatus, Pairing, Presence
from tournaments.play.entrants.queries.entries import describe_kind
from tournaments.standings.attendance import WALKOVERS


def make_participant_condition() -> Q:
    """Return the condition on entries that they play or have played: what every page counts as players.

    Met by those who played a match or won one by a walkover, also if they left afterwards, and by those
    still entered. Not met by those withdrawn before, marked absent, on the waiting list, or who only lost
    matches by not coming. `standings.attendance.list_players_present` says the same of the people of a
    tournament.
    """
    # A condition for each side, because one of both would read every pairing of the event for each entry.
    settled = Pairing.objects.filter(match__status=Status.SETTLED.value)
    sides = [settled.filter(white_entry=OuterRef("pk")), settled.filter(black_entry=OuterRef("pk"))]
    unopposed = Pairing.objects.filter(winner_entry=OuterRef("pk"), decided=BY_ABSENCE)
    has_played, has_missed = Q(Exists(unopposed)), Q()
    for matches in sides:
        walkovers = matches.filter(match__ending__in=WALKOVERS)
        has_won_walkover = walkovers.filter(winner_entry=OuterRef("pk"))
        has_played |= Q(Exists(matches.exclude(match__ending__in=WALKOVERS))) | Q(Exists(has_won_walkover))
        has_missed |= Q(Exists(walkovers.exclude(winner_entry=OuterRef("pk"))))
    is_expected = Q(status=EntryStatus.ENTERED) & ~Q(presence__in=(Presence.AWAY, Presence.WAITING))
    return has_played | (is_expected & ~has_missed)


def filter_participants(entries: QuerySet[Entry]) -> QuerySet[Entry]:
    """Return the entries that play or have played, as `make_participant_condition` says."""
    return entries.filter(make_participant_condition())


def make_participant_count(event: str = "pk") -> Coalesce:
    """Return the number of participants of an event as an expression; `event` is its lookup in the row."""
    participants = filter_participants(Entry.objects.filter(event=OuterRef(event))).order_by()
    counts = participants.values("event").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counts, output_field=IntegerField()), 0)


def find_kinds(events: Collection[Event]) -> dict[int, str]:
    """Return what the participants of each event (key) are called, as `describe_kind` does. One query."""
    kinds: defaultdict[int, set[str]] = defaultdict(set)
    rows = filter_participants(Entry.objects.filter(event__in=events)).order_by()
    for event, kind in rows.values_list("event", "player__kind").distinct():
        kinds[event].add(kind)
    return {event.pk: describe_kind(event, kinds[event.pk]) for event in events}


def make_place_count(event: str = "pk") -> Coalesce:
    """Return the number of entries with a final place as an expression, as `make_participant_count`."""
    entries = Entry.objects.filter(event=OuterRef(event), place_from__isnull=False).order_by()
    counts = entries.values("event").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counts, output_field=IntegerField()), 0)


def describe_participants(event: Event) -> str:
    """Return how many take part in an event: players, pairs or teams. One query."""
    kind, count = _count_participants(event)
    return describe_number_of_entries(kind, count)


def describe_participants_with_places(event: Event) -> str:
    """Return how many take part, and how many the final standings have if those are not as many."""
    kind, count = _count_participants(event)
    is_finished = event.status == EventStatus.FINISHED
    places = event.entries.filter(place_from__isnull=False).count() if is_finished else 0
    return describe_counts(kind, count, places)


def describe_counts(kind: str, participants: int, places: int) -> str:
    """Return "11 players (12 in the standings)"; `places` is 0 without final standings.

    Players who stayed away have a place, but are not counted as players.
    """
    text = describe_number_of_entries(kind, participants)
    if not places or places == participants:
        return text
    return gettext("%(participants)s (%(count)s in the standings)") % {"participants": text, "count": places}


def _count_participants(event: Event) -> tuple[str, int]:
    """Return what the participants of an event are, and how many. One query."""
    participants = filter_participants(event.entries.order_by())
    counts = dict(participants.values_list("player__kind").annotate(Count("pk")))
    return describe_kind(event, counts), sum(counts.values())


def describe_uncounted_entries(event: Event) -> str:
    """Return how many entries of an event do not count as participants, "" for none. One query."""
    participants = filter_participants(event.entries.order_by())
    count = event.entries.exclude(pk__in=participants.values("pk")).count()
    if not count:
        return ""
    text = ngettext(
        "%(count)s entry without a match (withdrawn, absent or waiting)",
        "%(count)s entries without a match (withdrawn, absent or waiting)",
        count,
    )
    return text % {"count": count}
