"""Sentences about the fees of an imported list of members."""

from decimal import Decimal

from django.utils.formats import date_format
from django.utils.translation import gettext

from matches.queries.site_settings import get_site_settings
from tournaments.exchange.lists.member_lists import ListedPerson
from tournaments.importing.queries.listed_fees import PlannedFee
from tournaments.importing.queries.listed_records import describe_record
from tournaments.messages.money import format_fee
from tournaments.models import PaymentMethod

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


def _format(planned: PlannedFee, amount: Decimal | None) -> str:
    return format_fee(amount or Decimal(0), planned.balance.currency or get_site_settings().currency)
