"""The records of a club's members, for its managers and for each member."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from matches.models import Player, User
from matches.names import get_sort_key
from matches.queries.people import get_canonical_player, make_person_q
from tournaments.models import (
    Club,
    MemberField,
    MemberFieldText,
    MemberRecord,
    Membership,
    MembershipFee,
    OwnYearFee,
    YearFee,
)
from tournaments.models.member import FIRST_YEAR, LAST_YEAR
from tournaments.people.queries.members import get_former_members, is_own
from tournaments.people.queries.year_fees import YearFeeBalance, compute_balance, select_due
from tournaments.permissions import may_read_records


class FieldText(NamedTuple):
    """A field of the club and its text in a record, "" if it has none."""

    field: MemberField
    text: str


def get_day_of_leaving(membership: Membership, record: MemberRecord | None) -> date | None:
    """Return the day of leaving, of a former member; None for others.

    None too for those whom a list has brought as former members without saying it: their membership here
    ended when it began.
    """
    left_at = membership.left_at
    if left_at is None:
        return None
    if record is not None and record.left_on:
        return record.left_on
    return timezone.localdate(left_at) if left_at > membership.joined_at else None


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member with record, the texts of the club's own fields, and fees, the latest year first.

    `fees` are payments, `own_fees` the amounts due from this member alone, `year_fees` those from all.
    """

    membership: Membership
    record: MemberRecord
    texts: tuple[FieldText, ...]
    fees: tuple[MembershipFee, ...]
    own_fees: tuple[OwnYearFee, ...]
    year_fees: tuple[YearFee, ...]

    @property
    def name(self) -> str:
        """The name as managers read it."""
        player = self.membership.player
        return player.desk_name if player is not None else str(self.membership.user)

    @property
    def joined_on(self) -> date | None:
        """The day of joining: that of the record, else the day on which they were added.

        None for members of an imported list, who had joined before.
        """
        if self.record.joined_on or self.membership.list_import_id is not None:
            return self.record.joined_on
        return timezone.localdate(self.membership.joined_at)

    @property
    def left_on(self) -> date | None:
        """The day of leaving, as `get_day_of_leaving` says."""
        return get_day_of_leaving(self.membership, self.record)

    @property
    def is_reachable(self) -> bool:
        """Whether an e-mail of the club reaches them: they have an address and want such e-mails."""
        return bool(self.record.email) and not self.record.wants_no_email

    @property
    def is_member(self) -> bool:
        """Whether this is a member of the club, as `filter_members` says."""
        return self.record.pk is not None or any(fee.withdrawn_at is None for fee in self.fees)

    @property
    def _last_year(self) -> int:
        """The last year of which the fee of all members is due; 0 if a former member's is not known."""
        if self.membership.left_at is None:
            return LAST_YEAR
        return self.left_on.year if self.left_on else 0

    def get_balance(self, year: int) -> YearFeeBalance:
        """Return what is due for a year, what was paid of it, and whether the year is paid."""
        due_fee = select_due(year, self.own_fees, self.year_fees if year <= self._last_year else ())
        return compute_balance(year, payments=self.fees, due_fee=due_fee)

    @property
    def balances(self) -> list[YearFeeBalance]:
        """The balances of the years of membership with an amount or a payment, the latest first."""
        first_year = self.joined_on.year if self.joined_on else FIRST_YEAR
        years = {fee.year for fee in self.fees if fee.withdrawn_at is None}
        years |= {fee.year for fee in self.own_fees}
        if self.is_member:
            years |= {fee.year for fee in self.year_fees if first_year <= fee.year <= self._last_year}
        return [self.get_balance(year) for year in sorted(years, reverse=True)]


def may_read_record(user: User | None, membership: Membership) -> bool:
    """Return whether a user may read the record of a member: managers of the club, and the member."""
    if user is None:
        return False
    return may_read_records(user, membership.club) or is_own(membership, user)


def filter_members(memberships: QuerySet[Membership]) -> QuerySet[Membership]:
    """Return those who are members of their club: they have a record, or a fee of theirs is recorded.

    The others play at the club, or manage it, without being members: guests, names of imported results.
    """
    fees = MembershipFee.objects.filter(membership=OuterRef("pk"), withdrawn_at=None)
    return memberships.filter(Q(record__isnull=False) | Exists(fees))


def get_member_rows(club: Club, *, former: bool = False) -> list[MemberRow]:
    """Return the current members, or the former ones, by name, each person once. Seven queries.

    Of several spellings of a person, that with a record is shown.
    """
    memberships = club.memberships.filter(left_at__isnull=not former)
    return _make_rows(club, _get_one_per_person(memberships if former else filter_members(memberships)))


def list_other_players(club: Club) -> list[Membership]:
    """Return the people who play at the club or manage it and are no members of it, by name. Two queries."""
    people = _get_one_per_person(club.memberships.filter(left_at=None, player__anonymised_at=None))
    guests = find_guests(club, people)
    return [row for row in people if row.pk in guests]


def find_guests(club: Club, memberships: Sequence[Membership]) -> frozenset[int]:
    """Return which of these (their keys) are no members of the club under any spelling. One query."""
    rows = filter_members(club.memberships.filter(left_at=None)).select_related("player__person__face")
    members = {_get_person(row) for row in rows}
    return frozenset(row.pk for row in memberships if _get_person(row) not in members)


