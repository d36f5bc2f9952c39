"""Enrolment of the people of a list of members, with their records and fees."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db import transaction

from matches.models import Player, User
from rules.errors import Refusal
from tournaments.exchange.lists.member_lists import ListedPerson
from tournaments.importing.queries.filled_records import count_filled
from tournaments.importing.queries.listed_fees import PlannedFee
from tournaments.importing.queries.matched_names import MatchedNames, match_people
from tournaments.importing.services.answered_spellings import list_answers, record_answered_names
from tournaments.importing.services.former_people import end_memberships, select_former_people
from tournaments.importing.services.listed_fees import (
    FeesOfList,
    OwnFees,
    Payments,
    list_own_fees,
    list_payments,
    record_listed_fees,
    record_listed_own_fees,
)
from tournaments.importing.services.listed_records import distinguish_listed_members, fill_records_of_people
from tournaments.importing.services.member_lists import list_memberships
from tournaments.importing.services.registered_people import register_people
from tournaments.models import (
    Club,
    ClubLogEntry,
    MemberRecord,
    Membership,
)
from tournaments.people.queries.member_records import filter_members
from tournaments.permissions import must_manage
from tournaments.play.entrants.services import distinctions
from tournaments.play.entrants.services.answered_names import AnsweringList


class EnrolledPeople(NamedTuple):
    """What the import of a list of members has made: new members, and fees of new and earlier ones.

    `former` are new former members, `unchanged` those whom the list calls former, and who play here and stay.
    `exceeding` are the fees that were left out because their rows state more than is due.
    `filled` counts what the records of earlier members have gained, by field, and `own_fees` the members of
    whom the list has set what they have to pay.
    """

    members: int
    fees: int
    former: int = 0
    unchanged: tuple[Player, ...] = ()
    exceeding: tuple[PlannedFee, ...] = ()
    filled: Mapping[str, int] = {}
    own_fees: int = 0


def enrol_people(
    *,
    club: Club,
    people: Sequence[ListedPerson],
    choices: Mapping[int, str],
    by: User,
    distinctions: Mapping[int, str] | None = None,
    fees: FeesOfList | None = None,
    list_name: str = "",
) -> EnrolledPeople:
    """Make all people of a list members, all or nothing.

    Former members are reactivated, and guests get a record. Those whom the list calls former become former
    members, unless they are members or guests now: then nothing about them changes. `choices` are
    as for `prepare_import`, and "skip" leaves a person out. `distinctions` tell new members of one name
    apart, by the number of the person. With `fees`, what they have paid is recorded, also of those who are
    members already and have not paid the year; an amount above what is due is left out. Raises as
    `match_names`, `past_nobody`, `member_fee_wrong`, and what `members.distinguish_member` does.
    """
    must_manage(by, club)
    if not people:
        raise Refusal("past_nobody")
    matched_names = match_people(club, people, choices)
    with transaction.atomic():
        return _enrol_all(matched_names, distinctions or {}, fees, list_name, by)


def _enrol_all(
    matched_names: MatchedNames, texts: Mapping[int, str], fees: FeesOfList | None, list_name: str, by: User
) -> EnrolledPeople:
    club = Club.objects.select_for_update().get(pk=matched_names.club.pk)
    must_manage(by, club)
    active_memberships = Membership.objects.filter(club=club, left_at=None)
    before = set(active_memberships.values_list("pk", flat=True))
    people = matched_names.people
    members_before = list(filter_members(active_memberships).values_list("pk", flat=True))
    memberships_before = set(Membership.objects.filter(club=club).values_list("pk", flat=True))
    players_by_number = register_people(matched_names)
    former = select_former_people(
        club=club, people=people, players_by_number=players_by_number, current=before
    )
    touched = former.select_changed(players_by_number)
    filled = fill_records_of_people(club=club, people=people, players_by_number=touched, by=by)
    ended_keys = end_memberships(club=club, former=former, memberships_before=memberships_before)
    returned_keys = _reactivate_members(
        club, {player.pk for player in touched.values()} - former.left_on.keys()
    )
    new_members = filter_members(active_memberships).exclude(pk__in=members_before)
    new_keys = list(new_members.values_list("pk", flat=True))
    payments, exceeding = list_payments(club=club, people=people, players_by_number=touched, fees=fees)
    own_fees = list_own_fees(club=club, people=people, players_by_number=touched, fees=fees)
    has_answers = bool(list_answers(matched_names, players_by_number))
    if new_keys or ended_keys or payments or filled or own_fees or has_answers:
        log_entry = list_memberships(
            club=club,
            memberships=Membership.objects.filter(pk__in=[*new_keys, *ended_keys]),
            by=by,
            returned=returned_keys,
            former=len(ended_keys),
            filled=filled,
        )
        _record_fees(log_entry, fees, payments, own_fees, by)
        answering_list = AnsweringList(list_name, member_list=log_entry)
        _record_answers(matched_names, players_by_number, answering_list, by)
    _distinguish_members(club, before, texts, touched, by)
    counts = len(new_keys), len(payments), len(ended_keys), tuple(former.unchanged.values())
    return EnrolledPeople(*counts, exceeding, count_filled(filled), len(own_fees))


def _record_answers(
    matched_names: MatchedNames,
    players_by_number: Mapping[int, Player],
    answering_list: AnsweringList,
    by: User,
) -> None:
    record_answered_names(
        matched_names=matched_names,
        players_by_number=players_by_number,
        answering_list=answering_list,
        by=by,
    )


def _distinguish_members(
    club: Club, before: Collection[int], texts: Mapping[int, str], touched: Mapping[int, Player], by: User
) -> None:
    distinguish_listed_members(club=club, before=before, texts=texts, players_by_number=touched, by=by)
    distinctions.update_distinctions_of_members(club=club)


def _record_fees(
    log_entry: ClubLogEntry, fees: FeesOfList | None, payments: Payments, own_fees: OwnFees, by: User
) -> None:
    record_listed_fees(log_entry=log_entry, payments=payments, by=by)
    if fees is not None:
        record_listed_own_fees(log_entry=log_entry, own_fees=own_fees, year=fees.year, by=by)


def _reactivate_members(club: Club, player_keys: Iterable[int]) -> list[int]:
    """Make former members of the club current ones again; return their memberships (keys)."""
    returned = Membership.objects.filter(club=club, left_at__isnull=False, player__in=player_keys)
    returned_keys = list(returned.order_by("pk").values_list("pk", flat=True))
    Membership.objects.filter(pk__in=returned_keys).update(left_at=None)
    MemberRecord.objects.filter(membership__in=returned_keys).update(left_on=None)
    return returned_keys
