"""Who is entered, and what a pasted list of names would do."""

from collections import Counter
from collections.abc import Iterable, Sequence

from django.db.models import Q

from matches.models import Player
from matches.queries.people import persons_in
from tournaments import entries_text
from tournaments.models import Entry, Event, Membership

SITTING = ("player__person__face", "player__first__person__face", "player__second__person__face")


def read_names(*, event: Event, text: str) -> tuple[entries_text.Line, ...]:
    """What each line of a pasted list means for this event: a member, a new name, somebody in already."""
    members = Membership.objects.filter(club=event.tournament.club_id, player__isnull=False)
    known = dict(members.order_by("-pk").values_list("player_id", "player__full_name"))
    faces = {person.pk: entry for entry in of_event(event) for person in persons_in(entry.player)}
    here = Player.objects.filter(Q(pk__in=faces) | Q(person__face__in=faces)).select_related("person")
    seats = {player.pk: faces[player.person.face_id if player.person else player.pk] for player in here}
    names = {player.pk: player.full_name for player in here}
    alone = [player for player, entry in seats.items() if not entry.player.is_pair]
    paired = {player: entry.number for player, entry in seats.items() if entry.player.is_pair}
    return entries_text.read(text, {**known, **names}, alone, paired)


def known_names(event: Event) -> list[str]:
    """The full names of the club's players, to choose from."""
    members = Membership.objects.filter(club=event.tournament.club_id, player__anonymised_at=None)
    found = members.exclude(player=None).values_list("player__full_name", flat=True)
    return sorted(set(found))


def twice(event: Event) -> Player | None:
    """Somebody who sits in two entries of an event, alone or in pairs; None when nobody does."""
    met = Counter(person for entry in of_event(event) for person in persons_in(entry.player))
    return next((person for person, count in met.items() if count > 1), None)


def of_event(event: Event) -> list[Entry]:
    """The entries of an event with the faces of whoever sits in them, by number."""
    return list(event.entries.select_related(*SITTING).order_by("number"))


def of_people(players: Iterable[int]) -> list[Entry]:
    """The entries of these players in all events, with the faces of whoever sits in them."""
    known = list(players)
    mine = Q(player__in=known) | Q(player__first__in=known) | Q(player__second__in=known)
    return list(Entry.objects.filter(mine).select_related("event", *SITTING).order_by("pk"))


def entries(event: Event) -> Sequence[Entry]:
    """The entries of an event with their players, by number."""
    return list(event.entries.select_related("player").order_by("number"))
