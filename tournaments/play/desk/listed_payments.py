"""The prices and payments of a list of entries, as the preview of the entry box shows them."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from matches.messages.stored_reasons import describe_stored_reason
from tournaments import registry
from tournaments.messages.money import format_money
from tournaments.models import Event, PaymentMethod
from tournaments.name_lists.entry_details import MatchedLine
from tournaments.name_lists.listed_payments import YES, ListedPayment
from tournaments.registry import ListedDue


def make_payments_context(event: Event, lines: Sequence[MatchedLine]) -> dict[str, Any]:
    """Return what the lines pay by their number, and how many are marked as paid with which sum.

    Nothing if no line names a price or a payment. `unused_payments` are these if the event takes no fees.
    """
    payments = [
        ListedPayment(line.number, line.player, line.about.price, line.about.paid)
        for line in lines
        if line.is_taken
    ]
    if not any(payment.price or payment.paid for payment in payments):
        return {}
    dues = {
        line: listed_due
        for each in registry.listed_dues(event, payments)
        for line, listed_due in each.items()
    }
    if not dues:
        texts = (_describe_unused(line) for line in lines if line.is_taken)
        return {"unused_payments": [text for text in texts if text]}
    paid = [listed_due.paid for listed_due in dues.values() if listed_due.paid]
    return {
        "dues": {line: _show_due(listed_due, event.tournament.currency) for line, listed_due in dues.items()},
        "paid_count": len(paid),
        "paid_sum": sum(paid),
        "paid_amount": format_money(sum(paid), event.tournament.currency),
        "methods": PaymentMethod.choices,
    }


def _describe_unused(line: MatchedLine) -> str:
    """Return what a line says of money, such as "Anna Rossi: member, paid 15"; "" if nothing."""
    paid = (
        gettext("paid")
        if line.about.paid == YES
        else line.about.paid and f"{gettext('paid')} {line.about.paid}"
    )
    parts = ", ".join(filter(None, (line.about.price, paid)))
    return f"{line.name}: {parts}" if parts else ""


def _show_due(listed_due: ListedDue, currency: str) -> dict[str, Any]:
    return {
        "price": format_money(listed_due.price, currency),
        "name": describe_stored_reason(listed_due.code),
        "paid": format_money(listed_due.paid, currency) if listed_due.paid else "",
        "is_unclear": listed_due.is_unclear,
    }