def _get_person(membership: Membership) -> tuple[str, int]:
    """Return what is the same for all memberships of a person."""
    if membership.player is None:
        return "membership", membership.pk
    return "player", get_canonical_player(membership.player).pk


def _get_one_per_person(memberships: QuerySet[Membership]) -> list[Membership]:
    """Return the memberships of each person once, by name: of several spellings that with a record."""
    rows = memberships.select_related("player__person__face", "user", "record", "club")
    people: dict[int, Membership] = {}
    for row in sorted(rows, key=lambda row: (not hasattr(row, "record"), _is_other_spelling(row), row.pk)):
        key = get_canonical_player(row.player).pk if row.player is not None else -row.pk
        people.setdefault(key, row)
    return sorted(people.values(), key=_get_sort_key)


def get_member_row(membership: Membership) -> MemberRow:
    """Return one member with everything that is recorded. Six queries."""
    rows = Membership.objects.select_related("player__person__face", "user", "record", "club")
    return _make_rows(membership.club, [rows.get(pk=membership.pk)])[0]


def filter_reachable(club: Club) -> QuerySet[MemberRecord]:
    """Return the records of current members who have an address and want e-mails of the club."""
    rows = MemberRecord.objects.filter(club=club, membership__left_at=None, wants_no_email=False)
    return rows.exclude(email="").exclude(Q(membership__player__anonymised_at__isnull=False))


def list_former_members(club: Club) -> list[tuple[Membership, date | None]]:
    """Return the former members of a club by name, and the day on which each left. Two queries."""
    records = {
        record.membership_id: record
        for record in MemberRecord.objects.filter(club=club, membership__left_at__isnull=False)
    }
    return [(row, get_day_of_leaving(row, records.get(row.pk))) for row in get_former_members(club)]


def export_records(player: Player) -> list[dict[str, Any]]:
    """Return what clubs have recorded about a person, for the export of own data."""
    memberships = (
        Membership.objects.filter(make_person_q("player", player)).select_related("club").order_by("pk")
    )
    return [_export_row(get_member_row(membership)) for membership in memberships]


def _export_row(row: MemberRow) -> dict[str, Any]:
    record = row.record
    return {
        "club": row.membership.club.slug,
        "number": record.number,
        "email": record.email,
        "phone": record.phone,
        "birth_year": record.birth_year,
        "home_club": record.home_club,
        "joined_on": row.joined_on.isoformat() if row.joined_on else "",
        "left_on": row.left_on.isoformat() if row.left_on else None,
        "note": record.note,
        "wants_no_email": record.wants_no_email,
        "own_fields": {field.name: text for field, text in row.texts if text},
        "fees": [
            {
                "year": fee.year,
                "amount": str(fee.amount),
                "currency": fee.currency,
                "paid_on": fee.paid_on.isoformat(),
            }
            for fee in row.fees
            if fee.withdrawn_at is None
        ],
        "own_year_fees": [
            {"year": fee.year, "amount": str(fee.amount), "currency": fee.currency} for fee in row.own_fees
        ],
    }


def _make_rows(club: Club, memberships: Sequence[Membership]) -> list[MemberRow]:
    own_fields = list(club.member_fields.order_by("pk"))
    keys = [membership.pk for membership in memberships]
    texts: dict[int, dict[int, str]] = {}
    for row in MemberFieldText.objects.filter(record__membership__in=keys).select_related("record"):
        texts.setdefault(row.record.membership_id, {})[row.field_id] = row.text
    fees: dict[int, list[MembershipFee]] = {}
    for fee in MembershipFee.objects.filter(membership__in=keys).select_related("by", "withdrawn_by"):
        fees.setdefault(fee.membership_id, []).append(fee)
    own_fees: dict[int, list[OwnYearFee]] = {}
    for own_fee in OwnYearFee.objects.filter(membership__in=keys).order_by("-year"):
        own_fees.setdefault(own_fee.membership_id, []).append(own_fee)
    year_fees = tuple(club.year_fees.order_by("-year"))
    return [
        _make_row(
            membership,
            tuple(FieldText(field, texts.get(membership.pk, {}).get(field.pk, "")) for field in own_fields),
            fees.get(membership.pk, []),
            tuple(own_fees.get(membership.pk, [])),
            year_fees,
        )
        for membership in memberships
    ]


def _make_row(
    membership: Membership,
    texts: tuple[FieldText, ...],
    fees: Sequence[MembershipFee],
    own_fees: tuple[OwnYearFee, ...],
    year_fees: tuple[YearFee, ...],
) -> MemberRow:
    record: MemberRecord = getattr(membership, "record", None) or MemberRecord(
        membership=membership, club_id=membership.club_id
    )
    ordered_fees = sorted(fees, key=lambda fee: (-fee.year, -fee.pk))
    return MemberRow(membership, record, texts, tuple(ordered_fees), own_fees, year_fees)


def _is_other_spelling(row: Membership) -> bool:
    return row.player is not None and get_canonical_player(row.player) != row.player


def _get_sort_key(row: Membership) -> tuple[bool, tuple[str, str]]:
    return (row.player is None, get_sort_key(row.player.name) if row.player is not None else ("", ""))
