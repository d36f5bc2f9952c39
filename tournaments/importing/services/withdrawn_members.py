"""Members whom a withdrawn import of results brought to a club."""

from collections.abc import Sequence
from datetime import timedelta

from django.db.models import Q

from matches.models import Player
from tournaments.models import Membership, PastImport, PastPlace, PastPoints, PastResult, Role

# An import makes its members in the transaction that creates it, shortly before.
LONGEST_IMPORT = timedelta(minutes=1)


def remove_unused_members(batch: PastImport, player_keys: Sequence[int]) -> None:
    """Remove those of these players whom the import made members, without an account, entries or results."""
    club, since = batch.club, batch.at - LONGEST_IMPORT
    plain_memberships = Membership.objects.filter(
        club=club,
        player__in=player_keys,
        user=None,
        role=Role.MEMBER,
        joined_at__gte=since,
        record=None,
        fees=None,
    )
    remaining_results = PastResult.objects.filter(evening__batch__club=club, evening__batch__undone_at=None)
    remaining_places = PastPlace.objects.filter(evening__batch__club=club, evening__batch__undone_at=None)
    remaining_points = PastPoints.objects.filter(evening__batch__club=club, evening__batch__undone_at=None)
    active_players = Player.objects.filter(
        Q(entries__event__tournament__club=club)
        | Q(teams__event__tournament__club=club)
        | Q(pk__in=remaining_results.values("match__white"))
        | Q(pk__in=remaining_results.values("match__black"))
        | Q(pk__in=remaining_places.values("player"))
        | Q(pk__in=remaining_points.values("player"))
        | Q(matches_as_white__casual__club=club)
        | Q(matches_as_black__casual__club=club)
        | Q(user__isnull=False)
    )
    plain_memberships.exclude(player__in=active_players.values("pk")).delete()
