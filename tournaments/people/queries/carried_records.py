"""What the record of one spelling of a member gives to that of another when they are one person."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from django.db.models import Q
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext

from matches.models import Player, User
from matches.queries.people import get_canonical_player, get_spellings
from tournaments.models import MemberFieldText, MemberRecord, Membership, MembershipFee, OwnYearFee
from tournaments.people.messages import MEMBER_DATA_LABELS
from tournaments.permissions import may_manage

# The fields of a record that are carried; the day of leaving stays where it is.
CARRIED_FIELDS = tuple(name for name in MEMBER_DATA_LABELS if name not in ("left_on", "own_fields"))


@dataclass(frozen=True, slots=True)
class CarriedData:
    """What goes from the membership `source` to `target`, and what stays because `target` has its own.

    `values` are those of the record, by field; `texts` those of the club's own fields.
    """

    source: Membership
    target: Membership
    values: dict[str, Any]
    texts: tuple[MemberFieldText, ...]
    fees: tuple[MembershipFee, ...]
    own_fees: tuple[OwnYearFee, ...]
    remaining_values: dict[str, Any]
    remaining_fees: tuple[MembershipFee, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing is carried."""
        return not (self.values or self.texts or self.fees or self.own_fees)


def order_spellings(memberships: Iterable[Membership], canonical: Player) -> list[Membership]:
    """Return the memberships of one person at a club, first the one that is shown for the person."""
    return sorted(
        memberships,
        key=lambda row: (
            row.left_at is not None,
            not hasattr(row, "record"),
            row.player != canonical,
            row.pk,
        ),
    )


def plan_carrying(source: Membership, target: Membership) -> CarriedData:
    """Return what one spelling of a member gives to another, which keeps what it has. Six queries."""
    record = MemberRecord.objects.filter(membership=source).first()
    target_record = MemberRecord.objects.filter(membership=target).first()
    values, remaining_values = _compare_values(record, target_record)
    fees, remaining_fees = _compare_fees(source, target)
    own_years = set(OwnYearFee.objects.filter(membership=target).values_list("year", flat=True))
    own_fees = OwnYearFee.objects.filter(membership=source).exclude(year__in=own_years)
    own_texts = MemberFieldText.objects.filter(record__membership=target).values("field")
    texts = MemberFieldText.objects.filter(record__membership=source).exclude(field__in=own_texts)
    return CarriedData(
        source,
        target,
        values,
        tuple(texts.select_related("field")),
        fees,
        tuple(own_fees),
        remaining_values,
        remaining_fees,
    )


def _compare_values(
    record: MemberRecord | None, target_record: MemberRecord | None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the values that a record lacks, and those of which it has others."""
    values: dict[str, Any] = {}
    remaining: dict[str, Any] = {}
    for name in CARRIED_FIELDS if record is not None else ():
        value, present = getattr(record, name), getattr(target_record, name, None)
        if value and not present:
            values[name] = value
        elif value and value != present:
            remaining[name] = value
    left_on: date | None = target_record.left_on if target_record else None
    if left_on and values.get("joined_on") and values["joined_on"] > left_on:
        remaining["joined_on"] = values.pop("joined_on")
    return values, remaining


def _compare_fees(
    source: Membership, target: Membership
) -> tuple[tuple[MembershipFee, ...], tuple[MembershipFee, ...]]:
    """Return the payments for years that the target has not paid, and the others."""
    own_fees = MembershipFee.objects.filter(membership=target)
    paid_years = set(own_fees.filter(withdrawn_at=None).values_list("year", flat=True))
    keys = set(own_fees.values_list("key", flat=True))
    fees = MembershipFee.objects.filter(membership=source, withdrawn_at=None)
    carried = tuple(fee for fee in fees if fee.year not in paid_years and fee.key not in keys)
    return carried, tuple(fee for fee in fees if fee not in carried)


def describe_merge(keep: Player, absorb: Player, user: User) -> list[str]:
    """Return what joining two persons carries between their records, for managers of their clubs."""
    canonical = get_canonical_player(keep)
    spellings = [*get_spellings(keep), *get_spellings(absorb)]
    rows = Membership.objects.filter(Q(player__in=spellings)).select_related("player", "club", "record")
    by_club: dict[int, list[Membership]] = {}
    for row in rows.order_by("club", "pk"):
        by_club.setdefault(row.club_id, []).append(row)
    sentences: list[str] = []
    for memberships in by_club.values():
        if len(memberships) > 1 and may_manage(user, memberships[0].club):
            target, *sources = order_spellings(memberships, canonical)
            sentences += [
                line for source in sources for line in _describe_carried(plan_carrying(source, target))
            ]
    return sentences


def _describe_carried(carried: CarriedData) -> list[str]:
    names = {"source": str(carried.source.player), "target": str(carried.target.player)}
    names["club"] = carried.target.club.name
    lines = []
    own_fees = [gettext("fee due for %(year)s: %(amount)s") % _describe_fee(fee) for fee in carried.own_fees]
    texts = [f"{text.field.name}: {text.text}" for text in carried.texts]
    carried_texts = [*_describe_values(carried.values), *texts, *_describe_payments(carried.fees), *own_fees]
    if carried_texts:
        what = ", ".join(carried_texts)
        lines.append(
            gettext("%(club)s: %(target)s takes over from %(source)s: %(what)s.") % {**names, "what": what}
        )
    remaining_texts = [
        *_describe_values(carried.remaining_values),
        *_describe_payments(carried.remaining_fees),
    ]
    if remaining_texts:
        what = ", ".join(remaining_texts)
        lines.append(
            gettext("%(club)s: not taken over, because %(target)s has another one: %(what)s.")
            % {**names, "what": what}
        )
    return lines


def _describe_values(values: dict[str, Any]) -> list[str]:
    return [f"{MEMBER_DATA_LABELS[name]} {_write_value(value)}".strip() for name, value in values.items()]


def _write_value(value: object) -> str:
    if isinstance(value, bool):
        return ""
    return date_format(value, "j F Y") if isinstance(value, date) else str(value)


def _describe_payments(fees: Sequence[MembershipFee]) -> list[str]:
    return [gettext("fee paid for %(year)s: %(amount)s") % _describe_fee(fee) for fee in fees]


def _describe_fee(fee: MembershipFee | OwnYearFee) -> dict[str, object]:
    amount: Decimal = fee.amount
    return {"year": fee.year, "amount": f"{number_format(amount, 2)} {fee.currency}"}
