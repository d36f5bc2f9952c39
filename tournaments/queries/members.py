"""Who belongs to a club: each person once, and whose names may be two spellings of one."""

from collections.abc import Sequence

from django.db.models import Q

from matches.models import Player, User
from matches.queries import namesakes
from matches.queries.namesakes import Namesakes
from matches.queries.people import face_of
from tournaments.models import Club, Entry, Membership

SHOWN = 12


def members(club: Club) -> list[Membership]:
    """The memberships by name; of a person known under several spellings one, by the spelling that shows."""
    held = club.memberships.select_related("player__person__face", "user")
    rows = sorted(held.order_by("player__name", "user__username"), key=_is_behind)
    seen: set[int] = set()
    found: list[Membership] = []
    for row in rows:
        face = face_of(row.player).pk if row.player else 0
        if face not in seen or not face:
            found.append(row)
        seen.add(face)
    return sorted(
        found, key=lambda row: (row.player is None, row.player.name.casefold() if row.player else "")
    )


def suggestions(club: Club, user: User) -> list[Namesakes]:
    """Members and players whose names are near, the most alike first, for this user who may join them.

    Two who have been entered in one event are two.
    """
    entered = Player.objects.filter(entries__event__tournament__club=club)
    pairs = entered.exclude(first=None).values_list("first", "second")
    members_of_pairs = {key for two in pairs for key in two}
    here = Q(memberships__club=club) | Q(entries__event__tournament__club=club) | Q(pk__in=members_of_pairs)
    near = namesakes.suggestions(Player.objects.filter(here).distinct(), user)
    together = _entered_together(near)
    return [each for each in near if frozenset((each.keep.pk, each.absorb.pk)) not in together][:SHOWN]


def _entered_together(near: Sequence[Namesakes]) -> set[frozenset[int]]:
    asked = {player.pk for each in near for player in (each.keep, each.absorb)}
    events: dict[int, set[int]] = {}
    for event, player in Entry.objects.filter(player__in=asked).values_list("event", "player"):
        events.setdefault(event, set()).add(player)
    return {
        frozenset((one, other)) for sat in events.values() for one in sat for other in sat if one != other
    }


def _is_behind(row: Membership) -> bool:
    return row.player is not None and face_of(row.player) != row.player
