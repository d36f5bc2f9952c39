"""Who is entered, and what a pasted list of names would do."""

from collections.abc import Iterable, Sequence

from django.db.models import Q

from matches.models import Player
from tournaments import entries_text
from tournaments.models import Entry, Event, Membership


def read_names(*, event: Event, text: str) -> tuple[entries_text.Line, ...]:
    """What each line of a pasted list means for this event: a member, a new name, somebody in already."""
    members = Membership.objects.filter(club=event.tournament.club_id, player__isnull=False)
    known = dict(members.order_by("-pk").values_list("player_id", "player__full_name"))
    here = Q(entries__event=event) | Q(person__spellings__entries__event=event)
    entered = dict(Player.objects.filter(here).values_list("pk", "full_name"))
    return entries_text.read(text, {**known, **entered}, entered)


def of_people(players: Iterable[int]) -> list[Entry]:
    """The entries of these players in all events."""
    return list(Entry.objects.filter(player__in=players).select_related("player", "event").order_by("pk"))


def entries(event: Event) -> Sequence[Entry]:
    """The entries of an event with their players, by number."""
    return list(event.entries.select_related("player").order_by("number"))
