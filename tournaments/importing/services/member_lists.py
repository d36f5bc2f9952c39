"""Imported lists of members: what they have brought to the club, and how it is taken back."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from matches.actors import require_actor
from matches.models import Player, User
from matches.services import players
from rules.errors import Refusal
from tournaments import club_log
from tournaments.importing.queries.filled_records import (
    FilledRecord,
    count_filled,
    digest_filled,
    find_filled_records,
)
from tournaments.importing.queries.member_lists import count_leaving_people, make_listed_q
from tournaments.importing.services.listed_fees import withdraw_listed_fees, withdraw_listed_own_fees
from tournaments.importing.services.withdrawn_members import remove_idle_people
from tournaments.locks import lock_club
from tournaments.models import AnsweredName, Club, ClubLogEntry, MemberRecord, Membership, MembershipFee
from tournaments.name_lists.own_fields import get_own_field_key
from tournaments.people.queries.member_activities import Activity, find_activities
from tournaments.people.services.carried_records import give_back
from tournaments.permissions import must_manage
from tournaments.play.entrants.services import distinctions
from tournaments.play.entrants.services.answered_names import forget_players, withdraw_answers


def list_memberships(
    *,
    club: Club,
    memberships: QuerySet[Membership],
    by: User,
    returned: Sequence[int] = (),
    former: int = 0,
    filled: Mapping[int, Mapping[str, Any]] | None = None,
) -> ClubLogEntry:
    """Log members brought to the club by one import, so that they can be withdrawn together.

    Return the line of the log. `returned` are the keys of those who had left the club, `former` is the number
    of those who come as former members. `filled` is what existing records have gained. The caller checks
    permission.
    """
    require_actor(by)
    about: dict[str, object] = {"count": memberships.count() - former}
    about |= {"former": former} if former else {}
    about |= {"returned": list(returned)} if returned else {}
    if filled:
        about |= {"filled": digest_filled(filled), "filled_counts": count_filled(filled)}
    log_entry = club_log.log_action(club=club, kind="listed", by=by, about=about)
    memberships.update(list_import=log_entry)
    return log_entry


@dataclass(frozen=True, slots=True)
class UndoneList:
    """What became of a withdrawn list: how many were removed, who stays and why, the fees taken back.

    `filled` is how many values were taken out of existing records, `changed` what was changed there since.
    `spellings` is how many names of the list went of people who stay, as they were joined with a member.
    `own_fees` is how many own fees of members were taken back, `answers` how many answers about names.
    """

    removed: int
    remaining: tuple[tuple[Player, Activity], ...]
    fees: tuple[MembershipFee, ...] = ()
    filled: int = 0
    changed: tuple[FilledRecord, ...] = ()
    spellings: int = 0
    own_fees: int = 0
    answers: int = 0

    @property
    def fee_count(self) -> int:
        """The number of fees taken back."""
        return len(self.fees)

    @property
    def concerns_members_only(self) -> bool:
        """Whether nothing but members was removed."""
        others = (self.fees, self.filled, self.changed, self.spellings, self.own_fees, self.answers)
        return not any(others)


@transaction.atomic
def undo_member_list(*, log_entry: ClubLogEntry, by: User, keep_fees: bool = False) -> UndoneList:
    """Remove the members whom an imported list brought to the club, and the players who exist only by it.

    So are the values that it filled in for other members, unless they were changed since. The fees that the
    list recorded are taken back, and the own fees it has set; with `keep_fees` those of members who stay are
    not. Former members have left again. Those with an account, an entry, a result or another fee stay, with
    the reason; once that is gone, the list can be withdrawn again. Raises `member_list_withdrawn` if neither
    members nor fees of it are left.
    """
    club = log_entry.club
    must_manage(by, club)
    lock_club(club)
    memberships = list(
        Membership.objects.filter(make_listed_q(), list_import=log_entry, player__isnull=False)
        .select_related("player")
        .order_by("pk")
    )
    activities = find_activities(memberships, with_own_fees=False)
    removable = [row for row in memberships if row.pk not in activities]
    of_members = [row.pk for row in removable] if keep_fees else None
    fees = withdraw_listed_fees(log_entry=log_entry, by=by, memberships=of_members)
    own_fees = withdraw_listed_own_fees(log_entry=log_entry, by=by, memberships=of_members)
    filled = find_filled_records(log_entry)
    answers = AnsweredName.objects.filter(member_list=log_entry)
    if not (memberships or fees or own_fees or filled or answers.exists()):
        raise Refusal("member_list_withdrawn")
    leaving = count_leaving_people(removable)
    taken_back = _take_back_filled(log_entry, filled)
    answer_count = withdraw_answers(answers=answers)
    _remove_members(club, removable, returned=set(log_entry.payload.get("returned", ())))
    if removable:
        club_log.log_action(club=club, kind="unlisted", by=by, about={"count": leaving})
    distinctions.update_distinctions_of_members(club=club)
    remaining = _list_remaining(memberships, activities)
    changed = tuple(one for one in filled if one.changed)
    return UndoneList(
        leaving, remaining, fees, taken_back, changed, len(removable) - leaving, own_fees, answer_count
    )


def _list_remaining(
    memberships: Sequence[Membership], activities: Mapping[int, Activity]
) -> tuple[tuple[Player, Activity], ...]:
    """Return the members who stay, each with what keeps them."""
    return tuple(
        (row.player, activities[row.pk])
        for row in memberships
        if row.pk in activities and row.player is not None
    )


def _take_back_filled(log_entry: ClubLogEntry, filled: Sequence[FilledRecord]) -> int:
    """Empty the fields that a list has filled in, where nobody has changed them; return how many."""
    for one in filled:
        own_keys = [key for name in one.same if (key := get_own_field_key(name))]
        names = [name for name in one.same if not get_own_field_key(name)]
        for name in names:
            setattr(one.record, name, getattr(MemberRecord(), name))
        if names:
            one.record.save(update_fields=[*names, "changed_at"])
        if own_keys:
            one.record.field_texts.filter(field__in=own_keys).delete()
    if filled:
        log_entry.payload.pop("filled")
        log_entry.save(update_fields=["payload"])
    return sum(len(one.same) for one in filled)


def _remove_members(club: Club, memberships: Collection[Membership], returned: Collection[int]) -> None:
    """Delete memberships with their unused players; those in `returned` (keys) have left again."""
    keys = {row.pk for row in memberships}
    give_back(memberships=keys - set(returned))
    Membership.objects.filter(pk__in=keys & set(returned)).update(left_at=timezone.now())
    Membership.objects.filter(pk__in=keys - set(returned)).delete()
    removed_keys = [
        row.player_id for row in memberships if row.pk not in returned and row.player_id is not None
    ]
    remove_idle_people(club=club, player_keys=removed_keys)
    forget_players(keys=removed_keys, club=club)
    players.delete_unused_players(keys=removed_keys)
