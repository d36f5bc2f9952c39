"""Members of a club who are members only because somebody entered them: they go when that is undone."""

from collections.abc import Collection
from datetime import timedelta

from django.db.models import Q

from matches.models import Match, Player
from matches.names import NameKind
from matches.services import players
from matches.states import Status
from tournaments.models import AnsweredName, Club, ClubLogEntry, Event, JournalEntry, Membership, Role
from tournaments.play.entrants.services import distinctions

# An entry and the member it makes are written in one transaction.
LONGEST_ENTERING = timedelta(minutes=1)


def remove_members_made_by(*, event: Event, lines: Collection[int], keys: Collection[int]) -> None:
    """Take those of these players out of the club whom the undone lines of the event made members.

    They have become members with the entry, and nothing else refers to them: no account, record, other entry
    or line of the club's log, and no match but void ones. The players stay for a redo.
    """
    first_line = (
        JournalEntry.objects.filter(event=event, seq__in=lines, kind="entered").order_by("seq").first()
    )
    if first_line is None:
        return
    club = event.tournament.club_id
    memberships = Membership.objects.filter(
        club=club,
        player__in=keys,
        player__kind=NameKind.PERSON.value,
        user=None,
        says_player=None,
        list_import=None,
        record=None,
        fees=None,
        role=Role.MEMBER,
        left_at=None,
        joined_at__range=(first_line.at - LONGEST_ENTERING, first_line.at + LONGEST_ENTERING),
    )
    logged = ClubLogEntry.objects.filter(club=club, player__in=keys).values("player")
    candidates = set(memberships.exclude(player__in=logged).values_list("player", flat=True))
    if candidates:
        unused = players.find_unused_players(keys=candidates, ignored=(AnsweredName, Membership, Match))
        matches = Match.objects.filter(Q(white__in=unused) | Q(black__in=unused)).exclude(status=Status.VOID)
        unused -= {key for sides in matches.values_list("white", "black") for key in sides}
        memberships.filter(player__in=unused).delete()
        distinctions.update_distinctions_of_members(club=Club.objects.get(pk=club))


def restore_members(*, event: Event, keys: Collection[int]) -> None:
    """Make those of these players members again who are entered again and belong to no club."""
    club = event.tournament.club
    newcomers = Player.objects.filter(
        pk__in=keys, kind=NameKind.PERSON.value, user=None, memberships=None, anonymised_at=None
    )
    memberships = [Membership(club=club, player=player) for player in newcomers.order_by("pk")]
    if memberships:
        Membership.objects.bulk_create(memberships)
        distinctions.update_distinctions_of_members(club=club)
