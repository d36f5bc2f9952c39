"""People whom an imported list calls former members: their memberships end with the import."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import F
from django.utils import timezone

from matches.models import Player
from tournaments.exchange.lists.member_lists import ListedPerson
from tournaments.importing.queries.known_results import get_canonical_key
from tournaments.models import Club, MemberRecord, Membership


@dataclass(frozen=True, slots=True)
class FormerPeople:
    """Former members of a list, by player: the day of leaving, None if unknown; and who stays as they are."""

    left_on: Mapping[int, date | None]
    unchanged: Mapping[int, Player]

    def select_changed(self, players_by_number: Mapping[int, Player]) -> dict[int, Player]:
        """Return the players of a list, by number, without those who stay as they are."""
        return {
            number: player for number, player in players_by_number.items() if player.pk not in self.unchanged
        }


def select_former_people(
    *,
    club: Club,
    people: Sequence[ListedPerson],
    players_by_number: Mapping[int, Player],
    current: Collection[int],
) -> FormerPeople:
    """Return whom all rows of a list call former; the last day of leaving counts.

    `current` are the memberships (keys) that had not ended before the list: their people stay, under any
    spelling. One query.
    """
    rows = Membership.objects.filter(club=club, pk__in=current, player__isnull=False)
    staying = {get_canonical_key(row.player) for row in rows.select_related("player__person") if row.player}
    members = {player.pk for number, player in players_by_number.items() if not people[number].is_former}
    left_on: dict[int, date | None] = {}
    unchanged: dict[int, Player] = {}
    for number, player in players_by_number.items():
        if player.pk in members:
            continue
        if get_canonical_key(player) in staying:
            unchanged[player.pk] = player
            continue
        days = [day for day in (left_on.get(player.pk), people[number].left_on) if day is not None]
        left_on[player.pk] = max(days, default=None)
    return FormerPeople(left_on, unchanged)


def end_memberships(*, club: Club, former: FormerPeople, memberships_before: Collection[int]) -> list[int]:
    """End the memberships that a list has made of former members; return them (keys).

    `memberships_before` are those that were there before it, which stay as they are. The end is the
    beginning, which tells a membership without a day of leaving from one that ended here. For services that
    have checked the permission.
    """
    rows = Membership.objects.filter(club=club, player__in=former.left_on).exclude(pk__in=memberships_before)
    players = dict(rows.order_by("pk").values_list("pk", "player"))
    Membership.objects.filter(pk__in=players).update(left_at=F("joined_at"))
    today = timezone.localdate()
    for record in MemberRecord.objects.filter(membership__in=players):
        day = former.left_on[players[record.membership_id] or 0]
        if day is not None and (record.joined_on is None or record.joined_on <= min(day, today)):
            record.left_on = min(day, today)
            record.save(update_fields=["left_on", "changed_at"])
    return list(players)
