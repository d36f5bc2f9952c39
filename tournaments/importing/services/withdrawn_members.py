"""People whom withdrawn imports brought to a club, and who do nothing else there."""

from collections.abc import Collection
from datetime import timedelta

from django.db.models import Q, QuerySet

from matches.models import Player
from matches.queries.people import canonical_key
from tournaments.models import Club, Membership, PastImport, PastPlace, PastPoints, PastResult, Role

# An import makes its members in the transaction that creates it, shortly before.
LONGEST_IMPORT = timedelta(minutes=1)


def remove_idle_people(*, club: Club, player_keys: Collection[int]) -> None:
    """Remove those of these people from the club who came by an import and have nothing else there.

    They stay under all spellings if one of them is a member, has an account, an entry or a result. Somebody
    whom several imports brought goes with the last that is withdrawn.
    """
    players = Player.objects.filter(pk__in=player_keys)
    persons = players.filter(person__isnull=False).order_by().values("person")
    spellings = Player.objects.filter(Q(pk__in=player_keys) | Q(person__in=persons))
    memberships = Membership.objects.filter(club=club, player__in=spellings.order_by().values("pk"))
    first_import = PastImport.objects.filter(club=club).order_by("at").values_list("at", flat=True).first()
    plain = memberships.filter(user=None, role=Role.MEMBER, record=None, fees=None, list_import=None)
    if first_import is not None:
        # Those who were here before the first import came otherwise; a spelling goes with its person.
        plain = plain.filter(
            Q(joined_at__gte=first_import - LONGEST_IMPORT) | Q(player__person__isnull=False)
        )
    others = memberships.exclude(pk__in=plain.order_by().values("pk")).annotate(human=canonical_key("player"))
    active = _filter_active_players(club).filter(pk__in=spellings.order_by().values("pk"))
    stay = set(others.values_list("human", flat=True))
    stay |= {
        canonical or key for key, canonical in active.order_by().values_list("pk", "person__face").distinct()
    }
    removable = plain.annotate(human=canonical_key("player")).exclude(human__in=stay)
    Membership.objects.filter(pk__in=list(removable.values_list("pk", flat=True))).delete()


def _filter_active_players(club: Club) -> QuerySet[Player]:
    """Return the players with an entry, a result or a casual match in the club, or with an account."""
    remaining_results = PastResult.objects.filter(evening__batch__club=club, evening__batch__undone_at=None)
    remaining_places = PastPlace.objects.filter(evening__batch__club=club, evening__batch__undone_at=None)
    remaining_points = PastPoints.objects.filter(evening__batch__club=club, evening__batch__undone_at=None)
    return Player.objects.filter(
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
