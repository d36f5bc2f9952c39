"""Sentences about the fees of an imported list of members."""

from collections.abc import Sequence
from decimal import Decimal

from django.utils.formats import date_format
from django.utils.translation import gettext

from matches.queries.site_settings import get_site_settings
from tournaments.exchange.lists.member_lists import ListedPerson
from tournaments.exchange.lists.new_members import NewMembers
from tournaments.importing.queries.listed_fees import PlannedFee
from tournaments.importing.queries.listed_own_fees import PlannedOwnFee
from tournaments.importing.queries.listed_records import describe_record
from tournaments.messages.money import format_fee
from tournaments.models import PaymentMethod
from tournaments.web.list_messages import describe_row

LONGEST_ROW_NOTE = 60


def describe_planned_fee(planned: PlannedFee) -> str:
    """Return amount, day and method of a fee that is recorded, as far as the list says them."""
    fee = planned.fee
    parts = (
        _describe_amount(planned),
        date_format(fee.paid_on, "j F Y") if fee.paid_on else gettext("day as below"),
        str(PaymentMethod(fee.method).label) if fee.method else "",
    )
    return ", ".join(part for part in parts if part)


def describe_listed_row(person: ListedPerson) -> str:
    """Return what the row of a person says, which distinguishes it from other rows of the name."""
    fee, record = person.fee, describe_record(person.record)
    currency = get_site_settings().currency
    parts = (
        format_fee(fee.amount, currency) if fee and fee.amount is not None else "",
        date_format(fee.paid_on, "j F Y") if fee and fee.paid_on else "",
        str(PaymentMethod(fee.method).label) if fee and fee.method else "",
        record,
        person.town,
        person.record.email,
        person.record.note[:LONGEST_ROW_NOTE],
    )
    return ", ".join(part for part in parts if part)


def _describe_amount(planned: PlannedFee) -> str:
    if planned.fee.amount is None and not planned.recorded:
        return gettext("amount as below")
    if not planned.recorded:
        return _format(planned, planned.fee.amount)
    return gettext(
        "states %(stated)s, %(recorded)s of it is recorded already, %(amount)s will be recorded"
    ) % {
        "stated": _format(planned, planned.stated),
        "recorded": _format(planned, planned.recorded),
        "amount": _format(planned, planned.amount),
    }


def describe_exceeding_fee(planned: PlannedFee) -> str:
    """Return that a row states more than is due, and both amounts, as a sentence."""
    return gettext("%(name)s: the list states %(stated)s, but the fee of %(year)s is %(due)s.") % {
        "name": planned.person.name,
        "stated": _format(planned, planned.fee.amount),
        "year": planned.balance.year,
        "due": _format(planned, planned.balance.amount),
    }


def describe_different_fee(planned: PlannedFee) -> str:
    """Return that a row states less than is due, both amounts and what stays to be paid, as a sentence."""
    text = gettext(
        "%(name)s: the list states %(stated)s, the fee of %(year)s is %(due)s, %(rest)s stays to pay."
    )
    amount_due = planned.balance.amount or Decimal(0)
    return text % {
        "name": planned.person.name,
        "stated": _format(planned, planned.stated),
        "year": planned.balance.year,
        "due": _format(planned, amount_due),
        "rest": _format(planned, amount_due - (planned.stated or Decimal(0))),
    }


def describe_sum(planned: Sequence[PlannedFee]) -> str:
    """Return the sum of the payments that are recorded, by currency, as far as their amounts are known."""
    site_currency = get_site_settings().currency
    totals: dict[str, Decimal] = {}
    for one in planned:
        currency = one.balance.currency or site_currency
        totals[currency] = totals.get(currency, Decimal(0)) + (one.amount or Decimal(0))
    return " + ".join(format_fee(total, currency) for currency, total in totals.items())


def describe_own_fees(planned: Sequence[PlannedOwnFee]) -> dict[str, list[tuple[str, str]]]:
    """Return row and sentence of the own fees that a list sets, and of those that it does not, and why."""
    return {
        "own_fees": [
            (describe_row(one.person.line), _describe_new_own_fee(one)) for one in planned if one.is_new
        ],
        "own_fees_left_out": [
            (describe_row(one.person.line), _describe_own_fee_left_out(one))
            for one in planned
            if not one.is_new and not one.is_recorded
        ],
    }


def _describe_new_own_fee(planned: PlannedOwnFee) -> str:
    currency = get_site_settings().currency
    context = {
        "name": planned.person.name,
        "amount": format_fee(planned.amount or Decimal(0), currency),
        "year": planned.balance.year,
        "usual": format_fee(planned.usual or Decimal(0), planned.balance.currency or currency),
    }
    if planned.amount == 0:
        return gettext("%(name)s is exempt in %(year)s (%(amount)s).") % context
    if planned.usual is None:
        return gettext("%(name)s pays %(amount)s for %(year)s.") % context
    return gettext("%(name)s pays %(amount)s for %(year)s instead of %(usual)s.") % context


def _describe_own_fee_left_out(planned: PlannedOwnFee) -> str:
    fee, currency = planned.person.fee, get_site_settings().currency
    context = {"name": planned.person.name, "year": planned.balance.year, "text": fee.due_text if fee else ""}
    if planned.amount is None:
        text = gettext("%(name)s, “%(text)s”: set the fee of %(year)s first, so that half of it is known.")
        return text % context
    text = gettext(
        "%(name)s: the list states %(stated)s, but the own fee of %(year)s is recorded as %(due)s and stays."
    )
    due = format_fee(planned.balance.amount or Decimal(0), planned.balance.currency or currency)
    return text % {**context, "stated": format_fee(planned.amount, currency), "due": due}


def _format(planned: PlannedFee, amount: Decimal | None) -> str:
    return format_fee(amount or Decimal(0), planned.balance.currency or get_site_settings().currency)


def list_unclear_fees(members: NewMembers) -> list[tuple[str, str, str]]:
    """Return row, name and text of each person of whom the list does not say whether they have paid."""
    fees = [
        (one, one.fee.unclear)
        for one in members.people
        if one.fee and one.fee.unclear and not one.fee.states_due
    ]
    return [(describe_row(person.line), person.name, text) for person, text in fees]
