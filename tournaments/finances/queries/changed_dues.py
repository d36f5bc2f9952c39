"""What changed terms of a fund mean for those who have paid to it: they owe the new fee like everybody."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from tournaments.finances.models import FundTerms
from tournaments.finances.prizes.pot import Payer
from tournaments.finances.queries import accounts, prepaid_fees
from tournaments.finances.queries.funds import FEES
from tournaments.messages.money import format_money
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class ChangedDues:
    """Those for whom a change of the terms makes a difference, amounts in coins.

    `has_changed`: somebody owes more or less, also of those who have not paid. Of those who have paid,
    `owing` now owe `owed` in all, `overpaid` have `surplus` in all to get back, and `even` owe nothing any
    more and have nothing to get back.
    """

    has_changed: bool
    owing: int
    owed: int
    overpaid: int
    surplus: int
    even: int


def list_payers(event: Event, fund: int) -> Mapping[int | str, Payer]:
    """Return by player what they have to pay and have paid to a fund now; nobody without its terms.

    Those who have paid the fee at registration and are not entered yet are named by the key of the sign-up.
    """
    payers: dict[int | str, Payer] = {
        account.player.pk: due.payer
        for account in accounts.list_accounts(event)
        for due in account.dues
        if due.terms.fund == fund
    }
    if fund == FEES:
        payers.update(prepaid_fees.list_prepaid_payers(event).items())
    return payers


def find_changed_dues(
    event: Event, terms: FundTerms | None, before: Mapping[int | str, Payer]
) -> ChangedDues:
    """Return for whom the dues to a fund have changed since it had the terms and payers given."""
    fund = terms.fund if terms is not None else FEES
    nobody = Payer(0, 0)
    changed = [
        payer
        for player, payer in list_payers(event, fund).items()
        if payer.due != before.get(player, nobody).due
    ]
    paid = [payer for payer in changed if payer.paid]
    return ChangedDues(
        has_changed=bool(changed),
        owing=sum(payer.owes > 0 for payer in paid),
        owed=sum(payer.owes for payer in paid),
        overpaid=sum(payer.surplus > 0 for payer in paid),
        surplus=sum(payer.surplus for payer in paid),
        even=sum(payer.due == payer.paid for payer in paid),
    )


def describe_changed_dues(dues: ChangedDues, currency: str) -> list[str]:
    """Return what a change of the terms means for those who have paid, a sentence for each kind."""
    owing = ngettext(
        "%(count)s player who has paid now owes %(sum)s.",
        "%(count)s players who have paid now owe %(sum)s in all.",
        dues.owing,
    )
    overpaid = ngettext(
        "%(count)s player who has paid has %(sum)s to get back.",
        "%(count)s players who have paid have %(sum)s in all to get back.",
        dues.overpaid,
    )
    even = ngettext(
        "%(count)s player who has paid now owes nothing.",
        "%(count)s players who have paid now owe nothing.",
        dues.even,
    )
    sentences = [
        text % {"count": count, "sum": format_money(coins, currency)}
        for text, count, coins in (
            (owing, dues.owing, dues.owed),
            (overpaid, dues.overpaid, dues.surplus),
            (even, dues.even, 0),
        )
        if count
    ]
    if sentences:
        return sentences
    if dues.has_changed:
        return [gettext("No player who has paid owes more or less.")]
    return [gettext("No player owes more or less.")]


def describe_recorded_marks(event: Event, before: Mapping[str, int]) -> list[str]:
    """Return a sentence about the fees marked as paid that were recorded since, empty without any.

    `before` are the `sum_sign_up_payments` of then.
    """
    amount = sum(prepaid_fees.sum_sign_up_payments(event).values()) - sum(before.values())
    if not amount:
        return []
    text = gettext("Recorded of fees marked as paid at registration: %(amount)s.")
    return [text % {"amount": format_money(amount, event.tournament.currency)}]
