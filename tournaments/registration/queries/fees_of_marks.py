"""What marking sign-ups as paid would take: how many they are, the sum, and who of them has no place."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils import timezone

from tournaments.registration.queries.event_fees import FeeTable
from tournaments.registration.queries.sign_up_lists import SignUpRow


@dataclass(frozen=True, slots=True)
class FeesOfMarks:
    """The sign-ups that are marked as paid, what is taken for them in all, and those without a place.

    `waiting` are the names of those who have none yet.
    """

    names: tuple[str, ...]
    amount: Decimal
    waiting: tuple[str, ...]

    @property
    def needs_answer(self) -> bool:
        """Whether the desk has to confirm it: for several people, and for anybody who has no place."""
        return len(set(self.names)) > 1 or bool(self.waiting)


def get_fees_of_marks(rows: Sequence[SignUpRow], places: Collection[int]) -> FeesOfMarks:
    """Return what marking these places (keys) as paid takes; those that are paid already are left out."""
    rows_at_places = [one for one in rows if one.row.pk in places]
    open_rows = [one for one in rows_at_places if not (one.is_paid or one.row.is_marked_as_paid)]
    fees, now = FeeTable({one.row.event.event_id for one in open_rows}), timezone.now()
    amount = Decimal(0)
    for one in open_rows:
        fee = fees.get_fee(one.row.event, one.sign_up.registration, now, one.row).total
        amount += (fee or Decimal(0)) if one.fee_due is None else one.fee_due
    waiting = dict.fromkeys(_get_name(one) for one in open_rows if not one.has_place)
    return FeesOfMarks(tuple(map(_get_name, open_rows)), amount, tuple(waiting))


def _get_name(row: SignUpRow) -> str:
    return row.name or row.sign_up.reference
