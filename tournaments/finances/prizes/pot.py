"""Totals of a fund: income, the share retained by the club, and the pot."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Payer:
    """The amounts a payer has to pay and has paid to a fund; `registration` is never paid out."""

    due: int
    paid: int
    registration: int = 0

    @property
    def owes(self) -> int:
        """The amount still to be paid."""
        return max(0, self.due - self.paid)

    @property
    def surplus(self) -> int:
        """The amount overpaid: it is refunded and not part of the pot."""
        return max(0, self.paid - self.due)

    @property
    def paid_registration(self) -> int:
        """The part of the payment that is registration, which is covered before the fee."""
        return min(self.paid - self.surplus, self.registration)

    @property
    def paid_fee(self) -> int:
        """The part of the payment that is the fee, without registration and surplus."""
        return self.paid - self.surplus - self.paid_registration


@dataclass(frozen=True, slots=True)
class Fund:
    """Totals of a fund in the smallest coin.

    `came_in` is all that was paid: `registration`, `surplus` (to be refunded), `fees` and what is
    `prepaid` for registrations that are not entered; of the fees `returned` is paid out and `retained`
    stays with the club. `owed` is still to be paid to the fund.
    Invariant: `came_in + added == registration + retained + surplus + prepaid + pot`.
    """

    came_in: int
    registration: int
    fees: int
    returned: int
    retained: int
    added: int
    surplus: int
    owed: int
    prepaid: int = 0

    @property
    def pot(self) -> int:
        """The amount paid out: the returned part of the fees, and the money added."""
        return self.returned + self.added


def compute_fund(payers: Iterable[Payer], *, percent: int, added: int = 0) -> Fund:
    """Compute a fund from payments received, not from dues; `percent` of fees is paid out, rounded down."""
    rows = list(payers)
    came_in = sum(payer.paid for payer in rows)
    surplus = sum(payer.surplus for payer in rows)
    registration = sum(payer.paid_registration for payer in rows)
    fees = sum(payer.paid_fee for payer in rows)
    returned = fees * percent // 100
    return Fund(
        came_in=came_in,
        registration=registration,
        fees=fees,
        returned=returned,
        retained=fees - returned,
        added=added,
        surplus=surplus,
        owed=sum(payer.owes for payer in rows),
    )
